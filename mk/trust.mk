# trust.mk - the goals that attack trawl: failing system calls, threads, planted faults, hostile input
#
# Included by mk/dev.mk, whose variables and macros it uses. Each goal is long; check has a short
# form of what it does.

# ---- Failures of memory, files, signals ----

.PHONY: check-unpack
check-unpack: all ## compare damaged compressed files with gzip, bzip2, xz and zstd; bombs of 10 GB
	@mkdir -p '$(B)/packed' && python3 -B tests/cli/io/packed.py '$(abspath $(B)/trawl)' long '$(B)/packed'

# ---- Threads ----

# ---- Planted faults and mutants ----

.PHONY: check-mutants mutate
check-mutants: ## change find/ending and emit/escape.c place by place; the tests must notice (clang, Python; ROOM=ending)
	$(again) B=$(B)/mutants CFLAGS=-O1 ROOM='$(ROOM)' mutate
mutate: all $(test_bin)
	@COMPILE=$(call quote,$(compile) $(cpp)) LINK=$(call quote,$(link)) LIBS=$(call quote,$(lib_libs) $(DL_LIBS)) \
	    $(check_env) python3 -B tests/mutants/mutate.py '$(B)' $(ROOM)

# ---- Hostile input ----

# ---- Terminals and browsers ----
