# Makefile of trawl (GNU make): "make" builds into $(B), "make help" lists the goals. mk/dev.mk is
# for working on trawl.
#
# There is no configure script. src/gen/probe.sh finds out what the machine has; $(B)/config.mk
# keeps the answer. CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR and so on work as usual; a
# changed flag rebuilds what depends on it. V=1 shows the commands. "make HARDEN= HARDEN_LD= PIE="
# builds without the hardening flags.

B = build
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
# trawl looks for trawl-pick, trawl-jobs, trawl-index and trawl-site in ../libexec/trawl and ../lib/trawl, from its own folder.
LIBEXECDIR = $(PREFIX)/libexec
INCLUDEDIR = $(PREFIX)/include
SHAREDIR = $(PREFIX)/share
MANDIR = $(SHAREDIR)/man
CONTRIBDIR = $(SHAREDIR)/trawl
CFLAGS ?= $(if $(CORE),-Os -fno-asynchronous-unwind-tables,-O3) -g
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
processors = $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# "make deps GOAL..." installs first and starts a second make for the goals, since the probe has to
# run after it.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
after := $(filter-out deps,$(MAKECMDGOALS))
.PHONY: deps $(after)
deps: ## install what the goals named after it need, then make them with all processors
	@B='$(B)' PKG_CONFIG='$(PKG_CONFIG)' sh src/gen/deps.sh $(after)
ifneq ($(after),)
$(firstword $(after)): deps
	+@$(MAKE) --no-print-directory $(if $(findstring j,$(filter -j% j%,$(MAKEFLAGS))),,-j$(processors)) $(after)
$(filter-out $(firstword $(after)),$(after)): $(firstword $(after)) ; @:
endif
else

.PHONY: all check install uninstall dist try clean help
.PRECIOUS: $(B)/%.o
.DELETE_ON_ERROR:
all:
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# $(call run,CC,NAME,COMMAND) runs a command; prints "CC NAME", or with V=1 the command.
run = $(if $(filter-out 0,$(V)),,@printf '%-4s %s\n' $(1) '$(2)' &&) $(3)
# A stamp is a file that holds some words. It is removed when they change, and its rule writes it
# again.
quote = '$(subst ','\'',$(1))'
stamp = $(shell printf '%s\n' $(call quote,$(2)) | cmp -s - $(1) || rm -f $(1))
write = @mkdir -p $(@D) && printf '%s\n' $(call quote,$(1)) >$@
tools = $(foreach v,CC CFLAGS CPPFLAGS LDFLAGS OBJCOPY PKG_CONFIG PKG_CONFIG_PATH CORE,$(v)=$(call quote,$($(v))))

ifneq ($(filter-out clean help dist uninstall check-fresh,$(or $(MAKECMDGOALS),all)),)
$(call stamp,$(B)/tools,$(tools))
$(B)/tools:
	$(call write,$(tools))
$(B)/config.mk: Makefile src/gen/probe.sh $(B)/tools
	@$(tools) sh src/gen/probe.sh >$@.new && mv $@.new $@
include $(B)/config.mk
endif

# The file name of the shared library has the version without the name of a candidate: 1.0.0 for
# 1.0.0-rc1. abi counts the versions that are incompatible with the one before; it is in the names
# that programs are linked with.
VERSION := $(shell sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
number := $(firstword $(subst -, ,$(VERSION)))
abi := 1

files_in = $(sort $(wildcard $(foreach depth,* */* */*/* */*/*/*,$(addsuffix /$(depth).$(2),$(1)))))
# With CORE=1 the library has neither the grammar nor the user's rules, and needs no PCRE2.
needs_pcre2 = src/url/grammar/% src/url/rules/% src/url/verdict.c src/url/refuse.c
lib_src := $(filter-out $(if $(CORE),$(needs_pcre2),src/url/core.c),\
             $(call files_in,$(addprefix src/,kernel base block charset html url find mail emit),c))
cli_src := $(call files_in,src/cli src/fold,c)
# The extension for SQLite needs only a header of SQLite. It is linked with libtrawl.a, so it can be
# loaded from any folder, and does not clash with another libtrawl in the program that loads it.
extension := $(if $(CORE),,$(if $(and $(HAVE_SQLITE_EXT),$(HAVE_DLOPEN)),trawl$(abi)$(if $(filter macho,$(SHARED)),.dylib,.so)))
# Without ncurses, trawl-pick has no screen and lets the user choose by numbers. Without SQLite there
# are no trawl-index and no trawl-site.
pick_src := $(filter-out $(if $(HAVE_NCURSES),,src/pick/screen/%),$(call files_in,src/pick,c))
index_src := $(if $(HAVE_SQLITE),$(call files_in,src/index,c))
site_src := $(if $(HAVE_SQLITE),$(call files_in,src/site,c))
gather_src := $(call files_in,src/gather,c)
jobs_src := $(call files_in,src/jobs,c)
sql_src := $(if $(extension),$(call files_in,src/sql,c))
lib_obj := $(lib_src:%.c=$(B)/%.o)
cli_obj := $(cli_src:%.c=$(B)/%.o)
shared_obj := $(filter $(addprefix $(B)/src/cli/,command.o kinds.o options.o rules.o start.o talk.o version.o io/% pool/% sandbox/% show/%),$(cli_obj))
pick_obj := $(pick_src:%.c=$(B)/%.o) $(B)/src/cli/pick.o $(shared_obj)
sql_obj := $(sql_src:%.c=$(B)/%.o)
gather_obj := $(gather_src:%.c=$(B)/%.o)
index_obj := $(index_src:%.c=$(B)/%.o) $(gather_obj) $(B)/src/cli/pick.o $(B)/src/cli/index.o $(B)/src/cli/report.o $(shared_obj)
site_obj := $(site_src:%.c=$(B)/%.o) $(filter-out %/index/main.o,$(index_obj)) $(B)/src/cli/site.o
jobs_obj := $(jobs_src:%.c=$(B)/%.o) $(gather_obj) $(filter-out %/cli/main.o,$(cli_obj))
programs := $(if $(CORE),,trawl-pick trawl-jobs $(if $(HAVE_SQLITE),trawl-index trawl-site))
headers := $(wildcard include/*.h)
man := $(wildcard doc/*.[1357])
rule_sets := $(patsubst contrib/%,$(B)/%,$(wildcard contrib/rules/*.rules))
contrib := $(sort $(shell find contrib -type f 2>/dev/null))

# HAVE_ZLIB and its kind are the file names of libraries that the command loads when it needs them.
cpp := -Iinclude -Isrc -D_POSIX_C_SOURCE=200809L $(foreach l,IDN2 ICONV DLOPEN,$(if $(HAVE_$l),-DHAVE_$l=1)) \
       $(foreach l,IDN2_SO ZLIB ZSTD LZMA BZIP2,$(if $(HAVE_$l),-DHAVE_$l='"$(HAVE_$l)"')) \
       $(foreach l,PCRE2 IDN2 ZLIB ZSTD LZMA BZIP2,$($l_CFLAGS)) $(CPPFLAGS)$(NARROW:%= %)
# The grammar's patterns are longer string literals than C11 asks every compiler to take.
compile := $(CC) -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wno-overlength-strings -fPIC -fvisibility=hidden \
           $(HARDEN) $(CFLAGS)
link := $(compile) $(HARDEN_LD) $(LDFLAGS) -pthread
lib_libs := $(PCRE2_LIBS) $(IDN2_LIBS) $(ICONV_LIBS)
cli_libs := $(PCRE2_LIBS) $(if $(HAVE_IDN2_SO),,$(IDN2_LIBS)) $(ICONV_LIBS) $(DL_LIBS)
pick_cpp := $(if $(HAVE_NCURSES),-DHAVE_NCURSES=1) $(NCURSES_CFLAGS)
pick_libs := $(cli_libs) $(NCURSES_LIBS)
index_libs := $(cli_libs) $(SQLITE_LIBS)
sql_libs := $(lib_libs) $(if $(HAVE_ZLIB),-lz)
flags = $(compile) $(cpp) $(pick_cpp) $(SQLITE_CFLAGS) $(HARDEN_LD) $(LDFLAGS) $(PIE) $(lib_libs) $(pick_libs) $(index_libs) $(sql_libs)
ifdef SHARED
$(call stamp,$(B)/flags,$(flags))
$(call stamp,$(B)/sources,$(lib_src) $(cli_src) $(pick_src) $(gather_src) $(jobs_src) $(index_src) $(site_src) $(sql_src))
endif
$(B)/flags:
	$(call write,$(flags))
$(B)/sources:
	$(call write,$(lib_src) $(cli_src) $(pick_src) $(gather_src) $(jobs_src) $(index_src) $(site_src) $(sql_src))
$(B)/src/cli/version.o: private cpp += $(if $(HAVE_NCURSES),-DWITH_SCREEN) $(if $(HAVE_SQLITE),-DWITH_SQLITE)
$(B)/src/cli/rules.o: private cpp += -DRULES_DIR='"$(CONTRIBDIR)/rules"'
$(B)/src/pick/%.o: private cpp += $(pick_cpp)
$(B)/src/index/%.o: private cpp += $(SQLITE_CFLAGS)
$(B)/src/site/%.o: private cpp += $(SQLITE_CFLAGS)
$(B)/src/sql/%.o: private cpp += $(SQLITE_EXT_CFLAGS)

include mk/library.mk
include mk/completions.mk

all: $(B)/libtrawl.a $(B)/$(solink) $(if $(CORE),,$(B)/trawl $(programs:%=$(B)/%) $(extension:%=$(B)/%) $(rule_sets) completions) ## the library and the command (the default); CORE=1: a library without PCRE2

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$<,$(compile) $(cpp) -MMD -MP -c -o $@ $<)
# The command in the build folder finds the sets of rules in rules/ beside it.
$(B)/rules/%.rules: contrib/rules/%.rules
	@mkdir -p $(@D)
	$(call run,CP,$@,cp $< $@)
# Linked in the order of size: large tables, which few runs need, come last and stay out of a short
# run's memory. The order is as given where size cannot read the objects, those of clang -flto.
by_size = $$(size $(1) 2>/dev/null | sed 1d | LC_ALL=C sort -n | awk '{ print $$NF }' | grep . || echo $(1))
$(B)/trawl: $(cli_obj) $(lib_obj) $(B)/sources
	$(call run,LD,$@,$(link) $(PIE) -o $@ $(call by_size,$(cli_obj) $(lib_obj)) $(cli_libs))
$(B)/trawl-pick: $(pick_obj) $(lib_obj) $(B)/sources
	$(call run,LD,$@,$(link) $(PIE) -o $@ $(call by_size,$(pick_obj) $(lib_obj)) $(pick_libs))
$(B)/trawl-index: $(index_obj) $(lib_obj) $(B)/sources
	$(call run,LD,$@,$(link) $(PIE) -o $@ $(call by_size,$(index_obj) $(lib_obj)) $(index_libs))
$(B)/trawl-site: $(site_obj) $(lib_obj) $(B)/sources
	$(call run,LD,$@,$(link) $(PIE) -o $@ $(call by_size,$(site_obj) $(lib_obj)) $(index_libs))
$(B)/trawl-jobs: $(jobs_obj) $(lib_obj) $(B)/sources
	$(call run,LD,$@,$(link) $(PIE) -o $@ $(call by_size,$(jobs_obj) $(lib_obj)) $(cli_libs))
ifneq ($(extension),)
$(B)/$(extension): $(sql_obj) $(B)/libtrawl.a $(B)/sources
	$(call run,LD,$@,$(link) $(module) -o $@ $(sql_obj) $(B)/libtrawl.a $(sql_libs))
	@ln -sf $(extension) $(B)/$(subst trawl$(abi),trawl,$(extension))
endif
-include $(call files_in,$(B)/src,d)

include mk/dev.mk

check: all $(check_needs) ## all tests; TESTS= names some (build/tests/find/t_bare), NO_TESTS= leaves some out
	@$(check_env) prove $(PROVEFLAGS) $(TESTS)

# install puts there, and uninstall removes, the files of this list.
to = '$(DESTDIR)$(1)'
installed = $(if $(CORE),,$(BINDIR)/trawl $(programs:%=$(LIBEXECDIR)/trawl/%)) $(addprefix $(LIBDIR)/,libtrawl.a $(sofile) $(soname) $(solink) pkgconfig/trawl.pc) \
            $(foreach f,$(extension) $(subst trawl$(abi),trawl,$(extension)),$(LIBDIR)/trawl/$(f)) \
            $(headers:include/%=$(INCLUDEDIR)/%) \
            $(contrib:contrib/%=$(CONTRIBDIR)/%) \
            $(foreach m,$(man),$(MANDIR)/man$(subst .,,$(suffix $(m)))/$(notdir $(m))) $(completion_files)
install: all ## into PREFIX=/usr/local, below DESTDIR when that is set
	install -d $(foreach d,$(sort $(dir $(installed))),$(call to,$(d)))
	$(if $(CORE),,install -m 755 $(B)/trawl $(call to,$(BINDIR)))
	$(if $(CORE),,install -m 755 $(programs:%=$(B)/%) $(call to,$(LIBEXECDIR)/trawl))
	install -m 644 $(B)/libtrawl.a $(B)/$(sofile) $(call to,$(LIBDIR))
	ln -sf $(sofile) $(call to,$(LIBDIR)/$(soname))
	ln -sf $(soname) $(call to,$(LIBDIR)/$(solink))
	$(if $(extension),install -m 644 $(B)/$(extension) $(call to,$(LIBDIR)/trawl))
	$(if $(extension),ln -sf $(extension) $(call to,$(LIBDIR)/trawl/$(subst trawl$(abi),trawl,$(extension))))
	install -m 644 $(headers) $(call to,$(INCLUDEDIR))
	for f in $(contrib:contrib/%=%); do m=644; [ ! -x contrib/$$f ] || m=755; \
	    sed 's|/usr/local/share/trawl|$(CONTRIBDIR)|g' contrib/$$f >$(call to,$(CONTRIBDIR))/$$f && \
	    chmod $$m $(call to,$(CONTRIBDIR))/$$f || exit; done
	$(foreach s,$(COMPLETIONS),install -m 644 $(B)/completions/trawl.$(s) \
	    $(call to,$(call completion_dir,$(s)))/$(call completion_name,$(s)) && ):
	for m in $(man); do install -m 644 $$m $(call to,$(MANDIR))/man$${m##*.} || exit; done
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' -e 's|@REQUIRES@|$(if $(CORE),,libpcre2-8) $(if $(HAVE_IDN2),libidn2)|' \
	    -e 's|@LIBS@|$(ICONV_LIBS)|' src/trawl.pc.in >$(call to,$(LIBDIR)/pkgconfig/trawl.pc)
# Files that only some builds install. uninstall removes them all, since it does not run the probe.
optional = $(addprefix $(LIBEXECDIR)/trawl/,trawl-index trawl-site) $(addprefix $(LIBDIR)/,libtrawl.$(abi).dylib libtrawl.$(number).dylib libtrawl.dylib \
               $(foreach s,so dylib,trawl/trawl.$(s) trawl/trawl$(abi).$(s)))
uninstall: ## with the variables that install was given
	rm -f $(foreach f,$(installed) $(optional),$(call to,$(f)))

dist: ## trawl-VERSION.tar.gz with its checksum and bill of materials, the same bytes each time
	@sh mk/dist.sh $(VERSION) $(B)
try: all ## build, then show a message and the links in it
	@echo 'testdata/message.txt:' && cat testdata/message.txt && echo
	$(B)/trawl --hyphen both testdata/message.txt
clean: ## remove everything that was made
	rm -rf $(B)
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1@\2/p' Makefile mk/*.mk | \
	    while IFS=@ read -r g t; do printf '%-18s%s\n' "$$g" "$$t"; done
endif
