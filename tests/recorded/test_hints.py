"""What is refused about a table of a recorded game names what there is."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from fairsheet.cli import program
from sheets.errors import FairsheetError


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ares --players 3", "did you mean ares-expedition?"),
        ("planet-unknown --players 2 --option events.red=30", "choose 0 to 20"),
        ("ares-expedition --players 3 --choose 1=gaia/cosmos", "this sheet leaves nothing to choose"),
        ("pulsar-2849 --solo 1", "there is no one-player game with this sheet"),
    ],
)
def test_a_refusal_names_what_there_is(typed: str, told: str) -> None:
    error = CliRunner().invoke(program, ["print", *typed.split()]).exception
    assert isinstance(error, FairsheetError) and told in str(error)


def test_nobody_is_told_to_leave_out_what_was_not_given() -> None:
    typed = ["print", "planet-unknown", "--solo", "1", "--option", "events.red=8"]
    error = CliRunner().invoke(program, typed).exception
    assert isinstance(error, FairsheetError) and "leave events.green out" not in str(error)
