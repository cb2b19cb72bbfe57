"""Compare readings of one page mark by mark, if they cannot be read as one. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from fairsheet.engine.records.record import mark_in
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile
from fairsheet.pipeline.joining.joining import answers_by_field
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import marks_in_files, photos_differ


def combined(seen: Sequence[SheetOfFile]) -> tuple[KeptSheet, list[str]]:
    """Combine several readings of one page that cannot be read as one; return the sheet and a note about it.

    The reading with the fewest doubts counts. A certain mark of another reading decides a field in doubt. If all are in
    doubt, their candidates are pooled. If certain marks contradict each other, that is a doubt. The newest answer
    counts; see `contradictory_answers`.
    """
    if len(seen) == 1:
        return seen[0].sheet, []
    ranked = sorted(seen, key=lambda each: len(each.sheet.doubts or ()))
    best = ranked[0].sheet
    in_doubt = [{doubt.field: doubt for doubt in each.sheet.doubts or ()} for each in ranked]
    marks = dict(best.record.marks)
    marks[PLAYER] = next((each.sheet.record.player for each in ranked if each.sheet.record.player), "")
    doubts: list[Doubt] = []
    answers = answers_by_field(seen)
    count: Counter[str] = Counter()
    pairs = list(zip(ranked, in_doubt, strict=True))
    for field in dict.fromkeys(field for each, own in pairs for field in (*each.sheet.record.marks, *own)):
        certain: Mapping[Mark | None, Sequence[str]] = _files_by_mark(
            field,
            (
                each
                for each, own in pairs
                if field not in own and (field != PLAYER or each.sheet.record.player)
            ),
        )
        if field in answers:
            certain = {answers[field]: ()}
        if len(certain) == 1:
            (mark,) = certain
            count["decided"] += field in in_doubt[0]
        else:
            doubt = (
                _contradiction_doubt(field, certain)
                if certain
                else _pooled_doubt([own[field] for own in in_doubt])
            )
            mark = doubt.chosen
            doubts.append(doubt)
            count["contradicted"] += bool(certain)
        marks.pop(field, None)
        if mark is not None:
            marks[field] = mark
    # keep the order of the readings
    order = dict.fromkeys(field for each in ranked for field in each.sheet.record.marks)
    player = str(marks.pop(PLAYER, ""))
    record = structs.replace(
        best.record,
        marks={field: marks[field] for field in (*order, *marks) if field in marks},
        player=player,
    )
    photos = any(each.sheet.doubts is not None for each in ranked)
    read = KeptSheet(record, tuple(doubts) if photos or doubts else None, unsure=_pool_unsure(seen))
    return read, [_format_note(ranked, count)]


def _format_note(ranked: Sequence[SheetOfFile], count: Mapping[str, int]) -> str:
    files = joined(", ", (each.name for each in ranked))
    counts = Message(
        "{n} readings ({files}); the one of {file} counts", n=len(ranked), files=files, file=ranked[0].name
    )
    decided = Message("the others decide {n} mark in doubt", "the others decide {n} marks in doubt")
    contradicted = Message(
        "they contradict each other in {n} mark, which is in doubt",
        "they contradict each other in {n} marks, which are in doubt",
    )
    more = (
        words.filled(n=n)
        for words, n in ((decided, count["decided"]), (contradicted, count["contradicted"]))
        if n
    )
    return joined("; ", (counts, *more))


def _pool_unsure(seen: Sequence[SheetOfFile]) -> tuple[FieldReading, ...]:
    """Return the pooled readings of all fields that are uncertain in some photo of a page."""
    from fairsheet.vision.joining.combine import pool_views

    unsure = dict.fromkeys(field.field for each in seen for field in each.sheet.unsure)
    answered = {answer.field for each in seen for answer in each.answered}
    return tuple(
        pool_views([each.sheet.ink(field) for each in seen]) for field in unsure if field not in answered
    )


def _files_by_mark(field: str, seen: Iterable[SheetOfFile]) -> dict[Mark | None, list[str]]:
    """Return the marks of a field in several readings, with the files that show them."""
    files: dict[Mark | None, list[str]] = {}
    for each in seen:
        files.setdefault(mark_in(each.sheet.record, field), []).append(each.name)
    return files


def _contradiction_doubt(field: str, certain: Mapping[Mark | None, Sequence[str]]) -> Doubt:
    whole = sum(map(len, certain.values()))
    candidates = tuple((mark, len(files) / whole) for mark, files in certain.items())
    return Doubt.of(field, candidates, candidates[0][0], photos_differ(marks_in_files(certain)))


def _pooled_doubt(doubts: Sequence[Doubt]) -> Doubt:
    """Return one doubt about a field from the doubts of several photos, with their candidates pooled.

    It stays a doubt: the rules are already in the probabilities of each photo and would count several times.
    """
    from fairsheet.vision.joining.combine import pool_views

    candidates = pool_views([FieldReading(doubt.field, doubt.candidates) for doubt in doubts]).probabilities
    chosen = candidates[0][0]
    like = next((doubt for doubt in doubts if doubt.chosen == chosen), doubts[0])
    for_all = Message("each of {n} photos leaves it open: {why}", n=len(doubts), why=like.because)
    because = for_all if doubts[1:] else like.because
    return structs.replace(like, candidates=candidates, chosen=chosen, because=because)


def with_differences(doubts: Iterable[Doubt], photos: Sequence[SheetOfFile]) -> tuple[Doubt, ...]:
    """Return the doubts about a page that was read from all its photos; a reason shows the marks of each photo if they
    differ."""

    def with_difference(doubt: Doubt) -> Doubt:
        seen = (each for each in photos if doubt.field not in each.sheet.unseen)
        files = _files_by_mark(doubt.field, seen)
        if doubt.is_about_photos:
            files = {mark: files[mark] for mark, _ in doubt.candidates if mark in files} | files
            return structs.replace(doubt, because=photos_differ(marks_in_files(files)).words)
        if len(files) < 2 or doubt.is_pale:  # all pale marks are one question in the same words
            return doubt
        return structs.replace(
            doubt, because=Message("{why} ({said})", why=doubt.because, said=marks_in_files(files))
        )

    return tuple(map(with_difference, doubts))
