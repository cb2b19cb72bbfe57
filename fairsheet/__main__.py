"""Start fairsheet as a process, by `fairsheet` or `python -m fairsheet`.

This module is imported first and imports only the standard library, so that Ctrl-C during the other imports gives no
traceback.
"""

import os


def main() -> None:
    """Run fairsheet on the arguments of the process, and end the process with its exit code."""
    try:
        from fairsheet.cli import main

        main()
    except KeyboardInterrupt:  # before the command line handles it
        os._exit(130)


if __name__ == "__main__":
    main()
