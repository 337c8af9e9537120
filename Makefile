# Makefile of trawl (GNU make): "make" builds into $(B), "make help" lists the goals. mk/dev.mk is
# for working on trawl.
#
# There is no configure script. src/gen/probe.sh finds out what the machine has; $(B)/config.mk
# keeps what it found. CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR and so on work as usual; a
# changed flag rebuilds what depends on it. V=1 shows the commands. "make HARDEN= HARDEN_LD= PIE="
# builds without the hardening flags.

B = build
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
# From its own folder, trawl looks for trawl-pick and trawl-archive in ../libexec/trawl and ../lib/trawl.
LIBEXECDIR = $(PREFIX)/libexec
INCLUDEDIR = $(PREFIX)/include
SHAREDIR = $(PREFIX)/share
MANDIR = $(SHAREDIR)/man
CONTRIBDIR = $(SHAREDIR)/trawl
# For a binding, the library can be built of some of its parts: "make PARTS=find,html" makes only
# libtrawl, optimized for size. "find" is always needed. The parts and their folders in src/lib:
#   find  base kernel charset html url find: links in text; no PCRE2, iconv, threads or files
#   html  css emit block rewrite: the writers, and the rewriter of links
#   mail  css mail; charsets by iconv; with html also options by name
#   url   the grammars and rules in url, which need PCRE2
# If libidn2 is there, html and url use it for the ASCII form of hosts.
PARTS = find,html,mail,url
comma := ,
parts := $(subst $(comma), ,$(PARTS))
whole := $(if $(filter-out $(parts),find html mail url),,yes)
unknown_parts := $(filter-out find html mail url,$(parts))
$(if $(unknown_parts),$(error PARTS: "$(unknown_parts)" is not one of find,html,mail,url))
$(if $(filter find,$(parts)),,$(error PARTS: the other parts need "find"))
part = $(if $(filter $(1),$(parts)),$(2),$(3))
idn2 = $(if $(filter html url,$(parts)),$(1))
CFLAGS ?= $(if $(whole),-O3,-Os -fno-asynchronous-unwind-tables) -g
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
processors = $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# "make deps GOAL..." installs what the goals need, and then starts a second make for them, since
# the probe has to run after the installation.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
after := $(filter-out deps,$(MAKECMDGOALS))
.PHONY: deps $(after)
deps: ## install what the goals named after it need, then make them with all processors
	@B='$(B)' PKG_CONFIG='$(PKG_CONFIG)' sh src/gen/deps.sh $(after)
ifneq ($(after),)
$(firstword $(after)): deps
	+@$(MAKE) --no-print-directory $(if $(findstring j,$(filter -j% j%,$(MAKEFLAGS))),,-j$(processors)) \
	    $(if $(filter try,$(after)),QUIET=1) $(after)
$(filter-out $(firstword $(after)),$(after)): $(firstword $(after)) ; @:
endif
else

.PHONY: all check install install-debug install-strip uninstall try clean help
.PRECIOUS: $(B)/%.o
.DELETE_ON_ERROR:
all:
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# $(call run,CC,NAME,COMMAND) runs a command. It prints "CC NAME" or, with V=1, the command.
run = $(if $(filter-out 0,$(V)),,@$(if $(QUIET),,printf '%-4s %s\n' $(1) '$(2)' &&)) $(3)
# A stamp is a file that holds some words. It is removed when the words change, and its rule writes
# it again.
quote = '$(subst ','\'',$(1))'
stamp = $(shell printf '%s\n' $(call quote,$(2)) | cmp -s - $(1) || rm -f $(1))
write = @mkdir -p $(@D) && printf '%s\n' $(call quote,$(1)) >$@
tools = $(foreach v,CC CFLAGS CPPFLAGS LDFLAGS OBJCOPY PKG_CONFIG PKG_CONFIG_PATH PARTS,$(v)=$(call quote,$($(v))))

ifneq ($(filter-out clean help dist uninstall check-fresh,$(or $(MAKECMDGOALS),all)),)
$(call stamp,$(B)/tools,$(tools))
$(B)/tools:
	$(call write,$(tools))
$(B)/config.mk: Makefile src/gen/probe.sh $(B)/tools
	@$(tools) sh src/gen/probe.sh >$@.new && mv $@.new $@
include $(B)/config.mk
endif

# The file name of the shared library has the version without the name of a candidate: 1.0.0 for
# 1.0.0-rc1. abi grows with each version that is incompatible with the previous one. It is in the
# names that programs are linked with.
VERSION := $(shell sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
number := $(firstword $(subst -, ,$(VERSION)))
abi := 1

files_in = $(sort $(wildcard $(foreach depth,* */* */*/* */*/*/*,$(addsuffix /$(depth).$(2),$(1)))))
# Without the part url, unjudged.c takes the place of the grammars and the rules.
judges = src/lib/url/grammar/% src/lib/url/rules/% src/lib/url/verdict.c src/lib/url/refuse.c
lib_src := $(filter-out $(call part,url,src/lib/url/unjudged.c,$(judges)) \
             $(call part,html,,src/lib/emit/% src/lib/block/% src/lib/rewrite/%) $(call part,mail,,src/lib/mail/%) \
             $(if $(filter html mail,$(parts)),,src/lib/css/%) \
             $(if $(filter-out $(parts),html mail),src/lib/options/%),$(call files_in,src/lib,c))
# A program consists of the files in its folder and in src/app, and of the library. The options of
# trawl-pick and trawl-archive are also in trawl, for its help and completions. Without ncurses,
# trawl-pick has no screen and lets the user choose by numbers. Without SQLite there is no
# trawl-archive.
app_src := $(call files_in,src/app,c)
options_src := src/pick/options.c $(call files_in,src/archive/options,c)
trawl_src := $(call files_in,src/trawl,c)
pick_src := $(filter-out $(if $(HAVE_NCURSES),,src/pick/screen/%),$(call files_in,src/pick,c))
archive_src := $(if $(HAVE_SQLITE),$(call files_in,src/archive,c))
programs := $(if $(whole),trawl-pick $(if $(HAVE_SQLITE),trawl-archive))
# The extension for SQLite needs only a header of SQLite. It is linked with libtrawl.a, so it can be
# loaded from any folder, and does not clash with another libtrawl in the program that loads it.
extension := $(if $(and $(whole),$(HAVE_SQLITE_EXT),$(HAVE_DLOPEN)),trawl$(abi)$(if \
    $(filter macho,$(SHARED)),.dylib,.so))
sqlite_src := $(if $(extension),$(call files_in,bindings/sqlite bindings/common,c))
objects = $(patsubst %.c,$(B)/%.o,$(1))
lib_obj := $(call objects,$(lib_src))
trawl_obj := $(call objects,$(trawl_src) $(app_src) $(options_src))
pick_obj := $(call objects,$(pick_src) $(app_src))
archive_obj := $(call objects,$(archive_src) $(app_src) src/pick/options.c)
sqlite_obj := $(call objects,$(sqlite_src))
all_src := $(sort $(lib_src) $(app_src) $(options_src) $(trawl_src) $(pick_src) $(archive_src) $(sqlite_src))
absent_headers := $(call part,html,,include/trawl_emit.h include/trawl_rewrite.h) \
                  $(call part,mail,,include/trawl_mail.h) \
                  $(if $(filter-out $(parts),html mail),include/trawl_options.h)
headers := $(filter-out $(absent_headers),$(wildcard include/*.h))
man := $(wildcard doc/*.[1357])
# COMMAND:PAGE for the commands that are in the page of another one.
man_links = $(if $(whole),check:trawl encode:trawl resolve:trawl forget:trawl-index)
man_link = $(MANDIR)/man1/trawl-$(firstword $(subst :, ,$(1))).1
rule_sets := $(patsubst contrib/%,$(B)/%,$(wildcard contrib/rules/*.rules))
licences := LICENSE $(wildcard src/gen/LICENSE.*)
contrib := $(sort $(shell find contrib -type f 2>/dev/null))

# HAVE_ZLIB, HAVE_ZSTD and so on are the file names of libraries that the command loads when it
# needs them.
cpp := -Iinclude -Isrc/lib -Isrc -D_POSIX_C_SOURCE=200809L \
       $(foreach l,$(call idn2,IDN2) $(call part,mail,ICONV) DLOPEN,$(if $(HAVE_$l),-DHAVE_$l=1)) \
       $(foreach l,IDN2_SO ZLIB ZSTD LZMA BZIP2,$(if $(HAVE_$l),-DHAVE_$l='"$(HAVE_$l)"')) $(if $(LINKED),-DLINKED) \
       $(foreach l,PCRE2 IDN2 ZLIB ZSTD LZMA BZIP2,$($l_CFLAGS)) \
       $(if $(findstring -fsanitize,$(CFLAGS)),-DTRAWL_CHECK) $(CPPFLAGS)$(NARROW:%= %)
# The patterns of the grammar are longer string literals than C11 requires a compiler to accept.
compile := $(CC) -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wno-overlength-strings -fPIC -fvisibility=hidden \
           $(HARDEN) $(CFLAGS)
link := $(compile) $(HARDEN_LD) $(PACKED) $(LDFLAGS) -pthread
lib_libs := $(call part,url,$(PCRE2_LIBS)) $(call idn2,$(IDN2_LIBS)) $(call part,mail,$(ICONV_LIBS))
trawl_libs := $(PCRE2_LIBS) $(if $(HAVE_IDN2_SO),,$(IDN2_LIBS)) $(ICONV_LIBS) $(DL_LIBS) \
              $(if $(LINKED),$(foreach l,ZLIB ZSTD LZMA BZIP2,$($l_LIBS)))
pick_cpp := $(if $(HAVE_NCURSES),-DHAVE_NCURSES=1) $(NCURSES_CFLAGS)
pick_libs := $(trawl_libs) $(NCURSES_LIBS)
archive_libs := $(trawl_libs) $(SQLITE_LIBS)
sqlite_libs := $(lib_libs) $(if $(HAVE_ZLIB),-lz)
include mk/cold.mk
flags = $(compile) $(cpp) $(pick_cpp) $(SQLITE_CFLAGS) $(HARDEN_LD) $(PACKED) $(LDFLAGS) $(PIE) \
        $(cool) / $(cold) / $(warm) \
        $(lib_libs) $(pick_libs) $(archive_libs) $(sqlite_libs)
ifdef SHARED
$(call stamp,$(B)/flags,$(flags))
$(call stamp,$(B)/sources,$(all_src) $(DYNAMIC))
endif
$(B)/flags:
	$(call write,$(flags))
$(B)/sources:
	$(call write,$(all_src) $(DYNAMIC))
$(B)/src/app/version.o: private cpp += $(if $(HAVE_NCURSES),-DWITH_SCREEN) $(if $(HAVE_SQLITE),-DWITH_SQLITE)
$(B)/src/app/rules.o: private cpp += -DRULES_DIR='"$(CONTRIBDIR)/rules"'
$(B)/src/pick/%.o: private cpp += $(pick_cpp)
$(B)/src/archive/%.o: private cpp += $(SQLITE_CFLAGS)
$(B)/bindings/sqlite/%.o: private cpp += $(SQLITE_EXT_CFLAGS)

include mk/library.mk
include mk/completions.mk
include mk/wall.mk

all: ## the library and the programs (the default); PARTS='find html': a library of some parts
all: $(B)/libtrawl.a $(B)/$(solink)
ifneq ($(whole),)
all: $(B)/trawl $(programs:%=$(B)/%) $(extension:%=$(B)/%) $(rule_sets) completions
endif

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call run,CC,$<,$(compile) $(cpp) -MMD -MP -c -o $@ $<)
# The command in the build folder finds the sets of rules in the folder rules/ beside it.
$(B)/rules/%.rules: contrib/rules/%.rules
	@mkdir -p $(@D)
	$(call run,CP,$@,cp $< $@)
# Objects are linked in the order of size. So large tables, which few runs need, come last, and a
# short run does not load them. Objects that size cannot read, those of clang -flto, stay in the
# given order.
by_size = $$(size $(1) 2>/dev/null | sed 1d | LC_ALL=C sort -n | awk '{ print $$NF }' | grep . || echo $(1))
link_program = $(call run,LD,$@,$(link) $(PIE) -o $@ $(call by_size,$(filter %.o,$^)) $(2) $(1))
# DYNAMIC=1, for packages: links trawl-pick and trawl-archive with the shared library, and with the
# objects of wall_code, which the library does not export. trawl always contains the library.
product_lib = $(if $(DYNAMIC),$(call objects,$(wall_code)) $(B)/$(sofile),$(lib_obj))
link_product = $(call link_program,$(1),$(if $(DYNAMIC),$(B)/$(sofile) -Wl$(comma)--as-needed))
$(B)/trawl: $(trawl_obj) $(lib_obj) $(B)/sources
	$(call link_program,$(trawl_libs))
$(B)/trawl-pick: $(pick_obj) $(product_lib) $(B)/sources
	$(call link_product,$(pick_libs))
$(B)/trawl-archive: $(archive_obj) $(product_lib) $(B)/sources
	$(call link_product,$(archive_libs))
ifneq ($(extension),)
$(B)/$(extension): $(sqlite_obj) $(B)/libtrawl.a $(B)/sources
	$(call run,LD,$@,$(link) $(module) -o $@ $(sqlite_obj) $(B)/libtrawl.a $(sqlite_libs))
	@ln -sf $(extension) $(B)/$(subst trawl$(abi),trawl,$(extension))
endif
-include $(call files_in,$(B)/src $(B)/bindings,d)

include mk/python.mk
include mk/js.mk
include mk/dev.mk

check: ## the tests of the library and of the command; TESTS= names some (build/tests/lib/find/t_bare)
check: all $(check_needs)
	@$(check_env) prove $(PROVEFLAGS) $(TESTS)

# install puts there, and uninstall removes, the files of this list.
to = '$(DESTDIR)$(1)'
installed = $(if $(whole),$(BINDIR)/trawl $(programs:%=$(LIBEXECDIR)/trawl/%)) \
            $(addprefix $(LIBDIR)/,libtrawl.a $(sofile) $(soname) $(solink) pkgconfig/trawl.pc) \
            $(foreach f,$(extension) $(subst trawl$(abi),trawl,$(extension)),$(LIBDIR)/trawl/$(f)) \
            $(headers:include/%=$(INCLUDEDIR)/%) \
            $(patsubst %,$(CONTRIBDIR)/%,$(patsubst bindings/%,%,$(contrib:contrib/%=%))) \
            $(foreach l,$(licences),$(CONTRIBDIR)/licenses/$(notdir $(l))) \
            $(foreach m,$(man),$(MANDIR)/man$(subst .,,$(suffix $(m)))/$(notdir $(m))) $(completion_files) \
            $(foreach l,$(man_links),$(call man_link,$(l))) \
            $(schema:%=$(CONTRIBDIR)/%)
folders_of = $(foreach d,$(sort $(patsubst %/,%,$(dir $(1)))),$(call to,$(d)))
folders = $(call folders_of,$(installed))
# For uninstall: the list of the folders that install has made. A package needs no such list.
folder_list = $(CONTRIBDIR)/folders
install-debug: all ## as install, with symbols for debuggers: four times the size
	$(if $(DESTDIR),,sh mk/folders.sh missing $(folders) >$(B)/folders)
	install -d $(folders)
	$(if $(DESTDIR),,cat $(B)/folders >>'$(folder_list)')
	$(if $(whole),install -m 755 $(B)/trawl $(call to,$(BINDIR)))
	$(if $(whole),install -m 755 $(programs:%=$(B)/%) $(call to,$(LIBEXECDIR)/trawl))
	install -m 644 $(B)/libtrawl.a $(B)/$(sofile) $(call to,$(LIBDIR))
	ln -sf $(sofile) $(call to,$(LIBDIR)/$(soname))
	ln -sf $(soname) $(call to,$(LIBDIR)/$(solink))
	$(if $(extension),install -m 644 $(B)/$(extension) $(call to,$(LIBDIR)/trawl))
	$(if $(extension),ln -sf $(extension) $(call to,$(LIBDIR)/trawl/$(subst trawl$(abi),trawl,$(extension))))
	install -m 644 $(headers) $(call to,$(INCLUDEDIR))
	for f in $(contrib); do m=644; [ ! -x $$f ] || m=755; to=$(call to,$(CONTRIBDIR))/$${f#*/}; \
	    sed 's|/usr/local/share/trawl|$(CONTRIBDIR)|g' $$f >"$$to" && chmod $$m "$$to" || exit; done
	install -m 644 $(licences) $(call to,$(CONTRIBDIR)/licenses)
	$(foreach s,$(COMPLETIONS),install -m 644 $(B)/completions/trawl.$(s) \
	    $(call to,$(call completion_dir,$(s)))/$(call completion_name,$(s)) && ):
	$(if $(schema),install -m 644 $(B)/$(schema) $(call to,$(CONTRIBDIR)))
	for m in $(man); do install -m 644 $$m $(call to,$(MANDIR))/man$${m##*.} || exit; done
	$(foreach l,$(man_links),ln -sf $(lastword $(subst :, ,$(l))).1 $(call to,$(call man_link,$(l))) && ):
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@REQUIRES@|$(call part,url,libpcre2-8) $(call idn2,$(if $(HAVE_IDN2),libidn2))|' \
	    -e 's|@LIBS@|$(call part,mail,$(ICONV_LIBS))|' src/lib/trawl.pc.in >$(call to,$(LIBDIR)/pkgconfig/trawl.pc)
# Files that only some builds install. uninstall removes all of them, since it does not run the
# probe.
optional = $(LIBEXECDIR)/trawl/trawl-archive $(addprefix $(LIBDIR)/,libtrawl.$(abi).dylib \
               libtrawl.$(number).dylib libtrawl.dylib $(foreach s,so dylib,trawl/trawl.$(s) trawl/trawl$(abi).$(s)))
# Packagers who strip by themselves set STRIP=true.
STRIP ?= strip
install: install-debug ## into PREFIX=/usr/local, below DESTDIR when that is set
	$(if $(whole),$(STRIP) $(foreach f,$(BINDIR)/trawl $(programs:%=$(LIBEXECDIR)/trawl/%),$(call to,$(f))))
	$(STRIP) $(if $(filter macho,$(SHARED)),-x,--strip-unneeded) \
	    $(foreach f,$(LIBDIR)/$(sofile) $(extension:%=$(LIBDIR)/trawl/%),$(call to,$(f)))
	$(STRIP) $(if $(filter macho,$(SHARED)),-S,--strip-debug) $(call to,$(LIBDIR)/libtrawl.a)
install-strip: install
uninstall: ## remove what install has installed with the same variables, and folders that it made
	rm -f $(foreach f,$(installed) $(optional),$(call to,$(f)))
	@sh mk/folders.sh remove '$(folder_list)' '$(DESTDIR)' $(call folders_of,$(installed) $(optional))

try: all ## build, then show a message and the links in it
	@printf '%s\n\n' 'A message, testdata/message.txt:' && sed 's/^/    /' testdata/message.txt && \
	    printf '\n%s\n\n' 'Its links, by $(B)/trawl testdata/message.txt:' && \
	    $(B)/trawl testdata/message.txt | sed 's/^/    /' && printf '\n%s\n%s\n' \
	    'Next: $(B)/trawl pick testdata/message.txt lets you choose and open them, doc/tour.md shows the rest,' \
	    'and "sudo make install" installs the command, the library and their manuals.'
clean: ## remove everything that was made
	rm -rf $(B)
help: ## this list
	@goals() { sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1@\2/p' "$$@" | awk -F@ '{ printf "  %-19s%s\n", $$1, $$2 }'; }; \
	    echo 'Build, test, install:'; goals Makefile mk/completions.mk mk/wall.mk mk/python.mk mk/js.mk; \
	    echo; echo 'Develop:'; goals mk/dev.mk mk/trust.mk mk/fuzz.mk mk/release.mk
endif
