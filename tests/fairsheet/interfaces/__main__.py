"""Write what every interface says of the evenings now, into `said.json`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.fairsheet.interfaces.evenings import evening
from tests.fairsheet.interfaces.said import said_of
from tests.fairsheet.interfaces.test_agreement import EVENINGS, KEPT

found = {}
for kind, sheet in EVENINGS:
    with TemporaryDirectory() as folder:
        found[f"{kind}, {sheet}"] = said_of(evening(kind, sheet), Path(folder))
lines = (f'"{name}": {msgspec.json.encode(said).decode()}' for name, said in found.items())
KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
