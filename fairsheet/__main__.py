"""`python -m fairsheet`."""

from fairsheet.cli import main

main()
