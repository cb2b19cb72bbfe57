"""The golden files, `golden/*.txt`: whole games, contradictions of changed sheets, and refused steps.

This writes all of them again:

    python -m tests.agreement.golden

Run it after an intended change of play, scores or verdicts, and review the difference before you commit it.
"""

from __future__ import annotations

from fairsheet.sheets.library.templates import scenario_names
from tests.agreement import contradictions, refusals
from tests.agreement.playthrough import FOLDER, Kind, played_by_bots

KINDS = tuple(
    Kind(sheet, "golden", players, policy)
    for sheet in scenario_names()
    for players, policy in ((2, "casual"), (3, "random"))
)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        kind.path.write_text(played_by_bots(kind), encoding="utf-8")
        print(kind.path.name, flush=True)
    for name in scenario_names():
        contradictions.path_of(name).write_text(contradictions.reasons_of(name).text, encoding="utf-8")
        refusals.path_of(name).write_text(refusals.refusals_text(name), encoding="utf-8")
        print(contradictions.path_of(name).name, refusals.path_of(name).name, flush=True)


if __name__ == "__main__":
    main()
