# Everything sets itself up: `make demo` and `make test` work in a fresh clone with Python 3.11 to 3.13.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo serve test soak lint docs wheel clean

demo: $(BIN)/fairsheet
	$(BIN)/fairsheet demo -o demo-out

serve: $(BIN)/fairsheet
	$(BIN)/python -c "import starlette, uvicorn" 2>/dev/null || $(BIN)/pip install --quiet --editable ".[serve]"
	$(BIN)/fairsheet serve --lan

test: $(BIN)/pytest
	$(BIN)/pytest -q -n auto --dist loadscope

soak: $(BIN)/pytest
	$(BIN)/pytest -q -m soak
	$(BIN)/pytest -q -n auto --hypothesis-profile random

lint: $(BIN)/pytest
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(BIN)/sphinx-build
	$(BIN)/python -m docs.generate
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --builder html docs build/site
	@echo "The site is build/site/index.html."

wheel: $(BIN)/fairsheet
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf .venv build dist demo-out *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The program and what running it needs ...
$(BIN)/fairsheet: pyproject.toml
	@echo "Installing into .venv, about 500 MB; this can take some minutes."
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --no-compile --editable .
	touch $@

# ... and the tools of developers.
$(BIN)/pytest: pyproject.toml
	@echo "Installing into .venv with the tools of developers, about 600 MB; this can take some minutes."
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --no-compile --editable '.[dev]'
	touch $(BIN)/fairsheet $@

# ... and what the site of the docs is built with.
$(BIN)/sphinx-build: $(BIN)/pytest
	$(BIN)/pip install --quiet --no-compile --editable '.[dev,docs]'
	touch $(BIN)/fairsheet $(BIN)/pytest $@
