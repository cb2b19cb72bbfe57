"""The single-sheet check of sheets with one mark changed, as text: how often it reports which codes.

    after 12 turns
      ascend 31
      offer planning 2
      nothing 64
    examples
      offer: none of the 12 turns offers 9 with water [floor-3.2]

Of all sheets that differ in one mark from an honest one, 31 are refused because numbers do not ascend, and 2 for both
an offer and the planning symbols. There is no reason against 64: the proof decides about them. Reasons that differ only
in numbers and names of fields have one example, the first, with the fields that it names. At the end are rules that the
proof states, each with its seat; of those with the same words, the one that names most fields.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fairsheet.engine.dealing.deal import Deal, deal
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import Model, StatedRule
from fairsheet.languages.catalogues import languages
from fairsheet.languages.messages import render
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.naming.block_names import block_words
from fairsheet.wording.formatting import in_words_of_sheet
from tests.agreement.boards import dealt, kinds_of, small
from tests.agreement.exhaustive import changes, some_reachable, values_of_missions, varied
from tests.agreement.playthrough import FOLDER

TABLES = 6  # of each kind, on the small board
STATED = 4  # of these, whose rules stated by the proof are listed
PLAYED, GAMES = 9, 60  # the largest number of turns, and the number of random games that supply them
TURNS = (2, 99)  # of one game on the whole sheet
NUMBER_STEP = 3  # between the numbers that are tried


def path_of(name: str) -> Path:
    """Return the path of the text for a scenario."""
    return FOLDER / f"{name}-contradictions.txt"


class Reasons(NamedTuple):
    """The text for a scenario, and the reasons in it."""

    text: str
    reasons: list[str]


def reasons_of(name: str) -> Reasons:
    """Return the current text for a scenario: first small boards, then a game on the whole sheet."""
    text: list[str] = []
    examples: dict[str, Contradiction] = {}
    rules: dict[str, StatedRule] = {}
    for kind in kinds_of(name):
        game, table = rules_of(small(name)), dealt(name, kind)
        tables = varied(some_reachable(game, table, PLAYED, GAMES), TABLES)
        text += [
            f"small board, {kind}",
            *lines(_count_codes(game, table, [marks[0] for marks in tables], examples)),
        ]
        for marks in tables[:STATED]:
            for rule in stated(game, table, dict(enumerate(marks, start=1))):
                words = without_names(rule.why)
                rules[words] = max(rules.get(words, rule), rule, key=lambda each: len(each.marks))
    sheet = load_sheet(name)
    game, whole = rules_of(sheet), deal(sheet, "golden", 2)
    for turns in TURNS:
        marks = some_reachable(game, whole, turns, 1)[-1]
        text += [f"after {turns} turns", *lines(_count_codes(game, whole, [marks[0]], examples))]
    text += [
        "examples",
        *(f"  {each.rule}: {each.why} [{' '.join(each.fields)}]" for each in examples.values()),
        "what the proof asks for",
        *(f"  {each.code}: {each.why} [{_format_marks(each)}]" for each in rules.values()),
    ]
    reasons: list[str] = [each.why for each in examples.values()]
    reasons += [each.why for each in rules.values()]
    return Reasons("\n".join(text) + "\n", reasons)


def stated(game: Game, table: Deal, sheets: Mapping[int, Marks]) -> Sequence[StatedRule]:
    """Return the rules that a model of the proof states for some sheets."""
    found: list[StatedRule] = []

    def hold(rule: StatedRule) -> bool:
        found.append(rule)
        return True

    request = proof_request(game.sheet, table, table.missions, table.players, sheets)
    request.constraints(Model(hold, {RuleCode.OFFER}), request)
    return found


def _format_marks(rule: StatedRule) -> str:
    return " ".join(f"{seat}:{field}" for seat, field in rule.marks)


def _count_codes(
    game: Game, table: Deal, honest: Iterable[Marks], examples: dict[str, Contradiction]
) -> Counter[str]:
    """Count the codes for sheets with one mark changed; add examples of reasons."""
    numbers = [*range(0, 18, NUMBER_STEP), *values_of_missions(game, table.missions)]
    said: Counter[str] = Counter()
    for marks in honest:
        for other in changes(game.sheet.fields, marks, numbers):
            every = list(game.contradictions(other, table, table.missions))
            for found in every:
                examples.setdefault(without_names(found.why), found)
            codes = sorted({str(found.rule) for found in every})
            said[" ".join(codes) or "nothing"] += 1
    return said


def without_names(why: str) -> str:
    """Return a reason with # instead of numbers, names of fields and of zones, and lists of them."""
    bare = re.sub(r"\w[\w-]*(\.[\w-]+)+|[\w-]*\d[\w-]*", "#", why).replace("# in #", "#")
    return re.sub(r"#((,| and| or)+ #)+", "#", bare)


def names_no_id(why: str, sheet: Sheet) -> bool:
    """Return whether a reason for players, in every language, has places and names instead of ids."""
    ids = {id_ for id_ in (*sheet.field, *block_words(sheet)) if re.search("[.-]", id_)}
    words = in_words_of_sheet(why, sheet)
    said = " ".join(render(words, words_on_sheets(language)) for language in languages())
    return ids.isdisjoint(re.findall(r"[\w-]+(?:\.[\w-]+)*", said))


def lines(said: Counter[str]) -> list[str]:
    return [f"  {codes} {count}" for codes, count in sorted(said.items())]
