"""Handwritten names, matched with the known names."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import LONGEST_NAME, PLAYER
from fairsheet.vision.readings.player_names import (
    SURE_OF_NAME,
    KnownPlayers,
    NameRead,
    join_names,
    name_read,
    recognised,
)
from fairsheet.vision.readings.reading import Doubt, SheetReading

NAMES = ("Jiří Kovář", "Günther", "Jürgen Groß", "Hana Nováková", "Ada", "Eva", "Anna", "Klára")
ROSTER = KnownPlayers.named(NAMES, are_all=True)
STORE = KnownPlayers.named(NAMES)
SURE, UNSURE = 0.95, 0.6


def marks(doubt: Doubt | None) -> list[Mark | None]:
    assert doubt is not None and doubt.field == PLAYER and doubt.kind == "name"
    assert all(0 <= share <= 1 for _, share in doubt.candidates)
    assert doubt.chosen == max(doubt.candidates, key=lambda each: each[1])[0]
    return [mark for mark, _ in doubt.candidates]


def test_only_surely_read_names_raise_no_doubt() -> None:
    assert name_read("BEN", SURE_OF_NAME) == NameRead("BEN")
    unsure = name_read("BEN", SURE_OF_NAME - 0.01)
    assert unsure.player == "BEN" and marks(unsure.doubt) == ["BEN"]
    nothing = name_read("|.", SURE)
    assert nothing.player is None and marks(nothing.doubt) == [None]
    assert recognised(nothing, ROSTER) == nothing
    assert name_read("A" * 50, SURE).player == "A" * LONGEST_NAME
    assert recognised(NameRead(), ROSTER) == NameRead()


@pytest.mark.parametrize("known", [ROSTER, STORE])
@pytest.mark.parametrize(
    ("read", "share", "player"),
    [
        ("JIRI KOVAR", SURE, "Jiří Kovář"),
        ("Jiří Kovář", UNSURE, "Jiří Kovář"),
        ("jirikovar", UNSURE, "Jiří Kovář"),
        ("GUNTHER", UNSURE, "Günther"),
        ("JURGEN GROSS", SURE, "Jürgen Groß"),
        ("ADA", UNSURE, "Ada"),
        ("EVA", SURE, "Eva"),
    ],
)
def test_names_get_the_accents_of_the_known_name(
    known: KnownPlayers, read: str, share: float, player: str
) -> None:
    assert recognised(name_read(read, share), known) == NameRead(player)


@pytest.mark.parametrize("known", [ROSTER, STORE])
@pytest.mark.parametrize(
    ("read", "share", "near"),
    [
        ("SIRI KOVAL", SURE, "Jiří Kovář"),
        ("JIRI KOVAN", UNSURE, "Jiří Kovář"),
        ("JIRI KOVAN", SURE, "Jiří Kovář"),  # a letter may make another person: Martin, Martina
        ("JANA NOVAKOVA", SURE, "Hana Nováková"),  # another person's whole name, except for a letter
        ("IDA", SURE, "Ada"),
        ("INNA", UNSURE, "Anna"),
    ],
)
def test_ambiguous_names_are_asked(known: KnownPlayers, read: str, share: float, near: str) -> None:
    asked = recognised(name_read(read, share), known)
    assert set(marks(asked.doubt)) == {read, near}
    assert asked.doubt is not None and read in asked.doubt.because


def test_a_name_known_in_two_cases_is_one() -> None:
    assert recognised(name_read("ada", SURE), KnownPlayers.named(["Ada", "ADA "])).doubt is None


def test_unknown_names_are_asked_if_all_are_known() -> None:
    read = name_read("CYRIL", SURE)
    assert recognised(read, STORE) == read
    asked = recognised(read, ROSTER)
    assert asked.player == "CYRIL" and marks(asked.doubt) == ["CYRIL"]
    assert recognised(name_read("HANA", SURE), STORE).doubt is None  # Anna is as different as possible
    assert marks(recognised(name_read("HANA", SURE), ROSTER).doubt) == ["HANA"]
    hard = recognised(name_read("CYRIL", UNSURE), STORE)
    assert hard == name_read("CYRIL", UNSURE)


def test_players_with_equal_spellings_are_asked() -> None:
    two = KnownPlayers.named(["Jan Novák", "Ján Novak"])
    read = name_read("JAN NOVAK", UNSURE)
    assert read.doubt is not None
    numbered = NameRead(read.player, structs.replace(read.doubt, number=4))
    asked = recognised(numbered, two)
    assert {"Jan Novák", "Ján Novak"} < set(marks(asked.doubt))
    assert asked.doubt is not None and asked.doubt.number == 4
    assert {"Jan Novák", "Ján Novak"} < set(marks(recognised(name_read("JAN NOVAK", SURE), two).doubt))


def test_earlier_readings_identify_a_player() -> None:
    known = KnownPlayers(STORE.spellings | {("honza", "Jan Novák")})
    assert recognised(name_read("HONZA", SURE), known) == NameRead("Jan Novák")


def test_the_sure_one_of_several_photos_names_the_player() -> None:
    sheet = load_sheet("launch")
    label = Label("launch", sheet.fingerprint, "otter", 2, 1)

    def photo(read: NameRead) -> SheetReading:
        return SheetReading(sheet, label, read.player, {}, () if read.doubt is None else (read.doubt,))

    unread, unsure, sure = name_read("", 0), name_read("AOA", UNSURE), NameRead("ADA")
    assert join_names(list(map(photo, (unread, unsure, sure)))) == sure
    assert join_names(list(map(photo, (unread, unsure)))) == unsure
    assert join_names(list(map(photo, (NameRead(), unread)))) == unread
    assert join_names([photo(NameRead())]) == NameRead()
    assert join_names(list(map(photo, (sure, NameRead("Ada"))))) == sure
    both = join_names(list(map(photo, (sure, NameRead("EVA")))))
    assert both.player == "ADA" and both.doubt is not None and both.doubt.kind == "photos-differ"
