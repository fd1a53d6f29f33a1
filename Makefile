# Two commands: `make demo` and `make test`. Everything else is for those who work on tertium.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt $(shell find src native -type f -not -name '*.pyc' -not -name '*.so')
KERNELS := $(shell find native -name '*.hpp' -o -name '*.cpp')
EXAMPLE := examples/es-en

.PHONY: help demo test slow lint types imports smoke bench golden format clean wordnet-pack lsa-pack parser-model layered-results tertium-card results

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.installed ## set up, then score the three systems of the example corpus
	@echo
	$(BIN)/tertium score $(EXAMPLE)/ref1.txt $(EXAMPLE)/ref2.txt -i $(EXAMPLE)/systems/*.txt -m bleu chrf ter rouge-l wer nist

test: $(VENV)/.dev ## set up, then run the tests
	$(BIN)/python -m pytest -n 2 -m "not slow"

slow: $(VENV)/.dev ## the tests that take minutes
	$(BIN)/python -m pytest -n 2 -m slow

lint: $(VENV)/.dev ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(KERNELS)

types: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/.dev ## rooms import only from rooms above them
	$(BIN)/lint-imports

smoke: ## a wheel in an environment without development dependencies
	PYTHON=$(PYTHON) bash .ci/smoke

bench: $(VENV)/.dev ## ratios to other tools, written to bench/RESULTS.md
	$(BIN)/python -m bench

golden: $(VENV)/.dev ## write the scores of every metric on fixed texts again, to tests/golden/scores.json
	PYTHONPATH=tests $(BIN)/python -m golden.scores

format: $(VENV)/.dev ## let ruff and clang-format rewrite
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(KERNELS)

WORDNET ?= /usr/share/wordnet
wordnet-pack: $(VENV)/.installed ## rebuild the shipped WordNet data from Debian's wordnet-base (never part of set-up)
	$(BIN)/python tools/build_wordnet.py $(WORDNET) src/tertium/data/wordnet.npz

lsa-pack: $(VENV)/.dev ## train the shipped LSA space again on WordNet's glosses (never part of set-up)
	$(BIN)/python tools/build_lsa.py $(WORDNET) src/tertium/data/lsa.npz

# Takes twenty minutes on one core. The treebank is read out of the wheel of the package decomp, which is not installed.
parser-model: $(VENV)/.dev ## train the shipped English parser again on the English Web Treebank (never part of set-up)
	$(BIN)/python -m pip install -qq --disable-pip-version-check "spacy-lookups-data==1.0.5"
	$(BIN)/python -m pip download -qq --no-deps --only-binary=:all: --python-version 3.12 -d build/treebank "decomp==0.3.2"
	$(BIN)/python tools/train_parser.py build/treebank/decomp-0.3.2-*.whl src/tertium/data/en_ewt

SHARED ?= $(if $(TERTIUM_SHARED),$(TERTIUM_SHARED),../shared)
layered-results: $(VENV)/.dev ## score WMT 2013 with LAYERED and its layers, write the results into docs/layered.md
	$(BIN)/python tools/layered_results.py $(SHARED)/data/wmt13 docs/layered.md

tertium-card: $(VENV)/.dev ## choose and validate the weights of 'tertium' again on the shared data (never part of set-up)
	$(BIN)/python tools/build_tertium.py $(SHARED)/data src/tertium/data/tertium.toml

results: $(VENV)/.dev ## tune LRscore, RIBES, ATEC, LAYERED on the shared data again, write docs/results.md (minutes)
	$(BIN)/python tools/results.py $(SHARED) docs/results.md build/results $(ONLY)

clean: ## forget everything built
	rm -rf $(VENV) build dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Build requirements live in the environment so that a changed kernel rebuilds in seconds.
$(VENV)/.build: pyproject.toml | $(VENV)/bin/python
	@echo "setting up $(VENV) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check "scikit-build-core>=0.11" "nanobind>=2.4" "ninja>=1.11" "cmake>=3.18"
	@touch $@

$(VENV)/.installed: $(VENV)/.build $(SOURCES)
	@echo "building tertium ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@echo "installing what the tests need ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation --editable ".[dev]"
	@touch $@
