"""Log where the program failed without the messages of errors, which may have names and secret links."""

from __future__ import annotations

import logging
import traceback


def trace_of(error: BaseException) -> str:
    """Return the kind of an error and the lines of code where it was raised."""
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"


class PrivateFormatter(logging.Formatter):
    """Format a log record without its message."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the name of the logger, and where the error was raised."""
        error = record.exc_info[1] if record.exc_info else None
        return f"{record.levelname} {record.name}: {trace_of(error) if error else ''}"
