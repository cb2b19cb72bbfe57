"""Every pattern of the program is said in every language, with the same places and all forms of the plural."""

from __future__ import annotations

import re
from functools import cache

import msgspec
import pytest

from fairsheet.languages.catalogues import FOLDER, catalogue, languages
from fairsheet.languages.extract import Pattern, catalogue_file, patterns
from fairsheet.languages.messages import Message, counted, listed, packed, render, unpacked


@cache
def all_patterns() -> list[Pattern]:
    """Return every pattern of the program; to find them takes seconds."""
    return list(patterns())


def places(pattern: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", pattern))


@pytest.mark.parametrize("language", languages()[1:])
def test_nothing_is_missing(language: str) -> None:
    said = catalogue(language)
    forms = {said.form(number) for number in range(200)}
    for each in all_patterns():
        assert each.text in said.patterns, f"add it: python -m fairsheet.languages.extract {language}"
        found = said.patterns[each.text]
        assert len(found) == (len(forms) if each.plural else 1), each
        first, *others = (places(form) for form in found)  # a form for one number alone need not say it
        wanted = places(each.text + each.plural)
        assert wanted - {"n"} <= first <= wanted and all(form == wanted for form in others), each


@pytest.mark.parametrize("language", languages()[1:])
def test_a_catalogue_holds_what_the_program_says_and_no_more(language: str) -> None:
    kept = (FOLDER / f"{language}.po").read_text("utf-8")
    assert catalogue_file(language, all_patterns(), kept) == kept, (
        f"run: python -m fairsheet.languages.extract {language}"
    )


def test_numbers_choose_their_forms_and_lists_are_joined() -> None:
    words = listed([counted(number, "question") for number in (1, 2, 5)])
    assert words == "1 question, 2 questions and 5 questions"
    assert render(words, catalogue("cs")) == "1 otázka, 2 otázky a 5 otázek"
    assert render(words, catalogue("de")) == "1 Frage, 2 Fragen und 5 Fragen"


def test_what_is_kept_of_a_message_makes_it_again() -> None:
    words = listed([counted(2, "question"), Message("{n} is kept", n=3), "floor-1.1"])
    kept = msgspec.json.encode(words, enc_hook=packed)
    again = msgspec.json.decode(kept, type=Message, dec_hook=unpacked)
    assert (again, packed(again)) == (words, packed(words))
    assert unpacked(Message, "as it is") == "as it is"
    braces = Message("{why}.", why=Message("the text { of a template, {0}"))  # without values, not a pattern
    assert packed(unpacked(Message, packed(braces))) == packed(braces)


@pytest.mark.parametrize(
    "kept",
    [
        ["{n:9999999999}", "", {"n": 1}],
        ["{n.real}", "", {"n": 1}],
        ["{n} {m}", "", {"n": 1}],
        ["{n}", "{n}s", {"n": "1"}],
        ["{n}", "", {"n": None}],
        ["{n}", 1, {}],
        ["{m}", "{m}s", {"m": 1}],
        ["near", "", []],
        {"near": 1, "": 2, "x": 3},
        [],
    ],
)
def test_nothing_else_is_taken_for_a_message(kept: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(kept, type=Message, dec_hook=unpacked)
