"""Test that OR-tools is used through its fast module; these tests fail if a release changes that."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable

import pytest

from fairsheet.engine.solver.cp_sat import Search, documented_search, has_helper, helper_search, new_program

PROOF = """
import sys
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet
sheet = load_sheet("launch")
(played,) = simulate(sheet, "coral-otter-42", players=2)
verdict = ruleset_of(sheet).verify(played.records)
assert [each.verdict for each in verdict.sheets] == ["legal", "legal"]
print(*sys.modules)
"""


def test_or_tools_still_has_its_fast_module() -> None:
    assert has_helper(), (
        "proofs still work, by cp_model, but each cold start takes longer: see engine/solver/cp_sat.py"
    )


@pytest.mark.parametrize("lacking", ["cp_model_helper", "cp_model_helper.SolveWrapper"])
def test_release_without_the_fast_module_is_noticed(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("ortools.sat.python.cp_model_helper")
    monkeypatch.delattr(f"ortools.sat.python.{lacking}")
    monkeypatch.setitem(sys.modules, f"ortools.sat.python.{lacking}", None)
    assert not has_helper()


@pytest.mark.parametrize("search", [helper_search, documented_search])
def test_both_ways_give_the_same_answers(search: Callable[[], Search]) -> None:
    program = new_program()
    for _ in range(2):
        program.variables.add().domain.extend((0, 1))
    program.constraints.add().bool_or.literals.extend([0, 1])
    program.constraints.add().bool_or.literals.extend([-1, 1])
    found = search().run(program)
    assert found.status.name in ("OPTIMAL", "FEASIBLE")
    assert list(found.solution)[1] == 1
    program.constraints.add().bool_or.literals.extend([-2])
    assert search().run(program).status.name == "INFEASIBLE"


@pytest.mark.parametrize("search", [helper_search, documented_search])
def test_ctrl_c_is_left_to_python(search: Callable[[], Search]) -> None:
    """CP-SAT would swallow it, and remove Python's handler."""
    assert search().parameters.catch_sigint_signal is False


def test_proof_loads_no_pandas() -> None:
    ended = subprocess.run([sys.executable, "-c", PROOF], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in ended.stdout.split()}
    assert "ortools" in loaded
    assert not loaded & {"pandas", "numpy", "google", "absl", "cv2", "onnxruntime"}
