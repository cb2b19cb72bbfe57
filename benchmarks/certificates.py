"""Measure certificates of tampered sheets: their number, cost and size.

    python -m benchmarks.certificates --sheet mine --games 2
    python -m benchmarks.certificates --examples

Sheets are tampered with as in `benchmarks.tamper`. Every illegal sheet must have a certificate that the check accepts.
Times are CPU seconds. `--examples` replaces the files in `examples/certificates` by the smallest certificate from the
model of each scenario; run it when rules or their words have changed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import median
from unittest import mock

from fairsheet.engine.proof.certificates import why_illegal
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate, find_certificate
from fairsheet.engine.proof.certificates.evidence import state_again
from fairsheet.engine.proof.certificates.files import FORMULA, PROOF, check, files_of
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.tables import game_of_bots
from tests.tampering.cover import cover_up
from tests.tampering.forgery import honest_table, records_of, tamper
from tests.tampering.kinds import kinds_of

EXAMPLES = Path(__file__).parent.parent / "examples" / "certificates"
RELEASE = "0.1.0"
making: list[float] = []  # seconds for each certificate from a model


def tampered_tables(sheet: Sheet, turns: Sequence[int], seeds: Sequence[str]) -> Iterator[list[Record]]:
    """Yield tables with one tampered sheet, as tampered and also covered up (without obvious contradictions)."""
    for seed, after in product(seeds, turns):
        table = honest_table(game_of_bots(sheet.name, seed, "random"), after)
        for kind, covered in product(kinds_of(sheet), (False, True)):
            forgery = tamper(table, kind, random.Random(f"{kind.__name__} {seed}"))
            if forgery is not None and (not covered or cover_up(forgery)):
                yield records_of(table, forgery.sheets)


def measure(name: str, seeds: Sequence[str], turns: Sequence[int]) -> int:
    """Print the figures of one scenario; return the number of illegal sheets without a certificate."""
    sheet, verdicts, bad = load_sheet(name), Counter[str](), 0
    judging, checking, sizes = 0.0, list[float](), list[int]()
    making.clear()
    for records in tampered_tables(sheet, turns, seeds):
        start = time.process_time()
        verdict, certificates = ruleset_of(sheet).certify(records)
        seconds = time.process_time() - start
        verdicts.update(each.verdict for each in verdict.sheets)
        illegal = [each for each in verdict.sheets if each.verdict == "illegal"]
        judging += seconds if illegal else 0.0
        bad += sum(not any(certificates[each.seat]) for each in illegal)
        firsts = {one for several in certificates.values() for one in several[:1] if one}
        for certificate in set(state_again(sheet, records, firsts).values()):
            files = files_of(sheet, records, certificate, RELEASE)
            start = time.process_time()
            check(files, name, RELEASE, BUNDLED)
            checking.append(time.process_time() - start)
            sizes.append(len(files[FORMULA]) + len(files[PROOF]))
    made = f"{len(making)} made from models in {sum(making):.1f} s ({_range(making, 1000)} ms)"
    checked = f"checked in {_range(checking, 1000)} ms, {_range(sizes)} bytes"
    print(
        f"{name}: {dict(verdicts)} in {judging:.1f} s; {bad} without certificate; {made}; {checked}",
        flush=True,
    )
    return bad


def _range(values: Sequence[float], factor: float = 1) -> str:
    return f"median {median(values) * factor:.0f}, maximum {max(values) * factor:.0f}"


def certify_timed(
    statement: Statement, budget: Budget, only: Sequence[int] | None = None
) -> Certificate | None:
    """Call `find_certificate` and record its time in `making`."""
    start = time.process_time()
    found = find_certificate(statement, budget, only)
    making.append(time.process_time() - start)
    return found


def write_example(name: str) -> None:
    """Write the smallest certificate from a model, for tables after a few turns; one rule would show too little."""
    sheet = load_sheet(name)
    found: list[tuple[Certificate, dict[str, bytes]]] = []
    for records in tampered_tables(sheet, (3, 6), ("example", "another", "third")):
        _, certificates = ruleset_of(sheet).certify(records)
        for certificate in {one for several in certificates.values() for one in several[:1] if one}:
            if certificate.constraints:
                found.append((certificate, files_of(sheet, records, certificate, RELEASE)))
    _, smallest = min(found, key=lambda each: (len(each[0].constraints) < 3, len(each[1][FORMULA])))
    for path in (EXAMPLES / name).glob("*"):
        path.unlink()
    (EXAMPLES / name).mkdir(parents=True, exist_ok=True)
    for file, data in smallest.items():
        (EXAMPLES / name / file).write_bytes(data)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", nargs="+", default=list(scenario_names()), choices=list(scenario_names()))
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument(
        "--turns", type=int, nargs="+", default=[4, 99], help="turns after which games are stopped"
    )
    parser.add_argument("--examples", action="store_true")
    options = parser.parse_args()
    if options.examples:
        for name in options.sheet:
            write_example(name)
        return
    seeds = [f"certified {game}" for game in range(options.games)]
    with mock.patch.object(why_illegal, "find_certificate", certify_timed):
        bad = [measure(name, seeds, options.turns) for name in options.sheet]
    if any(bad):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
