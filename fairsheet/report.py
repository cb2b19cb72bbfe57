"""The report of one table: a web page that needs no other file."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path

from engine.deal import Deal
from engine.ink import History, Turn
from engine.proof.verdict import SheetVerdict
from engine.score import PlayerScore, Score, signs_of_total
from fairsheet.pictures import shrunk_jpeg
from fairsheet.tables import part_name, ranks
from fairsheet.words import VERDICTS, causes, contradiction_lines, mission_values
from sheets.model import Sheet

PICTURE_SIDE = 1400  # px of a picture's longer side in the report
PICTURE_QUALITY = 72


@dataclass(frozen=True)
class SeatReport:
    """What the report shows of one seat."""

    seat: int
    player: str
    photo: Path
    overlay: Path
    reading: str  # in one sentence
    verdict: SheetVerdict
    score: PlayerScore


def report_html(
    sheet: Sheet, deal: Deal, seats: Sequence[SeatReport], score: Score, ties: Sequence[str], note: str
) -> str:
    """The page; `ties` says what told players of equal totals apart, `note` is said at its foot."""
    style = (files("fairsheet") / "data" / "report.css").read_text(encoding="utf-8")
    title = f"{sheet.title}: {deal.seed}"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><style>{style}</style></head><body><main>
<h1>{escape(sheet.title)}</h1>
<p class="soft">{deal.players} players, seed <b>{escape(deal.seed)}</b></p>
{_missions(sheet, deal)}
<h2>Result</h2>
{_result(sheet, seats, score)}{"".join(f"<p>{escape(line)}</p>" for line in ties)}
<h2>Photos and what was read</h2>
{"".join(map(_pictures, seats))}
<h2>Turn by turn</h2>
<p class="soft">What each sheet proves: an order of play, found from the marks as read and corrected, that obeys every
rule and leaves exactly this ink. The game as it was played may have differed where the ink does not tell.</p>
{"".join(_history(seat, deal) for seat in seats)}
<footer>{escape(note)}</footer>
</main></body></html>
"""


def _missions(sheet: Sheet, deal: Deal) -> str:
    missions = [sheet.mission[id_] for id_ in deal.missions.values()]
    items = [
        f"<li><b>{escape(m.letter)}</b>{escape(m.text)} <span class=soft>{mission_values(m)}</span></li>"
        for m in missions
    ]
    return f"<ul class=missions>{''.join(items)}</ul>" if items else ""


def _result(sheet: Sheet, seats: Sequence[SeatReport], score: Score) -> str:
    """The ranking as a table, totals first, for it may be wide; what the total subtracts bears a minus."""
    signs = signs_of_total(sheet)
    by_seat = {seat.seat: seat for seat in seats}
    parts = list(seats[0].score.parts)
    head = "".join(f"<th class=number>{escape(part_name(part))}</th>" for part in parts)
    rows = []
    for rank, tied in ranks(score):
        for number in tied:
            seat = by_seat[number]
            cells = "".join(
                f"<td class=number>{signs.get(part, 1) * seat.score.parts[part]}</td>" for part in parts
            )
            rows.append(
                f"<tr><td class=number>{rank}</td><td>{escape(seat.player)}</td><td>{_badge(seat.verdict)}</td>"
                f"<td class='number total'>{seat.score.total}</td>{cells}</tr>"
            )
    return (
        f"<div class=scroll><table class=result><tr><th class=number>rank</th><th>player</th><th>verdict</th>"
        f"<th class=number>total</th>{head}</tr>{''.join(rows)}</table></div>{_contradictions(seats)}"
    )


def _badge(verdict: SheetVerdict) -> str:
    meaning = escape(VERDICTS[verdict.verdict])
    return f"<span class='badge {verdict.verdict}' title='{meaning}'>{verdict.verdict}</span>"


def _contradictions(seats: Iterable[SeatReport]) -> str:
    items = [
        f"<li>{escape(seat.player)}: {'<br>'.join(map(escape, contradiction_lines(contradiction)))}</li>"
        for seat in seats
        for contradiction in seat.verdict.contradiction
    ]
    return f"<h3>What cannot be</h3><ul>{''.join(items)}</ul>" if items else ""


def _pictures(seat: SeatReport) -> str:
    name = escape(seat.player)
    return f"""<h3>{name} {_badge(seat.verdict)}</h3><p>{escape(seat.reading)}</p><div class=pictures>
{_figure(seat.photo, "The photo")}{_figure(seat.overlay, "What was read")}</div>"""


def _figure(path: Path, words: str) -> str:
    return f"""<figure><img alt="{words}" src="{_embedded(path)}"><figcaption>{words}</figcaption></figure>"""


def _embedded(path: Path) -> str:
    picture = shrunk_jpeg(path, PICTURE_SIDE, PICTURE_QUALITY)
    return "data:image/jpeg;base64," + base64.b64encode(picture).decode()


def _history(seat: SeatReport, deal: Deal) -> str:
    history = seat.verdict.history
    if history is None:
        return f"<h3>{escape(seat.player)}</h3><p>There is no history for this sheet.</p>"
    rows = "".join(_turn(turn, deal) for turn in history)
    head = "<tr><th class=number>turn</th><th>offers, the one taken marked</th><th>what was written</th></tr>"
    return f"""<details{" open" if seat.seat == 1 else ""}>
<summary>{escape(seat.player)}: {_turns(history)} turns</summary>
<div class=scroll><table>{head}{rows}</table></div></details>"""


def _turns(history: History) -> int:
    return max((turn.turn for turn in history), default=0)


def _turn(turn: Turn, deal: Deal) -> str:
    if turn.turn == 0:
        offers = "set-up"
    else:
        shown = [f"{offer.number} {escape(offer.action)}" for offer in deal.offers(turn.turn)]
        offers = " · ".join(
            f"<span class=taken>{words}</span>" if turn.offer == place else words
            for place, words in enumerate(shown, 1)
        )
    doings = "".join(
        f"<span class=doing><span class=cause>{escape(cause)}</span><span>{escape('; '.join(phrases))}</span></span>"
        for cause, phrases in causes(turn)
    )
    return f"<tr><td class=number>{turn.turn}</td><td class=offers>{offers}</td><td>{doings}</td></tr>"
