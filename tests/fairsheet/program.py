"""A program that uses the whole library and writes to a folder of results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import fairsheet

SEED = "coral-otter-42"
TEMPLATE = "examples/sheets/five-dice/five-dice.sheet"
Bot = Callable[[fairsheet.Game], fairsheet.Step]


def first_bot(game: fairsheet.Game) -> fairsheet.Step:
    return game.legal_steps()[0]


def points(score: fairsheet.Score) -> dict[int, int]:
    players: tuple[fairsheet.PlayerScore, ...] = score.players
    return {player.seat: player.total for player in players}


def play(game: fairsheet.Game, bot: Bot) -> tuple[fairsheet.Record, ...]:
    while not game.is_over:
        game.push(bot(game))
    last: fairsheet.Step = game.pop()
    game.push(last)
    return game.records()


def list_cards(deal: fairsheet.Deal) -> list[fairsheet.Card]:
    if isinstance(deal, fairsheet.SoloDeal):
        turns: tuple[fairsheet.SoloTurn, ...] = deal.known
        return [card for turn in turns for card in turn.cards]
    dealt: tuple[fairsheet.DealtTurn, ...] = deal.turns(3)
    offers: list[fairsheet.Offer] = [offer for turn in dealt for offer in turn.offers]
    return [fairsheet.Card(offer.number, offer.action) for offer in offers]


def draw_of(deal: fairsheet.Deal) -> fairsheet.Draw | None:
    return deal.draw if isinstance(deal, fairsheet.DrawnDeal) else None


def explain(sheet: fairsheet.SheetVerdict) -> list[str]:
    contradictions: tuple[fairsheet.Contradiction, ...] = sheet.contradiction
    findings: tuple[fairsheet.Finding, ...] = sheet.findings or ()
    sums: dict[str, fairsheet.WrongSum] = sheet.wrong_sums
    steps: list[fairsheet.Reason] = [step for each in contradictions for step in each.steps]
    why = [
        *(each.why for each in contradictions),
        *(each.why for each in steps),
        *(each.why for each in findings),
    ]
    return [*why, *(f"{each.written}, not {each.computed}" for each in sums.values())]


def numbers_found(verdict: fairsheet.Verdict) -> list[int]:
    found: fairsheet.FoundCards | None = verdict.cards or None
    return [card.number for pile in found.piles for card in pile] if found else []


def marks_of(history: fairsheet.History) -> dict[str, fairsheet.Mark]:
    turns: tuple[fairsheet.Turn, ...] = history
    ink: list[fairsheet.Ink] = [each for turn in turns for each in turn.ink]
    return {each.field: each.mark for each in ink}


def missed(analysis: fairsheet.Analysis) -> list[fairsheet.Ink]:
    players: tuple[fairsheet.PlayerAnalysis, ...] = analysis.players
    turns: list[fairsheet.TurnAnalysis] = [turn for player in players for turn in player.turns]
    return [ink for turn in turns for ink in turn.better]


def read_photo(photo: bytes, blank: bytes) -> fairsheet.Record:
    reading: fairsheet.Reading = fairsheet.scan(photo)
    photos: tuple[fairsheet.ReadPhoto, ...] = reading.photos
    sheets: tuple[fairsheet.ReadRecord, ...] = photos[0].sheets
    doubts: tuple[fairsheet.Doubt, ...] = sheets[0].doubts
    likely = fairsheet.probabilities(blank)[0]
    assert all(doubt.field in likely for doubt in doubts)
    assert fairsheet.overlay(blank)
    ink: fairsheet.KeptReading | None = sheets[0].ink or None
    unsure: tuple[fairsheet.FieldReading, ...] = ink.unsure if ink else ()
    judged: fairsheet.JudgedReadings = fairsheet.judge([reading])
    assert judged.verdict is not None and {each.field for each in unsure} <= set(likely)
    return sheets[0].record


def main(out: Path) -> None:
    print(f"fairsheet {fairsheet.__version__}")
    sheet: fairsheet.Sheet = fairsheet.load_sheet("launch")
    fields: tuple[fairsheet.Field, ...] = sheet.fields
    blank = fairsheet.print_pdf(sheet, seed=SEED, players=2, seat=1)
    assert len(fields) > 100
    game = fairsheet.Game(sheet, seed=SEED, players=2)
    records = play(game, first_bot)
    assert game.svg(1).startswith("<svg") and points(game.score()) == points(fairsheet.score(records))
    known: fairsheet.Known = game.redeal(Random(1)).known(1)
    assert known.ink[1] == game.ink(1) and game.total(1) == game.score().players[0].total
    again = fairsheet.Game.from_history(game.deal, {1: game.history(1), 2: game.history(2)})
    assert fairsheet.Game.from_text(again.text()) == again
    assert game.is_over and fairsheet.Game(sheet, seed=SEED, players=2).bot_step(Random(1), "keen").seat == 1
    bots: tuple[fairsheet.Played, ...] = fairsheet.simulate("launch", seed=SEED, players=2)
    assert fairsheet.Game.from_records(bots[0].records).is_over
    worth: fairsheet.Par = fairsheet.par("launch", seed=SEED, players=2)
    assert worth.best > 100 and callable(fairsheet.analyse) and callable(missed)
    corrected: fairsheet.Record = fairsheet.correct(records[0], {"error.1": None, "player": "Ada"})
    assert corrected.player == "Ada" and len(fairsheet.fields(sheet)["fields"]) == len(sheet.fields)
    checked: fairsheet.CheckedCertificate = fairsheet.check_certificate("examples/certificates/launch")
    evidence: fairsheet.CertifiedRecord = checked.records[0]
    assert evidence.file == "record-1.json"
    solo = fairsheet.Game("mine", seed=SEED, solo=4)
    astra = fairsheet.score(play(solo, first_bot)).astra
    assert isinstance(astra, fairsheet.AstraScore) and list_cards(solo.deal) and list_cards(game.deal)
    assert draw_of(fairsheet.deal("gaia-setup", SEED, players=3)) is not None
    replayed = fairsheet.replay(game.deal, [game.history(1), game.history(2)])
    assert set(replayed[0].marks) == set(marks_of(game.history(1)))
    assert {seat: sum(each.values()) for seat, each in fairsheet.summands(records).items()} == points(
        game.score()
    )
    verdict: fairsheet.Verdict = fairsheet.verify(records)
    assert [explain(each) for each in verdict.sheets] == [[], []]
    photo = fairsheet.photograph(records[0], seed="a hand")[0]
    table: fairsheet.Table = read_photo(photo, blank).game
    assert table.seed == SEED
    findings: tuple[fairsheet.LintFinding, ...] = fairsheet.lint(TEMPLATE)
    pages = fairsheet.preview(TEMPLATE, dpi=50)
    assert not findings and len(pages) == 1
    folder = out / "records"
    for name, of_table in (("one", records), ("two", solo.records())):
        (folder / name).mkdir(parents=True)
        for record in of_table:
            path = folder / name / f"seat-{record.seat}.json"
            path.write_text(fairsheet.write_record(record), encoding="utf-8")
            assert fairsheet.read_record(path) == record
    assert fairsheet.report(records, kind="txt") and fairsheet.cards(sheet, seed=SEED, only=["order"])
    calls: list[tuple[str, int, int]] = []
    done: fairsheet.BatchSummary = fairsheet.batch(
        [folder], out / "results", league=True, workers=1, progress=lambda *call: calls.append(call)
    )
    assert calls[-1] == ("proving", done.tables, done.tables), calls
    try:
        fairsheet.load_sheet(str(out))
    except fairsheet.FairsheetError as error:
        code: fairsheet.ErrorCode = error.code
        print(f"{error.where}: {error.problem} ({error.hint}) [{code}]")
    print(f"{done.tables} tables, {done.legal} legal")
