# `make demo` and `make test` are the whole set-up: they build their own environment in .venv.
PYTHON ?= $(firstword $(foreach p,python3.14 python3.13 python3.12 python3.11 python3,$(shell command -v $(p) 2>/dev/null)))
VENV := .venv
TRAIN := .venv-train
PIP_FLAGS := --quiet --disable-pip-version-check
ARGS ?=

.PHONY: help demo test check check-train bench clean

help:
	@echo "make demo         play the bundled game (GAME=blackout)"
	@echo "make test         run the tests"
	@echo "make check        ruff, mypy, import contracts, tests"
	@echo "make check-train  smoke training, export and .pt backend in a second environment"
	@echo "make bench        measure accuracy and speed"

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or run make PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, $(PYTHON) is older: run make PYTHON=/path/to/python3" >&2; exit 2; }
	"$(PYTHON)" -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install $(PIP_FLAGS) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install $(PIP_FLAGS) --editable '.[dev]'
	@touch $@ $(VENV)/.core

$(TRAIN)/.train: pyproject.toml
	test -x $(TRAIN)/bin/python || "$(PYTHON)" -m venv $(TRAIN)
	$(TRAIN)/bin/python -m pip install $(PIP_FLAGS) --editable '.[train,dev]'
	@touch $@

demo: $(VENV)/.core
	$(VENV)/bin/symposiarch demo $(GAME) $(ARGS)

test: $(VENV)/.dev
	$(VENV)/bin/python -m pytest $(ARGS)

check: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/python -m pytest $(ARGS)

check-train: $(TRAIN)/.train
	$(TRAIN)/bin/python -m pytest tests/models $(ARGS)

bench: $(VENV)/.dev
	$(VENV)/bin/symposiarch bench $(ARGS)

clean:
	rm -rf $(VENV) $(TRAIN) build dist *.egg-info
