# Everything sets itself up: `make demo` and `make test` work in a fresh clone with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
# uv sees all versions that pyenv has installed, not only the chosen one, and downloads no others.
UV = PYENV_VERSION=$$(pyenv versions --bare 2>/dev/null | paste -sd:) UV_PYTHON_DOWNLOADS=never $(BIN)/uv

.PHONY: demo serve test soak versions lint docs wheel sdist clean

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

# The suite under later versions of Python, with the lowest versions of the dependencies, and wheels for the next Python.
versions: suite-3.12 suite-3.13 suite-3.11 wheels-3.14

suite-%: RESOLUTION = highest
suite-3.11: RESOLUTION = lowest-direct
suite-%: $(BIN)/uv
	@if $(UV) python find $* >/dev/null 2>&1; then \
	    echo "The suite under Python $*, $(RESOLUTION) versions:" && \
	    $(UV) venv --quiet --clear --python $* build/suite-$* && \
	    $(UV) pip install --quiet --python build/suite-$* --resolution $(RESOLUTION) --editable '.[dev]' && \
	    build/suite-$*/bin/pytest -q -n auto --dist loadscope $(TESTS); \
	else echo "Python $* is not installed: skipped."; fi

wheels-%: $(BIN)/uv
	mkdir -p build
	$(UV) pip compile --quiet --python-version $* --extra dev --extra docs pyproject.toml -o build/wheels-$*.txt >/dev/null
	$(BIN)/pip download --quiet --no-deps --only-binary=:all: --python-version $* -r build/wheels-$*.txt -d build/wheels-$*
	@echo "Python $*: every dependency has a wheel."

lint: $(BIN)/pytest
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(BIN)/sphinx-build
	$(BIN)/python -m docs.generate
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --builder html docs build/site
	@echo "The site is build/site/index.html."

# Everybody who builds a commit gets the same files, with the same version of setuptools: they are built from what git
# has, with its modes and times. An sdist also has files that setuptools writes, so it is packed again; this needs GNU tar.
wheel: $(BIN)/fairsheet
	@test -z "$$(git status --porcelain)" || echo "Changes and new files that are not committed are left out."
	rm -rf build/source && mkdir -p build/source
	git -c tar.umask=0022 archive HEAD | tar -x -p -C build/source
	umask 022 && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/pip wheel --quiet --no-deps --wheel-dir dist build/source

sdist: $(BIN)/pytest wheel
	rm -rf build/sdist build/*.tar.gz
	cd build/source && umask 022 && ../../$(BIN)/python -c "from setuptools.build_meta import build_sdist; build_sdist('..')"
	mkdir build/sdist && tar -x -p -C build/sdist -f build/fairsheet-*.tar.gz
	TIME=$$(git log -1 --format=%ct) && cd build/sdist \
	    && tar -c -I 'gzip -9 -n' -f ../../dist/$$(ls).tar.gz \
	        --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$$TIME *

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

# ... and what `versions` makes other environments with.
$(BIN)/uv: $(BIN)/pytest
	$(BIN)/pip install --quiet uv
	touch $@

# ... and what the site of the docs is built with.
$(BIN)/sphinx-build: $(BIN)/pytest
	$(BIN)/pip install --quiet --no-compile --editable '.[dev,docs]'
	touch $(BIN)/fairsheet $(BIN)/pytest $@
