"""The program as a process, `fairsheet` or `python -m fairsheet`.

It is imported before anything else, so it imports nothing but the interpreter's own: Ctrl-C while the rest is being
imported gives no traceback.
"""

import os


def main() -> None:
    """Run the program on the arguments of the process and end the process with its exit code."""
    try:
        from fairsheet.cli import main

        main()
    except KeyboardInterrupt:  # before the command line could say what it means
        os._exit(130)


if __name__ == "__main__":
    main()
