# make demo and make test do all their own set-up; the second run takes seconds.
VENV := .venv
PYTHON := $(VENV)/bin/python
SOURCES := $(wildcard ext/*.pxd ext/tricorn/*.pyx ext/tricorn/*.pxd ext/tricorn/*.pxi) pyproject.toml setup.py
INSTALLED := $(VENV)/installed
DEVELOP := $(VENV)/develop

.PHONY: demo test check lint signature clean

demo: $(INSTALLED)
	@$(PYTHON) examples/demo.py

test: $(DEVELOP)
	$(PYTHON) -m pytest -q -n 2

check: $(DEVELOP)
	TRICORN_FULL=1 $(PYTHON) -m pytest -q -n 2 --durations=15

lint: $(DEVELOP)
	$(VENV)/bin/ruff check
	PATH="$(abspath $(VENV)/bin):$$PATH" cython-lint ext  # it calls pycodestyle by name
	$(VENV)/bin/mypy
	$(PYTHON) -m mypy.stubtest --mypy-config-file pyproject.toml --allowlist tests/stubtest-allowlist.txt \
		--ignore-unused-allowlist $(patsubst ext/tricorn/%.pyx,tricorn.%,$(wildcard ext/tricorn/*.pyx))

signature: $(DEVELOP)
	$(PYTHON) -c "import json; from tricorn.bench import bench; \
		print(json.dumps({row.name: row.nodes for row in bench(quick=True)}, indent=1))" > tests/data/bench-signature.json

$(INSTALLED): $(SOURCES)
	@command -v gcc >/dev/null || command -v cc >/dev/null || { \
		echo "No C compiler found: install one, on Debian with 'apt-get install gcc python3-dev' (README, Troubleshooting)." >&2; exit 1; }
	@test -x $(PYTHON) || python3 -m venv $(VENV)
	@echo "Setting up $(VENV) and compiling (a minute or two, once) ..."
	@$(PYTHON) -m pip install -q -e . 2>&1 | grep -v '^WARNING: Location' || true
	@$(PYTHON) -c "import tricorn._rng"
	@touch $@

# The names of the extra `dev` alone, so that nothing is compiled a second time.
$(DEVELOP): $(INSTALLED)
	@echo "Installing what tests and linters need ..."
	@$(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['dev'], sep='\n')" \
		> $(VENV)/dev.txt
	@$(PYTHON) -m pip install -q -r $(VENV)/dev.txt 2>&1 | grep -v '^WARNING: Location' || true
	@$(PYTHON) -c "import tricorn._rng, pytest, xdist, hypothesis, mypy"
	@touch $@

clean:
	rm -rf build dist $(INSTALLED) $(DEVELOP) solver/tricorn/*.so solver/*.egg-info
