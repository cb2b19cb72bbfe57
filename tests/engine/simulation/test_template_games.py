"""Games on custom sheets, as their templates declare them, and the balance of their areas."""

from __future__ import annotations

import pytest

from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.balance import BotBalance, balance_of, findings_of_balance
from fairsheet.engine.simulation.template_games import BOTS, TemplateGame, play_template
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

MILL = """sheet mill "The mill" players: 2, 3
  slots: 1..6, X

column at: 10, 10 gap: 6
  zone bed
    row gap: 2
      repeat i: 1..5
        slot bed.{i}
  row gap: 5
    repeat k: 1..6
      icon bee.{k} plant size: 9 accepts: circled, crossed
        facts face: k
  row gap: 5
    repeat k: 1..3
      icon moon.{k} star size: 9

column at: 120, 10 gap: 5
  box score.bed from: 0 to: 15
  box score.bees from: 0 to: 12
  box score.moon from: 0 to: 30
  box score.total from: 0 to: 99

score score.bed is: 3 * filled(bed)
score score.bees is: 2 * count(crossed, every("bee.*"))
score score.moon is: 10 * count(crossed, every("moon.*"))
score score.total sign: "=" is: score.bed + score.bees + score.moon
check moon
  needs: count(crossed, every("moon.*")) = 0 or full(bed)
  text: "The moon comes when the bed is full."

"""
MOVES = """turns 10
draw die values: 1..6
move write places: every(slot) number: die
move bee places: every(plant) mark: crossed match: face, die
move moon places: every(star) mark: crossed needs: die = 6
"""


def sheet_of(moves: str, template: str = MILL) -> Sheet:
    return place(parse(template + moves, "mill.sheet")).sheet


def games_of(moves: str, bot: str = "random", games: int = 10) -> list[TemplateGame]:
    return list(play_template(sheet_of(moves), "otter", 2, games, bot))


def findings(sheet: Sheet, games: int = 20) -> list[str]:
    bots: dict[str, BotBalance] = {
        bot: balance_of(sheet, play_template(sheet, "otter", 2, games, bot)) for bot in BOTS
    }
    return [str(each) for each in findings_of_balance(sheet, bots)]


@pytest.mark.parametrize("bot", BOTS)
def test_games_are_legal_and_have_right_sums(bot: str) -> None:
    for game in games_of(MOVES, bot):
        ruleset = ruleset_of(sheet_of(MOVES))
        assert [each.verdict for each in ruleset.checked(game.records).sheets] == ["legal", "legal"]
        assert [player.differences for player in ruleset.score(game.records).players] == [(), ()]
        assert game.turns == 10


def test_the_same_seed_gives_the_same_games() -> None:
    assert games_of(MOVES) == games_of(MOVES)
    assert len({game.seed for game in games_of(MOVES)}) == 10


def test_every_game_is_a_table_of_its_own() -> None:
    games = play_template(sheet_of(MOVES), "x" * 60, 2, 12, "random")
    assert len({record.game.name for game in games for record in game.records}) == 12


def test_a_draw_limits_what_is_written() -> None:
    """All players see the same die, and only bees of its face are crossed."""
    threes = "turns 4\ndraw die values: 3\n"
    for game in games_of(threes + "move bee places: every(plant) mark: crossed match: face, die\n"):
        assert all(
            {id_ for id_ in each.marks if id_.startswith("bee.")} == {"bee.3"} for each in game.records
        )
    for game in games_of(threes + "move write places: every(slot) number: die + 1\n"):
        assert all(
            [mark for id_, mark in each.marks.items() if id_.startswith("bed.")][:1] == [4]
            for each in game.records
        )


def test_cards_come_up_once_before_they_are_shuffled_again() -> None:
    cards = "turns 6\ndraw card values: 1..6 cards: yes\n"
    for game in games_of(cards + "move bee places: every(plant) mark: crossed match: face, card\n"):
        assert all(sum(id_.startswith("bee.") for id_ in each.marks) == 6 for each in game.records)


def test_a_word_of_a_draw_matches_the_symbol() -> None:
    words = "turns 9 moves: 2\ndraw what values: plant, star\n"
    all_icons = 'move mark places: every("bee.*", "moon.*") mark: crossed match: symbol, what\n'
    marks = {
        id_.split(".")[0]
        for game in games_of(words + all_icons)
        for each in game.records
        for id_ in each.marks
    }
    assert marks == {"bee", "score"}  # the moon needs a full bed


def test_a_move_without_a_mark_makes_any_mark() -> None:
    played = games_of("turns 5\nmove any places: every(plant)\n")
    marks = {
        mark
        for game in played
        for each in game.records
        for id_, mark in each.marks.items()
        if id_.startswith("bee.")
    }
    assert marks == {"circled", "crossed", "circled+crossed"}


def test_a_group_is_marked_as_a_whole() -> None:
    groups = "group pair.1 pair fields: bee.1, bee.2\ngroup pair.2 pair fields: bee.2, bee.3\nturns 3\n"
    for game in games_of(groups + "move pair places: every(pair) mark: crossed\n"):
        assert all({id_ for id_ in each.marks if id_.startswith("bee.")} in ({"bee.1", "bee.2"}, {"bee.2", "bee.3"})
                   for each in game.records)  # fmt: skip


def test_the_condition_ends_the_game_early() -> None:
    played = games_of("turns 30 ends: full(bed)\nmove skip places: every(slot) mark: X\n")
    assert {game.turns for game in played} == {5}


def test_otherwise_moves_come_last() -> None:
    played = games_of(
        "turns 7\nmove skip places: every(slot) mark: X otherwise: yes\nmove bee places: every(plant) mark: crossed\n"
    )
    assert all(game.moves == {"bee": 12, "skip": 2} for game in played)


def test_greedy_gains_more_than_random() -> None:
    weights = MILL.replace('2 * count(crossed, every("bee.*"))', "12 * count(crossed, bee.1)")
    sheet = sheet_of("turns 2\nmove bee places: every(plant) mark: crossed\n", weights)
    random, greedy = (balance_of(sheet, play_template(sheet, "otter", 2, 20, bot)) for bot in BOTS)
    assert greedy.mean == 12 and greedy.spread == (12, 12, 12) and random.mean < 8
    assert greedy.ties == 1.0 and random.ties is not None and random.ties < 1


def test_dead_and_dominant_areas_are_named() -> None:
    few = findings(sheet_of(MOVES.replace("die = 6", "die = 6 and filled(bed) < 5")))
    assert "the move moon was never possible" in few
    assert "score.moon is dead: it pays on 0.0% of the sheets" in few
    assert "never marked: moon.1, moon.2 and moon.3" in few
    much = findings(sheet_of(MOVES, MILL.replace("3 * filled(bed)", "9 * filled(bed)")))
    assert any("score.bed dominates: it has" in each for each in much)
    assert not any("dominates" in each or "score.bees is dead" in each for each in few)


def test_an_area_that_only_the_random_bot_uses_is_named() -> None:
    moves = "turns 2\nmove bee places: every(plant) mark: crossed\nmove write places: every(slot) number: 3\n"
    (found,) = [
        each
        for each in findings(sheet_of(moves, MILL.replace("3 * filled", "1 * filled")))
        if "never uses" in each
    ]
    assert found.startswith("the greedy bot never uses score.bed, ")


def test_ties_count_only_if_both_bots_tie() -> None:
    """Both bots tie if every move pays alike; a tie-break that never decides is not asked for again."""
    alike = "turns 2\nmove bee places: every(plant) mark: crossed\n"
    often = findings(sheet_of(alike))
    assert "with both bots, at least 100% of the tables are tied: add a tie-break" in often
    broken = findings(sheet_of(alike + "tie-break is: filled(bed) text: full\n"))
    assert any(each.endswith("of the tables are tied, despite the tie-break") for each in broken)
    unlike = MILL.replace(
        '2 * count(crossed, every("bee.*"))', "sum(k, 1..6, k * k * count(crossed, bee.{k}))"
    )
    assert not any("are tied" in each for each in findings(sheet_of(alike, unlike)))


def test_sheets_that_end_illegal_are_counted() -> None:
    """A check for the end of the game may be unmet during the game, and stay unmet."""
    needy = 'check six\n  needs: count(crossed, every(plant)) = 6\n  text: "All bees are crossed."\n'
    assert "at the end, 40 of 40 sheets break six" in findings(sheet_of(needy + MOVES.replace("10", "5")))


def test_moves_that_are_never_possible_are_an_error() -> None:
    sheet = sheet_of("turns 5\nmove moon places: every(star) mark: crossed\n")
    with pytest.raises(FairsheetError, match="no move of the template was possible") as caught:
        balance_of(sheet, play_template(sheet, "otter", 2, 5, "random"))
    assert caught.value.code is ErrorCode.BAD_TEMPLATE


def test_a_sheet_without_moves_is_an_error() -> None:
    for moves in ("", "turns 5\n", MOVES.replace("turns 10\n", "")):
        with pytest.raises(FairsheetError, match="does not declare what players do") as caught:
            games_of(moves)
        assert "move write" in caught.value.hint


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("turns 0\n", "whole numbers from 1 to 1000"),
        ("turns 2.5\n", "whole numbers from 1 to 1000"),
        ("turns 5\nturns 6\n", "turns are declared twice"),
        ("draw die\n", "the draw die has no values"),
        ("move write number: 3\n", "the move write has no places"),
        ("move write places: every(slot) number: dice\n", "nothing is named dice"),
        ("move write places: bed.9 number: 3\n", "there is no field or group bed.9"),
        ("move write places: every(slot) mark: crossed\n", "no place of the move write accepts crossed"),
        ("move write places: every(plant) number: 3\n", "no place of the move write accepts a number"),
        ("move write places: every(slot) mark: X number: 3\n", "a mark or a number, not both"),
        ("move write places: score.bed\n", "does not say what it writes in digit cells"),
        ("move write places: every(slot) mark: dot\n", "dot is not a mark"),
        ("move write places: every(slot) match: face\n", "match takes pairs of a fact and a draw"),
        ("move write places: every(slot) match: face, die\n", "there is no draw die"),
        ("draw die values: 8, 9\nmove bee places: every(plant) match: face, die\n",
         "what die shows never matches the fact face of the places of bee: 1, 2, 3, 4, 5 and 6"),
        ("draw sky values: sun, rain\nmove bee places: every(plant) needs: sky = 1\n", "sky is not a number"),
        ('draw die values: 1..6\ncheck rolled needs: die = 1 text: "A one."\n',
         "only moves know what the draw die shows"),
    ],
)  # fmt: skip
def test_mistakes_in_moves_are_named(lines: str, problem: str) -> None:
    with pytest.raises(TemplateError) as caught:
        sheet_of(lines)
    assert problem in caught.value.problem and caught.value.faults[0].at.line > MILL.count("\n")


def test_moves_do_not_change_the_layout() -> None:
    assert sheet_of(MOVES).fingerprint == sheet_of("").fingerprint
