# dev.mk - the goals for working on trawl: tests, sanitizers, fuzzing, measuring, lint, coverage,
# pictures
#
# Included by the Makefile, whose variables and macros it uses. A file tests/.../t_NAME.c or
# t_NAME.sh is a test, a file tests/fuzz/fuzz_NAME.c a fuzz target, and a .c file in tests/bench a
# program; none of them is listed here.

.PHONY: check-all check-portable check-libiconv asan msan tsan fuzz fuzz-short fuzz-programs fuzz-link bench \
        bench-parts lint cover shots
ifeq ($(origin CXX),default)
CXX := $(if $(filter cc,$(CC)),c++,$(subst gcc,g++,$(subst clang,clang++,$(CC))))
endif
CLANG ?= clang
FUZZ_TIME = 600
again = +@$(MAKE) --no-print-directory
slow_tests = tests/browser/t_browser.sh tests/fuzz/t_fuzz.sh

# ---- Test programs ----

tests_in = $(sort $(wildcard $(foreach depth,tests tests/* tests/*/*,$(depth)/t_*.$(1))))
# t_asked replaces iconv_open() by --wrap, which Apple's linker does not have.
test_bin := $(filter-out $(if $(filter macho,$(SHARED)),%/t_asked),$(patsubst %.c,$(B)/%,$(call tests_in,c)))
test_sh := $(call tests_in,sh)
programs_in = $(patsubst %.c,$(B)/%,$(wildcard tests/$(1)/*.c))

# Tests may use more of the C library than POSIX, for guard pages and the like.
$(B)/tests/%.o: private cpp += -D_DEFAULT_SOURCE -Itests -Itests/support
$(B)/tests/examples/%.o: private cpp = -Iinclude $(CPPFLAGS)
# The hooked objects have the switches that tests need: one for each rule of the scanner
# (rules_off.h), and one that makes the command cut small files into pieces.
$(B)/hooks/%.o: src/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$< (with hooks),$(compile) $(cpp) -DTRAWL_TEST_RULES -DTRAWL_TEST_JOBS -MMD -MP -c -o $@ $<)
hooked = $(patsubst $(B)/src/%,$(B)/hooks/%,$(1))
-include $(call files_in,$(B)/tests $(B)/hooks,d)

# Archives of all objects, for tests: names that libtrawl.a hides are visible, and src/cli has no
# main().
archive = $(call run,AR,$@,rm -f $@ && $(AR) rcs $@ $(filter %.o,$^))
$(B)/rooms.a: $(lib_obj) $(B)/sources
	$(archive)
$(B)/cli.a: $(filter-out %/cli/main.o,$(cli_obj)) $(B)/sources
	$(archive)
link_test = $(call run,LD,$@,$(link) -o $@ $(filter %.o %.a,$^) $(1) $(lib_libs) $(DL_LIBS))

with_rules := $(filter %/t_rules_off,$(test_bin))
$(with_rules:%=%.o): private cpp += -DTRAWL_TEST_RULES
$(with_rules): %: %.o $(call hooked,$(filter $(B)/src/find/%,$(lib_obj))) $(B)/rooms.a
	$(call link_test)
$(filter-out $(with_rules),$(test_bin)): %: %.o $(B)/cli.a $(B)/rooms.a
	$(call link_test,$(wrap))
# This test counts the calls of iconv_open(), which GNU libiconv calls libiconv_open().
$(B)/tests/charset/t_asked: wrap = $(wrap_iconv)
wrap_iconv = -Wl,--wrap=iconv_open,--wrap=libiconv_open
$(B)/jobs/trawl: $(call hooked,$(cli_obj)) $(B)/rooms.a
	@mkdir -p $(@D)
	$(call link_test)
$(B)/tests/tools/%: $(B)/tests/tools/%.o $(B)/rooms.a
	$(call link_test)
# Linked as the command is: bench.py starts it to see what starting costs.
$(B)/tests/tools/nothing: $(B)/tests/tools/nothing.o
	$(call run,LD,$@,$(link) $(PIE) -o $@ $< $(cli_libs))
$(B)/tests/examples/%: $(B)/tests/examples/%.o $(B)/libtrawl.a
	$(call link_test)

# ---- check ----

# The slowest come first, so that prove -j does not end with them alone.
slow_first = $(slow_tests) $(test_bin) $(filter-out $(slow_tests),$(test_sh))
TESTS = $(filter-out $(NO_TESTS),$(slow_first))
PROVEFLAGS ?= -j$(processors)
check_env = $(tools) $(foreach v,B CXX MAKE,$(v)=$(call quote,$($(v)))) TRAWL=$(call quote,$(abspath $(B)/trawl))
check_needs = $(filter $(TESTS),$(test_bin)) $(if $(filter %/t_fuzz.sh,$(TESTS)),fuzz-programs) \
    $(if $(filter %/t_browser.sh,$(TESTS)),$(B)/tests/tools/emit_file) \
    $(if $(filter %/t_jobs.sh,$(TESTS)),$(B)/jobs/trawl) \
    $(if $(filter %/t_examples.sh,$(TESTS)),$(call programs_in,examples)) \
    $(if $(filter %/t_parse5.sh,$(TESTS)),$(B)/tests/tools/html_events) \
    $(if $(filter %/t_python.sh,$(TESTS)),$(B)/tests/tools/mail_events)

check-all: ## check with gcc and with clang, warnings being errors; portable, libiconv, asan, msan, lint
	$(again) B=$(B)/gcc CC=gcc CFLAGS='-O2 -g -Werror' check
	$(again) B=$(B)/clang CC=$(CLANG) CFLAGS='-O2 -g -Werror' NO_TESTS='$(slow_tests)' check
	$(again) check-portable
	$(again) check-libiconv
	$(again) asan
	$(again) msan
	$(again) lint
check-portable: ## check without SSE2: the code for machines that have none
	$(again) B=$(B)/portable CFLAGS='-O2 -g -Werror' CPPFLAGS=$(call quote,$(CPPFLAGS) -U__SSE2__) \
	    NO_TESTS='$(slow_tests)' check
charset_tests := $(patsubst tests/%.c,%,$(wildcard tests/charset/t_*.c) tests/find/t_scan_charset.c \
                   tests/mail/header/t_words.c tests/mail/header/t_headers.c tests/mail/t_messages.c)
check-libiconv: ## the tests of charsets with GNU libiconv, which npm fetches
	+@why=$$(CC=$(call quote,$(CC)) sh src/gen/libiconv.sh '$(B)/libiconv'); case $$? in \
	    0) $(MAKE) --no-print-directory B=$(B)/libiconv/trawl \
	        CPPFLAGS=$(call quote,$(CPPFLAGS) -I$(abspath $(B))/libiconv/include) \
	        LDFLAGS=$(call quote,$(LDFLAGS) -L$(abspath $(B))/libiconv/lib) \
	        TESTS=$(call quote,$(charset_tests:%=$(B)/libiconv/trawl/tests/%)) check ;; \
	    1) echo "check-libiconv: skipped: $$why" ;; \
	    *) echo "check-libiconv: $$why" >&2; exit 1 ;; esac

sane = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
asan: ## check with bad addresses and undefined behaviour caught
	$(again) B=$(B)/asan CFLAGS='$(sane) -fsanitize=address,undefined' NO_TESTS=tests/fuzz/t_fuzz.sh check
msan: ## check with reads of uninitialised memory caught (clang)
	$(again) B=$(B)/msan CC=$(CLANG) CFLAGS='$(sane) -fsanitize=memory -fsanitize-memory-track-origins' \
	    NO_TESTS='$(slow_tests) tests/t_project.sh' check
tsan: ## the tests of threads with races caught
	+@TSAN_OPTIONS='suppressions=$(CURDIR)/tests/tsan.supp' $(MAKE) --no-print-directory B=$(B)/tsan \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=thread' \
	    TESTS='$(B)/tsan/tests/find/t_threads $(B)/tsan/tests/find/t_settings tests/cli/t_jobs.sh tests/examples/t_examples.sh' check

# ---- Fuzzing ----

# A target starts from its seeds in tests/fuzz/corpus. What it finds goes to $(B)/fuzz, where later
# runs start too.
fuzz_bin := $(patsubst tests/fuzz/%.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
$(B)/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/rooms.a
	$(call link_test,-fsanitize=fuzzer)
fuzz-link: $(fuzz_bin)
fuzz-programs:
	+@! CC='$(CLANG)' sh src/gen/probe.sh fuzzer || $(MAKE) --no-print-directory B=$(B)/fuzzer CC=$(CLANG) \
	    CFLAGS='$(sane) -fsanitize=fuzzer-no-link,address,undefined' fuzz-link
fuzz: fuzz-programs ## each fuzz target for FUZZ_TIME=600 seconds (clang with libFuzzer)
	@B='$(B)' FUZZ_TIME=$(FUZZ_TIME) TRAWL_REQUIRE=all sh tests/fuzz/t_fuzz.sh
fuzz-short: fuzz-programs ## each fuzz target for a few seconds, as in check
	@B='$(B)' sh tests/fuzz/t_fuzz.sh

# ---- Measuring ----

# bench_NAME.c measures a part of the library in its own process. The other programs are run by
# bench.py.
bench_parts := $(patsubst tests/bench/%.c,$(B)/%,$(wildcard tests/bench/bench_*.c))
bench_run := $(patsubst tests/bench/%.c,$(B)/bench_%,$(filter-out tests/bench/bench_%,$(wildcard tests/bench/*.c)))
# Two of them compare with other libraries, where pkg-config finds those.
package = $(shell $(PKG_CONFIG) --silence-errors $(1) $(2))
used = $(if $(call package,--libs,$(1)),-DHAVE_$(2)=1 $(call package,--cflags,$(1)))
$(B)/tests/bench/bench_mail.o: private cpp += $(call used,gmime-3.0,GMIME)
$(B)/tests/bench/bench_html.o: private cpp += $(call used,gumbo,GUMBO) $(call used,libxml-2.0,LIBXML2)
$(B)/bench_mail: with = $(call package,--libs,gmime-3.0)
$(B)/bench_html: with = $(call package,--libs,gumbo) $(call package,--libs,libxml-2.0)
$(bench_parts): $(B)/%: $(B)/tests/bench/%.o $(B)/rooms.a
	$(call link_test,$(with))
$(filter-out %/bench_timed,$(bench_run)): $(B)/bench_%: $(B)/tests/bench/%.o $(B)/rooms.a
	$(call link_test)
# Small, since the memory of a process before exec() counts as its child's.
$(B)/bench_timed: $(B)/tests/bench/timed.o
	$(call run,LD,$@,$(link) -o $@ $<)
bench: all $(bench_run) $(B)/tests/tools/nothing ## measure (QUICK=1 CLOCK=cpu PART=texts); OLD=trawl: beside it
	@command -v python3 >/dev/null || { echo "bench: no python3; 'make deps bench' installs it" >&2; exit 1; }
	@CC=$(call quote,$(CC)) CXX=$(call quote,$(CXX)) python3 -B tests/bench/bench.py '$(B)' $(if $(QUICK),quick) \
	    $(filter cpu,$(CLOCK)) $(PART) $(if $(OLD),old='$(OLD)')
bench-parts: all $(bench_parts) $(B)/tests/tools/nothing ## measure parts of the library
	@for b in $(bench_parts); do echo "$${b##*/}:" && "$$b" || exit; done

# ---- Lint, coverage, pictures ----

linted := $(headers) $(call files_in,src tests,[ch])
scripts := .ci/run $(wildcard src/gen/*.sh mk/*.sh) $(call files_in,tests,sh)
lint: ## clang-format, warnings, clang-tidy, cppcheck, mandoc, shellcheck, prose
	@for t in clang-format clang-tidy cppcheck mandoc shellcheck; do command -v $$t >/dev/null || \
	    { echo "lint: $$t is missing; 'make deps lint' installs it" >&2; exit 1; }; done
	clang-format --dry-run -Werror $(linted)
	$(compile) $(cpp) -Werror -fsyntax-only $(lib_src) $(cli_src)
	printf '%s\n' $(lib_src) $(cli_src) | xargs -n 8 -P $(processors) sh -c \
	    'clang-tidy --quiet "$$@" -- -std=c11 $(subst ','\'',$(cpp))' clang-tidy
	cppcheck --quiet -j $(processors) --std=c11 --enable=warning,performance,portability --inline-suppr \
	    --error-exitcode=1 -Iinclude -Isrc $(lib_src) $(cli_src)
	$(if $(man),mandoc -T lint -W warning $(man))
	shellcheck $(scripts)
	sh tests/prose.sh

cover: ## which lines the tests reach (gcc, gcovr)
	@! [ -d $(B)/cover ] || find $(B)/cover -name '*.gcda' -exec rm {} +
	$(again) B=$(B)/cover CC=gcc CFLAGS='-O0 -g --coverage -fprofile-update=atomic' \
	    NO_TESTS='$(slow_tests) tests/t_project.sh' check
	gcovr --root . --filter src/ --print-summary $(B)/cover

shots: $(B)/tests/tools/emit_file ## pictures of a page, into $(B)/shots (Chromium)
	@browser=$$(B='$(B)' sh tests/browser/install.sh) || { echo "shots: $$browser" >&2; exit 1; }; \
	    B='$(B)' CHROMIUM="$$browser" node tests/browser/shots.mjs
