"""Questions on the pages: which marks are asked about, together or alone, and what the answers offer."""

from __future__ import annotations

import re
from html import unescape

from msgspec.structs import replace

from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.languages.messages import Message, render
from fairsheet.serve.event_answers import possible_marks
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import UNSEEN, UNSETTLED, much_paler
from fairsheet.wording.formatting import (
    MANY_DOUBTS,
    UNCLEAR,
    in_words_of_sheet,
    photo_hint,
    photograph_again,
)
from tests.fairsheet.serve.client import Client, on_pages, played


@on_pages
async def test_doubt_is_asked_answered_and_undone(client: Client) -> None:
    table = client.start()
    link = f"/t/{table.started.links[0]}"
    first, second = played(table)
    field, mark = next((id_, mark) for id_, mark in first.marks.items() if id_.startswith("floor-7."))
    doubt = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("faint"))
    await client.show(table, client.shown.photo(first, doubt), client.shown.photo(second))
    page = (await client.get(f"{link}/ask")).text
    key = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert key["field"] == field and f'value="{mark}"' in page and 'value="blank"' in page
    in_doubt = re.findall('<p class="notice"><bdi>(.+)</bdi>', await client.see(table, "/result"))
    assert len(in_doubt) == 1 and in_doubt[0] in await client.see(table)
    assert (await client.post(f"{link}/ask", **key, mark=str(mark))).status == 303
    await client.settled()
    assert client.tables.standing(table.id).questions == () and in_doubt[0] not in await client.see(table)
    log = (await client.get(f"{link}/log")).text
    assert f": {mark}" in log
    in_german = (await client.get(f"{link}/result?lang=de")).text
    assert render(Message("the host"), words_on_sheets("de")) in in_german
    last = client.tables.standing(table.id).table.last
    assert last is not None
    assert (await client.post(f"{link}/undo", number=str(last.number))).status == 303
    await client.settled()
    assert len(client.tables.standing(table.id).questions) == 1
    assert "undid" in (await client.get(f"{link}/log")).text


@on_pages
async def test_sheet_with_a_doubt_of_unknown_weight_is_asked_about(client: Client) -> None:
    table = client.start()
    first, second = played(table)
    slots = ((id_, mark) for id_, mark in first.marks.items() if isinstance(mark, int))
    field, mark = next(
        each for each in slots if is_legal(replace(first, marks={**first.marks, each[0]: each[1] + 1}))
    )
    doubt = Doubt(field, ((mark, 0.6), (mark + 1, 0.4)), mark, Message("faint"), 7)
    await client.show(table, client.shown.photo(first, doubt), client.shown.photo(second))
    known = client.tables.standing(table.id)
    assert known.outcome is not None and [each.field.id for each in known.questions] == [field]
    (otherwise,) = re.findall(r'href="/t/[^/"]+(/f/[^"]+)"', await client.see(table, "/ask"))
    page = await client.see(table, otherwise)
    assert '/ask" aria-current="page"' in page
    assert f'value="{mark}"' not in page and f'value="{mark + 1}"' not in page and 'value="blank"' not in page
    result = await client.see(table, "/result")
    assert (
        f"<bdi>{mark}, or {mark + 1}" in unescape(result) and "#7" not in result
    )  # the photo shows no number


@on_pages
async def test_question_that_offers_all_marks_has_no_button_for_others(client: Client) -> None:
    table = client.start()
    first, _ = played(table)
    fields = load_sheet("launch").field
    field, mark = next(each for each in first.marks.items() if len(possible_marks(fields[each[0]])) == 2)
    doubt = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("faint"), matters=True)
    await client.show(table, client.shown.photo(first, doubt))
    page = await client.see(table, "/ask")
    assert f'value="{field}"' in page and "back=ask" not in page


def is_legal(record: Record) -> bool:
    """Return whether a sheet of launch is legal by itself."""
    (sheet,) = ruleset_of(load_sheet("launch")).verify([record]).sheets
    return sheet.verdict == "legal"


def pale_doubts(record: Record) -> list[Doubt]:
    """Return doubts about two marks of a sheet that are much paler than the others."""
    pale = [(id_, mark) for id_, mark in record.marks.items() if id_.startswith("floor-7.")][:2]
    return [
        Doubt.of(id_, ((mark, 0.5), (None, 0.5)), mark, much_paler(mark, None), matters=True)
        for id_, mark in pale
    ]


@on_pages
async def test_pale_marks_of_one_sheet_share_a_question(client: Client) -> None:
    table = client.start()
    first, second = played(table)
    doubts = pale_doubts(first)
    await client.show(table, client.shown.photo(first, *doubts), client.shown.photo(second))
    page = await client.see(table, "/ask")
    assert page.count('class="zoom"') == 2 and "holds for all 2" in page
    assert '<span class="count">1</span>' in page
    key = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert (await client.post(f"/t/{table.started.links[0]}/ask", **key, mark="blank")).status == 303
    answers = client.tables.standing(table.id).table.answers
    assert {each.field: each.mark for each in answers} == {doubt.field: None for doubt in doubts}
    await client.settled()
    sheet = load_sheet("launch")
    asked, followed = (re.escape(in_words_of_sheet(each.field, sheet)) for each in answers)
    result = unescape(await client.see(table, "/result"))
    assert re.search(rf"Answered: [^;.]*{asked}[^;.]*\. Follows from answers: [^;.]*{followed}", result), (
        result
    )


@on_pages
async def test_pale_marks_of_two_sheets_are_two_questions(client: Client) -> None:
    table = client.start()
    await client.show(table, *(client.shown.photo(each, *pale_doubts(each)) for each in played(table)))
    pages = [await client.see(table, f"/ask?after={after}") for after in (0, 2)]
    assert [page.count('class="zoom"') for page in pages] == [2, 2]
    first, second = (set(re.findall(r'name="sha256" value="(\w+)"', page)) for page in pages)
    assert len(first) == len(second) == 1 and first != second


@on_pages
async def test_unclear_photo_gets_a_hint_before_its_questions(client: Client) -> None:
    table = client.start()
    first, _ = played(table)
    slots = [id_ for id_ in first.marks if id_.startswith("floor-")][:MANY_DOUBTS]
    doubts = [
        Doubt.of(id_, ((first.marks[id_], 0.6), (None, 0.4)), first.marks[id_], UNSETTLED) for id_ in slots
    ]
    await client.show(table, client.shown.photo(first, *doubts))
    links = table.started.links[2:]
    own, other = [(await client.get(f"/t/{link}/ask")).text for link in links]
    assert own.index(UNCLEAR) < own.index('class="crop"') and UNCLEAR not in other


def test_pale_marks_need_no_other_photo() -> None:
    doubts = [
        Doubt.of(f"floor-{floor}.1", ((5, 0.6), (None, 0.4)), 5, much_paler(5, None))
        for floor in range(MANY_DOUBTS)
    ]
    assert photo_hint(doubts) is None
    unclear = [replace(each, because=UNSETTLED.words) for each in doubts]
    assert photo_hint(unclear[1:]) is None and photo_hint(unclear) == UNCLEAR
    unseen = [replace(each, kind=UNSEEN.kind) for each in unclear]
    assert photo_hint(unseen) == photograph_again(MANY_DOUBTS)


@on_pages
async def test_partly_unseen_photo_is_one_request_for_another(client: Client) -> None:
    table = client.start()
    first, _ = played(table)
    hidden = [id_ for id_ in first.marks if id_.startswith("floor-")][:6]
    doubts = [
        Doubt.of(id_, ((first.marks[id_], 0.6), (None, 0.4)), first.marks[id_], UNSEEN) for id_ in hidden
    ]
    await client.show(table, client.shown.photo(first, *doubts))
    page = await client.see(table)
    assert "6 fields cannot be seen" in page and "/ask?after" not in page
    assert f'href="/t/{table.started.links[0]}#photos"' in await client.see(table, "/ask")
    assert client.tables.standing(table.id).questions == ()
