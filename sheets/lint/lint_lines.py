"""The findings of `lint` as text lines; equal findings are merged, with their number and places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairsheet.sheets.lint.lint import LintFinding

NAMED = 4  # fields that a line lists


def finding_lines(findings: Iterable[LintFinding]) -> list[str]:
    """Return a line for each kind of finding, in order of appearance."""
    kinds: dict[tuple[str, str, str], list[LintFinding]] = {}
    for finding in findings:
        kinds.setdefault((finding.severity, _general_problem(finding), finding.hint), []).append(finding)
    return [_line(equal) for equal in kinds.values()]


def _general_problem(finding: LintFinding) -> str:
    return (
        finding.problem.replace(finding.neighbour, "the next field") if finding.neighbour else finding.problem
    )


def _line(equal: Sequence[LintFinding]) -> str:
    """Return the line for findings that differ only in their fields."""
    first, *others = equal
    place = f"{first.at}: " if first.at else ""
    if not others:
        return f"{place}{first.severity}: {first.about}: {first.problem}; {first.hint}"
    return f"{place}{first.severity}: {_fields(equal)}: {_general_problem(first)}; {first.hint}{_other_lines(equal)}"


def _fields(equal: Sequence[LintFinding]) -> str:
    """Return 'bed.1, bed.2, bed.3, bed.4 and 2 more'; several findings about one field are counted."""
    names = list(dict.fromkeys(finding.about for finding in equal))
    if len(names) == 1:
        return f"{names[0]} ({len(equal)} times)"
    left = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {left} more" if left > 0 else "")


def _other_lines(equal: Sequence[LintFinding]) -> str:
    lines = sorted({finding.at.line for finding in equal if finding.at})
    others = [str(line) for line in lines if equal[0].at and line != equal[0].at.line]
    return f" (also line{'s' if len(others) > 1 else ''} {', '.join(others)})" if others else ""
