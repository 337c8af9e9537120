# trust.mk - the goals that attack trawl: failing system calls, threads, planted faults, hostile input
#
# Included by mk/dev.mk, whose variables and macros it uses. Each goal is long; check has a short
# form of what it does.

# ---- Failures of memory, files, signals ----

# ---- Threads ----

# ---- Planted faults and mutants ----

.PHONY: check-planted check-mutants
check-planted: ## plant 32 faults in a copy, one at a time; tests or fuzzers must find each (git, Python; FAULT=json)
	@python3 -B tests/mutants/plant.py '$(B)' $(FAULT)
# The script links the tests itself, once for each mutant.
check-mutants: all $(test_bin:%=%.o) $(B)/tests/mutants/cases.o $(B)/cli.a $(B)/rooms.a ## change find/ending and emit/escape.c place by place; the tests must notice (clang, Python; ROOM=ending)
	@COMPILE=$(call quote,$(compile) $(cpp)) LINK=$(call quote,$(link)) LIBS=$(call quote,$(lib_libs) $(DL_LIBS)) \
	    $(check_env) python3 -B tests/mutants/mutate.py '$(B)' $(ROOM)

# ---- Hostile input ----

# ---- Terminals and browsers ----
