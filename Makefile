# Everything needs only make and a Python 3.11 or later with its venv module. `make help` lists the targets.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
DISTRIBUTED := .venv-distributed
INTEROP := .venv-interop
PACKAGE := build/package/railgym

.DEFAULT_GOAL := help
.PHONY: help install demo test test-long test-browser test-distributed test-interop test-bounds benchmark wheel
.PHONY: wheel-test try-wheel wheels check-release lint clean docs test-docs

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-18s%s\n", $$1, $$2}' Makefile

install: $(STAMP)  ## make .venv, install railgym in editable mode with the extras for the tests, and compile the rules
	@RAILGYM_KEEP_BITCODE=1 $(BIN)/python -m railgym.build

# Ray wants a gymnasium older than the newest: what is tested with it has an environment of its own.
$(STAMP): EXTRAS := all,dev
$(DISTRIBUTED)/.installed: EXTRAS := all,dev,distributed
$(INTEROP)/.installed: EXTRAS := dev,interop
$(STAMP) $(DISTRIBUTED)/.installed $(INTEROP)/.installed: pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("railgym needs Python 3.11 or later: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@

demo: $(STAMP)  ## train and evaluate a small agent; compiles the rules of one game only
	$(BIN)/python -m railgym.training.release.demo

# Tests of a file run in one process, because they share games and recorded plays.
test: lint  ## everything a change has to pass
	$(BIN)/pytest -n auto --dist loadfile

test-long: install  ## the tests that take minutes
	$(BIN)/pytest -m long

# Playwright drives the Chromium that the distribution has, and downloads none.
test-browser: install  ## the tests in a real browser; installs Debian's Chromium if there is none
	@command -v chromium >/dev/null || { \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update && $$sudo apt-get install -y --no-install-recommends chromium; }
	$(BIN)/pytest -m "browser and not long" -n auto tests/web

test-distributed: $(DISTRIBUTED)/.installed  ## the tests, and those of training on a cluster, with Ray
	$(DISTRIBUTED)/bin/pytest -n auto --dist loadfile $(TESTS)

test-interop: $(INTEROP)/.installed  ## play whole games through TorchRL, Tianshou, SuperSuit, OpenSpiel, TextArena, verifiers and Gymnasium
	$(INTEROP)/bin/pytest -m interop -n auto --dist loadgroup tests/interop tests/docs/test_libraries.py tests/docs/test_recipes.py

test-bounds: install  ## short random play with bounds checks in the compiled rules
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -m bounds

# Type checkers cannot follow the import hook of an editable install: links show them the package as it installs.
lint: install  ## style, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@rm -rf $(PACKAGE) && mkdir -p $(PACKAGE) && cd $(PACKAGE) && \
	ln -s ../../../src/railgym/* ../../../envs ../../../agents ../../../training ../../../configs .
	MYPYPATH=build/package $(BIN)/mypy -p railgym.envs -p railgym.agents -p railgym.training -p railgym.build -p railgym.cli

# The pages with pictures stay in runs/, which git ignores; the tables are committed.
benchmark: install  ## play the standard suite and that of search; write their pages into runs/, their tables into docs/
	$(BIN)/railgym suite run standard --out runs/benchmark
	$(BIN)/railgym suite report runs/benchmark
	cp runs/benchmark/report.md docs/benchmark/report.md
	$(BIN)/railgym suite run search --out runs/search
	$(BIN)/railgym suite report runs/search
	cp runs/search/report.md docs/benchmark/search/report.md

# What only the site and a release need is installed into .venv when it is first asked for.
.venv/.installed-docs: $(STAMP)
	$(BIN)/python -m pip install -c constraints.txt -e '.[all,dev,docs,release]'
	@touch $@

docs: install .venv/.installed-docs  ## build the site into build/site, without network; a warning is an error
	PYTHONPATH=docs $(BIN)/python -m site_builder
	$(BIN)/python -m sphinx -W --keep-going -n -q -b html -c docs build/site-source build/site
	@echo "the site is in build/site/index.html"

test-docs: docs  ## build the site, and test its pages
	$(BIN)/pytest -m site tests/docs

wheel: $(STAMP)  ## build dist/: an sdist, and a wheel with the compiled rules for this platform
	$(BIN)/python -m build

wheel-test: wheel try-wheel  ## build the wheel, and try it

DIST := dist
try-wheel:  ## install the wheel of DIST in a read-only environment without compiler and Numba; play, train, serve
	$(PYTHON) tests/wheel_trial.py $(DIST) constraints.txt

wheels:  ## build DIST/: a wheel that other machines of this platform accept; needs Docker on Linux
	$(PYTHON) -m pip install 'cibuildwheel>=4,<5'
	$(PYTHON) -m cibuildwheel --output-dir $(DIST)

check-release: .venv/.installed-docs  ## build build/release/: an sdist, and check what the package index will show of it
	rm -rf build/release
	$(BIN)/python -m build --sdist --no-isolation --outdir build/release
	$(BIN)/python -m twine check --strict build/release/*

clean:  ## remove the environments and everything that was built; keeps runs/
	rm -rf .venv $(DISTRIBUTED) $(INTEROP) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . \( -name __pycache__ -o -name built \) -prune -exec rm -rf {} +
