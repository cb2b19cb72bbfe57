"""The caller of the solo game: its cards, its questions, ASTRA's panel, and its bookmark."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from rich.cells import cell_len

from fairsheet.caller._bookmark import bookmark_file, keep_used, read_solo_bookmark
from fairsheet.caller._rival import RivalKeeper
from fairsheet.caller._view import Terminal
from fairsheet.caller.on_paper import solo_caller_on_paper
from fairsheet.caller.solo_state import SoloCall, Use, deal_after, press
from fairsheet.caller.solo_view import CalledSoloGame, current_turn, is_over, solo_view
from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import SoloDeal, deal
from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.formatting import format_missions

SEED = "coral-otter-42"
WIDTHS = (40, 47, 80, 132)
SCREENS = ((24, True), (10, False))  # the number of lines, and whether blocks draw the numbers
FIRST = Use(number=1, action=2, third=3)


def game_of(name: str, level: int = 4) -> CalledSoloGame:
    sheet = load_sheet(name)
    dealt = deal(sheet, SEED, 1, level)
    assert isinstance(dealt, SoloDeal)
    return CalledSoloGame(solo_sheet(sheet, level), dealt, format_missions(sheet, dealt.missions))


JOURNEY = game_of("journey")


def screen(game: CalledSoloGame, call: SoloCall, width: int = 100, height: int = 40) -> str:
    return " ".join(" ".join(solo_view(game, call, Terminal(width, height))).split())


def press_keys(*keys: str, call: SoloCall | None = None) -> SoloCall:
    call = SoloCall() if call is None else call
    for key in keys:
        call = press(call, key)
    return call


@pytest.mark.parametrize("name", scenario_names())
def test_every_screen_fits_until_the_end_of_the_game(name: str) -> None:
    game, call = game_of(name), SoloCall()
    seen: list[str] = []
    while not is_over(game, call):
        is_looked_at = call.turn in (1, 30)
        for step in ((), ("2",), ("2", "3")) if is_looked_at else ((),):
            for width in WIDTHS if is_looked_at else (80,):
                for height, blocks in SCREENS if is_looked_at else (SCREENS[call.turn % 2],):
                    lines = solo_view(game, press_keys(*step, call=call), Terminal(width, height, blocks))
                    assert len(lines) <= height and all(cell_len(line) <= width for line in lines)
                    assert blocks or "".join(lines).isascii()
        seen += current_turn(game, call).effects
        call = press_keys("2", "3", "enter", call=call)
    assert "The game is over" in screen(game, call)
    for width, height in product(WIDTHS, (*range(10, 20, 3), 24, 49)):
        lines = solo_view(game, call, Terminal(width, height))
        assert len(lines) <= height and all(cell_len(line) <= width for line in lines)
    if name != "launch":
        assert call.turn == LAST_TURN + 1
        assert sorted([*seen, *current_turn(game, call).effects]) == sorted("ABC" * 2)


@pytest.mark.parametrize(("name", "size"), [("journey", (80, 24)), ("battle", (200, 50))])
def test_cards_keep_their_place_and_size(name: str, size: tuple[int, int]) -> None:
    game, call, places = game_of(name), SoloCall(), set()
    while not is_over(game, call):
        for step in ((), ("2",), ("2", "3"), ("e",)):
            lines = solo_view(game, press_keys(*step, call=call), Terminal(*size))
            inked = [row for row, line in enumerate(lines) if "█" in line or "▀" in line]
            places.add((inked[0], inked[-1]))
        call = press_keys("2", "3", "enter", call=call)
    assert len(places) == 1


def test_caller_asks_for_the_use_of_each_card() -> None:
    cards = current_turn(JOURNEY, SoloCall()).cards
    words = [f"{card.number} {card.action}" for card in cards]
    assert f"Which card for its number? 1: {words[0]} 2: {words[1]} 3: {words[2]} E: none fits" in screen(
        JOURNEY, SoloCall()
    )
    assert f"Number {cards[2].number}. Which card for its action? 1: {words[0]} 2: {words[1]}" in screen(
        JOURNEY, press_keys("3")
    )
    assert f"ASTRA gets the {words[1]}: Enter." in screen(JOURNEY, press_keys("3", "1"))
    assert "Which card goes to ASTRA?" in screen(JOURNEY, press_keys("e"))
    assert f"The error's card is 2: {words[1]}" in screen(JOURNEY, press_keys("e", "2"))
    assert press_keys("e", "2", "enter").used == (Use(None, None, 2),)
    assert press_keys("3", "3", "1", "2", "x").used == (Use(3, 1, 2, thrown_out=True),)


def test_turns_can_be_taken_back_and_replayed() -> None:
    call = press_keys("1", "2", "enter", "2", "3", "x")
    back = press_keys("back", "back", call=call)
    assert (back.turn, len(back.undone)) == (1, 2)
    assert press_keys("next", "next", call=back).used == call.used
    other = press_keys("1", "3", "enter", call=back)
    assert other.undone == () and press_keys("next", call=other) == other
    assert press_keys("1", "back").picked == () and not press_keys("e", "back").is_error
    assert press_keys("1", "cancel").picked == ()


def test_rival_keeper_counts_astras_panel() -> None:
    sheet = JOURNEY.sheet  # level 4: robots 2, energy 6; journey 5, and 4 for the level
    rival = RivalKeeper(sheet).rival([Card(1, "robot"), Card(5, "robot"), Card(4, "energy")])
    assert (rival.name, rival.total) == ("Franklin", 5 + 4 + 2 + 2 + 6)
    thrown = press_keys("1", "2", "x")
    given = press_keys("1", "2", "enter")
    assert "So far 9 points" in screen(JOURNEY, thrown) and "So far 9 points" not in screen(JOURNEY, given)
    launch = RivalKeeper(solo_sheet(load_sheet("launch"), 4))  # 8 spaces are crossed before the game
    assert (launch.rival([]).spaces, launch.rival([]).total) == (8, 10)
    many = launch.rival([Card(4, "energy")] * 12)
    assert (many.spaces, many.total, many.has_launched) == (80, 140, False)
    assert launch.rival([Card(4, "energy")] * 13).has_launched


def test_effects_are_announced_and_change_their_mission() -> None:
    call = SoloCall()
    first: list[str] = []
    second: list[str] = []
    while not is_over(JOURNEY, call):
        for letter in current_turn(JOURNEY, call).effects:
            words = screen(JOURNEY, call, 200)
            again = f"EFFECT {letter} for the second time" in words
            assert again or f"EFFECT {letter} for the first time" in words
            later = JOURNEY.sheet.mission[JOURNEY.deal.missions[letter]].later
            assert (
                f"Mission {letter} turns to its later value. It is worth {later} from now on." in words
            ) == again
            (second if again else first).append(letter)
        call = press_keys("1", "2", "enter", call=call)
    assert sorted(first) == ["A", "B", "C"] and set(second) <= set(first)


def test_battle_announces_astras_card_first() -> None:
    battle = game_of("battle")
    card = current_turn(battle, SoloCall()).cards[0]
    words = f"ASTRA moves first, on the left sheet, with card 1: {card.number} {card.action}"
    assert words in screen(battle, SoloCall())
    assert "on the right sheet" in screen(battle, press_keys("1", "2", "enter"))


def test_bookmark_restores_the_solo_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert read_solo_bookmark(JOURNEY.deal) == ()
    keep_used(JOURNEY.deal, (FIRST, FIRST))
    assert read_solo_bookmark(JOURNEY.deal) == (FIRST, FIRST)
    assert read_solo_bookmark(game_of("mine").deal) == ()
    with pytest.raises(FairsheetError, match="was left in turn 3 at level 4") as error:
        read_solo_bookmark(game_of("journey", 5).deal)
    assert "--from 1" in error.value.hint
    bookmark_file(JOURNEY.deal).write_bytes(b'{"used": [{"number": 9}]}')
    assert read_solo_bookmark(JOURNEY.deal) == ()


def test_second_passage_depends_on_the_cards_that_left() -> None:
    one = deal_after(JOURNEY.deal, (FIRST,) * 21)
    other = deal_after(JOURNEY.deal, (*(FIRST,) * 20, Use(1, 3, 2)))
    assert one.solo_turn(22).cards and one.gone != other.gone


def test_caller_on_paper_lists_the_first_passage(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("deal", "journey", "--seed", SEED, "--solo", 4, "-o", tmp_path / "x.pdf")
    assert ended.code == 0 and "turns 1 to 21" in ended.err
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        assert len(document) == 1
        text = document[0].get_textpage().get_text_range()
    assert "effect cards" in text and "then shuffled" in text
    turns = [JOURNEY.deal.solo_turn(turn) for turn in range(1, 22)]
    assert all(f"{turn.cards[0].number}" in text for turn in turns)
    assert solo_caller_on_paper(JOURNEY.sheet, JOURNEY.deal, (), "a4")
