# trust.mk - the goals that attack trawl: failing system calls, threads, planted faults, hostile input
#
# Included by mk/dev.mk, whose variables and macros it uses. Each goal is long; check has a short
# form of what it does.

# ---- Failures of memory, files, signals ----

# ---- Threads ----

# ---- Planted faults and mutants ----

# ---- Hostile input ----

# "make bench PART=hostile" measures hostile shapes in all formats; see tests/bench/hostile.py.
.PHONY: check-big
check-big: all $(B)/bench_timed ## inputs that are large in one way: folders, lines, parts (Python; SCALE=1)
	@python3 -B tests/bench/big.py '$(B)' $(or $(SCALE),1)

# ---- Terminals and browsers ----
