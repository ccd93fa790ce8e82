# SPDX-License-Identifier: MIT OR Apache-2.0
# `make demo` and `make test` work on a fresh Debian or Ubuntu machine; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

CARGO ?= cargo
TARGET := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),$(CURDIR)/target)
MODULE := $(TARGET)/release/libportcullis.so
SHARED = $(or $(PORTCULLIS_SHARED),../shared)
# Where the Composer packages go that the tests and lints of php/ need.
EXTENSION := $(TARGET)/extension
# Looked up whenever they are used, because `setup` may have installed them a moment ago. The build of the bindings asks for
# absolute paths, and starts anew when they change.
PHP = $(shell command -v php)
PHP_CONFIG = $(shell command -v php-config)
RUN_PHP = $(PHP) -d extension=$(MODULE)
export PHP PHP_CONFIG
export PORTCULLIS_SO := $(MODULE)

.PHONY: help setup build demo test test-rust test-e2e test-phpt test-phpunit test-leak test-extension test-typo3 test-upstream differential fuzz score fit bench check lint fmt clippy doc deny memcheck install clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that are missing
	@tools/setup

build: setup ## Build the module (target/release/libportcullis.so)
	@$(MAKE) --no-print-directory $(MODULE)

$(MODULE): FORCE
	$(CARGO) build --quiet --locked --release --features php

demo: build ## Read a page through the guard and show what it refuses (URL=https://… for a real one)
	@demo/run $(URL)

test: build test-rust test-e2e test-phpt test-phpunit test-leak test-extension differential ## Run all tests

test-rust: ## Rust: pure rooms, then the room with the network
	$(CARGO) test --quiet --locked
	$(CARGO) test --quiet --locked --features fetch --lib fetch::

test-e2e: ## Sockets, DNS and TLS in a network namespace
	$(CARGO) test --quiet --locked --manifest-path tests/e2e/Cargo.toml

test-phpt: ## The module's own phpt tests
	@tools/run-phpt $(MODULE)

test-phpunit: ## The PHP classes
	$(RUN_PHP) $$(command -v phpunit) -c tests/php/phpunit.xml

test-leak: ## Memory of many calls
	$(RUN_PHP) tests/leak.php

test-extension: ## The TYPO3 extension, without TYPO3
	@tools/test-extension $(MODULE) $(EXTENSION)

test-typo3: ## The TYPO3 extension in an installation (TYPO3=its folder)
	@tools/test-typo3 $(MODULE) $(TYPO3)

test-upstream: ## nr_llm's own tests with the bridge on and off (DIR=its source TYPO3=an installation)
	@tools/test-upstream $(MODULE) "$(DIR)" "$(TYPO3)"

differential: build ## Random URLs through the guard, parse_url and libcurl (SECONDS=20)
	@tests/differential/run $(or $(SECONDS),20)

fuzz: ## Random bytes through every fuzz target (SECONDS=60 each; needs a nightly Rust and cargo-fuzz)
	@tools/fuzz $(or $(SECONDS),60)

score: ## Quality of extraction on the shared pages (SHARED=../shared)
	@$(CARGO) build --quiet --locked --release --example extract
	@for corpus in articles pages; do $(SHARED)/bin/score-extraction $(SHARED)/corpus/$$corpus $(TARGET)/release/examples/extract; done

fit: ## Fit the model that chooses content (SHARED=../shared OPTION=--check or --ablate)
	@$(CARGO) build --quiet --locked --release --example survey
	@tools/fit/run $(SHARED) $(OPTION)

memcheck: build ## The module under valgrind
	@tools/memcheck $(MODULE)

bench: build ## Figures of guard, gate, extraction, fetch and module start, each against PHP in the same run; hostile pages
	@$(CARGO) build --quiet --locked --release --example hostile
	@benches/run

check: fmt clippy doc deny lint ## Everything but the tests

fmt: ## Formatting
	$(CARGO) fmt --check
	$(CARGO) fmt --check --manifest-path tests/e2e/Cargo.toml
	$(CARGO) fmt --check --manifest-path fuzz/Cargo.toml

clippy: ## Lints, for every feature set
	$(CARGO) clippy --quiet --locked --all-targets -- -D warnings
	$(CARGO) clippy --quiet --locked --all-targets --features fetch -- -D warnings
	$(CARGO) clippy --quiet --locked --lib --features php -- -D warnings
	$(CARGO) clippy --quiet --locked --all-targets --manifest-path tests/e2e/Cargo.toml -- -D warnings

doc: ## API documentation, without warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --quiet --locked --no-deps --features fetch

deny: ## Licences, bans and sources of the dependencies; advisories where the network allows
	@tools/deny

lint: ## PHPStan and PHP-CS-Fixer over the TYPO3 extension
	@tools/lint-extension $(EXTENSION)

install: ## Copy the built module into PHP's extension folder (as root; builds nothing)
	@test -r $(MODULE) || { echo "The module is not built yet: run make build first." >&2; exit 1; }
	install -D -m 644 $(MODULE) "$(DESTDIR)$$($(PHP_CONFIG) --extension-dir)/portcullis.so"

clean: ## Remove what was built
	$(CARGO) clean
	$(CARGO) clean --manifest-path tests/e2e/Cargo.toml

FORCE:
