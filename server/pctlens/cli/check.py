"""``pctlens check``: the findings of files."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from pctlens import baseline
from pctlens.cli.crew import Crew, Done
from pctlens.cli.inputs import STDIN, found_files, named_paths
from pctlens.cli.streams import complain, say, tell
from pctlens.core.rules import RULES
from pctlens.files import bytes_of
from pctlens.kinds import suggestion
from pctlens.mend import fix_file, fix_text
from pctlens.project import Project, Projects
from pctlens.reports import style
from pctlens.scan import Finding, Report, check_file, check_text, overruled, source_of

SEVERITIES: Final = {"error": "error", "warning": "warning", "information": "note", "hint": "hint"}
"""The severities from the loudest on, and what one finding of each is called."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done with each file."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    fix: bool
    diff: bool

    def __call__(self, project: Project) -> Callable[[str], Report | None]:
        """What checks, or mends, one file of the project; it gives ``None`` where there is nothing to tell of it."""
        settings = overruled(project.settings, self.select, self.ignore)

        def work(path: str) -> Report | None:
            try:
                return fix_file(path, settings, write=self.fix) if self.fix or self.diff else check_file(path, settings)
            except Exception as error:  # one file must never keep the others from being checked
                return Report(path, failure=f"a fault in pctlens: {_where(error)}")

        return work


def _where(error: Exception) -> str:
    """What kind of error it is and where it came up; its text may quote the file's, and so a password."""
    import traceback  # only where there is a fault

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, {Path(frame.filename).name}:{frame.lineno}"


def run(arguments: argparse.Namespace) -> int:
    """Check files and report; see the parser for the exit status."""
    try:
        task = Task(_rule_ids(arguments.select), _rule_ids(arguments.ignore), arguments.fix, arguments.diff)
        known = baseline.read(Path(arguments.baseline).read_bytes()) if arguments.baseline else {}
        paths = list(named_paths(arguments.paths))
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}")
        return 2
    except (UnknownRuleError, baseline.BadBaselineError) as error:
        complain(str(error))
        return 2
    tally = Tally()
    reports = _reports(task, paths, arguments.stdin_filename, arguments.jobs)
    shown = tally.watched(map(partial(_without, known), reports))
    if arguments.write_baseline:
        return _write_baseline(arguments.write_baseline, shown, tally)
    _show(shown, "diff" if arguments.diff else arguments.format, sys.stderr if task.fix and STDIN in paths else sys.stdout)
    if arguments.format == "text":
        tell(tally.summary("to mend" if task.diff else "mended"))
    if tally.failures:
        return 2
    return int(not arguments.exit_zero and tally.is_unclean(arguments.diff))


def _reports(task: Task, paths: Sequence[str], stdin_name: str, jobs: int) -> Iterator[Done[Report]]:
    """The reports of the files that the paths name or hold; what is wrong in settings files is told first."""
    projects = Projects()
    with Crew(task, jobs) as crew:
        unreadable = crew.add_all(found_files((path for path in paths if path != STDIN), projects))
        streams = [projects.of(Path(stdin_name).absolute().parent) for path in paths if path == STDIN]
        for note in projects.notes():
            complain(note)
        yield from (Done(1, [Report(path, failure=item.failure)]) for item in unreadable for path in item.paths)
        yield from (Done(1, [_check_stdin(task, stdin_name, project)]) for project in streams)
        yield from crew.results()


def _write_baseline(path: str, reports: Iterable[Report], tally: Tally) -> int:
    try:
        Path(path).write_text(baseline.written(_findings(reports)), "utf-8")
    except OSError as error:
        complain(f"{path}: {error.strerror}")
        return 2
    return 2 if tally.failures else 0


class UnknownRuleError(Exception):
    """A rule id that does not exist."""


def _rule_ids(given: Iterable[str]) -> tuple[str, ...]:
    ids = tuple(rule.strip() for listed in given for rule in listed.split(",") if rule.strip())
    for rule in ids:
        if rule not in RULES:
            raise UnknownRuleError(f"unknown rule {rule!r}{suggestion(rule, RULES)}")
    return ids


def _check_stdin(task: Task, name: str, project: Project) -> Report:
    """Check standard input as a file of that name; with --fix the mended text goes to standard output."""
    settings = overruled(project.settings, task.select, task.ignore)
    data = sys.stdin.buffer.read()
    source = source_of(data)
    report, mended = Report(name), data
    if source and not project.excludes(str(Path(name).absolute())):
        if task.fix or task.diff:
            text, report = fix_text(source.text, name, settings)
            mended = bytes_of(source, text) if report.fixed else data
        else:
            report = Report(name, tuple(check_text(source.text, name, settings)))
    if task.fix:
        sys.stdout.buffer.write(mended)
    return report


def _without(known: baseline.Known, done: Done[Report]) -> Done[Report]:
    """The reports without the findings that the baseline knows."""
    if not known:
        return done
    return done._replace(told=[replace(report, findings=tuple(baseline.unknown(report.findings, known))) for report in done.told])


def _findings(reports: Iterable[Report]) -> Iterator[Finding]:
    """The findings of the reports; failures are told on standard error as they come."""
    for report in reports:
        if report.failure:
            complain(f"{report.path}: {report.failure}")
        yield from report.findings


def _show(reports: Iterable[Report], form: str, stream: TextIO) -> None:
    if form == "diff":
        for report in reports:
            if report.failure:
                complain(f"{report.path}: {report.failure}")
            stream.write(report.diff)
        return
    findings = _findings(reports)
    if form == "sarif":
        from pctlens.reports.sarif import sarif_log

        print(sarif_log(findings), file=stream)
        return
    tell = _teller(form, stream)
    for finding in findings:
        say(tell(finding), stream)


def _teller(form: str, stream: TextIO) -> Callable[[Finding], str]:
    """What tells one finding in that form: only its own module is loaded, and a plain check starts sooner."""
    if form == "json":
        from pctlens.reports.jsonlines import finding_json

        return finding_json
    if form == "github":
        from pctlens.reports.github import finding_annotation

        return finding_annotation
    from pctlens.reports.terminal import finding_text

    colour = style.wants_colour(stream)
    return lambda finding: "\n".join(finding_text(finding, colour))


@dataclass(slots=True)
class Tally:
    """What has gone by so far."""

    files: int = 0
    unclean: int = 0
    fixed: int = 0
    failures: int = 0
    severities: Counter[str] = field(default_factory=Counter)

    def watched(self, results: Iterable[Done[Report]]) -> Iterator[Report]:
        """The reports, counted as they pass; a file that cannot be read counts as a failure only."""
        for done in results:
            self.files += done.files
            for report in done.told:
                self.files -= bool(report.failure and not report.findings)
                self.unclean += bool(report.findings)
                self.fixed += report.fixed
                self.failures += bool(report.failure)
                self.severities.update(finding.problem.severity.value for finding in report.findings)
                yield report

    def is_unclean(self, diff: bool) -> bool:
        """Whether anything remains to be mended; what a diff shows does."""
        return bool(self.unclean or (diff and self.fixed))

    def summary(self, fixed: str) -> str:
        """One line for people; ``fixed`` is the word for what became of the findings that have a safe fix."""
        mended = f"{style.counted(self.fixed, 'finding')} {fixed}; " if self.fixed else ""
        files = style.counted(self.files, "file")
        if not self.unclean:
            return f"{mended}no findings in {files}"
        counts = [style.counted(self.severities[level], noun) for level, noun in SEVERITIES.items() if self.severities[level]]
        findings = style.counted(self.severities.total(), "finding")
        return f"{mended}{findings} ({', '.join(counts)}) in {self.unclean} of {files}"
