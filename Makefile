# make run    start the dashboard with the sample data
# make test   what a change must pass: ruff, mypy, unit, property, page and browser tests
# make test-all   make test, and the tests that are slow and seldom needed
# make faults what the tests notice of faults made by hand; takes minutes
# make docs   the documents as a site, in docs/_build/html/index.html
#
# Needs Python 3.11 or newer with venv, and make; the rest is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile
# What pip would do one file after the other, on all cores, and without the tests that packages bring; what cannot be
# compiled (templates of code) is left as it is.
COMPILE := $(BIN)/python -m compileall -qq -j 0 -x '/tests?/' $(VENV)/lib || true
# Or each server and command that a test starts would compile all of cwsdiag again.
unexport PYTHONDONTWRITEBYTECODE
# A stamp is newer than pyproject.toml when what that file asks for is installed.
RUN_STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
DOCS_STAMP := $(VENV)/.installed-docs
PROJECT ?= sample_data/project.toml
JOBS ?= 2

.PHONY: run test test-all lint types unit seldom browser coverage faults docs format clean help

help:
	@sed -n 's/^# \{0,1\}//p; /^$$/q' Makefile

run: $(RUN_STAMP)
	@$(BIN)/cwsdiag app $(PROJECT)

test: lint types unit

test-all: test seldom

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV_STAMP)
	$(BIN)/mypy --num-workers $(JOBS)

# A file's tests stay on one worker, so that each server and each environment is made once;
# tests/conftest.py puts the slow files first.
unit: $(DEV_STAMP) browser
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

# pytest's exit code 5 says that no test is marked so.
seldom: $(DEV_STAMP) browser
	$(BIN)/pytest -m seldom || [ $$? -eq 5 ]

browser: $(DEV_STAMP)
	@$(BIN)/python tools/ensure_chromium.py

coverage: $(DEV_STAMP) browser
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --cov --cov-report=term

faults: $(DEV_STAMP)
	$(BIN)/python -m tests.faults

# Warnings are errors; nothing is fetched while it is made.
docs: $(DOCS_STAMP)
	@$(BIN)/sphinx-build -b html -W --keep-going --quiet docs docs/_build/html
	@echo "docs/_build/html/index.html"

format: $(DEV_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov test-results docs/_build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "cwsdiag needs Python 3.11 or newer; '$(PYTHON) --version' says: $$($(PYTHON) --version 2>&1 | head -n 1)" >&2; \
	    echo "Name another one: make $(or $(MAKECMDGOALS),run) PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
	    echo "$(PYTHON) cannot make an environment: install its venv module (Debian, Ubuntu: python3-venv)." >&2; \
	    rm -rf $(VENV); exit 1; }

$(RUN_STAMP): pyproject.toml | $(BIN)/python
	@echo "Installing cwsdiag into $(VENV) ..."
	@$(PIP) --editable .
	@$(COMPILE)
	@touch $@

$(DEV_STAMP): pyproject.toml | $(BIN)/python
	@echo "Installing cwsdiag and what its tests need into $(VENV) ..."
	@$(PIP) --editable '.[dev]'
	@$(COMPILE)
	@touch $@ $(RUN_STAMP)

$(DOCS_STAMP): pyproject.toml | $(BIN)/python
	@echo "Installing cwsdiag and what its documents need into $(VENV) ..."
	@$(PIP) --editable '.[docs]'
	@$(COMPILE)
	@touch $@ $(RUN_STAMP)
