# Two commands: `make demo` and `make test`. Everything else is for those who work on tertium.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := $(or $(TERTIUM_VENV),.venv)
BIN := $(VENV)/bin
# Exact versions and hashes of all that is installed. `make latest` and `make lock` empty it, so that pip takes the newest.
LOCK := requirements/dev.lock
SOURCES := pyproject.toml CMakeLists.txt $(shell find src native -type f -not -name '*.pyc' -not -name '*.so')
STUB := src/tertium/kernels/_native.pyi
KERNELS := $(shell find native fuzz/native -name '*.hpp' -o -name '*.cpp')
EXAMPLE := examples/es-en
REPORT := build/report.html
WRITE_REPORT = $(BIN)/tertium report $(EXAMPLE)/ref1.txt $(EXAMPLE)/ref2.txt -i $(EXAMPLE)/systems/*.txt -s $(EXAMPLE)/src.txt -l es-en -o $(REPORT)
# Build requirements live in the environment, so that a changed kernel rebuilds in seconds.
BUILD_TOOLS := pip setuptools wheel scikit-build-core nanobind ninja cmake
# Whatever has no wheel is built in isolation, with the locked build tools. Only tertium itself is built without.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
INSTALL = $(PIP) install --upgrade --upgrade-strategy eager $(if $(LOCK),--constraint $(LOCK) --build-constraint $(LOCK))
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
endif

# Where this is set, every process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test slow spark sanitize sanitize-all fuzz fuzz-native fuzz-python judge judge-programs coverage mutants lint types imports locked lock latest smoke wheels bench golden schema stub format clean wordnet-pack lsa-pack known-words word-vectors parser-model layered-results unl-statistics tertium-card bench-embed results tables docs axe picture

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.installed ## set up, score the three systems of the example corpus, write a report about them
	@echo
	$(BIN)/tertium score $(EXAMPLE)/ref1.txt $(EXAMPLE)/ref2.txt -i $(EXAMPLE)/systems/*.txt -m bleu chrf ter rouge-l wer nist
	@echo
	@mkdir -p $(dir $(REPORT))
	$(WRITE_REPORT)
	@echo "open $(REPORT) in a browser"

test: $(VENV)/.dev axe ## set up, then run the tests
	$(BIN)/python -m pytest -n 2 -m "not slow"

slow: $(VENV)/.dev axe ## the tests that take minutes
	$(BIN)/python -m pytest -n 2 -m slow

# PySpark lies beside the environment, so that the environment stays that of its lock. Spark's own processes hand
# PYTHONPATH on to the Python of its workers. Java is that of JAVA_HOME or the one on the path.
SPARK := $(VENV)/spark
spark: $(VENV)/.dev ## the tests of Apache Spark on a cluster of two workers (Java 17; 490 MB)
	@$(BIN)/python -m tertium.spark.java
	@$(MAKE) --no-print-directory $(SPARK)/.installed
	TERTIUM_SPARK=required PYTHONPATH=$(abspath $(SPARK)) $(BIN)/python -m pytest tests/spark

$(SPARK)/.installed: requirements/spark.lock
	@echo "installing PySpark ..."
	@rm -rf $(SPARK)
	@$(PIP) install --no-deps --target $(SPARK) $(if $(LOCK),--build-constraint $(LOCK)) --requirement $<
	@touch $@

# What takes longest there is Python (the textbook of word order, hash seeds), or memory, which the sanitizers need more of.
SANITIZED := tests/kernels tests/laws tests/faults tests/arrow
UNSANITIZED := --deselect tests/kernels/test_order.py::test_the_border_between_short_and_long --deselect tests/laws/test_determinism.py --deselect tests/faults/test_bad_children.py
SANITIZE = bash tools/sanitize.sh $(BIN)/python build/sanitize -q -n 2 -m "not slow" --deselect tests/arrow/test_memory.py
sanitize: $(VENV)/.dev ## the native code with every access and operation checked: C++ by itself, then kernels, doors, laws, faults
	$(BIN)/python fuzz/run.py replay
	$(SANITIZE) $(UNSANITIZED) $(SANITIZED)

sanitize-all: $(VENV)/.dev ## the same over all tests that reach the kernels (half an hour)
	$(BIN)/python fuzz/run.py replay
	$(SANITIZE) $(SANITIZED) tests/metrics tests/engine tests/views tests/analysis tests/oracles

# atheris lies beside the environment, as PySpark does. FUZZ_SEED=1: the same inputs each time. HOURS may be a fraction; each half takes half of the time.
FUZZ := $(VENV)/fuzz
FUZZ_SECONDS = $(if $(HOURS),$(shell echo $(HOURS) | awk '{ print int($$1 * 1800) }'),150)
fuzz: fuzz-native fuzz-python ## five minutes of inputs that nobody thought of, in C++ and Python (HOURS=8: longer)

fuzz-native: $(VENV)/.dev
	$(BIN)/python fuzz/run.py native --seconds $(FUZZ_SECONDS)

fuzz-python: $(VENV)/.dev $(FUZZ)/.installed
	PYTHONPATH=$(abspath $(FUZZ)) $(BIN)/python fuzz/run.py python --seconds $(FUZZ_SECONDS)

$(FUZZ)/.installed: requirements/fuzz.lock
	@echo "installing atheris ..."
	@rm -rf $(FUZZ)
	@$(PIP) install --no-deps --target $(FUZZ) --requirement $<
	@touch $@

N ?= 10000
JUDGE = TERTIUM_SHARED=$(SHARED) PYTHONPATH=tests:tools $(BIN)/python -m judge
judge: $(VENV)/.dev ## every kernel against its textbook version, N pairs each (N=10000000 takes 20 minutes; ONLY="bleu ter")
	$(JUDGE) $(N) $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED)) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(JOBS),--jobs $(JOBS))

judge-programs: $(VENV)/.dev ## the metrics against sacreBLEU and METEOR's program, N pairs each
	$(JUDGE) programs $(N) $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED))

# A test that measures time or memory may fail while it is watched: the figures stand all the same. Left out is what only
# tests that do not run here can reach: `make spark`, and packages that are in no lock (Ray, torchmetrics).
UNWATCHED := */spark/*,*/compat/ray.py,*/compat/torchmetrics.py
coverage: $(VENV)/.dev ## branch coverage of the quick tests: kernels and readers 100 %, all 97 % (an hour on two cores)
	@rm -rf build/coverage
	-$(BIN)/python -m coverage run -m pytest -n 2 -m "not slow" --hypothesis-profile=coverage --ignore=tests/spark --ignore=tests/pages $(ONLY)
	@$(BIN)/python -m coverage combine -q
	@$(BIN)/python -m coverage report --include='*/kernels/*,*/corpus/*' --skip-covered --show-missing --fail-under=100; \
	readers=$$?; $(BIN)/python -m coverage report --omit='$(UNWATCHED)' --skip-covered --fail-under=97 && exit $$readers

mutants: $(VENV)/.dev ## small mistakes on purpose, in Python and C++: do the tests notice? (an hour; ONLY=native/; SAMPLE=50 SEED=3: drawn blindly)
	$(BIN)/python tools/mutants/$(if $(SAMPLE),sample.py $(SAMPLE) $(if $(SEED),--seed $(SEED)),run.py $(if $(ONLY),--only $(ONLY)))

# Only tests use it. Without npm or the package they are skipped, unless TERTIUM_BROWSER says that they must run.
axe: build/axe/.installed ## axe-core from npm, with which the tests look at the accessibility of our pages

build/axe/.installed: tests/pages/package.json tests/pages/package-lock.json
	@bash tools/install_axe.sh tests/pages build/axe

lint: $(VENV)/.dev ## style and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(KERNELS)
	$(BIN)/codespell

types: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/.dev ## rooms import only from rooms above them
	$(BIN)/lint-imports

locked: $(VENV)/.dev ## every installed package has the version of the lock
	$(BIN)/python tools/lock.py check $(LOCK)

latest: ## run the tests with the newest release of everything, in an environment of its own
	rm -rf build/latest
	$(MAKE) test VENV=build/latest LOCK=

# On the lowest Python that tertium supports: what installs there installs on the later ones.
lock: PYTHON = python3.11
lock: ## write the lock again, with the newest release of everything
	rm -rf build/lock
	$(MAKE) build/lock/.needs VENV=build/lock LOCK= PYTHON=$(PYTHON)
	build/lock/bin/python tools/lock.py write $(LOCK)

wheels: ## sdist and manylinux wheels in dist, audited, each tried on every Python that is here (ten minutes)
	$(PYTHON) tools/wheels.py --lock $(LOCK)

smoke: ## a wheel in an environment without development dependencies
	PYTHON=$(PYTHON) LOCK=$(LOCK) bash .ci/smoke

bench: $(VENV)/.dev ## ratios to other tools, written to bench/RESULTS.md
	$(BIN)/python -m bench

golden: $(VENV)/.dev ## write the scores of every metric on fixed texts again, to tests/golden/scores.json
	PYTHONPATH=tests $(BIN)/python -m golden.scores

stub: $(VENV)/.dev ## write the types of the native module again, from what its bindings say
	$(BIN)/python -m nanobind.stubgen -q -m tertium.kernels._native -o $(STUB)

schema: $(VENV)/.dev ## write the JSON Schemas of all results again, to docs/schema
	$(BIN)/python -m tertium.render.schemas docs/schema

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

known-words: $(VENV)/.dev ## tables of words that English and German know, from WordNet and the wheels WHEEL and SPELLER
	$(BIN)/python tools/build_known_words.py $(WHEEL) $(SPELLER) src/tertium/data/known_words.npz

word-vectors: $(VENV)/.dev ## small vectors of English word pieces, from the wheel that WHEEL names
	$(BIN)/python tools/build_word_vectors.py $(WHEEL) src/tertium/data/word_vectors.npz

unl-statistics: $(VENV)/.dev ## count relations in graphs of gold trees in three languages, write them into docs/unl.md
	$(BIN)/python tools/unl_statistics.py $(SHARED)/data/ud-pud/en_pud-ud-test.conllu \
	    $(SHARED)/data/ud-pud/de_pud-ud-test.conllu $(SHARED)/data/ud-pud/zh_pud-ud-test.conllu docs/unl.md

# The model of the extra `deep` lies beside the environment, as PySpark does.
DEEP := $(VENV)/deep
WITH_DEEP = PYTHONPATH=$(abspath $(DEEP)) $(BIN)/python
$(DEEP)/.installed: requirements/deep.lock
	@echo "installing the model of tertium-deep ..."
	@rm -rf $(DEEP)
	@$(PIP) install --no-deps --target $(DEEP) --requirement $<
	@touch $@

tertium-card: $(VENV)/.dev $(DEEP)/.installed ## find and validate the weights of 'tertium' and 'tertium-deep' again on the shared data (minutes)
	$(BIN)/python tools/build_tertium.py $(SHARED)/data src/tertium/data/tertium.toml
	$(WITH_DEEP) tools/build_tertium.py $(SHARED)/data src/tertium/data/tertium_deep.toml build/tertium-deep

bench-embed: $(VENV)/.dev $(DEEP)/.installed ## embeddings beside a plain loop of onnxruntime, written to bench/RESULTS.md
	$(WITH_DEEP) -m bench embed --update

results: $(VENV)/.dev ## tune LRscore, RIBES, ATEC, LAYERED on the shared data again, write docs/results.md (minutes)
	$(BIN)/python tools/results.py $(SHARED) docs/results.md build/results $(ONLY)

tables: $(VENV)/.dev ## the tables of the five papers beside what tertium prints, into docs/papers (ONLY=isozaki; EVERY=1: no samples)
	TERTIUM_EVERY=$(EVERY) $(BIN)/python tools/tables.py $(SHARED) docs/papers build/tables $(ONLY)

docs: $(VENV)/.dev ## the documentation site, offline, in build/site
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/site
	@echo "open build/site/README.html"

picture: $(VENV)/.dev ## the README's picture of the example's report again (needs Chromium)
	@mkdir -p $(dir $(REPORT))
	$(WRITE_REPORT)
	$(BIN)/python tools/report_picture.py $(REPORT) 7 docs/pictures/report.png

clean: ## forget everything built
	rm -rf $(VENV) build dist

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" sh tools/make_venv.sh $(VENV)

# The pip of a new environment may be too old for the options of INSTALL and for hashes of constraints, so pip comes first
# and by itself.
$(VENV)/.build: pyproject.toml $(LOCK) | $(VENV)/bin/python
	@echo "setting up $(VENV) ..."
	@$(if $(LOCK),$(BIN)/python tools/lock.py pick $(LOCK),echo) pip > $(VENV)/pip.txt
	@$(PIP) install --upgrade --requirement $(VENV)/pip.txt
	@$(BIN)/python tools/lock.py needs > $(VENV)/needs.txt
	@$(INSTALL) $(BUILD_TOOLS) --requirement $(VENV)/needs.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.build $(SOURCES)
	@echo "building tertium ..."
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.needs: $(VENV)/.build
	@echo "installing what the tests need ..."
	@$(BIN)/python tools/lock.py needs dev > $(VENV)/needs-dev.txt
	@$(INSTALL) --requirement $(VENV)/needs-dev.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.installed $(VENV)/.needs
	@$(PIP) check
	@touch $@
