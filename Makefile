# Two commands: `make check` proves the rules and replays the traces; `make test` runs all tests.

SWIFT ?= swift
BUILD = $(SWIFT) build -c release

.PHONY: check test build dependencies bench

check: build
	.build/release/medallion check

test: dependencies
	$(SWIFT) test -c release

build: dependencies
	$(BUILD) --product medallion

bench: build
	Benchmarks/run

# Installs what is missing, and only that: libz3 with its headers.
dependencies:
	@if [ -e /usr/include/z3.h ] || [ -e /usr/local/include/z3.h ] || [ -e /opt/homebrew/include/z3.h ]; then \
	  :; \
	elif command -v apt-get >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
	  echo "installing libz3-dev"; \
	  $$as_root apt-get update -qq && $$as_root apt-get install -y -qq libz3-dev; \
	elif command -v brew >/dev/null; then \
	  brew install z3; \
	else \
	  echo "Medallion needs Z3 4.8.12 or newer with its C headers; install it, then try again." >&2; \
	  exit 2; \
	fi
