"""The open documents and notebook cells, in the place of pygls' own workspace.

pygls keys documents by the unquoted URI, so that ``a%2Fb`` and ``a/b`` are one document, reads unopened files from the disk and
clamps columns wrongly. Here a document is keyed by its URI as the client wrote it, and one that is not open is no document.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.uris import to_fs_path
from pygls.workspace import Workspace

from pctlens.core.analysis import Line
from pctlens.core.hosts import host_of
from pctlens.core.rules import Problem
from pctlens.core.text import Units
from pctlens.finder import Finder
from pctlens.lines import candidates
from pctlens.lsp.convert import place_of
from pctlens.lsp.document import Document, Place
from pctlens.project import Project, Projects, text_of
from pctlens.settings import Settings

NOTHING: Final = -1
"""A limit that every document exceeds."""

Problems = tuple[Problem, ...]

Sent = dict[int, tuple[Problems, list[str]]]
"""The JSON of rows' problems, cut where the row stands, by the identity of the problems: those of an edited row are new."""

_ON_DISK = ("file:", "vscode-notebook-cell:")

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Open:
    """A document that the client has open. ``name`` is its path, or empty for a cell; ``version`` is that of the last edit.

    ``sent`` holds what was sent last of each row's problems.
    """

    uri: str
    name: str
    language: str
    version: int | None
    settings: Settings
    finder: Finder
    document: Document
    sent: Sent = field(default_factory=dict)

    def read(self, place: Place) -> tuple[Line, int]:
        """What is recognised round a place: its line, or in a long line its window, and the offset where that begins."""
        document, (row, offset) = self.document, place
        return self.finder.read(document.lines[row], *document.neighbours(row), offset)

    def pieces(self, holding: str, start: Place, end: Place) -> Iterator[tuple[int, Line, int]]:
        """What is recognised in the rows between two places that hold ``holding``: each row, its line, and where that begins.

        Of a very long line those windows come that have ``holding`` in them.
        """
        document = self.document
        for found in candidates(document.lines.text(start.row, end.row + 1), (holding,)):
            row = start.row + found.row
            left = start.offset if row == start.row else 0
            for line, base in self.finder.pieces(document.lines[row], *document.neighbours(row), left, holding):
                yield row, line, base


class Documents(Workspace):
    """What is open, and the settings under which it is judged.

    pygls' built-in handlers of the synchronisation keep it up to date before the server's own are called.
    """

    def __init__(self, units: Units, folders: Sequence[lsp.WorkspaceFolder] = ()) -> None:
        super().__init__(None, workspace_folders=folders, position_encoding=lsp.PositionEncodingKind(units.value))
        self.units = units
        self._projects = Projects()
        self._open: dict[str, Open] = {}

    @property
    def settings(self) -> Settings:
        """The editor's settings, which hold where no project says otherwise."""
        return self._projects.base

    def __iter__(self) -> Iterator[Open]:
        """Every open document."""
        return iter(tuple(self._open.values()))

    def get(self, uri: str) -> Open | None:
        """The document with exactly this URI, or ``None`` where it is not open."""
        return self._open.get(uri)

    def at(self, path: Path) -> Open | None:
        """The file at a path as it is open, else as it is on the disk; ``None`` where it cannot be read as UTF-8."""
        opened = next((opened for opened in self if path_of(opened.uri) == path), None)
        if opened is not None:
            return opened
        try:
            text = text_of(path)
        except (OSError, UnicodeDecodeError):
            return None
        finder = Finder(host_of(path.name), {})
        return Open(path.as_uri(), path.name, "", None, self.settings, finder, Document(text, finder, NOTHING))

    def project(self, path: Path) -> Project:
        """The project of the file at a path."""
        return self._projects.of(path.parent)

    def folder_of(self, path: Path) -> Path | None:
        """The innermost folder of the client's workspace that a file is in."""
        folders = [folder for uri in self.folders if (folder := path_of(uri)) and folder in path.parents]
        return max(folders, key=lambda folder: len(folder.parts), default=None)

    def notes(self) -> tuple[str, ...]:
        """What is wrong in the settings of the projects that files are open of."""
        return self._projects.notes()

    def judge_again(self, settings: Settings) -> None:
        """Judge every document by the editor's ``settings`` and the projects' files as they are now."""
        self._projects = Projects(settings)
        for opened in self:
            opened.settings, opened.finder, limit = self._terms(opened.uri, opened.name, opened.language)
            opened.document.judge_with(opened.finder, limit)

    def put_text_document(self, text_document: lsp.TextDocumentItem, notebook_uri: str | None = None) -> None:
        """Open a text, or a cell of the notebook ``notebook_uri``, whose file name says nothing about the cell's language."""
        name = "" if notebook_uri else _name(text_document.uri)
        uri, language = text_document.uri, text_document.language_id
        settings, finder, limit = self._terms(uri, name, language)
        document = Document(text_document.text, finder, limit)
        self._open[uri] = Open(uri, name, language, text_document.version, settings, finder, document)

    def update_text_document(
        self, text_doc: lsp.VersionedTextDocumentIdentifier, change: lsp.TextDocumentContentChangeEvent
    ) -> None:
        """Take over one edit; one of a document that is not open is passed over."""
        if (opened := self.get(text_doc.uri)) is None:
            logger.warning("an edit of a document that is not open")
            return
        document = opened.document
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            start, end = (place_of(document, position, self.units) for position in (change.range.start, change.range.end))
            document.edit(start, end, change.text)
        else:
            document.replace(change.text)
        opened.version = text_doc.version

    def remove_text_document(self, doc_uri: str) -> None:
        """Close a text or a cell."""
        self._open.pop(doc_uri, None)

    def put_notebook_document(self, params: lsp.DidOpenNotebookDocumentParams) -> None:
        """Open a notebook's cells."""
        for cell in params.cell_text_documents:
            self.put_text_document(cell, params.notebook_document.uri)

    def update_notebook_document(self, params: lsp.DidChangeNotebookDocumentParams) -> None:
        """Take over the cells that came, went or were edited."""
        if (cells := params.change.cells) is None:
            return
        if cells.structure:
            for cell in cells.structure.did_open or ():
                self.put_text_document(cell, params.notebook_document.uri)
            for gone in cells.structure.did_close or ():
                self.remove_text_document(gone.uri)
        for edited in cells.text_content or ():
            for change in edited.changes:
                self.update_text_document(edited.document, change)

    def remove_notebook_document(self, params: lsp.DidCloseNotebookDocumentParams) -> None:
        """Close a notebook's cells."""
        for cell in params.cell_text_documents:
            self.remove_text_document(cell.uri)

    def _terms(self, uri: str, name: str, language: str) -> tuple[Settings, Finder, int]:
        """The settings for a document, what finds its problems, and the most bytes it may have to have any."""
        path = path_of(uri)
        project = self.project(path) if path else Project(self.settings)
        host = project.settings.host(host_of(name, language))
        finder = Finder(host, project.settings.rules)
        is_excluded = path is not None and project.excludes(path.as_posix())
        return project.settings, finder, NOTHING if is_excluded else project.settings.max_file_size


def _name(uri: str) -> str:
    """The path in a URI, which may be any text, as a file's name."""
    return unquote(uri.partition("#")[0].partition("?")[0])


def path_of(uri: str) -> Path | None:
    """The absolute path that a URI names (for a cell, its notebook's); ``None`` where it names no file of this disk."""
    if not uri.startswith(_ON_DISK):
        return None
    try:
        path = Path(to_fs_path("file:" + uri.partition("#")[0].partition(":")[2]) or "")
    except ValueError:  # a host that is none, such as "file://]x/"
        return None
    return path if path.is_absolute() and "\0" not in path.as_posix() else None
