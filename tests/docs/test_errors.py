"""The page of errors: each message is next to its own code and hint."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from docs.errors import errors, raised_in
from fairsheet.sheets.support.errors import ErrorCode

MODULE = """
def explain(kind):
    if kind == 1:
        code, problem = ErrorCode.EMPTY_FILE, "empty"
        hint = "copy it again"
    elif kind == 2:
        raise FairsheetError("none", code=ErrorCode.NO_SUCH_FILE)
    else:
        code = ErrorCode.TOO_LARGE
        problem = Message("{n} are too many")
        hint = LATER.filled(n=2)
    return FairsheetError(problem, code=code, hint=hint)


LATER = Message("give {n}")
"""
listed = cache(errors)


def test_what_a_branch_assigns_belongs_together() -> None:
    assert set(raised_in(ast.parse(MODULE))) == {
        (ErrorCode.EMPTY_FILE, "empty", "copy it again"),
        (ErrorCode.NO_SUCH_FILE, "none", ""),
        (ErrorCode.TOO_LARGE, "… are too many", "give …"),
    }


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("this is a folder", ErrorCode.WRONG_KIND_OF_FILE),
        ("cannot be read (…)", ErrorCode.UNREADABLE_FILE),
        ("somebody else did this", ErrorCode.NOT_ALLOWED),
        ("this is undone already", ErrorCode.WRONG_STATE),
        ("there are two records of seat …", ErrorCode.DUPLICATE_SEAT),
        ("the record of seat … has other missions than its table", ErrorCode.MIXED_TABLES),
        ("the photo is mirrored", ErrorCode.MIRRORED_PHOTO),
        ("a later release wrote it", ErrorCode.NEWER_RELEASE),
        ("there is no batch in this folder", ErrorCode.NO_BATCH),
        ("the file already exists", ErrorCode.FILE_EXISTS),
    ],
)
def test_errors_have_the_code_of_their_kind(message: str, code: ErrorCode) -> None:
    assert [each for each, said in listed().items() if message in said] == [code]
