# trust.mk - the goals that attack trawl: failing system calls, threads, planted faults, hostile input
#
# Included by mk/dev.mk, whose variables and macros it uses. Each goal takes long; check has a short
# form of what the goal does.

# ---- Failures of memory, files, signals ----

.PHONY: check-unpack
check-unpack: all ## compare damaged compressed files with gzip, bzip2, xz and zstd; bombs of 10 GB
	@mkdir -p '$(B)/packed' && python3 -B tests/app/io/packed.py '$(abspath $(B)/trawl)' long '$(B)/packed'
	@$(check_env) BOMBS=200 prove -v tests/app/io/t_bombs.sh
.PHONY: check-failures
# The library for LD_PRELOAD that makes calls fail. It is built without sanitizers, so that it works
# in a command with sanitizers.
injector := $(if $(filter Linux,$(shell uname)),$(B)/inject.so)
$(B)/inject.so: tests/faults/inject.c
	$(call run,LD,$@,$(CC) -std=c11 -Wall -Wextra -Wpedantic -Wshadow -O2 -g \
	    -fPIC -shared -fvisibility=hidden -o $@ $< $(DL_LIBS))
failing = $(injector) $(B)/index_archive $(B)/jobs/trawl $(if $(HAVE_SQLITE),$(B)/sql_host)
check-failures: ## make every call of memory, files and threads fail (Linux); FAILURES='case=list kind=read how=once'
check-failures: all $(failing)
	python3 -B tests/faults/faults.py '$(B)' $(FAILURES)
	$(again) B=$(B)/asan CFLAGS='$(sane) -fsanitize=address,undefined' check-failures-asan
.PHONY: check-failures-asan
check-failures-asan: all $(failing)
	python3 -B tests/faults/faults.py '$(B)' kind=memory most=$(or $(ASAN_MOST),300) $(FAILURES)

# ---- Threads ----

.PHONY: helgrind
helgrind: all $(failing) ## run the commands that read in threads in valgrind's helgrind
	@$(check_env) MESSAGES=240 \
	    CHECKER='valgrind --tool=helgrind -q --error-exitcode=9 --suppressions=tests/faults/helgrind.supp' \
	    prove $(PROVEFLAGS) tests/faults/threads.sh

# ---- Planted faults and mutants ----

.PHONY: check-planted check-mutants
check-planted check-mutants: export TRAWL_TEST_WHOLE = 1
check-planted: ## plant 53 faults in a copy, one at a time; tests or fuzzers must find each (git, Python; FAULT=json)
	@python3 -B tests/mutants/plant.py '$(B)' $(FAULT)
# mutate.py links the tests itself, once for each mutant.
check-mutants: ## change COUNT=60 places of each ROOM=src/lib/find/scan; each must be noticed (clang, Python; SEED=)
check-mutants: all $(test_bin:%=%.o) $(B)/tests/mutants/cases.o $(B)/tests/tools/html_tree.o \
              $(B)/programs.a $(B)/rooms.a
	@COMPILE=$(call quote,$(compile) $(cpp) $(hooks)) LINK=$(call quote,$(link)) \
	    LIBS=$(call quote,$(lib_libs) $(DL_LIBS)) \
	    $(check_env) python3 -B tests/mutants/mutate.py '$(B)' $(ROOM)

# ---- Hostile input ----

# "make bench PART=hostile" measures hostile shapes in all formats; see tests/bench/hostile.py.
.PHONY: check-big
check-big: all $(B)/bench_timed ## inputs that are large in one way: folders, lines, parts (Python; SCALE=1 PART=folder)
	@python3 -B tests/bench/big.py '$(B)' $(or $(SCALE),1) $(PART)

.PHONY: check-million
check-million: ## all commands of an index on a million messages (Python; MESSAGES=10000 SITE=5000, CLOCK=cpu)
check-million: all $(B)/index_archive
	@python3 -B tests/bench/index/million.py '$(B)' $(or $(MESSAGES),1000000) $(or $(SITE),222000)

# ---- Terminals and browsers ----

.PHONY: check-browsers
check-browsers: ## read 1,186 attacks in every place of a page, and 600 rewritten fragments, in Chromium and Firefox
check-browsers: all $(B)/tests/tools/emit_file
	@$(check_env) CORPUS=whole prove -v tests/browser/corpus/t_corpus.sh

# Documents of Debian's packages: libstdc++-12-doc, postgresql-doc-15, debian-handbook, python3-doc,
# git-doc, developers-reference, debian-policy, sqlite3-doc.
.PHONY: check-pages
check-pages: all ## put links into the pages below HTML=/usr/share/doc; the trees of parse5 may differ only in these
	@$(check_env) PAGES_BELOW='$(or $(HTML),/usr/share/doc)' prove -v tests/hosts/t_trees.sh
