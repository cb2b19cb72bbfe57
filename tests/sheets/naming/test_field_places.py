"""Where fields are on their page, in words, and the key that names them all."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from fairsheet.languages.terms import TERMS
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet, read_template, scenario_names, sheet_names
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.naming.field_places import brief_names, field_places
from fairsheet.sheets.printing.key import draw_key, field_numbers


@pytest.mark.parametrize("name", sheet_names())
def test_every_field_has_words_of_its_own(name: str) -> None:
    sheet = load_sheet(name)
    places = field_places(sheet)
    assert list(places) == [field.id for field in sheet.fields]
    assert len(set(places.values())) == len(places)


@pytest.mark.parametrize("name", scenario_names())
def test_every_symbol_has_a_word_that_languages_know(name: str) -> None:
    symbols = {field.symbol for field in solo_sheet(load_sheet(name), 4).fields} - {None}
    assert {str(symbol).replace("-", " ") for symbol in symbols} <= set(TERMS)


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("launch", "floor-7.2", "floor 7, 2nd slot ("),
        ("launch", "row-value.10", "row value “135”"),
        ("colony", "building.r3-c3", "row 3, column 3, slot ("),
        ("dome", "tower-1.9", "tower 1, 9th slot from the bottom ("),
        ("dome", "dome-upgrade.1", "1st upgrade row from the top, under “Dome gaps” ("),
        ("journey", "cut.23", "line in row 4 ("),
        ("mine", "secondary-water.energy-1", "energy (at the top left), of “secondary water”"),
        ("battle", "asteroid.1", "13th asteroid from the top"),
        ("escape", "score.total", "box “score total” ("),
        ("ares-coop", "r01.a-cube-copper", "square in row 1, column 1 ("),
        ("pulsar-final", "station.s10", "square “10”, under “Stations”"),
        ("pulsar-final", "tech.t3a", "space “3a”"),
        ("planet-record", "track-biomass.h07", "8th space from the left, beside “Biomass”"),
        ("planet-record", "track-civ.h09", "10th space from the left, beside “Civilization”"),
        ("gaia-record", "science.l4", "octagon “4”, beside “Science”"),
        ("gaia-record", "built.institute", "seal “Institute”, page 1 ("),
        ("gaia-record", "planet.desert", "slot “Yellow”, page 1"),
        ("gaia-record", "tech.sp-range-1", "arrow “range +1”, page 1 ("),
        ("gaia-record", "left.brainstone-2", "octagon “II”, beside"),
        ("ares-record", "corp.unmi", "seal “UNMI” ("),
        ("ares-solo", "verdict.won", "star “Won” ("),
        ("ares-record", "card-14.units", "slot in row 3, column 2 ("),
        ("planet-record", "civ-card.r2-points-2", "card 2 “2 points”, "),
        ("planet-record", "cell.r02c09", "cell in row 2, column 9, page 1 ("),
        ("planet-record", "lifepod.2", "2nd lifepod from the left, beside “Lifepods scored”"),
        ("ares-coop", "temp.s19", "1st slot from the top, under “Temperature”"),
        ("gaia-record", "round-2.hits", "2nd slot from the top, under “hits”"),
        ("pulsar-ledger", "draft-2.die-1", "slot in row 1, column 2, page 1 ("),
        ("planet-record", "personal.done-2", "2nd circle from the top"),
        ("planet-record", "turn-13.outer", "octagon “13”, page 2 ("),
        ("colony", "mission.a", "box “mission A” ("),
        ("colony", "score.water", "box “Tanks” ("),
        ("pulsar-ledger", "round-3.score", "3rd box from the left, beside “Score”"),
    ],
)
def test_fields_are_counted_as_they_lie(name: str, field: str, words: str) -> None:
    assert field_places(load_sheet(name))[field].startswith(words)


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("pulsar-ledger", "draft-2.die-1", "slot in row 1, column 2, page 1"),
        ("gaia-record", "science.l4", "octagon “4”, beside “Science”, page 1"),
        ("gaia-record", "built.institute", "seal “Institute”, page 1, in the middle"),
        (
            "gaia-record",
            "round-2.hits",
            "2nd slot from the top, under “hits”, page 2, in the upper part right",
        ),
        ("pulsar-final", "goal-2.done", "star “2”, in the lower part left"),
    ],
)
def test_in_short_a_count_alone_says_from_where(name: str, field: str, words: str) -> None:
    assert brief_names(load_sheet(name))[field] == f"{field} ({words})"


def test_what_lies_among_others_on_a_designers_sheet_has_its_id(tmp_path: Path) -> None:
    (tmp_path / "map.sheet").write_text(
        'sheet map "Map"\ngrid columns: 3 gap: 4 at: 20, 20\n  repeat k: 1..9\n'
        "    icon place.{k} if(k = 5, star, plant)\n"
        '      facts name: if(k = 3, "Old mill", "")\n'
        "row gap: 4 at: 20, 90\n  repeat k: 1..3\n    icon bee.{k} plant\n"
    )
    sheet = read_template(tmp_path / "map.sheet").sheet
    assert brief_names(sheet)["place.2"] == "place.2 (icon, at the top left)"
    assert brief_names(sheet)["place.3"] == "place.3 (plant “Old mill”, at the top left)"
    assert field_places(sheet)["place.2"] == "icon place.2 (at the top left)"
    assert brief_names(sheet)["bee.2"] == "bee.2 (2nd plant from the left, in the middle left)"


@pytest.mark.parametrize("paper", PAPERS)
def test_the_key_shows_every_number_and_every_id(paper: str) -> None:
    sheet = load_sheet("virus")
    pages = [
        page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(draw_key(sheet, PAPERS[paper]))
    ]
    numbers = field_numbers(sheet)
    assert sorted(numbers.values()) == list(range(1, len(sheet.fields) + 1))
    shown, listed = set(pages[0].split()), set(" ".join(pages[1:]).split())
    for id_, number in numbers.items():
        assert str(number) in shown and {str(number), id_} <= listed


def test_a_key_of_many_fields_takes_several_pages() -> None:
    sheet = load_sheet("virus")
    fields = tuple(
        type(field)(f"more.{number}", field.kind, field.rect, field.accepts)
        for number, field in enumerate(sheet.fields * 2)
    )
    longer = type(sheet)("garden", "Garden", 1, fields, (), (), (), (), (), ())
    pages = pypdfium2.PdfDocument(draw_key(longer))
    assert len(pages) == 3
    assert "more.489" in pages[2].get_textpage().get_text_range()
