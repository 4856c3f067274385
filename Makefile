# Two commands: `make check` proves the rules and replays the traces; `make test` runs all tests.
# `make install` puts the program into $(DESTDIR)$(PREFIX)/bin, and into $(DESTDIR)$(PREFIX)/share models, schemas,
# manual pages and completions; with CPU=native it is built for the processor of this machine, and may not run on others.
# `make deb` makes a Debian package of the same, `make docs` the pages of the library.

SWIFT ?= swift
BUILD = $(SWIFT) build -c release
PREFIX ?= /usr/local
CPU ?=

# What compilers call the same on different machines.
processor = $(if $(filter x86_64,$(shell uname -m)),-march,-mcpu)
TUNED = $(if $(CPU),-Xswiftc -Xcc -Xswiftc $(processor)=$(CPU))

.PHONY: check test build dependencies bench static install deb docs

check: build
	.build/release/medallion check

test: dependencies
	@SWIFT="$(SWIFT)" Tests/run

build: dependencies
	$(BUILD) --product medallion

bench: build
	Benchmarks/run

# With Swift's own library in it: it runs where there is no Swift, and starts sooner.
static: dependencies
	$(BUILD) --static-swift-stdlib --scratch-path .build/static $(TUNED) --product medallion

install: static
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -s -m 755 .build/static/release/medallion "$(DESTDIR)$(PREFIX)/bin/medallion"
	Packaging/share "$(DESTDIR)$(PREFIX)/bin/medallion" "$(DESTDIR)$(PREFIX)/share" \
	  $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)

deb:
	rm -rf .build/deb
	$(MAKE) install DESTDIR="$(CURDIR)/.build/deb/root" PREFIX=/usr
	Packaging/deb

docs: dependencies
	$(BUILD) --product Medallion
	SWIFT="$(SWIFT)" Packaging/docs

# Installs what is missing, and only that: the C headers of Z3, zlib, libzstd and OpenSSL.
INCLUDES = /usr/include /usr/local/include
present = $(wildcard $(addsuffix /$(1),$(INCLUDES)))
APT = $(if $(call present,z3.h),,libz3-dev) \
  $(if $(call present,zlib.h),,zlib1g-dev) $(if $(call present,zstd.h),,libzstd-dev) \
  $(if $(call present,openssl/evp.h),,libssl-dev)

dependencies:
	@if [ -z "$(strip $(APT))" ]; then \
	  :; \
	elif command -v apt-get >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
	  echo "installing $(strip $(APT))"; \
	  $$as_root apt-get update -qq && $$as_root apt-get install -y -qq $(APT); \
	else \
	  echo "Medallion needs the C headers of Z3 (4.8.12 or newer), zlib, libzstd and OpenSSL 3;" >&2; \
	  echo "install them, then try again." >&2; \
	  exit 2; \
	fi
