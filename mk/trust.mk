# trust.mk - the goals that attack trawl: failing system calls, threads, planted faults, hostile input
#
# Included by mk/dev.mk, whose variables and macros it uses. Each goal is long; check has a short
# form of what it does.

# ---- Failures of memory, files, signals ----

# ---- Threads ----

# ---- Planted faults and mutants ----

# ---- Hostile input ----

# ---- Terminals and browsers ----
