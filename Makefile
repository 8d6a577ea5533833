# SPDX-License-Identifier: MIT
# The front door. CMake does the work: see CMakePresets.json and docs/developing/building.md.

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
export CMAKE_BUILD_PARALLEL_LEVEL = $(JOBS)

INSTALL = sh tools/install_packages.sh
CONFIGURE = sh tools/configure.sh
BUILD = cmake --build

.PHONY: all run test test-full bench docs install package clean format help

all: ## build libraries and command (build/carom)
	@$(INSTALL) run
	@$(CONFIGURE) release
	@$(BUILD) build/release --target product
	@ln -sf release/carom build/carom

run: all ## build, then recompute five papers: report, tables and figures (build/reproduce)
	build/carom reproduce --output build/reproduce
	@echo "Open $(CURDIR)/build/reproduce/reproduce.html"

test: ## all tests, and all but those of verify under the sanitizers
	@$(INSTALL) test
	@$(CONFIGURE) release -DCAROM_BUILD_TESTS=ON
	@$(BUILD) build/release
	@ln -sf release/carom build/carom
	@$(CONFIGURE) asan
	@$(BUILD) build/asan
	@mkdir -p build/test
	@echo 'subdirs("$(CURDIR)/build/release" "$(CURDIR)/build/asan")' >build/test/CTestTestfile.cmake
	ctest --test-dir build/test -j $(JOBS) --output-on-failure --no-label-summary --no-tests=error

test-full: ## also verify under the sanitizers, clang, threads, -O0 to -O3, planted faults, no AVX, ARM, WebAssembly, fuzzing; takes long
	@$(INSTALL) full
	@sh tools/test_full.sh

bench: ## build and run the benchmarks (PART=laws, chain, scenes ...: only these; PART=roundrobin DATA=folder)
	@$(INSTALL) run
	@$(CONFIGURE) bench
	@$(BUILD) build/bench
	@DATA='$(DATA)' sh bench/run.sh build/bench/bench $(PART)

docs: all ## the pages that the command writes: laws (docs/laws), errata
	build/carom law --markdown --output docs/laws --force
	build/carom reproduce --errata >docs/errata.md

install: all ## install to PREFIX (default /usr/local); DESTDIR is honoured
	cmake --install build/release --prefix $(PREFIX)

package: ## Debian packages of libraries, headers and command (build/package/*.deb)
	@$(INSTALL) run
	@$(CONFIGURE) package
	@$(BUILD) build/package --target product
	cd build/package && cpack -G DEB

format: ## lay the sources out with clang-format
	@clang-format -i $$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.inc')

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' Makefile
