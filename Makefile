# `make demo` and `make test` are the whole set-up: they build their own environment in .venv.

# The first of these that runs and is new enough; PYTHON=... overrides.
NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p $(NEW_ENOUGH) 2>/dev/null && { command -v $$p; break; }; done)
VENV := .venv
TRAIN := .venv-train
PIP_FLAGS := --quiet --disable-pip-version-check
GAME ?= blackout
PLAYOUTS ?= 1000
ARGS ?=

.PHONY: help demo test fuzz check check-wheel check-train bench clean

help:
	@echo "make demo         watch a bundled game being refereed (GAME=blackout)"
	@echo "make test         run the tests"
	@echo "make fuzz         search for events and games that break a rule (PLAYOUTS=1000)"
	@echo "make check        ruff, mypy, import contracts, tests"
	@echo "make check-wheel  build a wheel and use it in an empty environment"
	@echo "make check-train  smoke training, export and .pt backend in a second environment"
	@echo "make bench        measure accuracy and speed"
	@echo "make clean        remove the environments and everything built"

$(VENV)/bin/python $(TRAIN)/bin/python:
	@"$(PYTHON)" $(NEW_ENOUGH) 2>/dev/null || { echo "symposiarch needs Python 3.11 or newer: \
	install it, or name it with make PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -m venv $(@D:/bin=) || { rm -rf $(@D:/bin=); echo "Python cannot make environments: \
	install its venv module (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 2; }

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	@echo "installing symposiarch in $(VENV) (a minute or three, once) ..."
	@$(VENV)/bin/python -m pip install $(PIP_FLAGS) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing symposiarch and what its tests need in $(VENV) (once) ..."
	@$(VENV)/bin/python -m pip install $(PIP_FLAGS) --editable '.[dev]'
	@touch $(VENV)/.core $@

$(TRAIN)/.train: pyproject.toml | $(TRAIN)/bin/python
	@echo "installing what training needs in $(TRAIN) (several gigabytes, once) ..."
	@$(TRAIN)/bin/python -m pip install $(PIP_FLAGS) --editable '.[train,dev]'
	@touch $@

demo: $(VENV)/.core
	@$(VENV)/bin/symposiarch demo $(GAME) $(ARGS)

test: $(VENV)/.dev
	$(VENV)/bin/python -m pytest $(ARGS)

fuzz: $(VENV)/.dev
	SYMPOSIARCH_PLAYOUTS=$(PLAYOUTS) $(VENV)/bin/python -m pytest --hypothesis-profile=search \
		tests/engine $(ARGS)

check: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/python -m pytest $(ARGS)

check-wheel: $(VENV)/.dev
	$(VENV)/bin/python .ci/wheel.py

check-train: $(TRAIN)/.train
	$(TRAIN)/bin/python -m pytest tests/models tests/vision/test_backends.py $(ARGS)

bench: $(VENV)/.dev
	$(VENV)/bin/symposiarch bench $(ARGS)

clean:
	rm -rf $(VENV) $(TRAIN) build dist *.egg-info
