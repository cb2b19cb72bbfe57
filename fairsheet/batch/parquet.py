"""`results.parquet`: the table of players for tools that analyse it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from fairsheet.batch.players import COLUMNS
from sheets.errors import FairsheetError

NUMBERS = {"seat", "total", "rank", "doubts"}


def check_parquet() -> None:
    """Raises FairsheetError where DuckDB is not installed."""
    if find_spec("duckdb") is None:
        hint = "pip install 'fairsheet[parquet]'"
        raise FairsheetError("DuckDB is not installed", where="--parquet", hint=hint)


def write_parquet(out: Path) -> None:
    """Write `results.parquet` from `results.csv` in a folder of outputs, whole or not at all."""
    import duckdb

    temporary, source = out / ".results.parquet", out / "results.csv"
    types = {name: "INTEGER" if name in NUMBERS else "VARCHAR" for name in COLUMNS}
    with duckdb.connect() as connection:
        rows = f"read_csv(?, header=true, columns={types})"
        connection.execute(
            f"copy (select * from {rows}) to '{_quoted(temporary)}' (format parquet)", [str(source)]
        )
    temporary.replace(out / "results.parquet")


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
