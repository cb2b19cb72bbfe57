"""Write `results.parquet`: the table of players for analysis tools."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from fairsheet.results._table_players import COLUMNS
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.extras import install_command

NUMBERS = {"seat", "total", "rank", "doubts"}


def check_parquet() -> None:
    """Check that DuckDB is installed. Raises FairsheetError if it is not."""
    if find_spec("duckdb") is None:
        hint = install_command("parquet")
        problem = "DuckDB is not installed"
        raise FairsheetError(problem, code=ErrorCode.MISSING_DEPENDENCY, where="--parquet", hint=hint)


def parquet_of(results: bytes) -> bytes:
    """Return `results.parquet` with the rows of `results.csv`."""
    import duckdb

    types = {name: "INTEGER" if name in NUMBERS else "VARCHAR" for name in COLUMNS}
    with TemporaryDirectory() as folder, duckdb.connect() as connection:
        source, made = Path(folder) / "results.csv", Path(folder) / "results.parquet"
        source.write_bytes(results)
        rows = connection.read_csv(  # with fixed separators, which DuckDB would guess from players' names
            str(source), header=True, columns=types, delimiter=",", quotechar='"', escapechar='"'
        )
        rows.write_parquet(str(made))
        return made.read_bytes()
