"""Pictures from files next to a template: placed, drawn unchanged, stored with the layout, and limited."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pictures

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.template_files import LARGEST_IMAGES, files_of, source_of
from fairsheet.sheets.library.layout_files import packed, read_layout
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.drawn_shapes import Image
from fairsheet.sheets.model.page_geometry import BODY, Paper
from fairsheet.sheets.printing.draw_pages import draw_blank
from fairsheet.vision.printed.raster import render_page

SHEET = 'sheet hill "Hill"\n'


def png(width: int = 4, height: int = 2, seed: int | None = None) -> bytes:
    """Return a picture whose left half is black; with a seed, noise that cannot be compressed."""
    grey = np.full((height, width), 255, np.uint8)
    grey[:, : width // 2] = 0
    if seed is not None:
        grey = np.random.default_rng(seed).integers(0, 256, (height, width), np.uint8)
    file = io.BytesIO()
    Pictures.fromarray(grey).save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """Return a template with a picture next to it."""
    (tmp_path / "hill.png").write_bytes(png())
    return tmp_path / "hill.sheet"


def test_pictures_are_placed_and_turn_with_their_panel(template: Path) -> None:
    template.write_text(
        f'{SHEET}image "hill.png" w: 40\npanel at: 60, 0 turn: 180\n  image "hill.png" h: 20\n'
    )
    sheet = read_template(template).sheet
    first, second = (shape for shape in sheet.shapes if isinstance(shape, Image))
    assert (first.rect.w, first.rect.h) == (second.rect.w, second.rect.h) == (40, 20)
    page = render_page(draw_blank(sheet, Paper("frame", 196, 266)), 0, 1960, 2660)
    seen = [page[round(BODY.y + 10) * 10, round(BODY.x + x) * 10] for x in (5, 35, 65, 95)]
    assert seen == [0, 255, 255, 0]


def test_an_svg_is_drawn_in_one_colour_with_white_gaps(template: Path) -> None:
    template.with_name("hill.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 0 40 20"><title>Hill</title><defs/>'
        '<g style="fill: #123"><path d="M10 0h20v20h-20z"/><path fill="#fff" d="M15 5h10v10h-10z"/>'
        '<path fill="none" d="M40 0V20"/></g></svg>'
    )
    template.write_text(f'{SHEET}image "hill.svg" w: 80 stroke: ink width: 2\nicon a plant at: 60, 5\n')
    sheet = read_template(template).sheet
    page = render_page(draw_blank(sheet, Paper("frame", 196, 266)), 0, 1960, 2660)
    seen = [page[round(BODY.y + 20) * 10, round(BODY.x + x) * 10] for x in (5, 20, 35, 45, 60, 70)]
    assert seen == [0, 255, 0, 255, 0, 255]
    assert ["hill.svg" in finding.problem for finding in lint(sheet) if finding.about == "a"] == [True]


SVG = '<svg viewBox="0 0 9 9">{}</svg>'


@pytest.mark.parametrize(
    ("svg", "problem"),
    [
        ("<svg", "this is not a readable SVG"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"/>', "this is not a readable SVG"),
        ("<svg><path/></svg>", "has no viewBox"),
        (SVG.format("<rect/>"), "has a <rect>, but only paths are drawn"),
        (SVG.format('<g transform="scale(2)"/>'), "moves its paths by transform"),
        (SVG.format('<path d="M0 0 L99 9"/>'), "leaves its view box"),
        (SVG.format('<path d="M0 0"/>' * 501), "more than 500 paths"),
        (SVG.format(" " * 200_000), "at most 200 kB"),
    ],
)
def test_unusable_svgs_are_reported_with_their_place(template: Path, svg: str, problem: str) -> None:
    template.with_name("hill.svg").write_text(svg)
    template.write_text(f'{SHEET}image "hill.svg" w: 9')
    with pytest.raises(TemplateError, match=rf"hill\.sheet:2:7: hill\.svg: .*{problem}"):
        read_template(template)


def test_picture_files_are_part_of_the_layout(template: Path, tmp_path: Path) -> None:
    template.write_text(f'{SHEET}# image "none.png"\ninclude more\n')
    (tmp_path / "more.parts").write_text('image "hill.png" w: 40\n')
    assert files_of(template) == [tmp_path / name for name in ("hill.sheet", "more.parts", "hill.png")]
    before, sheet = source_of(template), read_template(template).sheet
    kept = tmp_path / "kept.json.gz"
    kept.write_bytes(packed(sheet))
    assert read_layout(kept) == sheet
    (tmp_path / "hill.png").write_bytes(png(6))
    assert source_of(template) != before
    assert read_template(template).sheet.fingerprint != sheet.fingerprint


def test_lint_reports_pictures_under_fields(template: Path) -> None:
    template.write_text(f'{SHEET}image "hill.png" w: 40\nicon a plant at: 30, 5\nicon b plant at: 50, 5\n')
    found = [finding for finding in lint(read_template(template).sheet) if "hill.png" in finding.problem]
    assert [finding.about for finding in found] == ["a"]


@pytest.mark.parametrize(
    ("picture", "lines", "problem"),
    [
        (png(), 'image "hill.png"', "hill.png lacks its width"),
        (png(), 'let name: "hill"\nimage "{name}.png" w: 9', "no readable picture hill.png"),
        (png()[:-30], 'image "hill.png" w: 9', "hill.png is not a readable PNG"),
        (b"GIF89a", 'image "hill.png" w: 9', "hill.png is not a readable PNG"),
        (png(4000, 1001), 'image "hill.png" w: 9', "4000 x 1001 pixels"),
        (png(800, 800, 1), 'image "hill.png" w: 9', "hill.png takes more"),
        (png(600, 600, 1), 'image "hill.png" w: 9\nimage "hill.png" w: 9 at: 20, 0', "up to here takes more"),
    ],
)  # fmt: skip
def test_unplaceable_pictures_are_reported_with_their_place(
    template: Path, picture: bytes, lines: str, problem: str
) -> None:
    template.with_name("hill.png").write_bytes(picture)
    template.write_text(SHEET + lines)
    with pytest.raises(TemplateError, match=rf"hill\.sheet:[23]:\d+: .*{problem}"):
        read_template(template)


def test_a_layout_with_the_most_pictures_is_stored(template: Path) -> None:
    picture = png(770, 770, 1)
    assert LARGEST_IMAGES - 10_000 < len(picture) <= LARGEST_IMAGES
    template.with_name("hill.png").write_bytes(picture)
    template.write_text(f'{SHEET}image "hill.png" w: 40\n')
    sheet = read_template(template).sheet
    kept = template.with_name("kept.json.gz")
    kept.write_bytes(packed(sheet))
    assert read_layout(kept) == sheet
