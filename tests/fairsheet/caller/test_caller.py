"""The caller: its screen for each game, state and size, its keys, and runs in a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from fairsheet.caller._bookmark import bookmark_file, keep, read_bookmark
from fairsheet.caller._call import TURNS, Call, call_at, press
from fairsheet.caller._offer_view import offer_lines, widest
from fairsheet.caller._view import CalledGame, Terminal, view
from fairsheet.caller.calling import players_before
from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.records.slots import most_turns
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.wording.formatting import format_missions

LAUNCH = load_sheet("launch")
DEALT = deal(LAUNCH, "coral-otter-42", 3)
WIDEST = widest(ACTIONS)
GAME = CalledGame(DEALT, format_missions(LAUNCH, DEALT.missions))
WIDTHS = (30, 36, 60, 79, 80, 200)
HEIGHTS = (8, 16, 24, 40, 3)


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_screen_fits_and_keeps_words_whole(width: int, blocks: bool) -> None:
    known = set(
        " ".join([*(words for _, words in GAME.missions), "launch seed coral-otter-42 3 players"]).split()
    )
    for height in HEIGHTS:
        lines = view(GAME, Call(5), Terminal(width, height, blocks))
        assert len(lines) <= height
        assert all(cell_len(line) <= width for line in lines)
        turn = next(number for number, line in enumerate(lines) if line.startswith("TURN 5"))
        assert {word for line in lines[:turn] for word in line.split()} <= known | {"A", "B", "C", "..."}
        assert blocks or "".join(lines).isascii()


def test_screen_shows_game_missions_turn_and_next_actions() -> None:
    screen = "\n".join(view(GAME, Call(5), Terminal(80, 24)))
    assert "launch" in screen and "seed coral-otter-42" in screen and "3 players" in screen
    assert "A  Fill both astronaut floors and the water floor. (rockets: 3, later 2)" in screen
    assert "TURN 5" in screen
    assert f"Next turn's actions: {', '.join(offer.action for offer in DEALT.offers(6))}" in screen


def test_smallest_screen_shows_the_offers() -> None:
    lines = view(GAME, Call(3), Terminal(30, 5))
    assert [line.split() for line in lines[-3:]] == [
        [str(offer.number), offer.action] for offer in DEALT.offers(3)
    ]


def test_offers_stay_in_their_places() -> None:
    for size in ((60, 24), (80, 24), (200, 50)):
        calls = [*map(Call, range(3, 18)), Call(4, typed="1"), Call(4, notice="This game goes on.")]
        screens = [view(GAME, call, Terminal(*size)) for call in calls]
        inked = [frozenset(row for row, line in enumerate(lines) if "█" in line) for lines in screens]
        assert len(set(map(min, inked))) == 1


def test_a_larger_screen_has_larger_offers() -> None:
    ink = [
        "".join(view(GAME, Call(5), Terminal(*size))).count("█") for size in ((60, 24), (100, 30), (200, 60))
    ]
    assert ink == sorted(ink) and len(set(ink)) == 3


@pytest.mark.parametrize(
    ("turn", "words"),
    [(1, "shuffle after turn 20"), (20, "shuffle after this turn"), (21, "piles were shuffled"),
     (22, "shuffle after turn 40"), (40, "shuffle after this turn"), (41, "piles were shuffled")],
)  # fmt: skip
def test_shuffles_are_announced(turn: int, words: str) -> None:
    assert words in "\n".join(view(GAME, Call(turn), Terminal(80, 24)))


def test_seed_wider_than_the_screen_wraps() -> None:
    game = CalledGame(deal(LAUNCH, "猫" * 60, 2))
    lines = view(game, Call(1), Terminal(30, 24))
    assert all(cell_len(line) <= 30 for line in lines)
    assert "".join(lines).count("猫") == 60


def test_keys_change_the_call() -> None:
    assert press(Call(100), "next").turn == 100
    assert press(Call(5), "enter").turn == 6
    assert press(Call(5, "12"), "erase") == Call(5, "1")
    assert press(Call(5, "12"), "cancel") == Call(5)
    assert press(Call(5, "123"), "5") == Call(5, "123")
    assert press(Call(5), "x") == Call(5)
    refused = press(Call(5, "0"), "enter")
    assert (refused.turn, refused.typed) == (5, "") and "no turn 0" in refused.notice
    assert press(Call(5, "999"), "enter").turn == 5


def test_jump_to_a_turn_is_temporary_until_the_next_turn() -> None:
    looked = press(Call(12, "40", reached=12), "enter")
    assert (looked.turn, looked.reached) == (40, 12) and "is at turn 12" in looked.notice
    back = press(looked, "back")
    assert (back.turn, back.reached) == (39, 12)
    assert press(press(looked, "1"), "cancel").reached == 12
    assert press(looked, "next") == call_at(41)
    assert press(Call(40, "12", reached=12), "enter") == call_at(12)
    assert press(Call(12, "1", reached=12), "enter") == call_at(1)
    assert press(call_at(12), "back") == call_at(11)


def test_every_game_ends_before_the_last_turn() -> None:
    assert all(most_turns(load_sheet(name)) < TURNS[-1] for name in SCENARIOS)


@pytest.mark.parametrize("blocks", [True, False])
def test_blank_line_separates_drawn_numbers(blocks: bool) -> None:
    for lines in range(17, 60, 4):
        drawn = offer_lines(WIDEST, 80, lines, WIDEST, blocks=blocks)
        parts = [is_inked for is_inked, _ in groupby(drawn, lambda line: bool(line.strip()))]
        assert sum(parts) >= len(WIDEST), lines


def test_bookmark_belongs_to_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    keep(DEALT, 12)
    assert read_bookmark(DEALT) == 12
    others = [
        deal(LAUNCH, "coral-otter-43", 3),
        deal(LAUNCH, "coral-otter-42", 2),
        deal(load_sheet("mine"), "coral-otter-42", 3),
    ]
    assert [read_bookmark(other) for other in others] == [None, None, None]
    assert players_before(LAUNCH, DEALT.seed) == 3 and players_before(LAUNCH, "coral-otter-43") is None
    keep(others[1], 1)
    assert players_before(LAUNCH, DEALT.seed) is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"sheet": "launch", "seed": "coral-otter-42", "players": 3, "turn": 0}',
        b'{"sheet": "launch", "seed": "coral-otter-42", "players": 3, "turn": 999}',
    ],
)
def test_a_damaged_bookmark_is_ignored(text: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    keep(DEALT, 12)
    bookmark_file(DEALT).write_bytes(text)
    assert read_bookmark(DEALT) is None


class Screen:
    """A process in its own terminal. `before` has the attributes of the terminal before the start."""

    def __init__(self, terminal: int, process: subprocess.Popen[bytes], before: list[Any]) -> None:
        self.terminal, self.process, self.before, self.seen = terminal, process, before, ""

    def wait_for(self, words: str) -> None:
        """Read the output of the process until it has these words, on one line or folded between words."""
        while words not in self.seen and words not in re.sub(r"\r\n *", " ", self.seen):
            ready, _, _ = select.select([self.terminal], [], [], 60)
            assert ready, f"{words!r} never came: {self.seen!r}"
            self.seen += os.read(self.terminal, 65536).decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        """Press keys and forget the output so far."""
        self.seen = ""
        os.write(self.terminal, keys.encode())

    def end(self) -> int:
        """Return the exit code, and check that the terminal has its former attributes."""
        self.wait_for("\x1b[?1049l")  # the screen from before the caller is back
        code = self.process.wait(60)
        assert termios.tcgetattr(self.terminal) == self.before
        return code


@pytest.fixture
def caller(tmp_path: Path) -> Callable[..., Any]:
    @contextmanager
    def start(*words: str, size: tuple[int, int] = (80, 24), **environment: str) -> Iterator[Screen]:
        terminal, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        before = termios.tcgetattr(terminal)  # the process changes them as soon as it runs
        game = () if "--seed" in words else ("--seed", "coral-otter-42", "--players", "3")
        command = [sys.executable, "-c", "from fairsheet.cli import main; main()", "deal", "launch",
                   *game, *words]  # fmt: skip
        inherited = {name: text for name, text in os.environ.items() if name not in ("LINES", "COLUMNS")}
        surroundings = {**inherited, "TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(tmp_path)}
        process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, env=surroundings | environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        try:
            yield Screen(terminal, process, before)
        finally:
            process.kill()
            process.wait()
            os.close(inside)
            os.close(terminal)

    return start


def test_caller_obeys_keys_and_resumes_at_its_turn(caller: Callable[..., Any]) -> None:
    with caller() as screen:
        screen.wait_for("TURN 1")
        screen.press("\x1bOC" + "17\n" + "\x1bOC" + "\x1bOA" + "q")  # right, to turn 17, right, up
        assert screen.end() == 0
    with caller() as screen:
        screen.wait_for("TURN 17")
        screen.wait_for("continues where you left it")
        screen.press("40\n")
        screen.wait_for("Turn looked up; the game is at turn 17")
        screen.press("\x03")
        assert screen.end() == 130
    with caller() as screen:
        screen.wait_for("TURN 17")
        screen.press("q")
        assert screen.end() == 0
    with caller("--from", "3") as screen:
        screen.wait_for("TURN 3")
        screen.process.send_signal(signal.SIGTERM)
        assert screen.end() == 128 + signal.SIGTERM
    with caller() as screen:
        screen.wait_for("TURN 3")


def test_caller_asks_for_the_number_of_players_once(caller: Callable[..., Any]) -> None:
    with caller("--seed", "otter") as screen:
        screen.wait_for("How many players? Printed sheets show it: seat 1 of 3")
        screen.press("three\n")
        screen.wait_for("not a valid integer")
        screen.press("3\n")
        screen.wait_for("3 players")
        screen.press("q")
        assert screen.end() == 0
    with caller("--seed", "otter") as screen:
        screen.wait_for("3 players")


def test_screen_follows_the_size_of_the_window(caller: Callable[..., Any]) -> None:
    with caller() as screen:
        screen.wait_for("Space Enter: next")
        fcntl.ioctl(screen.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
        screen.seen = ""
        screen.wait_for("floors and the")


def test_caller_continues_without_a_bookmark_file(caller: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with caller(XDG_STATE_HOME=str(tmp_path / "file")) as screen:
        screen.wait_for("cannot be kept")
        screen.press(" q")
        screen.wait_for("the turn could not be kept: to continue there, add --from 2")
        assert screen.end() == 0


def test_dumb_terminal_is_refused_with_a_hint(caller: Callable[..., Any]) -> None:
    with caller(TERM="dumb") as screen:
        screen.wait_for("list the turns with --turns")
        assert screen.process.wait(60) == 2


def test_turns_beyond_the_last_are_refused(caller: Callable[..., Any]) -> None:
    with caller("--from", "999") as screen:
        screen.wait_for("--from 999: there is no such turn; give 1 to 100")
        assert screen.process.wait(60) == 2


def test_turns_can_be_listed_from_any_turn(fairsheet: Any) -> None:
    words = ("deal", "launch", "--seed", "coral-otter-42", "--players", 3, "--json", "--from", 19)
    whole = DEALT.turns(58)
    document = fairsheet(*words, "--turns", 3).json
    assert [turn["turn"] for turn in document["turns"]] == [19, 20, 21]
    assert document["turns"][2]["offers"][0]["number"] == whole[20].offers[0].number
    assert len(fairsheet(*words).json["turns"]) == 40
    fairsheet(*words[:-1], 999, "--turns", 3).refused("no turn 1001")
    assert len(fairsheet(*words[:-1], 999).json["turns"]) == 2
