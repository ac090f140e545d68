# The two commands of the README are `make run` and `make test`; nothing else is needed.

# How many times as many positions as `make test` the long runs compare.
KOMADAI_SOAK ?= 20

# How many times the long runs kill the server, on each database.
KOMADAI_CRASHES ?= 1000

export CARGO_TERM_PROGRESS_WHEN ?= never

# What is built here is for this machine, as in scripts/flags; a plain `cargo build` is portable.
ifeq ($(shell uname -m),x86_64)
export RUSTFLAGS ?= -C target-cpu=native
endif

.NOTPARALLEL:
.PHONY: run test bench instructions lint fuzz soak dist train fetch testdata help

help:
	@echo 'make run           build everything and start the server on http://127.0.0.1:8181'
	@echo 'make test          all tests, as CI runs them'
	@echo 'make bench         our speed beside other programs'
	@echo 'make instructions  instructions per leaf, by callgrind'
	@echo 'make lint          format, clippy, documentation'
	@echo 'make fuzz          a minute for every fuzz target'
	@echo 'make dist          release folder and packages in target/dist'
	@echo 'make train         play games and fit the next net, from the committed one; see docs/training.md'
	@echo 'make soak          long comparisons with the oracle and with other programs, 10^7 random commands, 1,000 crashes, mutants, proxies, units'

# The server on http://127.0.0.1:8181, with its data in komadai-data.
run: fetch
	@scripts/run

test: fetch testdata
	@scripts/test-all

lint: fetch
	@scripts/lint

bench: fetch
	cargo run --release --locked -p komadai-peers --bin bench-core
	@scripts/bench-v3
	@scripts/bench-records
	cargo bench --locked --quiet -p komadai-game --bench legal_move
	@scripts/step load scripts/load 4000 30

instructions: fetch
	@scripts/instructions

dist: fetch
	@scripts/dist

train: fetch
	@scripts/train

fuzz:
	scripts/fuzz 60

soak: fetch testdata
	@export KOMADAI_SOAK=$(KOMADAI_SOAK); \
	scripts/step oracle cargo test --locked --workspace --all-features --test against_oracle && \
	scripts/step peers cargo test --locked --workspace --all-features --test legal_moves -- --nocapture
	@KOMADAI_CRASHES=$(KOMADAI_CRASHES) scripts/step crashes scripts/postgres cargo test --locked --workspace --all-features --test server crash -- --nocapture
	@scripts/step load scripts/load 4000 300
	@scripts/step proxies scripts/test-proxies
	@scripts/step packaging scripts/test-packaging
	@scripts/step games cargo run --release --locked --quiet -p komadai-game --example soak -- 10000000
	@scripts/step 'fast games, shogi' cargo run --release --locked -p komadai-train -- soak --games 1000 --nodes 300
	@scripts/step 'fast games, seireigi' cargo run --release --locked -p komadai-train -- soak --games 1000 --nodes 300 --variant seireigi
	@scripts/step fuzz scripts/fuzz 600
	@scripts/step mutants scripts/mutants

fetch:
	@scripts/need cc
	@scripts/retry cargo fetch --locked --quiet --target "$$(rustc -vV | sed -n 's/^host: //p')"

testdata:
	@if [ -n "$$KOMADAI_TESTDATA" ]; then echo "test data: $$KOMADAI_TESTDATA"; \
	else echo 'KOMADAI_TESTDATA is not set: tests over the collection of records and problems are not run'; fi
