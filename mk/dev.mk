# dev.mk - the goals for developing trawl: tests, sanitizers, benchmarks, lint, coverage, pictures
#
# Included by the Makefile, whose variables and macros it uses. Files are found by their names:
# tests/.../t_NAME.c and t_NAME.sh are tests, and the .c files in tests/bench are programs. fuzz.mk
# and trust.mk have more goals.

.PHONY: check-portable check-libiconv check-cost check-debian check-fresh check-wheels asan msan tsan \
        bench bench-index bench-beside bench-rewrite bench-sql bench-parts \
        check-deaths check-structure earn lint cover path cast shots
ifeq ($(origin CXX),default)
CXX := $(if $(filter cc,$(CC)),c++,$(subst gcc,g++,$(subst clang,clang++,$(CC))))
endif
CLANG ?= clang
again = +@$(MAKE) --no-print-directory
slow_tests = tests/browser/t_browser.sh tests/browser/corpus/t_corpus.sh tests/fuzz/t_fuzz.sh

# ---- Test programs ----

tests_in = $(sort $(wildcard $(foreach depth,tests tests/* tests/*/* tests/*/*/*,$(depth)/t_*.$(1))))
# t_asked replaces iconv_open() by the linker's option --wrap, which Apple's linker does not have.
test_bin := $(filter-out $(if $(filter macho,$(SHARED)),%/t_asked),$(patsubst %.c,$(B)/%,$(call tests_in,c)))
test_sh := $(call tests_in,sh)
programs_in = $(patsubst %.c,$(B)/%,$(wildcard tests/$(1)/*.c))

# Tests may use functions of the C library that POSIX lacks, such as those for guard pages.
$(B)/tests/%.o: private cpp += -D_DEFAULT_SOURCE $(hooks) -Itests/lib -Itests -Itests/support
$(B)/tests/examples/%.o: private cpp = -Iinclude $(CPPFLAGS)
# The objects in hooks/ are those that tests are linked with. They check contracts (base/check.h),
# and have switches: one for each rule of the scanner (find/text/text.h) and each row of blocks, and
# one that makes the command divide small files into pieces.
hooks = -DTRAWL_CHECK -DTRAWL_TEST_RULES
$(B)/hooks/%.o: src/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$< (with hooks),$(compile) $(cpp) $(hooks) -DTRAWL_TEST_JOBS -MMD -MP -c -o $@ $<)
# The objects in counted/ call a function of t_growth in each basic block.
$(B)/counted/%.o: src/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$< (with counts),$(compile) $(cpp) -fsanitize-coverage=trace-pc -MMD -MP -c -o $@ $<)
counted = $(patsubst $(B)/src/%,$(B)/counted/%,$(1))
hooked = $(patsubst $(B)/src/%,$(B)/hooks/%,$(1))
-include $(call files_in,$(B)/tests $(B)/hooks $(B)/counted,d)

# Archives of all objects, for tests. All names are visible, even those that libtrawl.a hides, and
# main() is left out.
archive = $(call run,AR,$@,rm -f $@ && $(AR) rcs $@ $(filter %.o,$^))
$(B)/rooms.a: $(call hooked,$(lib_obj)) $(B)/sources
	$(archive)
$(B)/programs.a: $(filter-out %/trawl/main.o,$(trawl_obj)) $(B)/sources
	$(archive)
link_test = $(call run,LD,$@,$(link) -o $@ $(filter %.o %.a,$^) $(1) $(lib_libs) $(DL_LIBS))

with_counts := $(filter %/find/t_growth,$(test_bin))
counted_rooms = $(foreach r,find base kernel,$(filter $(B)/src/lib/$(r)/%,$(lib_obj)))
$(with_counts): %: %.o $(call counted,$(counted_rooms)) $(B)/rooms.a
	$(call link_test)
$(filter-out $(with_counts),$(test_bin)): %: %.o $(B)/programs.a $(B)/rooms.a
	$(call link_test,$(wrap))
# t_asked counts the calls of iconv_open(), which is named libiconv_open() in GNU libiconv.
$(B)/tests/lib/charset/t_asked: wrap = $(wrap_iconv)
wrap_iconv = -Wl,--wrap=iconv_open,--wrap=libiconv_open
$(B)/jobs/trawl: $(call hooked,$(trawl_obj)) $(B)/rooms.a
	@mkdir -p $(@D)
	$(call link_test)
# The same with a switch that the environment sets, for earn.py.
$(B)/switched/trawl: $(call hooked,$(trawl_obj)) $(B)/tests/tools/switches.o $(B)/rooms.a
	@mkdir -p $(@D)
	$(call link_test)
# All programs, with the faults of tests/app/sandbox/ planted in the scanner, and short seconds in the guard.
planted = $(addprefix $(B)/planted/,trawl $(programs))
planted_objects = $(filter-out %/find/deliver.o %/guard/guard.o,$(1) $(lib_obj)) \
    $(addprefix $(B)/planted/,deliver.o guard.o planted.o rogue.o)
$(B)/planted/deliver.o: src/lib/find/deliver.c
$(B)/planted/guard.o: src/app/guard/guard.c
$(B)/planted/deliver.o $(B)/planted/guard.o: $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$(filter %.c,$^) (with faults),$(compile) $(cpp) -DTRAWL_TEST_PLANTED -c -o $@ $(filter %.c,$^))
$(B)/planted/planted.o $(B)/planted/rogue.o: $(B)/planted/%.o: tests/app/sandbox/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$<,$(compile) $(cpp) -D_DEFAULT_SOURCE -c -o $@ $<)
$(B)/planted/trawl: $(call planted_objects,$(trawl_obj))
$(B)/planted/trawl-pick: $(call planted_objects,$(pick_obj))
$(B)/planted/trawl-archive: $(call planted_objects,$(archive_obj))
$(planted):
	$(call run,LD,$@,$(link) $(PIE) -o $@ $^ $(pick_libs) $(if $(HAVE_SQLITE),$(SQLITE_LIBS)))
$(B)/tests/tools/%: $(B)/tests/tools/%.o $(B)/rooms.a
	$(call link_test)
# Linked like the command: bench.py runs it to measure the cost of starting a process.
$(B)/tests/tools/nothing: $(B)/tests/tools/nothing.o
	$(call run,LD,$@,$(link) $(PIE) -o $@ $< $(trawl_libs))
$(B)/tests/examples/%: $(B)/tests/examples/%.o $(B)/libtrawl.a
	$(call link_test)

# ---- check ----

# The groups of tests, by their folders: the library and the command ("core"), the other products, and
# "hosts": other programs that run or read trawl, from editors and browsers to compilers and packagers,
# and libraries with only some parts.
# The longest tests come first, so that they do not run alone at the end.
groups := core archive pick bindings hosts
longest = browser/t_browser bindings/t_web t_parts t_project browser/corpus/t_corpus archive/t_death \
          archive/site/t_site fuzz/t_fuzz archive/growth/t_growth \
          bindings/t_package
slow_first = $(longest:%=tests/%.sh) $(test_bin) $(filter-out $(longest:%=tests/%.sh),$(test_sh))
tests_of = tests/$(1)/% $(B)/tests/$(1)/%
archive_tests = $(filter $(call tests_of,archive),$(slow_first))
pick_tests = $(filter $(call tests_of,pick),$(slow_first))
bindings_tests = $(filter $(call tests_of,bindings),$(slow_first))
hosts_tests = $(filter tests/t_parts.sh $(foreach f,abi bench browser cluster contrib fuzz hosts packages,$(call tests_of,$(f))),$(slow_first))
core_tests = $(filter-out $(archive_tests) $(pick_tests) $(bindings_tests) $(hosts_tests),$(slow_first))
# Tests that otherwise try only some of many places try more of them with TRAWL_TEST_WHOLE, which
# check-all sets.
GROUPS = core
TESTS = $(filter-out $(NO_TESTS),$(filter $(foreach g,$(GROUPS),$($(g)_tests)),$(slow_first)))
# For packages: make check TESTS='$(package_tests)' runs the tests of the library and of the command
# that need nothing but Python.
package_tests = $(test_bin) $(filter tests/app/% tests/trawl/t_% tests/trawl/filter/% tests/trawl/format/%,$(test_sh))
PROVEFLAGS ?= -j$(processors)
# If python3 is a script, such as that of pyenv, it takes five times as long to start as the program that it
# runs. This is then the folder of that program.
python_folder = $(shell p=$$(command -v python3); case $$(head -c 2 "$$p") in \
    (?!) dirname "$$(python3 -c 'import sys; print(sys.executable)')" ;; esac)
check_env = $(foreach f,$(python_folder),PATH=$(call quote,$f):"$$PATH") $(tools) \
            $(foreach v,B CXX MAKE HAVE_NCURSES HAVE_SQLITE,$(v)=$(call quote,$($(v)))) \
            TRAWL=$(call quote,$(abspath $(B)/trawl)) $(if $(filter-out core,$(GROUPS)),TRAWL_TEST_WHOLE=1)
# The library that counts the steps of SQL statements, for LD_PRELOAD.
step_counter := $(if $(filter Linux,$(shell uname)),$(B)/steps.so)
check_needs = $(filter $(TESTS),$(test_bin)) $(if $(filter %/t_fuzz.sh,$(TESTS)),fuzz-programs) \
    $(if $(filter %/t_browser.sh %/t_corpus.sh,$(TESTS)),$(B)/tests/tools/emit_file) \
    $(if $(filter %/t_jobs.sh %/t_warnings.sh %/t_alike.sh %/io/t_git.sh %/t_long.sh,$(TESTS)),$(B)/jobs/trawl) \
    $(if $(filter %/t_sandbox.sh %/t_rogue.sh %/t_guard.sh,$(TESTS)),$(planted)) \
    $(if $(filter %/t_examples.sh,$(TESTS)),$(call programs_in,examples)) \
    $(if $(filter %/t_cost.sh,$(TESTS)),$(B)/bench_corpus) \
    $(if $(filter %/t_parse5.sh,$(TESTS)),$(B)/tests/tools/html_events) \
    $(if $(filter %/t_tree.sh %/t_parse5.sh,$(TESTS)),$(B)/tests/tools/html_tree) \
    $(if $(filter %/t_python.sh,$(TESTS)),$(B)/tests/tools/mail_events) \
    $(if $(filter tests/archive/%,$(TESTS)),$(B)/index_archive) \
    $(if $(HAVE_SQLITE),$(if $(filter %/t_growth.sh,$(TESTS)),$(step_counter))) \
    $(if $(filter tests/faults/% %/t_death.sh,$(TESTS)),$(failing)) \
    $(if $(HAVE_SQLITE),$(if $(filter tests/bindings/%,$(TESTS)),$(B)/sql_host))

.PHONY: check-all check-every check-goals $(groups:%=check-%)
check-all: ## all tests: those of check and of the groups below; NO_TESTS= leaves some out
	$(again) GROUPS='$(groups)' check
check-core: ## the tests of the library and of the command, as check does
check-archive: ## the tests of trawl-archive: index, query, report, site
check-pick: ## the tests of trawl-pick
check-bindings: ## the tests of the extension for SQLite and of the packages for Python and node
check-hosts: ## the tests with other programs: editors, mail readers, browsers, compilers, packagers, fuzzers
$(groups:%=check-%): check-%:
	$(again) GROUPS=$* check
# Tests that otherwise try only some of many cases try every case with TRAWL_TEST_EVERY.
check-every: export TRAWL_TEST_EVERY = 1
check-every: ## check-all with gcc, clang and sanitizers; check-portable to check-valgrind; lint (hours)
	$(again) B=$(B)/gcc CC=gcc CFLAGS='-O2 -g -Werror' check-all
	$(again) B=$(B)/clang CC=$(CLANG) CFLAGS='-O2 -g -Werror' NO_TESTS='$(slow_tests)' check-all
	$(again) check-portable
	$(again) check-libiconv
	$(again) check-debian
	$(again) check-failures
	$(again) check-platforms
	$(again) check-builds
	$(again) check-large
	$(again) check-valgrind
	$(again) asan
	$(again) msan
	$(again) check-mutants COUNT=6
	$(again) lint
	$(again) check-goals
check-goals: all ## make each goal of this list in a short form, in a copy of the source (hours; RUN='bench lint')
	@$(check_env) RUN='$(or $(RUN),all)' prove -v tests/hosts/t_goals.sh
check-portable: ## check without SSE2: tests the portable code
	$(again) B=$(B)/portable CFLAGS='-O2 -g -Werror' CPPFLAGS=$(call quote,$(CPPFLAGS) -U__SSE2__) \
	    NO_TESTS='$(slow_tests)' check-all
charset_tests := $(patsubst tests/%.c,%,$(wildcard tests/lib/charset/t_*.c) tests/lib/find/scan/t_scan_charset.c \
                   tests/lib/mail/header/t_words.c tests/lib/mail/header/t_headers.c tests/lib/mail/t_messages.c)
check-cost: all $(B)/bench_corpus ## compare instructions and cache misses with tests/cost.tsv; WRITE=1 writes them
	@python3 -B tests/bench/cost.py $(if $(WRITE),--write) '$(B)/trawl' '$(B)/bench_corpus' tests/cost.tsv
check-debian: dist ## build Debian packages in a clean chroot, install and test them (mmdebstrap)
	@$(check_env) prove $(PROVEFLAGS) tests/packages/debian.sh
check-fresh: ## try the README's first commands in fresh Debian 12, 13, unstable (mmdebstrap, two hours); ROOTS='12 13'
	@$(check_env) prove -v tests/packages/fresh.sh $(if $(ROOTS),:: $(ROOTS))
check-wheels: all ## make wheels; try them in fresh Debian 12 and 13, and in QEMU (mmdebstrap, half an hour); ARCH=amd64
	@$(check_env) prove -v tests/packages/wheels.sh $(if $(ARCH),:: $(ARCH))
check-libiconv: ## run the tests of charsets with GNU libiconv, from the npm packages
	+@why=$$(CC=$(call quote,$(CC)) sh src/gen/libiconv.sh '$(B)/libiconv'); case $$? in \
	    0) $(MAKE) --no-print-directory B=$(B)/libiconv/trawl \
	        CPPFLAGS=$(call quote,$(CPPFLAGS) -I$(abspath $(B))/libiconv/include) \
	        LDFLAGS=$(call quote,$(LDFLAGS) -L$(abspath $(B))/libiconv/lib) \
	        TESTS=$(call quote,$(charset_tests:%=$(B)/libiconv/trawl/tests/%)) check ;; \
	    1) echo "check-libiconv: skipped: $$why" ;; \
	    *) echo "check-libiconv: $$why" >&2; exit 1 ;; esac

sane = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
.PHONY: check-engines check-python check-python-long check-web check-web-engines check-web-long bench-web
check-python: all ## the tests of the Python package
	@$(check_env) prove -v tests/bindings/t_package.sh
check-web: all ## the tests of the package for node and browsers and of the playground
	@$(check_env) TRAWL_TEST_WHOLE=1 prove -v tests/bindings/t_web.sh :: whole
check-web-long: all ## the same with 1,000,000 random texts
	@$(check_env) TRAWL_TEST_WHOLE=1 prove -v tests/bindings/t_web.sh :: long
check-python-long: all ## install the sdist, with PCRE2 and without; bad addresses; times beside bleach and others
	@$(check_env) prove -v tests/bindings/python/long.sh
check-engines: all ## install the engines that can be had, and run the recipes of doc/clusters.md and doc/databases.md in them
	-@B='$(B)' PKG_CONFIG='$(PKG_CONFIG)' sh src/gen/deps.sh check-engines
	@$(check_env) prove -v $(wildcard tests/engines/*.sh)

asan: ## check with AddressSanitizer and UndefinedBehaviorSanitizer
	$(again) B=$(B)/asan CFLAGS='$(sane) -fsanitize=address,undefined' NO_TESTS=tests/fuzz/t_fuzz.sh check-all
# The sanitizer does not see what ncurses, SQLite and libgit2 write. So trawl is built without the
# first two, and tests that need SQLite or libgit2 are left out. t_face.sh would pass the options of
# clang to gcc.
no_msan = $(addprefix tests/,app/io/t_git.sh trawl/t_folder.sh examples/t_face.sh faults/t_faults.sh t_tour.sh t_project.sh)
msan: ## check with MemorySanitizer (clang)
	$(again) B=$(B)/msan CC=$(CLANG) HAVE_NCURSES= HAVE_SQLITE= HAVE_SQLITE_EXT= \
	    CFLAGS='$(sane) -fsanitize=memory -fsanitize-memory-track-origins' \
	    NO_TESTS='$(slow_tests) $(no_msan)' check-all
tsan_tests = $(addprefix $(B)/tsan/tests/lib/,find/t_threads find/t_settings mail/t_closing) \
             $(addprefix tests/,trawl/t_jobs.sh trawl/filter/t_warnings.sh examples/t_examples.sh faults/threads.sh)
tsan: ## run the tests of threads with ThreadSanitizer
	+@TSAN_OPTIONS='suppressions=$(CURDIR)/tests/tsan.supp' $(MAKE) --no-print-directory B=$(B)/tsan \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=thread' \
	    TESTS='$(tsan_tests)' check

include mk/trust.mk
include mk/fuzz.mk
include mk/release.mk

# ---- Benchmarks ----

# bench_NAME.c measures a part of the library, in its own process. The other programs are run by
# bench.py.
bench_parts := $(patsubst tests/bench/%.c,$(B)/%,$(wildcard tests/bench/bench_*.c))
bench_run := $(patsubst tests/bench/%.c,$(B)/bench_%,$(filter-out tests/bench/bench_%,$(wildcard tests/bench/*.c)))
# bench_mail also measures GMime, if pkg-config finds it.
package = $(shell $(PKG_CONFIG) --silence-errors $(1) $(2))
used = $(if $(call package,--libs,$(1)),-DHAVE_$(2)=1 $(call package,--cflags,$(1)))
$(B)/tests/bench/bench_mail.o: private cpp += $(call used,gmime-3.0,GMIME)
$(B)/bench_mail: with = $(call package,--libs,gmime-3.0)
$(bench_parts): $(B)/%: $(B)/tests/bench/%.o $(lib_obj)
	$(call link_test,$(with))
$(filter-out %/bench_timed,$(bench_run)): $(B)/bench_%: $(B)/tests/bench/%.o $(lib_obj)
	$(call link_test)

$(B)/steps.so: tests/archive/growth/steps.c
	$(call run,LD,$@,$(CC) -std=c11 -Wall -Wextra -Wpedantic -Wshadow -O2 -g -fPIC -shared -o $@ $< $(DL_LIBS))

# The generator of archives for bench-index. The tests of trawl index use it, too.
$(B)/index_archive: $(B)/tests/bench/index/archive.o
	$(call run,LD,$@,$(link) -o $@ $<)
# A program that loads the extension for SQLite, and a benchmark of it.
$(B)/tests/bindings/host.o $(B)/tests/bench/sql/sql.o: private cpp += $(SQLITE_CFLAGS)
$(B)/sql_host: $(B)/tests/bindings/host.o
	$(call run,LD,$@,$(link) -o $@ $< $(SQLITE_LIBS))
$(B)/bench_sql: $(B)/tests/bench/sql/sql.o $(B)/libtrawl.a
	$(call link_test,$(SQLITE_LIBS))
# A small program, since the memory that a process has before exec() counts as memory of the new
# program.
$(B)/bench_timed: $(B)/tests/bench/timed.o
	$(call run,LD,$@,$(link) -o $@ $<)
bench: all $(bench_run) $(B)/tests/tools/nothing ## benchmarks (QUICK=1 CLOCK=cpu PART=texts); OLD=trawl compares
	@command -v python3 >/dev/null || { echo "bench: no python3; 'make deps bench' installs it" >&2; exit 1; }
	@CC=$(call quote,$(CC)) CXX=$(call quote,$(CXX)) python3 -B tests/bench/bench.py '$(B)' $(if $(QUICK),quick) \
	    $(filter cpu,$(CLOCK)) $(PART) $(if $(OLD),old='$(OLD)')
bench-index: all $(B)/index_archive ## trawl index and query with 10,000 to 1,000,000 messages (SIZES=...)
	@python3 -B tests/bench/index/bench.py '$(B)' $(SIZES)
bench-sql: ## trawl_links() in SQLite against the library, over MEGABYTES=1000 of text
bench-sql: all $(B)/bench_sql $(B)/bench_corpus
	@$(B)/bench_corpus natural 1738 256 >$(B)/bench_sql.text 2>$(B)/bench_sql.log && \
	    $(B)/bench_sql $(B)/$(extension) $(B)/bench_sql.text $(or $(MEGABYTES),1000)
$(B)/bench_rewrite: $(B)/tests/bench/rewrite/rewrite.o $(B)/libtrawl.a
	$(call link_test)
bench-beside: all ## links of three short texts that trawl and other programs list: the table of the README
	@python3 -B tests/bench/beside.py '$(B)'
bench-rewrite: ## links put into HTML, beside bleach, linkify-it-py, Rinku, linkifyjs
bench-rewrite: all $(B)/bench_rewrite $(B)/bench_corpus $(B)/bench_timed
	@python3 -B tests/bench/rewrite/bench.py '$(B)'
bench-web: js ## links in node, beside linkify-it, linkifyjs and autolinker
	@B='$(B)' sh tests/browser/with.sh node tests/bindings/js/bench.mjs '$(B)/js'
check-web-engines: js ## the package in Deno, Bun, esbuild and workerd, which come from npm
	@sh tests/bindings/js/engines.sh '$(B)/js'
check-deaths: all $(B)/index_archive ## kill trawl index at DEATHS=50 random moments
	@B='$(B)' TRAWL='$(B)/trawl' DEATHS=$(or $(DEATHS),50) prove -v tests/archive/t_death.sh
bench-parts: all $(bench_parts) $(B)/tests/tools/nothing ## benchmarks of parts of the library
	@for b in $(bench_parts); do echo "$${b##*/}:" && "$$b" || exit; done

earn: $(B)/switched/trawl ## what each rule changes in TEXTS=folder, whose folders are kinds of text; RULES='M3 M4'
	@python3 -B tests/earn.py $(B)/switched/trawl $(call quote,$(TEXTS)) $(RULES)

check-structure: $(B)/tests/tools/blocks ## how often each rule for blocks is right, in texts here or in TEXTS=folder; KINDS='rfc perl'
	@python3 -B tests/structure/check.py $< $(call quote,$(TEXTS)) $(KINDS)

# ---- Lint, coverage, pictures ----

linted := $(headers) $(call files_in,src tests contrib bindings,[ch])
scripts := .ci/run debian/tests/command debian/tests/library \
           $(addprefix contrib/,cgit/commit-filter foot/trawl-foot fzf/trawl-fzf) \
           $(wildcard src/gen/*.sh mk/*.sh) $(call files_in,tests,sh)
# lint_room SOURCES,FLAGS: reports warnings of the compiler and of clang-tidy, which reads the checks
# of contracts, too: without them, it sees a sizeof in each.
lint_room = $(compile) $(2) -Werror -fsyntax-only $(1) && printf '%s\n' $(1) | \
    xargs -n 8 -P $(processors) sh -c 'clang-tidy --quiet "$$@" -- -std=c11 -DTRAWL_CHECK $(subst ','\'',$(2))' clang-tidy
# cppcheck 2.10 cannot parse "? (type){...} :", and leaves out a file that has it. It does not see that
# address.c compares only bytes that it has written.
lint: ## clang-format, warnings, clang-tidy, cppcheck, mandoc, shellcheck, prose
	@for t in clang-format clang-tidy cppcheck mandoc shellcheck; do command -v $$t >/dev/null || \
	    { echo "lint: $$t is missing; 'make deps lint' installs it" >&2; exit 1; }; done
	clang-format --dry-run -Werror $(linted)
	$(call lint_room,$(lib_src) $(app_src) $(options_src) $(trawl_src),$(cpp))
	$(call lint_room,$(filter-out $(options_src),$(pick_src)),$(cpp) $(pick_cpp))
	$(if $(archive_src),$(call lint_room,$(filter-out $(options_src),$(archive_src)),$(cpp) $(SQLITE_CFLAGS)))
	$(if $(sqlite_src),$(call lint_room,$(sqlite_src),$(cpp) $(SQLITE_EXT_CFLAGS)))
	cppcheck --quiet -j $(processors) --std=c11 --enable=warning,performance,portability --inline-suppr \
	    --suppress=internalAstError --suppress=uninitvar:src/lib/rewrite/seal/address.c \
	    --error-exitcode=1 -Iinclude -Isrc/lib -Isrc $(all_src)
	$(if $(man),mandoc -T lint -W warning $(man))
	shellcheck $(scripts)
	sh tests/prose.sh

cover: ## measure the coverage of the tests (gcc, gcovr)
	@! [ -d $(B)/cover ] || find $(B)/cover -name '*.gcda' -exec rm {} +
	$(again) B=$(B)/cover CC=gcc CFLAGS='-O0 -g --coverage -fprofile-update=atomic' $(unboxed) \
	    NO_TESTS='$(slow_tests) tests/t_project.sh' check-all
	gcovr --root . --filter src/ --print-summary $(B)/cover

# Loaded into a command whose functions report each call.
$(B)/path.so: tests/tools/path_log.c $(B)/flags
	$(call run,CC,$<,$(CC) -std=gnu11 -O1 -shared -fPIC -o $@ $< $(DL_LIBS))
path: $(B)/path.so ## count functions that a URL passes, and those on the stack at the end (Linux); ALL=all lists them
	$(again) B=$(B)/path CFLAGS='-O0 -g -finstrument-functions' $(unboxed) $(B)/path/trawl
	@python3 -B tests/tools/path.py $(B)/path/trawl $(B)/path.so $(ALL)

cast: all ## record trawl pick in doc/pick.cast, for asciinema, and doc/pick.svg (Python, mutt, pyte)
	@for python in python3 /usr/bin/python3; do ! $$python -c 'import pyte' 2>/dev/null || \
	    exec $$python -B tests/pick/cast.py '$(B)/trawl' doc/pick.cast doc/pick.svg; done; \
	    echo "cast: no Python has pyte; 'make deps cast' installs it" >&2; exit 1
shots: all ## make pictures of pages in doc and $(B)/shots (Chromium)
	@B='$(B)' sh tests/browser/with.sh node tests/browser/shots.mjs
