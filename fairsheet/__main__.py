"""Start fairsheet as a process, by `fairsheet` or `python -m fairsheet`.

This module is imported first and imports only the standard library, so that Ctrl-C during the other imports gives no
traceback.
"""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run fairsheet on the arguments of the process, and end the process with its exit code."""
    if Path(__file__).with_name("sheets").is_file():  # git has written links as text, as it may do on Windows
        print(
            "fairsheet: the links of this clone are text files; clone it again with: git clone -c core.symlinks=true "
            "(on Windows in developer mode), or install the wheel",
            file=sys.stderr,
        )
        sys.exit(2)
    try:
        from fairsheet.cli import main

        main()
    except KeyboardInterrupt:  # before the command line handles it
        os._exit(130)


if __name__ == "__main__":
    main()
