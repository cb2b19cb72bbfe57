"""Known players of a batch, and the names read on its sheets."""

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


def handwritten(text: str, share: float) -> KeptSheet:
    read = name_read(text, share)
    doubts = () if read.doubt is None else (read.doubt,)
    record = structs.replace(RECORD, player=read.player or "")
    return KeptSheet(record, doubts, is_named_by_hand=True)


def printed(name: str) -> KeptSheet:
    return KeptSheet(structs.replace(RECORD, player=name), ())


def players(
    *sheets: KeptSheet, answers: dict[str, str | None] | None = None, roster: tuple[str, ...] = ()
) -> list[tuple[str, bool]]:
    """Return the player of each sheet and whether the name is in doubt. Each sheet has its own file."""
    files = [(str(number), FileReading((sheet,))) for number, sheet in enumerate(sheets)]
    given_answers = [Answer(of, 0, PLAYER, name, "Ada", "2026-11-24") for of, name in (answers or {}).items()]
    read = [each.sheets[0] for each in with_players(files, given_answers, roster) if each is not None]
    return [(each.record.player, bool(each.doubts)) for each in read]


def test_names_in_print_and_answers_are_known() -> None:
    assert players(handwritten("KOVAR", UNSURE)) == [("KOVAR", True)]
    assert players(handwritten("KOVAR", UNSURE), printed("Kovář"))[0] == ("Kovář", False)
    named = players(handwritten("KOVAR", UNSURE), handwritten("MOVAT", UNSURE), answers={"1": "Kovář"})
    # the second sheet keeps its reading next to its answer
    assert named == [("Kovář", False), ("MOVAT", True)]
    assert players(handwritten("KOVAR", UNSURE), handwritten("X", UNSURE), answers={"1": None})[0][1]


def test_answer_makes_an_unsure_reading_known() -> None:
    named = players(handwritten("HONZA", UNSURE), handwritten("HONZA", UNSURE), answers={"1": "Jan Novák"})
    assert named[0] == ("Jan Novák", False)
    named = players(handwritten("HONZA", SURE), handwritten("HONZA", SURE), answers={"1": "Jan Novák"})
    assert named[0] == ("HONZA", False), "one answer renamed another sheet that was read surely"


def test_names_of_columns_are_matched_with_known_names() -> None:
    about = name_read("KOVAR", UNSURE, "name.2").doubt
    assert about is not None
    record = structs.replace(RECORD, player="", marks={"name.1": "ADA", "name.2": "KOVAR", "name.3": "CYRIL"})
    read = FileReading((KeptSheet(record, (about,), is_named_by_hand=True),))
    (file_reading,) = with_players([("a", read)], (), ("Ada", "Kovář"))
    assert file_reading is not None
    (sheet,) = file_reading.sheets
    assert sheet.record.marks == {"name.1": "Ada", "name.2": "Kovář", "name.3": "CYRIL"}
    assert [(doubt.field, doubt.kind) for doubt in sheet.doubts or ()] == [("name.3", "name")]


def test_strangers_are_questions_only_with_a_roster() -> None:
    stranger = handwritten("CYRIL", SURE)
    assert players(stranger, printed("Ada")) == [("CYRIL", False), ("Ada", False)]
    assert players(stranger, printed("Ada"), roster=("Eva",)) == [("CYRIL", True), ("Ada", False)]
    assert players(handwritten("ADA", UNSURE), printed("Ada"), roster=("Eva",))[0] == ("Ada", False)


def test_unreadable_files_stay_unchanged() -> None:
    bad = FileReading(error=Message("no sheet found"))
    files = [("", bad), ("a", None), ("b", FileReading((handwritten("ADA", UNSURE),)))]
    assert with_players(files, [], ("Ada",))[:2] == [bad, None]
    assert with_players(files[:2], [], ("Ada",)) == [bad, None]
