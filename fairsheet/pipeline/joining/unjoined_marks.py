"""Readings of one page held against each other, mark by mark. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from fairsheet.engine.records.record import mark_in
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile
from fairsheet.pipeline.joining.joining import answers_in
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import marks_in_files, photos_differ


def combined(seen: Sequence[SheetOfFile]) -> tuple[KeptSheet, list[str]]:
    """What several readings of one page that are not read as one say together, with a note on it.

    The one with the fewest doubts counts. Where it is in doubt and another is not, the other decides the field; where
    all are in doubt, their candidates add up; where two that are sure contradict each other, that is a doubt. Of what
    was answered the newest counts; see `contradictory_answers`.
    """
    if len(seen) == 1:
        return seen[0].sheet, []
    ranked = sorted(seen, key=lambda each: len(each.sheet.doubts or ()))
    best = ranked[0].sheet
    in_doubt = [{doubt.field: doubt for doubt in each.sheet.doubts or ()} for each in ranked]
    marks = dict(best.record.marks)
    marks[PLAYER] = next((each.sheet.record.player for each in ranked if each.sheet.record.player), "")
    doubts: list[Doubt] = []
    answers = answers_in(seen)
    count: Counter[str] = Counter()
    pairs = list(zip(ranked, in_doubt, strict=True))
    for field in dict.fromkeys(field for each, own in pairs for field in (*each.sheet.record.marks, *own)):
        sure: Mapping[Mark | None, Sequence[str]] = _files_by_mark(
            field,
            (
                each
                for each, own in pairs
                if field not in own and (field != PLAYER or each.sheet.record.player)
            ),
        )
        if field in answers:
            sure = {answers[field]: ()}
        if len(sure) == 1:
            (mark,) = sure
            count["decided"] += field in in_doubt[0]
        else:
            doubt = _contradiction(field, sure) if sure else _added_up([own[field] for own in in_doubt])
            mark = doubt.chosen
            doubts.append(doubt)
            count["contradicted"] += bool(sure)
        marks.pop(field, None)
        if mark is not None:
            marks[field] = mark
    # as the readings have it
    order = dict.fromkeys(field for each in ranked for field in each.sheet.record.marks)
    player = str(marks.pop(PLAYER, ""))
    record = structs.replace(
        best.record,
        marks={field: marks[field] for field in (*order, *marks) if field in marks},
        player=player,
    )
    photos = any(each.sheet.doubts is not None for each in ranked)
    read = KeptSheet(record, tuple(doubts) if photos or doubts else None, unsure=_unsure_together(seen))
    return read, [_note(ranked, count)]


def _note(ranked: Sequence[SheetOfFile], count: Mapping[str, int]) -> str:
    files = joined(", ", (each.name for each in ranked))
    counts = Message(
        "{n} readings ({files}), of which {file} counts",
        n=len(ranked),
        files=files,
        file=ranked[0].name,
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


def _unsure_together(seen: Sequence[SheetOfFile]) -> tuple[FieldReading, ...]:
    """What the ink of all photos of a page together says of fields of which it is not certain on every one."""
    from fairsheet.vision.joining.combine import pooled

    unsure = dict.fromkeys(field.field for each in seen for field in each.sheet.unsure)
    answered = {answer.field for each in seen for answer in each.answered}
    return tuple(
        pooled([each.sheet.ink(field) for each in seen]) for field in unsure if field not in answered
    )


def _files_by_mark(field: str, seen: Iterable[SheetOfFile]) -> dict[Mark | None, list[str]]:
    """The marks of readings in a field, with the files that have them."""
    files: dict[Mark | None, list[str]] = {}
    for each in seen:
        files.setdefault(mark_in(each.sheet.record, field), []).append(each.name)
    return files


def _contradiction(field: str, sure: Mapping[Mark | None, Sequence[str]]) -> Doubt:
    whole = sum(map(len, sure.values()))
    candidates = tuple((mark, len(files) / whole) for mark, files in sure.items())
    return Doubt.of(field, candidates, candidates[0][0], photos_differ(marks_in_files(sure)))


def _added_up(doubts: Sequence[Doubt]) -> Doubt:
    """One doubt from those of several photos about one field, whose candidates are pooled as those of photos are.

    It stays a doubt, since the candidates have the rules in them already, which would count more than once.
    """
    from fairsheet.vision.joining.combine import pooled

    candidates = pooled([FieldReading(doubt.field, doubt.candidates) for doubt in doubts]).probabilities
    chosen = candidates[0][0]
    like = next((doubt for doubt in doubts if doubt.chosen == chosen), doubts[0])
    of_all = Message("each of {n} photos leaves it open: {why}", n=len(doubts), why=like.because)
    because = of_all if doubts[1:] else like.because
    return structs.replace(like, candidates=candidates, chosen=chosen, because=because)


def with_differences(doubts: Iterable[Doubt], photos: Sequence[SheetOfFile]) -> tuple[Doubt, ...]:
    """The doubts about a page that was read from all its photos; the reason of one says what each photo says alone,
    where these differ."""

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
