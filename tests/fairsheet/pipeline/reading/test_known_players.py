"""Who is known in a batch, and whose names were read."""

from __future__ import annotations

from msgspec import structs

from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import Answer, FileReading, KeptSheet
from fairsheet.pipeline.reading.known_players import with_players
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.player_names import name_read
from tests.fairsheet.here import records_of

RECORD = records_of("launch", "first")[0]
SURE, UNSURE = 0.95, 0.6


def by_hand(text: str, share: float) -> KeptSheet:
    read = name_read(text, share)
    doubts = () if read.doubt is None else (read.doubt,)
    record = structs.replace(RECORD, player=read.player or "")
    return KeptSheet(record, doubts, is_named_by_hand=True)


def printed(name: str) -> KeptSheet:
    return KeptSheet(structs.replace(RECORD, player=name), ())


def players(
    *sheets: KeptSheet, answers: dict[str, str | None] | None = None, roster: tuple[str, ...] = ()
) -> list[tuple[str, bool]]:
    """The player of each of these sheets, which are of a file each, and whether that is in doubt."""
    files = [(str(number), FileReading((sheet,))) for number, sheet in enumerate(sheets)]
    given = [Answer(of, 0, PLAYER, name, "Ada", "2026-11-24") for of, name in (answers or {}).items()]
    read = [each.sheets[0] for each in with_players(files, given, roster) if each is not None]
    return [(each.record.player, bool(each.doubts)) for each in read]


def test_who_is_named_in_print_or_an_answer_is_known() -> None:
    assert players(by_hand("KOVAR", UNSURE)) == [("KOVAR", True)]
    assert players(by_hand("KOVAR", UNSURE), printed("Kovář"))[0] == ("Kovář", False)
    named = players(by_hand("KOVAR", UNSURE), by_hand("MOVAT", UNSURE), answers={"1": "Kovář"})
    # what was read of the second stays, beside its answer
    assert named == [("Kovář", False), ("MOVAT", True)]
    assert players(by_hand("KOVAR", UNSURE), by_hand("X", UNSURE), answers={"1": None})[0][1]


def test_what_was_read_unsurely_where_it_was_answered_is_known_as_well() -> None:
    named = players(by_hand("HONZA", UNSURE), by_hand("HONZA", UNSURE), answers={"1": "Jan Novák"})
    assert named[0] == ("Jan Novák", False)
    named = players(by_hand("HONZA", SURE), by_hand("HONZA", SURE), answers={"1": "Jan Novák"})
    assert named[0] == ("HONZA", False), "one answer renamed another sheet that was read surely"


def test_names_of_columns_are_held_against_those_that_are_known() -> None:
    about = name_read("KOVAR", UNSURE, "name.2").doubt
    assert about is not None
    record = structs.replace(RECORD, player="", marks={"name.1": "ADA", "name.2": "KOVAR", "name.3": "CYRIL"})
    read = FileReading((KeptSheet(record, (about,), is_named_by_hand=True),))
    (found,) = with_players([("a", read)], (), ("Ada", "Kovář"))
    assert found is not None
    (sheet,) = found.sheets
    assert sheet.record.marks == {"name.1": "Ada", "name.2": "Kovář", "name.3": "CYRIL"}
    assert [(doubt.field, doubt.kind) for doubt in sheet.doubts or ()] == [("name.3", "name")]


def test_strangers_are_asked_about_beside_a_roster_alone() -> None:
    stranger = by_hand("CYRIL", SURE)
    assert players(stranger, printed("Ada")) == [("CYRIL", False), ("Ada", False)]
    assert players(stranger, printed("Ada"), roster=("Eva",)) == [("CYRIL", True), ("Ada", False)]
    assert players(by_hand("ADA", UNSURE), printed("Ada"), roster=("Eva",))[0] == ("Ada", False)


def test_files_that_could_not_be_read_stay_as_they_are() -> None:
    bad = FileReading(error=Message("no sheet found"))
    files = [("", bad), ("a", None), ("b", FileReading((by_hand("ADA", UNSURE),)))]
    assert with_players(files, [], ("Ada",))[:2] == [bad, None]
    assert with_players(files[:2], [], ("Ada",)) == [bad, None]
