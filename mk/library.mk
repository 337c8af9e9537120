# library.mk - names of the shared library, and how both libraries are linked; included by Makefile

ifeq ($(SHARED),macho)
soname = libtrawl.$(abi).dylib
sofile = libtrawl.$(number).dylib
solink = libtrawl.dylib
shared = -dynamiclib -install_name $(LIBDIR)/$(soname) -current_version $(number) $(exports)
exports = -Wl,-exported_symbols_list,$(B)/exports
module = -bundle -Wl,-exported_symbol,_sqlite3_trawl_init -Wl,-exported_symbol,_sqlite3_trawl$(abi)_init
else
soname = libtrawl.so.$(abi)
sofile = libtrawl.so.$(number)
solink = libtrawl.so
shared = -shared -Wl,-soname,$(soname) $(addsuffix $(map),$(VERSION_SCRIPT)) $(NOTHING_UNDEFINED)
# For an extension that a program loads; it exports only its entry points.
module = -shared -Wl,--exclude-libs,ALL $(NOTHING_UNDEFINED)
endif

# A library of some parts lacks the functions in the headers of the other parts.
map = $(if $(strip $(absent_headers)),$(B)/libtrawl.map,src/lib/libtrawl.map)
$(B)/libtrawl.map: src/lib/libtrawl.map $(absent_headers) $(B)/tools
	@sed -n 's/^TRAWL_API.*[ *]\(trawl_[a-z0-9_]*\)(.*/\1/p' $(absent_headers) >$(B)/absent
	@grep -vwFf $(B)/absent $< >$@
$(B)/exports: $(map)
	@sed -n 's/^ *\(trawl_[a-z0-9_]*\);/_\1/p' $< >$@
# The static library has an object for each topic, so that a program gets only what it uses. Names
# that are not in the headers begin with "_trawl_" there. With -flto, and on Apple's systems, the
# library is one object in which only the names of the headers are visible. On i386, the functions
# in it for position-independent code must not be in section groups, since a linker merges groups
# with those of the program.
in_one = $(if $(filter ld,$(LOCALIZE)),$(exports),$(filter -flto%,$(CC) $(CFLAGS)))
ungrouped = -Wl,--force-group-allocation
one_object = $(CC) $(filter -m% -flto%,$(CFLAGS)) $(if $(filter -flto%,$(CC) $(CFLAGS)),-flinker-output=nolto-rel) \
             -r -nostdlib $(if $(NARROW),$(ungrouped)) $(if $(filter ld,$(LOCALIZE)),$(exports)) \
             -o $(B)/parts/libtrawl.o $(lib_obj)
rename = sed -n 's/^ *\(trawl_[a-z0-9_]*\);/\1/p' $(map) >$(B)/parts/public && \
         $(subst objcopy,nm,$(firstword $(OBJCOPY))) -g --defined-only $(lib_obj) | \
             awk 'NF == 3 && $$3 !~ /^_/ { print $$3, "_trawl_" $$3 }' | sort -u | \
             grep -vwFf $(B)/parts/public >$(B)/parts/names && \
         for o in $(lib_obj:$(B)/src/lib/%=%); do \
             $(OBJCOPY) --redefine-syms=$(B)/parts/names "$(B)/src/lib/$$o" "$(B)/parts/$$(echo "$$o" | tr / -)" || exit; \
         done
$(B)/libtrawl.a: $(lib_obj) $(B)/sources $(map) $(if $(filter ld,$(LOCALIZE)),$(B)/exports)
	@rm -rf $@ $(B)/parts && mkdir $(B)/parts
	$(if $(LOCALIZE),$(if $(in_one),$(call run,LD,$(B)/parts/libtrawl.o,$(one_object)),@$(rename)))
	$(if $(and $(in_one),$(filter objcopy,$(LOCALIZE))),@$(OBJCOPY) --localize-hidden $(B)/parts/libtrawl.o)
	$(call run,AR,$@,$(AR) rcs $@ $(if $(LOCALIZE),$(B)/parts/*.o,$(lib_obj)))
$(B)/$(sofile): $(lib_obj) $(B)/sources $(map) $(if $(filter macho,$(SHARED)),$(B)/exports)
	$(call run,LD,$@,$(link) -o $@ $(lib_obj) $(lib_libs) $(shared))
$(B)/$(solink): $(B)/$(sofile)
	@ln -sf $(sofile) $(B)/$(soname) && ln -sf $(soname) $@
