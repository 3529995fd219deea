"""What kind of file a text is, as far as percent signs go.

A file is known by its name first (``alembic.ini``, ``crontab``, ``*.service``), then by its language id, then by its suffix.
"""

from __future__ import annotations

from enum import StrEnum
from fnmatch import translate
from functools import lru_cache
from typing import NamedTuple

from pctlens.core.patterns import regex
from pctlens.core.wrappers import Wrapping


class Family(StrEnum):
    """How the text outside string literals is to be read."""

    CODE = "code"  # statements: % may be an operator or a sigil
    MARKUP = "markup"  # elements and attributes around text
    PROSE = "prose"  # text for people, with code in quotes
    CONFIG = "config"  # keys and values: no printf
    LOG = "log"  # lines that a program wrote


class Dialect(NamedTuple):
    """The conversions that a language's format strings take; ``widths``: whether digits may stand before the letter."""

    conversions: str
    widths: bool = True


C = Dialect("diouxXeEfFgGaAcsSpnm")
GO = Dialect("vTtbcdoOqxXUeEfFgGspw")
PYTHON = Dialect("diouxXeEfFgGcrsa")
JAVA = Dialect("bBhHsScCdoxXeEfgGaAtTn")
SCRIPT = Dialect("sdifjoOc", widths=False)  # console.log and util.format: no widths (WHATWG console section 2.2)
COCOA = Dialect(C.conversions + "@")
PHP = Dialect("bcdeEfFgGhHosuxX")
RUBY = Dialect("diuxXbBoeEfgGaAcsp")
SHELL = Dialect("diouxXeEfFgGaAcsbqT")
FSHARP = Dialect(C.conversions + "bBMOt")
VERILOG = Dialect("bBcCdDeEfFgGhHmMoOpPsStTvVxX")
ANY = Dialect("diouxXeEfFgGcspvq")


class Host(NamedTuple):
    """The traits of a file's language that decide how a ``%`` in it is read.

    ``dialect``: the format strings that its literals may be. ``wrapping`` holds everywhere, ``literal`` in string literals too.
    ``reader``: who reads ``%`` itself all over the file, whatever the text is. ``comments``: what begins a comment that ends
    with the line. ``percent_comments``: ``%`` begins one. ``sigils``: ``%`` begins a name. ``functions``: names of a user's own
    that take a format, besides those of the language. ``charsets``: what bytes that are no UTF-8 are read in first.
    """

    name: str = "plaintext"
    family: Family = Family.PROSE
    dialect: Dialect | None = None
    wrapping: Wrapping = Wrapping.NONE
    literal: Wrapping = Wrapping.NONE
    reader: str = ""
    comments: tuple[str, ...] = ()
    percent_comments: bool = False
    sigils: bool = False
    functions: tuple[str, ...] = ()
    charsets: tuple[str, ...] = ()

    def with_functions(self, names: tuple[str, ...]) -> Host:
        """The same kind of file, where these functions take a format too."""
        return self._replace(functions=names) if names else self

    def with_charsets(self, names: tuple[str, ...]) -> Host:
        """The same kind of file, where bytes that are no UTF-8 are read in these charsets first."""
        return self._replace(charsets=tuple(map(str.lower, names))) if names else self


def _code(name: str, dialect: Dialect | None, *comments: str, sigils: bool = False, percent_comments: bool = False) -> Host:
    return Host(
        name, Family.CODE, dialect, literal=Wrapping.STRING, comments=comments, sigils=sigils, percent_comments=percent_comments
    )


_HTML = Host("html", Family.MARKUP, wrapping=Wrapping.ENTITY)
_XML = Host("xml", Family.MARKUP, wrapping=Wrapping.ENTITY)
_CONFIG = Host("config", Family.CONFIG, comments=("#", ";"))
_INI = Host("ini", Family.CONFIG, comments=("#", ";"))
_TEX = Host("latex", Family.PROSE, wrapping=Wrapping.BACKSLASH, percent_comments=True)
_INTERPOLATED = _INI._replace(name="configparser", wrapping=Wrapping.DOUBLED, reader="configparser")
_SYSTEMD = _INI._replace(name="systemd", wrapping=Wrapping.DOUBLED, reader="systemd")
_CRON = Host("crontab", Family.CONFIG, SHELL, Wrapping.BACKSLASH, reader="cron", comments=("#",))
_CMD = Host("bat", Family.CODE, wrapping=Wrapping.DOUBLED, reader="cmd", comments=("rem ", "REM ", "::"))
_TEXINFO = Host("texinfo", Family.PROSE, comments=("@c ", "@comment "))
_RD = Host("rd", Family.PROSE, wrapping=Wrapping.BACKSLASH, reader="Rd", percent_comments=True)

#: Files whose name alone says who reads their percent signs: shell patterns on the last path segment.
_BY_NAME: tuple[tuple[str, Host], ...] = (
    ("alembic.ini", _INTERPOLATED),
    ("airflow.cfg", _INTERPOLATED),
    ("supervisord.conf", _INTERPOLATED),
    ("*.service", _SYSTEMD),
    ("*.timer", _SYSTEMD),
    ("*.socket", _SYSTEMD),
    ("*.mount", _SYSTEMD),
    ("*.automount", _SYSTEMD),
    ("*.swap", _SYSTEMD),
    ("*.slice", _SYSTEMD),
    ("*.container", _SYSTEMD),
    ("crontab", _CRON),
    ("crontab.*", _CRON),
    ("*.crontab", _CRON),
    ("*.cron", _CRON),
    ("*.rd", _RD),
    ("dockerfile*", _code("dockerfile", SHELL, "#")),
    ("*.dockerfile", _code("dockerfile", SHELL, "#")),
    ("makefile*", _code("makefile", None, "#")),
    ("gnumakefile", _code("makefile", None, "#")),
    ("*.mk", _code("makefile", None, "#")),
    ("jenkinsfile*", _code("groovy", JAVA, "//")),
    ("gemfile*", _code("ruby", RUBY, "#")),
    ("rakefile", _code("ruby", RUBY, "#")),
    ("cmakelists.txt", _code("cmake", None, "#")),
    ("sudoers", _CONFIG._replace(name="sudoers", sigils=True)),
    (".env", _CONFIG._replace(name="dotenv")),
    (".env.*", _CONFIG._replace(name="dotenv")),
    (".htaccess", _CONFIG._replace(name="apache")),
    ("requirements*.txt", _CONFIG._replace(name="requirements", comments=("#",))),
    (".bashrc", _code("shellscript", SHELL, "#")),
    (".zshrc", _code("shellscript", SHELL, "#")),
    (".profile", _code("shellscript", SHELL, "#")),
    ("*.drone.star", _code("starlark", PYTHON, "#")),
)

_BY_LANGUAGE: dict[str, Host] = {
    host.name: host
    for host in (
        Host(),
        Host("markdown", Family.PROSE, wrapping=Wrapping.ENTITY),
        Host("restructuredtext"),
        Host("asciidoc"),
        Host("org"),
        Host("csv"),
        Host("log", Family.LOG),
        Host("http", Family.LOG, comments=("#", "//")),
        Host("po", Family.PROSE, ANY, literal=Wrapping.STRING, comments=("#",)),
        Host("json", Family.CONFIG, literal=Wrapping.STRING, comments=("//",)),
        Host("yaml", Family.CONFIG, literal=Wrapping.STRING, comments=("#",)),
        Host("toml", Family.CONFIG, literal=Wrapping.STRING, comments=("#",)),
        Host("diff", Family.PROSE),
        Host("css", Family.MARKUP),
        _HTML,
        _XML,
        _CONFIG,
        _INI,
        _CONFIG._replace(name="properties"),
        _CONFIG._replace(name="dotenv"),
        _CONFIG._replace(name="apache"),
        _TEX,
        _TEXINFO,
        _CMD,
        _code("c", C, "//")._replace(literal=Wrapping.STRING),
        _code("objective-c", COCOA, "//"),
        _code("swift", COCOA, "//"),
        _code("csharp", None, "//"),
        _code("fsharp", FSHARP, "//"),
        _code("go", GO, "//"),
        _code("java", JAVA, "//"),
        _code("groovy", JAVA, "//"),
        _code("rust", None, "//"),
        _code("zig", None, "//"),
        _code("dart", None, "//"),
        _code("d", C, "//"),
        _code("javascript", SCRIPT, "//"),
        _code("python", PYTHON, "#"),
        _code("starlark", PYTHON, "#"),
        _code("ruby", RUBY, "#"),
        _code("crystal", RUBY, "#"),
        _code("elixir", None, "#", sigils=True),
        _code("php", PHP, "//", "#"),
        _code("perl", C, "#", sigils=True),
        _code("raku", C, "#", sigils=True),
        _code("lua", C, "--"),
        _code("r", C, "#"),
        _code("julia", C, "#"),
        _code("shellscript", SHELL, "#"),
        _code("powershell", None, "#"),
        _code("nix", None, "#"),
        _code("awk", C, "#"),
        _code("tcl", C, "#"),
        _code("sql", None, "--"),
        _code("haskell", C, "--"),
        _code("ocaml", C),
        _code("erlang", None, percent_comments=True),
        _code("prolog", None, percent_comments=True),
        _code("matlab", C, percent_comments=True),
        _code("postscript", None, percent_comments=True),
        _code("lilypond", None, percent_comments=True),
        _code("clojure", C, ";"),
        _code("scheme", None, ";"),  # its formats are written with ~
        _code("verilog", VERILOG, "//"),
        _code("pascal", C, "//"),
        _code("nim", C, "#"),
        _code("viml", C, '"', sigils=True),
        _code("terraform", GO, "#", "//"),
        _code("gotemplate", GO),
        _code("dockerfile", SHELL, "#"),
        _code("makefile", None, "#"),
        _code("cmake", None, "#"),
        _code("asm", None, "#", ";", sigils=True),
        _code("llvm", None, ";", sigils=True),
        _code("yacc", C, "//", sigils=True),
        _code("fortran", None, "!"),
        _code("sas", None, sigils=True),
        _code("mathematica", None, sigils=True),
        _code("rpmspec", None, "#", sigils=True),
        _HTML._replace(name="template", dialect=GO, literal=Wrapping.STRING),
        _CONFIG._replace(name="tmux", sigils=True),
        _XML._replace(name="dtd", sigils=True),
        _INTERPOLATED,
        _SYSTEMD,
        _CRON,
        _RD,
    )
}

#: Other names for the languages above: LSP language ids and file suffixes alike.
_ALIASES: dict[str, str] = {
    alias: name
    for name, aliases in {
        "plaintext": "txt text",
        "markdown": "md mdx mkd rmd qmd",
        "restructuredtext": "rst",
        "asciidoc": "adoc",
        "log": "out err har",
        "http": "rest",
        "po": "pot gettext",
        "json": "jsonc jsonl ndjson json5 ipynb webmanifest geojson lock jsonld",
        "yaml": "yml dockercompose sls",
        "css": "scss sass less styl stylus postcss",
        "html": "htm xhtml vue svelte handlebars hbs mustache razor cshtml liquid astro vtt",
        "xml": "svg xsl xslt xsd rss atom plist wsdl kml gpx xaml csproj resx xlf jelly opml",
        "template": "tpl tmpl gotmpl erb eex heex leex jsp asp aspx ejs jinja j2 twig jinja-html mako gohtml",
        "config": "conf cnf npmrc yarnrc netrc curlrc wgetrc pypirc list sources desktop rules",
        "ini": "cfg editorconfig gitconfig inf reg",
        "properties": "java-properties",
        "dotenv": "env",
        "latex": "tex sty cls ltx dtx bibtex bib bst tikz context",
        "texinfo": "texi txi",
        "bat": "cmd",
        "c": "rc vala h cpp cc cxx c++ h++ hpp hxx hh inl i ino cuda-cpp cu glsl hlsl wgsl proto proto3 thrift idl odin pike do",
        "objective-c": "objective-cpp m mm objc",
        "csharp": "cs vb vbs bas razor sol hx as al cue bal move cairo gleam wren nut bicep prisma jsonnet libsonnet",
        "fsharp": "fs fsi fsx",
        "java": "apex kt kts kotlin scala sc",
        "groovy": "gradle",
        "rust": "rs",
        "d": "di",
        "javascript": "qml js mjs cjs jsx ts mts cts tsx typescript typescriptreact javascriptreact coffee coffeescript es6",
        "python": "gd gdscript py pyi pyw pyx sage cython",
        "starlark": "star bzl bazel",
        "ruby": "rb rake gemspec ru podspec",
        "crystal": "cr",
        "elixir": "ex exs",
        "php": "phtml php5 inc",
        "perl": "pl pm t pod perl6",
        "raku": "rakumod p6",
        "lua": "luau nse",
        "r": "R Rprofile",
        "julia": "jl",
        "shellscript": "sh bash zsh ksh fish zsh-theme bats shell ebuild apkbuild",
        "powershell": "ps1 psm1 psd1",
        "nix": "jq graphql gql pkl",
        "awk": "gawk",
        "sql": "psql mysql plsql pgsql ddl hql",
        "haskell": "hs lhs purescript elm",
        "ocaml": "ml mli",
        "erlang": "erl hrl",
        "prolog": "pro swipl",
        "matlab": "octave",
        "postscript": "ps eps ai pdf",
        "lilypond": "ly ily",
        "verilog": "v sv svh vh systemverilog vhdl vhd",
        "pascal": "pas pp dpr objectpascal ada adb ads",
        "nim": "nims",
        "clojure": "clj cljs cljc edn el emacs-lisp",
        "scheme": "scm rkt racket lisp commonlisp janet fnl hy lfe",
        "viml": "vim vimrc",
        "terraform": "tf tfvars hcl",
        "asm": "s S asm nasm",
        "llvm": "ll mir mlir",
        "yacc": "y yy l lex bison flex swig",
        "fortran": "f f90 f95 f03 for",
        "mathematica": "nb wl wls wolfram",
        "rpmspec": "spec",
        "dtd": "ent mod",
    }.items()
    for alias in aliases.split()
}

#: All of those patterns in one, a group for each: a walk over a tree asks once a file.
_NAMED = regex("|".join(f"({translate(pattern)})" for pattern, _ in _BY_NAME))

#: Language ids that say nothing: the suffix knows more.
_VAGUE = frozenset({"", "plaintext", "text", "properties", "unknown"})


def _known(key: str) -> Host | None:
    return _BY_LANGUAGE.get(_ALIASES.get(key, key))


@lru_cache(maxsize=1024)
def host_of(name: str, language: str = "") -> Host:
    """The host for a file name, path or URI (its last segment counts) and an LSP language id; either may be empty."""
    *folders, last = name.replace("\\", "/").split("/")
    lowered = last.lower()
    if named := _NAMED.match(lowered):
        return _BY_NAME[(named.lastindex or 1) - 1][1]
    if "cron.d" in folders[1:]:
        return _CRON
    if language not in _VAGUE and (host_by_language := _known(language)) is not None:
        return host_by_language
    for suffix in reversed(last.split(".")[1:] or [last]):
        if suffix in ("in", "template", "example", "sample", "dist", "bak", "orig", "txt") and last.count(".") > 1:
            continue
        return _known(suffix) or _known(suffix.lower()) or _known(language) or Host()
    return _known(language) or Host()
