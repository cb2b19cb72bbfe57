"""`results.parquet`: the table of players for tools that analyse it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from fairsheet.results._table_players import COLUMNS
from fairsheet.sheets.support.errors import FairsheetError

NUMBERS = {"seat", "total", "rank", "doubts"}


def check_parquet() -> None:
    """Raises FairsheetError where DuckDB is not installed."""
    if find_spec("duckdb") is None:
        hint = "pip install 'fairsheet[parquet]'"
        raise FairsheetError("DuckDB is not installed", where="--parquet", hint=hint)


def parquet_of(results: bytes) -> bytes:
    """`results.parquet` with the rows of `results.csv`."""
    import duckdb

    types = {name: "INTEGER" if name in NUMBERS else "VARCHAR" for name in COLUMNS}
    with TemporaryDirectory() as folder, duckdb.connect() as connection:
        source, made = Path(folder) / "results.csv", Path(folder) / "results.parquet"
        source.write_bytes(results)
        rows = (
            connection.read_csv(  # whose separators DuckDB would guess otherwise, from what people are called
                str(source), header=True, columns=types, delimiter=",", quotechar='"', escapechar='"'
            )
        )
        rows.write_parquet(str(made))
        return made.read_bytes()
