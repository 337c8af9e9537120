# Makefile of trawl (GNU make): "make" builds, "make help" lists the goals. Everything made goes into $(B).
#
# There is no configure script: what the machine has is found out once, by src/gen/probe.sh, and kept in $(B)/config.mk.
# CC CFLAGS CPPFLAGS LDFLAGS PREFIX DESTDIR and their kind may be set as usual; what depends on them is made again.

B = build
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
CFLAGS ?= -O3 -g
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
CLANG ?= clang
FUZZ_TIME = 600

# deps goes before all that is asked for with it, the probe included: a second make does the rest.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
after := $(filter-out deps,$(MAKECMDGOALS))
.PHONY: deps $(after)
deps: ## install what the goals named after it need
	@B='$(B)' PKG_CONFIG='$(PKG_CONFIG)' sh src/gen/deps.sh $(after)
ifneq ($(after),)
$(firstword $(after)): deps
	+@$(MAKE) --no-print-directory $(after)
$(filter-out $(firstword $(after)),$(after)): $(firstword $(after)) ; @:
endif
else

.PHONY: all check check-all check-portable check-libiconv asan msan tsan fuzz fuzz-short fuzz-programs \
        fuzz-link bench bench-parts lint cover shots install uninstall dist try clean help
.PRECIOUS: $(B)/%.o
all:
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
ifeq ($(origin CXX),default)
CXX := $(if $(filter cc,$(CC)),c++,$(subst gcc,g++,$(subst clang,clang++,$(CC))))
endif

# A stamp is a file that holds words and is as old as they are: it goes when they change, and its rule writes them anew.
quote = '$(subst ','\'',$(1))'
stamp = $(shell printf '%s\n' $(call quote,$(2)) | cmp -s - $(1) || rm -f $(1))
write = @mkdir -p $(@D) && printf '%s\n' $(call quote,$(1)) >$@
tools = $(foreach v,CC CFLAGS CPPFLAGS LDFLAGS PKG_CONFIG PKG_CONFIG_PATH,$(v)=$(call quote,$($(v))))

ifneq ($(filter-out clean help dist uninstall,$(or $(MAKECMDGOALS),all)),)
$(call stamp,$(B)/tools,$(tools))
$(B)/tools:
	$(call write,$(tools))
$(B)/config.mk: Makefile src/gen/probe.sh $(B)/tools
	@$(tools) sh src/gen/probe.sh >$@.new && mv $@.new $@
include $(B)/config.mk
endif

VERSION := $(shell sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
SONAME = libtrawl.so.0
SOFILE = libtrawl.so.$(VERSION)

lib_src := $(foreach room,kernel base charset grammar find html mail emit,$(wildcard src/$(room)/*.c))
cli_src := $(wildcard src/cli/*.c)
lib_obj := $(lib_src:%.c=$(B)/%.o)
cli_obj := $(cli_src:%.c=$(B)/%.o)
test_bin := $(patsubst %.c,$(B)/%,$(wildcard tests/t_*.c))
fuzz_bin := $(patsubst tests/fuzz/%.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
bench_bin := $(patsubst %,$(B)/bench_%,$(patsubst bench_%,%,$(basename $(notdir $(wildcard tests/bench/*.c)))))
man := $(wildcard doc/*.[135])

# Only src/charset/multi_byte.c uses iconv. ZDEFS is emptied where a sanitizer's own functions come with the program.
ZDEFS = -Wl,-z,defs
# What reads compressed files the command loads when it is needed, by the name that HAVE_ZLIB and its kind are.
unpack := $(foreach l,ZLIB ZSTD LZMA BZIP2,$(if $(HAVE_$l),-DHAVE_$l='"$(HAVE_$l)"' $($l_CFLAGS)))
# So it does with libidn2, if both the library and its loader are there.
idn_load := $(if $(HAVE_IDN2),$(if $(HAVE_IDN2_SO),-DHAVE_IDN2_SO='"$(HAVE_IDN2_SO)"'))
cpp := -Iinclude -Isrc -D_POSIX_C_SOURCE=200809L $(if $(HAVE_IDN2),-DHAVE_IDN2=1) $(if $(HAVE_ICONV),-DHAVE_ICONV=1) \
       $(PCRE2_CFLAGS) $(IDN2_CFLAGS) $(CPPFLAGS)
# A pattern put together from a grammar's fragments is a longer string than C99 asks every compiler to take.
compile := $(CC) -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wno-overlength-strings -fPIC -fvisibility=hidden $(CFLAGS)
libs = $(PCRE2_LIBS) $(IDN2_LIBS) $(ICONV_LIBS)
flags := $(compile) $(cpp) $(unpack) $(idn_load) $(LDFLAGS) $(libs) $(ZDEFS)
ifdef PCRE2_LIBS
$(call stamp,$(B)/flags,$(flags))
$(call stamp,$(B)/sources,$(lib_src) $(cli_src))
endif
$(B)/flags:
	$(call write,$(flags))
$(B)/sources:
	$(call write,$(lib_src) $(cli_src))

all: $(B)/libtrawl.a $(B)/libtrawl.so $(B)/trawl ## the library, static and shared, and the command (the default)

# Tests may use what the C library has beyond POSIX, as for a guard page behind the input.
$(B)/tests/%.o: private cpp += -D_DEFAULT_SOURCE -Itests
$(B)/src/cli/unpack_%.o: private cpp += $(unpack)
$(B)/src/cli/idn_load.o: private cpp += $(idn_load)
$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(compile) $(cpp) -MMD -MP -c -o $@ $<
-include $(wildcard $(B)/src/*/*.d $(B)/rules/*.d $(B)/jobs/*.d $(B)/tests/*.d $(B)/tests/*/*.d)

link = $(compile) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(libs)
# For the command and the tests, which see what is inside of the library.
$(B)/rooms.a: $(lib_obj) $(B)/sources
	@rm -f $@
	$(AR) rcs $@ $(lib_obj)
# For others: one object, in which names that no header declares are nobody else's.
one_object = $(CC) $(filter -m% -flto%,$(CFLAGS)) $(if $(filter -flto%,$(CFLAGS)),-flinker-output=nolto-rel) -r -nostdlib
$(B)/libtrawl.a: $(lib_obj) $(B)/sources
	@rm -f $@
	$(one_object) -o $(B)/libtrawl.o $(lib_obj)
	$(OBJCOPY) --localize-hidden $(B)/libtrawl.o
	$(AR) rcs $@ $(B)/libtrawl.o
$(B)/$(SOFILE): $(lib_obj) $(B)/sources src/libtrawl.map
	$(link) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,src/libtrawl.map $(ZDEFS)
$(B)/libtrawl.so: $(B)/$(SOFILE)
	@ln -sf $(SOFILE) $(B)/$(SONAME) && ln -sf $(SONAME) $@
$(B)/trawl: private IDN2_LIBS := $(if $(idn_load),,$(IDN2_LIBS))
# Large tables that few runs ask lie behind all others: pages of a file come into memory with their neighbours.
tables := $(filter %/suffix.o %/patterns.o %/html_reference.o %/single_byte.o,$(lib_obj))
$(B)/trawl: $(cli_obj) $(filter-out $(tables),$(lib_obj)) $(tables) $(B)/sources
	$(link) $(DL_LIBS) -pthread
# A test has the command with pieces of files so small that every file is cut.
$(B)/jobs/%.o: src/cli/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compile) $(cpp) -DTRAWL_TEST_JOBS -MMD -MP -c -o $@ $<
$(B)/jobs/trawl: $(B)/jobs/find_jobs.o $(filter-out %/find_jobs.o,$(cli_obj)) $(B)/rooms.a
	$(link) $(DL_LIBS) -pthread
# Two tests have the scanner with a switch for every rule (src/find/rules_off.h).
rules_obj := $(patsubst src/find/%.c,$(B)/rules/%.o,$(wildcard src/find/*.c))
$(B)/rules/%.o: src/find/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compile) $(cpp) -DTRAWL_TEST_RULES -MMD -MP -c -o $@ $<
rules_tests := $(B)/tests/t_rules_off $(B)/tests/t_wrap_ways
$(rules_tests:%=%.o): private cpp += -DTRAWL_TEST_RULES
$(rules_tests): %: %.o $(rules_obj) $(filter-out $(B)/src/find/%,$(lib_obj))
	$(link)
$(B)/tests/t_%: $(B)/tests/t_%.o $(B)/rooms.a
	$(link) -pthread
# One sees what iconv is asked for; GNU libiconv's function has another name.
$(B)/tests/t_charset_asked: private libs += -Wl,--wrap=iconv_open,--wrap=libiconv_open
# Others have the command's decoders, or its numbers, or what it shows.
$(B)/tests/t_unpack: $(B)/tests/t_unpack.o $(filter $(B)/src/cli/unpack%,$(cli_obj))
	$(link) $(DL_LIBS)
$(B)/tests/t_put: $(B)/tests/t_put.o $(filter $(B)/src/cli/put.o,$(cli_obj))
	$(link)
$(B)/tests/t_printable: $(B)/tests/t_printable.o $(filter %/glyph.o %/output.o %/printable.o %/progress.o \
    %/progress_line.o %/put.o %/reply.o,$(cli_obj)) $(B)/rooms.a
	$(link) -pthread
$(B)/tests/tools/%: $(B)/tests/tools/%.o $(B)/rooms.a
	$(link)
# Examples need no header but the public ones.
$(B)/tests/examples/%.o: private cpp = -Iinclude $(CPPFLAGS)
$(B)/tests/examples/%: $(B)/tests/examples/%.o $(B)/libtrawl.a
	$(link) -pthread
$(B)/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/rooms.a
	$(link) -fsanitize=fuzzer
# One is compared with GMime, where that is.
gmime = $(shell $(PKG_CONFIG) --silence-errors $(1) gmime-3.0)
$(B)/tests/bench/bench_mail.o: private cpp += $(if $(call gmime,--libs),-DHAVE_GMIME=1 $(call gmime,--cflags))
$(B)/bench_mail: private libs += $(call gmime,--libs)
$(B)/bench_mail: $(B)/trawl $(B)/tests/tools/nothing
# Another with gumbo and with libxml2.
other_html = $(shell $(PKG_CONFIG) --silence-errors $(1) $(2))
$(B)/tests/bench/bench_html.o: private cpp += \
    $(if $(call other_html,--libs,gumbo),-DHAVE_GUMBO=1 $(call other_html,--cflags,gumbo)) \
    $(if $(call other_html,--libs,libxml-2.0),-DHAVE_LIBXML2=1 $(call other_html,--cflags,libxml-2.0))
$(B)/bench_html: private libs += $(call other_html,--libs,gumbo) $(call other_html,--libs,libxml-2.0)
# The program that does nothing is linked as the command is.
$(B)/tests/tools/nothing: private IDN2_LIBS := $(if $(idn_load),,$(IDN2_LIBS))
# What starts others is itself small.
$(B)/bench_timed $(B)/bench_colons: private libs =
$(B)/bench_%: $(B)/tests/bench/bench_%.o $(B)/rooms.a
	$(link)
$(B)/bench_%: $(B)/tests/bench/%.o $(B)/rooms.a
	$(link)

# One run of prove over everything. TESTS= names some (build/tests/t_x tests/t_y.sh), NO_TESTS= leaves some out.
TESTS = $(filter-out $(NO_TESTS),$(test_bin) $(wildcard tests/t_*.sh))
test_env = $(tools) $(foreach v,B CXX MAKE ZDEFS,$(v)=$(call quote,$($(v)))) TRAWL=$(call quote,$(abspath $(B)/trawl))
tested = $(filter $(TESTS),$(test_bin)) $(if $(filter %/t_fuzz.sh,$(TESTS)),fuzz-programs) \
         $(if $(filter %/t_browser.sh,$(TESTS)),$(B)/tests/tools/emit_file) \
         $(if $(filter %/t_cli_jobs.sh,$(TESTS)),$(B)/jobs/trawl) \
         $(if $(filter %/t_examples.sh,$(TESTS)),$(patsubst %.c,$(B)/%,$(wildcard tests/examples/*.c))) \
         $(if $(filter %/t_html_parse5.sh,$(TESTS)),$(B)/tests/tools/html_events) \
         $(if $(filter %/t_mail_python.sh,$(TESTS)),$(B)/tests/tools/mail_events)
again = +@$(MAKE) --no-print-directory
sane = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
check: all $(tested) ## all tests
	@$(test_env) prove $(PROVEFLAGS) $(TESTS)
check-all: ## check with gcc and with clang, warnings being errors; portable, libiconv, asan, msan, lint
	$(again) B=$(B)/gcc CC=gcc CFLAGS='-O2 -g -Werror' check
	$(again) B=$(B)/clang CC=$(CLANG) CFLAGS='-O2 -g -Werror' NO_TESTS='tests/t_fuzz.sh tests/t_browser.sh' check
	$(again) check-portable
	$(again) check-libiconv
	$(again) asan
	$(again) msan
	$(again) lint
check-portable: ## check with what stands beside SSE2, for machines that have none
	$(again) B=$(B)/portable CFLAGS='-O2 -g -Werror' CPPFLAGS=$(call quote,$(CPPFLAGS) -U__SSE2__) \
	    NO_TESTS='tests/t_fuzz.sh tests/t_browser.sh' check
charset_tests := $(patsubst tests/%.c,%,$(wildcard tests/t_charset*.c tests/t_scan_charset.c \
                   $(foreach t,words headers messages,tests/t_mail_$t.c)))
check-libiconv: ## the tests of charsets with GNU libiconv, which npm fetches
	+@why=$$(CC=$(call quote,$(CC)) sh src/gen/libiconv.sh '$(B)/libiconv'); case $$? in \
	    0) $(MAKE) --no-print-directory B=$(B)/libiconv/trawl \
	        CPPFLAGS=$(call quote,$(CPPFLAGS) -I$(abspath $(B))/libiconv/include) \
	        LDFLAGS=$(call quote,$(LDFLAGS) -L$(abspath $(B))/libiconv/lib) \
	        TESTS=$(call quote,$(charset_tests:%=$(B)/libiconv/trawl/tests/%)) check ;; \
	    1) echo "check-libiconv: skipped: $$why" ;; \
	    *) echo "check-libiconv: $$why" >&2; exit 1 ;; esac
asan: ## check with bad addresses and undefined behaviour caught
	$(again) B=$(B)/asan CFLAGS='$(sane) -fsanitize=address,undefined' ZDEFS= NO_TESTS=tests/t_fuzz.sh check
msan: ## check with reads of uninitialised memory caught (clang)
	$(again) B=$(B)/msan CC=$(CLANG) CFLAGS='$(sane) -fsanitize=memory -fsanitize-memory-track-origins' ZDEFS= \
	    NO_TESTS='tests/t_fuzz.sh tests/t_project.sh tests/t_browser.sh' check
tsan: ## the tests of threads with races caught
	+@TSAN_OPTIONS='suppressions=$(CURDIR)/tests/tsan.supp' $(MAKE) --no-print-directory B=$(B)/tsan ZDEFS= \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=thread' \
	    TESTS='$(B)/tsan/tests/t_threads tests/t_cli_jobs.sh tests/t_examples.sh' check

# A target starts from its seeds in tests/fuzz/corpus and keeps its finds in $(B)/fuzz, which later runs start from too.
fuzz-programs:
	+@! CC='$(CLANG)' sh src/gen/probe.sh fuzzer || $(MAKE) --no-print-directory B=$(B)/fuzzer CC=$(CLANG) ZDEFS= \
	    CFLAGS='$(sane) -fsanitize=fuzzer-no-link,address,undefined' fuzz-link
fuzz-link: $(fuzz_bin)
fuzz: fuzz-programs ## each fuzz target for FUZZ_TIME=600 seconds (clang with libFuzzer)
	@B='$(B)' FUZZ_TIME=$(FUZZ_TIME) TRAWL_REQUIRE=all sh tests/t_fuzz.sh
fuzz-short: fuzz-programs ## each fuzz target for a few seconds, as in check
	@B='$(B)' sh tests/t_fuzz.sh

# What bench.py runs; beside these, what measures a part of the library in its own process, and prints that.
bench_run := $(patsubst tests/bench/%.c,$(B)/bench_%,$(filter-out tests/bench/bench_%,$(wildcard tests/bench/*.c)))
bench_parts := $(filter-out $(bench_run),$(bench_bin))
bench: all $(bench_run) $(B)/tests/tools/nothing ## measure, beside other programs (QUICK=1, CLOCK=cpu, PART=texts)
	@command -v python3 >/dev/null || { echo "bench: no python3; 'make deps bench' installs it" >&2; exit 1; }
	@CC=$(call quote,$(CC)) CXX=$(call quote,$(CXX)) python3 -B tests/bench/bench.py '$(B)' $(if $(QUICK),quick) \
	    $(filter cpu,$(CLOCK)) $(PART)
bench-parts: all $(bench_parts) $(B)/tests/tools/nothing ## measure parts of the library
	@for b in $(bench_parts); do echo "$${b##*/}:" && "$$b" || exit; done

sources_all := $(wildcard include/*.h src/*/*.[ch] tests/*.[ch] tests/*/*.[ch])
scripts := .ci/run $(wildcard src/gen/*.sh tests/*.sh tests/browser/*.sh tests/html/*.sh)
lint: ## clang-format, warnings, clang-tidy, cppcheck, mandoc, shellcheck
	@for t in clang-format clang-tidy cppcheck mandoc shellcheck; do command -v $$t >/dev/null || \
	    { echo "lint: $$t is not here; 'make deps lint' installs it" >&2; exit 1; }; done
	clang-format --dry-run -Werror $(sources_all)
	$(compile) $(cpp) $(unpack) $(idn_load) -Werror -fsyntax-only $(lib_src) $(cli_src)
	clang-tidy --quiet $(lib_src) $(cli_src) -- -std=c11 $(cpp) $(unpack) $(idn_load)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	    -Iinclude -Isrc $(lib_src) $(cli_src)
	$(if $(man),mandoc -T lint -W warning $(man))
	shellcheck $(scripts)

cover: ## which lines the tests reach (gcc, gcovr)
	@! [ -d $(B)/cover ] || find $(B)/cover -name '*.gcda' -exec rm {} +
	$(again) B=$(B)/cover CC=gcc CFLAGS='-O0 -g --coverage -fprofile-update=atomic' \
	    NO_TESTS='tests/t_fuzz.sh tests/t_project.sh tests/t_browser.sh' check
	gcovr --root . --filter src/ --print-summary $(B)/cover

shots: $(B)/tests/tools/emit_file ## pictures of a page, into $(B)/shots (Chromium)
	@browser=$$(B='$(B)' sh tests/browser/install.sh) || { echo "shots: $$browser" >&2; exit 1; }; \
	    B='$(B)' CHROMIUM="$$browser" node tests/browser/shots.mjs

# What install puts there, uninstall takes away again; both by this list.
to = '$(DESTDIR)$(1)'
installed = $(BINDIR)/trawl $(LIBDIR)/libtrawl.a $(LIBDIR)/$(SOFILE) $(LIBDIR)/$(SONAME) $(LIBDIR)/libtrawl.so \
            $(LIBDIR)/pkgconfig/trawl.pc $(patsubst include/%,$(INCLUDEDIR)/%,$(wildcard include/*.h)) \
            $(foreach m,$(man),$(MANDIR)/man$(subst .,,$(suffix $(m)))/$(notdir $(m)))
install: all ## into PREFIX=/usr/local, below DESTDIR when that is set
	install -d $(foreach d,$(sort $(dir $(installed))),$(call to,$(d)))
	install -m 755 $(B)/trawl $(call to,$(BINDIR))
	install -m 644 $(B)/libtrawl.a $(B)/$(SOFILE) $(call to,$(LIBDIR))
	ln -sf $(SOFILE) $(call to,$(LIBDIR)/$(SONAME))
	ln -sf $(SONAME) $(call to,$(LIBDIR)/libtrawl.so)
	install -m 644 $(wildcard include/*.h) $(call to,$(INCLUDEDIR))
	for m in $(man); do install -m 644 $$m $(call to,$(MANDIR))/man$${m##*.} || exit; done
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' -e 's|@REQUIRES@|libpcre2-8$(if $(HAVE_IDN2), libidn2)|' \
	    -e 's|@LIBS@|$(ICONV_LIBS)|' src/trawl.pc.in >$(call to,$(LIBDIR)/pkgconfig/trawl.pc)
uninstall: ## with the variables that install was given
	rm -f $(foreach f,$(installed),$(call to,$(f)))

dist: ## trawl-VERSION.tar.gz of the last commit
	@mkdir -p $(B)
	git archive --format=tar.gz --prefix=trawl-$(VERSION)/ -o $(B)/trawl-$(VERSION).tar.gz HEAD
try: all ## build, and list the links of a message before your eyes
	@echo 'testdata/message.txt:' && cat testdata/message.txt && echo
	$(B)/trawl --hyphen both testdata/message.txt
clean: ## remove what was made
	rm -rf $(B)
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1@\2/p' Makefile | while IFS=@ read -r g t; do printf '%-17s%s\n' "$$g" "$$t"; done
endif
