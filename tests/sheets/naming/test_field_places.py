"""Places of fields on their page in words, and the key that names them all."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet, read_template, scenario_names, sheet_names
from fairsheet.sheets.model.drawn_shapes import Icon, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Group, Zone
from fairsheet.sheets.naming.field_places import brief_places, field_places
from fairsheet.sheets.printing.key import draw_key, field_numbers
from tests.engine.by_hand import names_in

FARTHEST = 50.0  # mm from a printed number to the nearest field that it counts


def distance(rect: Rect, at: Point) -> float:
    """Return the distance from a point to a rectangle, in mm."""
    return max(rect.x - at.x, at.x - rect.right, 0.0) + max(rect.y - at.y, at.y - rect.bottom, 0.0)


@pytest.mark.parametrize("name", sheet_names())
def test_every_field_has_different_words(name: str) -> None:
    sheet = load_sheet(name)
    places = field_places(sheet)
    assert list(places) == [field.id for field in sheet.fields]
    assert len(set(places.values())) == len(places)


@pytest.mark.parametrize("name", scenario_names())
def test_every_symbol_has_a_word_that_languages_know(name: str) -> None:
    symbols = {field.symbol for field in solo_sheet(load_sheet(name), 4).fields} - {None}
    words = [term(str(symbol).replace("-", " ")) for symbol in symbols]
    assert all(isinstance(word, Message) for word in words)


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("launch", "floor-7.2", "floor 7, 2nd slot ("),
        ("launch", "row-value.10", "row 10, value “135” ("),
        ("launch", "row-rocket.2-3", "row 2, 3rd rocket ("),
        ("launch", "extra-rocket.2", "2nd row from the top, 2nd extra rocket, under “Extra rockets” ("),
        ("colony", "building.r3-c3", "row 3, column 3, slot ("),
        ("dome", "tower-1.9", "tower 1, 9th slot from the bottom ("),
        ("dome", "bonus.1-top-low", "tower 1, low value “3” ("),
        ("dome", "dome.2-left", "dome part 2, 1st half from the left ("),
        ("dome", "dome-upgrade.1", "1st row of values from the top, under “Dome gaps” ("),
        ("colony", "tank.r6-c1", "row 6, column 1, water tank ("),
        ("colony", "greenhouse.nw-2", "top left quarter, 2nd greenhouse from the top ("),
        (
            "colony",
            "tunnel.r3-c4-east",
            "tunnel between bottom right quarter, building with the X and row 3, column 5 (",
        ),
        ("escape", "airlock.2g-2c", "airlock between ship 2, greenhouse and ship 2, 3rd module ("),
        ("journey", "cut.23", "cut between slot 23 and slot 24 ("),
        ("journey", "tank.5", "slot 14, water tank “7” ("),
        ("journey", "robot.3-1", "station 3, 1st robot from the bottom ("),
        ("mine", "secondary-water.energy-1", "small factory for water, energy ("),
        ("mine", "main-ruby.ruby-13", "big factory “Rubies”, 5th row from the top, 2nd column, ruby ("),
        ("mine", "mine-ruby.l2-c7", "level 2, column 7, ruby ("),
        ("virus", "energy.4-middle-2", "quarter 4 middle, 2nd energy ("),
        ("virus", "floor-4.7", "floor 4, 7th slot ("),
        ("virus", "plant-track.9", "plant row “20”, 2nd plant ("),
        ("battle", "asteroid.1", "asteroid 1 ("),
        ("battle", "asteroid-bonus.6-2", "asteroid 6, 2nd energy ("),
        ("battle", "planet-2.4", "planet “3 4 5”, 2nd row from the top, 2nd space ("),
        ("battle", "flag.4-far", "planet “7 8 9”, far side, flag ("),
        ("battle", "far-astronaut.1", "far side, 1st row from the top, 1st astronaut ("),
        ("escape", "score.total", "box “TOTAL” ("),
        ("ares-coop", "r01.a-cube-copper", "1st row from the top, 1st square ("),
        ("pulsar-final", "station.s10", "square “10”, under “Stations”"),
        ("pulsar-final", "tech.t3a", "space “3a”"),
        ("planet-record", "track-biomass.h07", "8th space from the left, next to “Biomass”"),
        ("planet-record", "track-civ.h09", "10th space from the left, next to “Civilization”"),
        ("gaia-record", "science.l4", "octagon “4”, next to “Science”"),
        ("gaia-record", "built.institute", "seal “Institute”, page 1 ("),
        ("gaia-record", "planet.desert", "slot “Yellow”, page 1"),
        ("gaia-record", "tech.sp-range-1", "arrow “range +1”, page 1 ("),
        ("gaia-record", "left.brainstone-2", "octagon “II”, next to"),
        ("ares-record", "corp.unmi", "seal “UNMI” ("),
        ("ares-solo", "verdict.won", "star “Won” ("),
        ("ares-record", "card-14.units", "3rd row from the top, 2nd slot ("),
        ("planet-record", "civ-card.r2-points-2", "card 2 “2 points”, "),
        ("planet-record", "cell.r02c09", "2nd row from the top, 9th column, cell, page 1 ("),
        ("planet-record", "lifepod.2", "2nd lifepod from the left, next to “Lifepods scored”"),
        ("ares-coop", "temp.s19", "1st slot from the top, under “Temperature”"),
        ("gaia-record", "round-2.hits", "2nd slot from the top, under “hits”"),
        ("pulsar-ledger", "draft-2.die-1", "1st row from the top, 2nd slot, page 1 ("),
        ("planet-record", "personal.done-2", "2nd circle from the top"),
        ("planet-record", "turn-13.outer", "octagon “13”, page 2 ("),
        ("colony", "mission.a", "box “mission A” ("),
        ("colony", "score.water", "box “Tanks” ("),
        ("pulsar-ledger", "round-3.score", "3rd box from the left, next to “Score”"),
    ],
)
def test_fields_are_counted_in_their_visible_order(name: str, field: str, words: str) -> None:
    assert field_places(load_sheet(name))[field].startswith(words)


@pytest.mark.parametrize("name", scenario_names())
def test_counted_rows_have_a_printed_number_next_to_them(name: str) -> None:
    sheet = load_sheet(name)
    printed = [(shape.text, shape.rect.center if isinstance(shape, Icon) else shape.at)
               for shape in sheet.shapes if isinstance(shape, Icon | Text)]  # fmt: skip
    blocks: tuple[Zone | Group, ...] = (*sheet.zones, *sheet.groups)
    for block in [block for block in blocks if "places" in block.attrs]:
        sign = str(block.attrs.get("name") or "".join(re.findall(r"\d+", block.id)))
        fields = [sheet.field[id_].rect for id_ in names_in(block.attrs["places"])]
        assert not sign or any(
            sign in (text, text.split()[0] if text else "") and distance(rect, at) < FARTHEST
            for text, at in printed for rect in fields
        ), block.id  # fmt: skip


@pytest.mark.parametrize("name", scenario_names())
def test_a_number_by_itself_is_printed_on_the_sheet(name: str) -> None:
    sheet = load_sheet(name)
    printed = {
        word for shape in sheet.shapes if isinstance(shape, Icon | Text) for word in shape.text.split()
    }
    for place in field_places(sheet).values():
        assert {*re.findall(r"(?<=[a-z] )\d+\b", place)} <= printed, place


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("pulsar-ledger", "draft-2.die-1", "1st row from the top, 2nd slot, page 1, at the top left"),
        ("gaia-record", "science.l4", "octagon “4”, next to “Science”, page 1"),
        ("gaia-record", "built.institute", "seal “Institute”, page 1, in the middle"),
        (
            "gaia-record",
            "round-2.hits",
            "2nd slot from the top, under “hits”, page 2, in the upper part right",
        ),
        ("pulsar-final", "goal-2.done", "star “2”, in the lower part left"),
    ],
)
def test_short_counts_name_their_start(name: str, field: str, words: str) -> None:
    assert brief_places(load_sheet(name))[field] == words


def test_printed_numbers_are_enough_in_short_places() -> None:
    assert brief_places(load_sheet("journey"))["trajectory.17"] == "slot 17"
    assert brief_places(load_sheet("launch"))["floor-7.2"] == "floor 7, 2nd slot"


def test_unordered_fields_of_designers_have_their_id(tmp_path: Path) -> None:
    (tmp_path / "map.sheet").write_text(
        'sheet map "Map"\ngrid columns: 3 gap: 4 at: 20, 20\n  repeat k: 1..9\n'
        "    icon place.{k} if(k = 5, star, plant)\n"
        '      facts name: if(k = 3, "Old mill", "")\n'
        "row gap: 4 at: 20, 90\n  repeat k: 1..3\n    icon bee.{k} plant\n"
    )
    sheet = read_template(tmp_path / "map.sheet").sheet
    assert brief_places(sheet)["place.2"] == "icon, at the top left"
    assert brief_places(sheet)["place.3"] == "plant “Old mill”, at the top left"
    assert field_places(sheet)["place.2"] == "icon place.2 (at the top left)"
    assert brief_places(sheet)["bee.2"] == "2nd plant from the left, in the middle left"


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
