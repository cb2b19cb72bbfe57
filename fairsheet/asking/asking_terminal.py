"""Ask in a terminal: show the field on the photo and the question, and read the typed answer."""

from __future__ import annotations

import io
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from fairsheet.asking.asking import (
    Answer,
    Asking,
    handle_line,
    left_open,
    line_in_english,
    prompt,
    question_lines,
)
from fairsheet.asking.questions import Question, to_photograph
from fairsheet.languages.messages import Message, joined, render
from fairsheet.process.console import printable, say
from fairsheet.process.spoken import command_language
from fairsheet.process.terminal_pictures import draws_pictures, picture_sequence
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.wording.formatting import photo_hint

if TYPE_CHECKING:
    from rich.text import Text

_WIDEST = 72  # columns of a crop drawn with characters
_MOST_ROWS = 22  # of such a crop; each row shows two rows of pixels
_PICTURE = 30  # columns of a crop drawn as a picture


Keep = Callable[[Answer], None]


def check_terminal(where: str) -> None:
    """Raise FairsheetError if stdin or stderr is not a terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        hint = "run it in a terminal, or use fairsheet correct; for a batch, --accept-likely accepts likely readings"
        problem = "questions need a terminal"
        raise FairsheetError(problem, code=ErrorCode.MISSING_DEPENDENCY, where=where, hint=hint)


def ask(questions: Sequence[Question], keep: Keep, known: Iterable[str] = ()) -> Asking:
    """Ask one question after the other, and pass every answer to `keep` at once.

    `known` are players' names that may be typed without accents. If many fields of a sheet are unclear, a message
    asks for another photo first. Many hidden fields are not asked about. Neither holds if all doubts are asked about.

    Raises FairsheetError if there are questions but no terminal.
    """
    settling = [each for each in questions if each.settled is not None]
    by_sheet = defaultdict(list)
    for each in settling:
        by_sheet[each.source].append(each)
    for of_sheet in by_sheet.values():
        if hint := photo_hint([each.doubt for each in of_sheet]):
            say(joined(": ", (of_sheet[0].sheet, hint)))
    again = to_photograph(settling)
    asked = tuple(each for each in questions if not (each.unseen and each.source in again))
    if asked:
        check_terminal("doubts")
    asking = Asking(asked, known=tuple(known), unasked=len(questions) - len(asked))
    while not asking.is_over:
        if asking.notice:
            say(asking.notice)
        elif not asking.is_at_end:
            show_question(asking)
        click.echo(f"{printable(render(prompt(asking), command_language()))} ", err=True, nl=False)
        line = sys.stdin.readline()
        asking, answer = handle_line(
            asking, line_in_english(asking, line, command_language()) if line else "q"
        )
        if answer is not None:
            keep(answer)
    if left_open(asking):
        say("")
        say(Message("stopped; every answer is kept, {n} left", n=left_open(asking)))
    return asking


def show_question(asking: Asking) -> None:
    """Print the field on the photo, and the question."""
    say("")
    for picture in asking.pictures:
        _show_picture(picture)
    for line in question_lines(asking):
        say(line)


def _show_picture(jpeg: bytes) -> None:
    """Draw a picture if the terminal can, otherwise coloured characters if the terminal has colours.

    A damaged picture is left out, because the question also has the place in words.
    """
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    columns = min(_WIDEST, console.width - 1)
    png = _png(jpeg) if columns > 0 else None
    if png is None:
        return
    if draws_pictures(os.environ):
        console.file.write(f"{picture_sequence(png, min(_PICTURE, columns))}\n")
    elif console.color_system is not None:
        console.print(half_blocks(jpeg, columns, _MOST_ROWS))


def _png(jpeg: bytes) -> bytes | None:
    """Return the picture as PNG; None if it cannot be decoded or is too large, because files may be damaged."""
    from PIL import Image

    from fairsheet.vision.classify.crops import MOST_PIXELS

    stream = io.BytesIO()
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            picture.save(stream, "PNG")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return stream.getvalue()


def half_blocks(jpeg: bytes, columns: int, rows: int) -> Text:
    """Return a picture in characters of two pixels each, at most `columns` wide and `rows` high; ink is darkened.

    Shrinking keeps the darkest part of each cell, so that thin strokes stay visible.
    """
    import numpy as np
    from PIL import Image, ImageFilter, ImageOps
    from rich.text import Text

    with Image.open(io.BytesIO(jpeg)) as picture:
        gray = ImageOps.autocontrast(picture.convert("L"), cutoff=1)
    scale = min(columns / gray.width, 2 * rows / gray.height, 1.0)
    if scale < 0.5:
        gray = gray.filter(ImageFilter.MinFilter(3))
    width, height = max(1, round(gray.width * scale)), max(2, round(gray.height * scale) // 2 * 2)
    levels = np.asarray(gray.resize((width, height), Image.Resampling.BOX)).tolist()  # rows of 0 to 255
    text = Text(no_wrap=True, end="")
    for y in range(0, height, 2):
        for x in range(width):
            above, below = levels[y][x], levels[y + 1][x]
            text.append("▀", f"rgb({above},{above},{above}) on rgb({below},{below},{below})")
        text.append("\n")
    return text
