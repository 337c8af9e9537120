# trust.mk - the goals that attack trawl: failing system calls, threads, planted faults, hostile input
#
# Included by mk/dev.mk, whose variables and macros it uses. Each goal is long; check has a short
# form of what it does.

# ---- Failures of memory, files, signals ----

# ---- Threads ----

# ---- Planted faults and mutants ----

# ---- Hostile input ----

# ---- Terminals and browsers ----

.PHONY: check-browsers
check-browsers: all $(B)/tests/tools/emit_file ## read 1,186 attacks in every place of a page, in Chromium and Firefox
	@$(check_env) CORPUS=whole prove -v tests/browser/corpus/t_corpus.sh
