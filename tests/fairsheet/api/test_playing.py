"""Games that a program plays through the library."""

from __future__ import annotations

import copy
import pickle
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import fairsheet
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.printing.svg_pages import draw_svg

SEED = "coral-otter-42"


def play_randomly(sheet: str, players: int, solo: int | None) -> fairsheet.Game:
    """Return a game in which each seat takes the random steps of the program's bots."""
    game = fairsheet.Game(sheet, seed=SEED, players=players, solo=solo)
    streams = {seat: Stream(SEED, f"bot {seat} random") for seat in range(1, players + 1)}
    while game.to_move is not None:
        game.push(streams[game.to_move].choice(game.legal_steps()))
    return game


@pytest.mark.parametrize(("players", "solo"), [(2, None), (1, 3)])
@pytest.mark.parametrize("sheet", SCENARIOS)
def test_random_game_equals_the_game_of_random_bots(sheet: str, players: int, solo: int | None) -> None:
    game = play_randomly(sheet, players, solo)
    (simulated,) = simulate(fairsheet.load_sheet(sheet), SEED, players, policy="random", solo=solo)
    assert game.records() == simulated.records
    assert {seat: game.history(seat) for seat in range(1, players + 1)} == simulated.histories
    assert [(each.seat, each.total) for each in game.score().players] == [
        (each.seat, each.total) for each in fairsheet.score(simulated.records).players
    ]


def test_pop_takes_steps_back_one_by_one() -> None:
    game = play_randomly("mine", 2, None)
    assert game.is_over and game.to_move is None and game.legal_steps() == ()
    steps, end = game.steps, game.ink(1)
    again = fairsheet.Game("mine", seed=SEED, players=2)
    before = []
    for step in steps:
        before.append((again.turn, again.to_move, again.ink(1), again.ink(2)))
        assert step in again.legal_steps()
        again.push(step)
    assert again.ink(1) == end
    for step, position in zip(reversed(steps), reversed(before), strict=True):
        assert again.pop() == step
        assert (again.turn, again.to_move, again.ink(1), again.ink(2)) == position
    with pytest.raises(fairsheet.FairsheetError, match="no step was played yet"):
        again.pop()


def test_copy_of_a_game_is_independent() -> None:
    game = fairsheet.Game("launch", seed=SEED, players=2)
    game.push(game.legal_steps()[0])
    other = game.copy()
    other.push(other.legal_steps()[0])
    assert (len(game.steps), len(other.steps)) == (1, 2)
    assert repr(game) == "<Game of launch, seed 'coral-otter-42', turn 1, seat 2 to move>"
    assert game.deal.seed == other.deal.seed and game.sheet.name == "launch"


@pytest.mark.parametrize(("sheet", "players", "solo"), [("battle", 2, None), ("journey", 1, 4)])
def test_copy_and_pickle_keep_a_game(sheet: str, players: int, solo: int | None) -> None:
    game = fairsheet.Game(sheet, seed=SEED, players=players, solo=solo)
    game.push(game.legal_steps()[0])
    for other in (copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert (other.sheet, other.deal, other.steps, other.ink(1)) == (
            game.sheet,
            game.deal,
            game.steps,
            game.ink(1),
        )
        other.pop()
        assert len(game.steps) == 1


def test_solo_deal_lists_the_cards_that_left() -> None:
    game = play_randomly("launch", 1, 4)
    assert isinstance(game.deal, fairsheet.SoloDeal) and game.sheet.solo_level == 4
    assert len(game.deal.gone) >= game.turn - 1
    assert repr(game).endswith("over>")


SVG = {"svg": "http://www.w3.org/2000/svg"}


def classes_by_field(picture: str) -> dict[str, str]:
    groups = ET.fromstring(picture).iterfind(".//svg:g[@data-field]", SVG)
    return {group.attrib["data-field"]: group.attrib["class"] for group in groups}


@pytest.mark.parametrize(("players", "solo", "pages"), [(2, None, 1), (1, 4, 2)])
@pytest.mark.parametrize("sheet", SCENARIOS)
def test_svg_draws_every_mark_of_a_position(sheet: str, players: int, solo: int | None, pages: int) -> None:
    game = play_randomly(sheet, players, solo)
    picture = game.svg(1)
    kinds = {field: f"mark {game.sheet.field[field].kind}" for field in game.ink(1)}
    assert classes_by_field(picture) == kinds
    assert len(picture) <= 65_000 * pages and "<image" not in picture
    height = float(ET.fromstring(picture).attrib["viewBox"].split()[3])
    assert height == pages * frame_of(game.sheet).h
    ids = set(re.findall(r' id="(.*?)"', picture))
    assert set(re.findall(r' href="#(.*?)"', picture)) <= ids


def test_svg_shows_proposed_marks_and_frames() -> None:
    game = launch_game()
    picture = game.svg(1, marks={"floor-1.1": 3}, highlight=["error.1"])
    assert classes_by_field(picture) == {"floor-1.1": "proposed slot", "error.1": "highlight"}
    assert ">3</text>" in picture and game.ink(1) == {}
    game.push(game.legal_steps()[0])
    assert game._repr_svg_() == game.svg(2) != game.svg(1)


def test_svg_draws_each_mark_in_its_own_way() -> None:
    sheet = fairsheet.load_sheet("battle")
    field = next(field for field in sheet.fields if field.kind == "icon")
    marks: list[Mark] = [
        "crossed", "circled", "circled+crossed", "filled", "cross", "circle", "triangle", "struck", "drawn", 7, "X",
    ]  # fmt: skip
    drawn = [draw_svg(sheet, [field.page], (), {field.id: mark}, title="") for mark in marks]
    same = {marks.index("cross"): "crossed", marks.index("circle"): "circled"}
    assert len(set(drawn)) == len(marks) - len(same)


def test_values_have_short_reprs_and_tables_for_notebooks() -> None:
    sheet = fairsheet.load_sheet("launch")
    assert repr(sheet) == f"<Sheet launch, layout {sheet.fingerprint}, {len(sheet.fields)} fields>"
    records = play_randomly("launch", 2, None).records()
    assert repr(records[0]).startswith(f"<Record of launch, seat 1, Table(seed='{SEED}', ")
    assert len(repr(records[0])) < 150
    picture = replace(records[0], player="A & B")._repr_html_()
    assert picture is not None and "A &amp; B</text>" in picture
    assert set(classes_by_field(picture)) == {*records[0].marks, "player"}
    assert replace(records[0], sheet="other")._repr_html_() is None
    score, verdict = fairsheet.score(records), fairsheet.verify(records)
    assert f"<td>total</td><td>{score.players[0].total}</td>" in score._repr_html_()
    assert "<td>1</td><td>legal</td><td></td>" in verdict._repr_html_()
    assert repr(verdict.sheets[0]) == "<SheetVerdict: seat 1 legal>"
    wrong = fairsheet.verify([replace(records[0], marks={"error.1": "circled+crossed"}), records[1]])
    assert wrong.sheets[0].why and f", {wrong.sheets[0].why}>" in repr(wrong.sheets[0])
    assert (
        "<td>ASTRA" not in score._repr_html_()
        and "<th>ASTRA" in fairsheet.score(play_randomly("launch", 1, 4).records())._repr_html_()
    )


def launch_game() -> fairsheet.Game:
    return fairsheet.Game("launch", seed=SEED, players=2)


def first_step(**changes: Any) -> fairsheet.Step:
    return replace(launch_game().legal_steps()[0], **changes)


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: fairsheet.Game("ares-record", seed="x", players=2), "there are no rules for the sheet"),
        (lambda: fairsheet.Game("launch", seed="x"), "one player alone plays against ASTRA"),
        (lambda: fairsheet.Game("launch", seed="x", players=7), "7 players cannot play"),
        (lambda: fairsheet.Game("launch", seed="x", solo=9), "there is no opponent of level 9"),
        (lambda: fairsheet.Game("battle", seed="x", players=2).svg(3), "there is no seat 3"),
        (lambda: launch_game().ink(0), "there is no seat 0"),
        (lambda: launch_game().history("1"), "this is '1', of the type str"),  # type: ignore[arg-type]
        (lambda: launch_game().svg(1.0), "this is 1.0"),  # type: ignore[arg-type]
        (lambda: launch_game().svg(1, marks={"no": 3}), 'this sheet has no field "no"'),
        (lambda: launch_game().svg(1, marks={"floor-1.1": 99}), "99 cannot be the mark"),
        (lambda: launch_game().svg(1, highlight=["no"]), "this sheet has no field 'no'"),
        (lambda: launch_game().ink(True), "this is True"),
        (lambda: launch_game().push(msgspec.to_builtins(first_step())), "this is {"),
        (lambda: launch_game().push(5), "this is 5"),  # type: ignore[arg-type]
        (lambda: launch_game().push(first_step(seat=2)), "it is not the turn of seat 2"),
        (lambda: launch_game().push(first_step(offer=4)), "there is no offer 4"),
        (lambda: launch_game().push(first_step(kind="nonsense")), ""),
        (lambda: launch_game().push(first_step(ink=())), ""),
        (lambda: launch_game().push(first_step(ink=5)), "this is Step("),
        (lambda: launch_game().push(first_step(ink=(fairsheet.Ink("no.such", 4, "number"),))), ""),
        (lambda: play_randomly("launch", 2, None).push(first_step()), "the game is over"),
    ],
)
def test_impossible_calls_are_errors_with_a_hint(call: Callable[[], object], problem: str) -> None:
    with pytest.raises(fairsheet.FairsheetError) as caught:
        call()
    assert caught.value.problem.startswith(problem) and caught.value.hint


@pytest.mark.parametrize("sheet", SCENARIOS)
def test_refused_steps_change_nothing(sheet: str) -> None:
    whole = play_randomly(sheet, 2, None)
    for end in range(0, 60, 7):
        game = fairsheet.Game(sheet, seed=SEED, players=2)
        for step in whole.steps[:end]:
            game.push(step)
        position = game.ink(1), game.ink(2), game.steps
        for step in game.legal_steps()[:3]:
            for changed in (
                replace(step, kind="nonsense"),
                replace(step, offer=99),
                replace(step, ink=(fairsheet.Ink("no.such", 4, "number"),)),
                replace(step, ink=tuple(replace(ink, field="no.such") for ink in step.ink)),
            ):
                try:
                    game.push(changed)
                except fairsheet.FairsheetError:
                    assert (game.ink(1), game.ink(2), game.steps) == position
                else:  # unused parts of a step are not checked
                    game.pop()


TABLES = [(2, None), (3, None), (1, 4)]


@pytest.mark.parametrize(("players", "solo"), TABLES)
@pytest.mark.parametrize("sheet", SCENARIOS)
def test_a_redealt_game_is_the_same_position_and_can_be_played(
    sheet: str, players: int, solo: int | None
) -> None:
    game = fairsheet.Game(sheet, seed=SEED, players=players, solo=solo)
    chance = Random(3)
    for count in range(1000):
        if game.is_over:
            break
        if count % 15 == 0:
            before, game = game, game.redeal(chance)
            for seat in range(1, players + 1):
                assert game.known(seat) == before.known(seat)
                assert game.ink(seat) == before.ink(seat)
            assert game.legal_steps() == before.legal_steps()
        game.push(chance.choice(game.legal_steps()))
    assert game.is_over
    assert game.pop() and not game.is_over
    game.push(chance.choice(game.legal_steps()))
    while not game.is_over:
        game.push(game.legal_steps()[-1])
    records = fairsheet.replay(game.deal, [game.history(seat) for seat in range(1, players + 1)])
    assert [record.marks for record in records] == [game.ink(record.seat) for record in records]


@pytest.mark.parametrize("sheet", ["launch", "mine"])
def test_records_of_a_redealt_game_have_no_seed_and_are_legal(sheet: str) -> None:
    chance = Random(3)
    game = fairsheet.Game(sheet, seed=SEED, players=2).redeal(chance)
    while not game.is_over:
        game.push(chance.choice(game.legal_steps()))
    assert {each.game.seed for each in game.records()} == {None}
    assert [each.verdict for each in fairsheet.verify(game.records()).sheets] == ["legal", "legal"]


def test_redealing_shows_no_later_cards_and_leaves_the_game_alone() -> None:
    game = fairsheet.Game("launch", seed=SEED, players=2, open_cards=True)
    later = game.deal.turns(40)
    others = [game.redeal(Random(number)).deal.turns(40) for number in range(3)]
    assert game.deal.turns(40) == later and later not in others and others[0] != others[1]
    assert {turns[0] for turns in (later, *others)} == {later[0]}
    with pytest.raises(fairsheet.FairsheetError, match="the cards of turn 2 are not open yet"):
        fairsheet.Game("launch", seed=SEED, players=2).deal.offers(2)
    with pytest.raises(fairsheet.FairsheetError, match="rng: this is 5"):
        game.redeal(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(("sheet", "players"), [("launch", 2), ("virus", 3), ("battle", 2)])
def test_a_seat_knows_what_others_wrote_only_when_the_turn_is_over(sheet: str, players: int) -> None:
    game = fairsheet.Game(sheet, seed=SEED, players=players)
    chance, seats = Random(2), range(1, players + 1)
    at_turn_start = {seat: game.ink(seat) for seat in seats}
    turn = game.turn
    while not game.is_over:
        mover = game.to_move
        assert mover is not None
        if game.turn != turn:
            turn, at_turn_start = game.turn, {seat: game.ink(seat) for seat in seats}
        known = game.known(mover)
        assert known.turn == turn and known.missions == game.deal.missions
        assert [each.turn for each in known.turns] == list(range(1, turn + 1))
        own = {ink.field for each in game.history(mover) for ink in each.ink if each.turn == turn}
        for seat, marks in known.ink.items():
            changed = {field for field, mark in marks.items() if at_turn_start[seat].get(field) != mark}
            assert changed <= own
            if sheet != "battle":
                assert marks == (game.ink(seat) if seat == mover else at_turn_start[seat])
        game.push(chance.choice(game.legal_steps()))
    assert all(game.known(1).ink[seat] == game.ink(seat) for seat in seats)
    assert game.known(1) == msgspec.structs.replace(game.known(2), seat=1)


def test_the_next_actions_are_those_of_the_next_turn() -> None:
    game = fairsheet.Game("launch", seed=SEED, players=2, open_cards=True)
    assert game.known(2).next_actions == tuple(offer.action for offer in game.deal.offers(2))
    assert fairsheet.Game("launch", seed=SEED, solo=2).known(1).next_actions == ()
    assert hash(game.known(1)) == hash(game.copy().known(1))
    with pytest.raises(fairsheet.FairsheetError, match="there is no seat 3"):
        game.known(3)


def test_a_solo_player_knows_the_effect_cards_that_came_up() -> None:
    game = play_randomly("launch", 1, 4)
    effects = game.known(1).effects
    while game.turn > min(effects):
        game.pop()
    assert game.known(1).effects == {game.turn: effects[game.turn]} and hash(game.known(1))
    with pytest.raises(fairsheet.FairsheetError, match="not open yet"):
        assert isinstance(game.deal, fairsheet.SoloDeal) and game.deal.effects


def shuffled_play(sheet: str, players: int, solo: int | None, steps: int = 10_000) -> fairsheet.Game:
    game = fairsheet.Game(sheet, seed=SEED, players=players, solo=solo)
    chance = Random(9)
    while not game.is_over and len(game.steps) < steps:
        game.push(chance.choice(game.legal_steps()))
    return game


@pytest.mark.parametrize(("players", "solo"), TABLES)
@pytest.mark.parametrize("sheet", SCENARIOS)
def test_steps_and_games_are_text_and_come_back(sheet: str, players: int, solo: int | None) -> None:
    game = fairsheet.Game(sheet, seed=SEED, players=players, solo=solo)
    chance = Random(4)
    while not game.is_over:
        steps = game.legal_steps()
        for step in steps:
            assert fairsheet.Step.parse(str(step)) == step
        assert len({str(step) for step in steps}) == len(set(steps))
        game.push(chance.choice(steps))
    again = fairsheet.Game.from_text(game.text())
    assert again == game and again.steps == game.steps and again.records() == game.records()
    redealt = game.redeal(chance)
    small = pickle.dumps(redealt)
    assert len(small) <= 5000 and pickle.loads(small).records() == redealt.records()
    assert [each.marks for each in redealt.records()] == [each.marks for each in game.records()]
    assert [game.total(seat) for seat in range(1, players + 1)] == [
        player.total for player in game.score().players
    ]
    histories = [game.history(seat) for seat in range(1, players + 1)]
    led = fairsheet.Game.from_history(game.deal, histories)
    assert all(led.ink(record.seat) == game.ink(record.seat) for record in game.records())
    assert [led.history(seat) for seat in range(1, players + 1)] == histories
    assert fairsheet.Game.from_text(led.text()) == led
    assert pickle.loads(pickle.dumps(led)) == led


def test_a_history_with_another_order_of_equal_marks_keeps_it() -> None:
    records = [fairsheet.read_record(path) for path in sorted(Path("examples/legal").glob("*.json"))]
    game = fairsheet.Game.from_records(records)
    for record in records:
        assert game.ink(record.seat).items() <= record.marks.items()
    again = fairsheet.Game.from_text(game.text())
    assert again == game and again.records() == game.records()
    assert pickle.loads(pickle.dumps(game)).records() == game.records()


def test_positions_are_equal_if_the_same_can_still_happen() -> None:
    one, other = (fairsheet.Game("launch", seed=SEED, players=2) for _ in range(2))
    assert one == other and hash(one) == hash(other)
    first = one.legal_steps()[0]
    one.push(first)
    assert one != other
    other.push(first)
    assert one == other and len({one, other, one.copy(), copy.copy(one)}) == 1
    assert one != fairsheet.Game("launch", seed="x", players=2) and one != one.redeal(Random(1))
    assert one.redeal(Random(1)) == one.redeal(Random(1))
    # two numbers in two turns, in either order
    ends = set()
    for order in ((0, 1), (1, 0)):
        game = fairsheet.Game("mine", seed="2", players=2)
        for _ in order:
            game.push(game.legal_steps()[0])
        ends.add(game)
    assert len(ends) == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: "", "this is no game"),
        (lambda text: "x" * 2_000_000, "this is no game"),
        (lambda text: text.replace("players: 2", "players: two"), "'two' is no number"),
        (lambda text: text.replace("players: 2\n", ""), "it has no players"),
        (lambda text: text.replace("seed", "seeds:"), "it has no seed"),
        (lambda text: text.replace(SEED, "x"), ""),
        (lambda text: text.replace("players", "seed: heron\nplayers"), "'seed' is there twice"),
        (lambda text: text.replace("launch", "lunch"), "there is no sheet 'lunch'"),
        (lambda text: text.replace("t1 s2", "t2 s2"), "it is turn 1, not 2"),
        (lambda text: text.replace("floor", "door"), "door-"),
        (lambda text: text.replace("t1 s1", "t1 s2"), "it is not the turn of seat 2"),
        (lambda text: text + "t1 s1 o1 ((((((((\n", "'((((((((' is no part of a step"),
        (lambda text: text.replace("\n\n", "\norder 1: no.such=4\n\n"), 'this sheet has no field "no.such"'),
        (lambda text: text.replace("\n\n", "\norder 3: floor-1.1=4\n\n"), "there is no seat 3"),
        (lambda text: text + "t1 s1 o1 circle floor-1.1=4", "'circle floor-1.1=4' is no part"),
        (lambda text: text + "t1 s1 o1 floor-1.1=blot", "'blot' is no part of a step"),
        (lambda text: text + "t1 s1 o1 floor-1.1/love=4", "'love' is no part of a step"),
        (lambda text: text + "s" * 5000, "'ssss"),
        (lambda text: text.replace("solo", "x").replace("\n\n", "\nthis\n\n"), "'this' says nothing"),
    ],
)
def test_a_text_of_no_game_is_refused(change: Callable[[str], str], problem: str) -> None:
    text = shuffled_play("launch", 2, None, 12).text()
    with pytest.raises(fairsheet.FairsheetError) as caught:
        fairsheet.Game.from_text(change(text))
    assert caught.value.problem.startswith(problem) and caught.value.hint and caught.value.where


def test_damaged_texts_are_games_or_errors_with_a_place() -> None:
    chance, texts = (
        Random(5),
        [shuffled_play("launch", 2, None, 9).text(), shuffled_play("mine", 1, 4, 9).text()],
    )
    odd = [
        "",
        "\0",
        "\ud800",
        "\u0663",
        "s0",
        "o99",
        "c7",
        "@9",
        "=X",
        "=-1",
        "circle",
        "solo:",
        "t99999999999",
        *texts[1].split(),
    ]
    refused = 0
    for _ in range(300):
        words = re.split(r"(\s)", chance.choice(texts))
        words[chance.randrange(len(words))] = chance.choice(odd)
        try:
            fairsheet.Game.from_text("".join(words)).text()
        except fairsheet.FairsheetError as error:
            refused += 1
            assert error.where and error.hint
    assert refused > 100


def test_a_history_of_another_game_is_refused() -> None:
    game = shuffled_play("launch", 2, None, 30)
    histories = [game.history(1), game.history(2)]
    with pytest.raises(fairsheet.FairsheetError, match="histories: seat 1, turn 1"):
        fairsheet.Game.from_history(fairsheet.deal("launch", "x", 2), histories)
    with pytest.raises(fairsheet.FairsheetError, match="the histories of some seats are missing"):
        fairsheet.Game.from_history(game.deal, histories[:1])
    with pytest.raises(fairsheet.FairsheetError, match="no seed deals the cards"):
        game.redeal(Random(1)).text()
    with pytest.raises(fairsheet.FairsheetError):
        fairsheet.Game.from_records([])


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_take_legal_steps_of_a_game(policy: str) -> None:
    game = fairsheet.Game("mine", seed=SEED, solo=4)
    for turn in range(12):
        step = game.bot_step(Random(turn), policy)
        assert step in game.legal_steps() and step == game.bot_step(Random(turn), policy)
        game.push(step)
    wrong: list[Callable[[], object]] = [
        lambda: game.bot_step(Random(1), "wise"),
        lambda: game.bot_step(5),  # type: ignore[arg-type]
        lambda: play_randomly("launch", 2, None).bot_step(Random(1)),
    ]
    for call in wrong:
        with pytest.raises(fairsheet.FairsheetError):
            call()


def test_a_step_that_cannot_be_played_is_named() -> None:
    game, other = shuffled_play("launch", 2, None, 12), fairsheet.Game("mine", seed=SEED, players=2)
    refused = [(other.legal_steps()[0], ""), (replace(game.legal_steps()[0], seat=2), "it is not the turn")]
    for step, problem in refused:
        with pytest.raises(fairsheet.FairsheetError) as caught:
            game.push(step)
        assert caught.value.where == f"step '{step}'" and caught.value.problem.startswith(problem)
    for kind in ("\ud800", "", "a step"):
        with pytest.raises(fairsheet.FairsheetError, match="step: this is Step"):
            game.push(replace(game.legal_steps()[0], kind=kind))
    with pytest.raises(fairsheet.FairsheetError, match="line 7: step 's1 o1 no-such=4': "):
        fairsheet.Game.from_text(other.text() + "t1 s1 o1 no-such=4\n")


def test_records_that_no_history_reaches_are_refused() -> None:
    records = shuffled_play("launch", 2, None).records()
    numbers = {
        field: 9 for field, mark in records[1].marks.items() if field.startswith("floor") and mark == 8
    }
    cheated = replace(records[1], marks={**records[1].marks, **numbers})
    with pytest.raises(fairsheet.FairsheetError, match="records: seat 2: no history leads to this sheet"):
        fairsheet.Game.from_records([records[0], cheated])
    with pytest.raises(fairsheet.FairsheetError, match="these records have no seed"):
        fairsheet.Game.from_records([replace(each, game=fairsheet.Table(None, 2)) for each in records])


def test_games_of_bots_are_those_of_the_command() -> None:
    calls: list[tuple[str, int, int]] = []
    played = fairsheet.simulate(
        "mine", seed=SEED, players=2, games=2, policy="random", progress=lambda *call: calls.append(call)
    )
    assert calls == [("playing", 1, 2), ("playing", 2, 2)]
    assert [each.seed for each in played] == [SEED, f"{SEED}-2"]
    again = fairsheet.Game.from_history(fairsheet.deal("mine", SEED, 2), played[0].histories)
    assert again.records() == played[0].records
    refused: list[tuple[dict[str, Any], str]] = [
        ({"sheet": "mine", "seed": SEED, "players": 2, "policy": "wise"}, "no bot 'wise' plays"),
        ({"sheet": "mine", "seed": "", "players": 2}, "a seed has"),
        ({"sheet": "mine", "seed": SEED}, "one player alone"),
        ({"sheet": "mine", "seed": SEED, "players": 2, "games": 0}, "there are no 0 games"),
        ({"sheet": "ares-record", "seed": SEED, "players": 2}, "there are no rules"),
    ]
    for arguments, problem in refused:
        with pytest.raises(fairsheet.FairsheetError) as caught:
            fairsheet.simulate(**arguments)
        assert caught.value.problem.startswith(problem)
