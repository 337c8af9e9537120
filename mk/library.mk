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
# The static library is one object in which only the names of the headers are visible.
# On i386, the functions in it for position-independent code must not be in section groups, since a
# linker merges groups with those of the program.
ungrouped = -Wl,--force-group-allocation
one_object = $(CC) $(filter -m% -flto%,$(CFLAGS)) $(if $(filter -flto%,$(CFLAGS)),-flinker-output=nolto-rel) \
             -r -nostdlib $(if $(NARROW),$(ungrouped)) $(if $(filter ld,$(LOCALIZE)),$(exports)) \
             -o $(B)/libtrawl.o $(lib_obj)
$(B)/libtrawl.a: $(lib_obj) $(B)/sources $(if $(filter ld,$(LOCALIZE)),$(B)/exports)
	@rm -f $@
	$(if $(LOCALIZE),$(call run,LD,$(B)/libtrawl.o,$(one_object)))
	$(if $(filter objcopy,$(LOCALIZE)),@$(OBJCOPY) --localize-hidden $(B)/libtrawl.o)
	$(call run,AR,$@,$(AR) rcs $@ $(if $(LOCALIZE),$(B)/libtrawl.o,$(lib_obj)))
$(B)/$(sofile): $(lib_obj) $(B)/sources $(map) $(if $(filter macho,$(SHARED)),$(B)/exports)
	$(call run,LD,$@,$(link) -o $@ $(lib_obj) $(lib_libs) $(shared))
$(B)/$(solink): $(B)/$(sofile)
	@ln -sf $(sofile) $(B)/$(soname) && ln -sf $(soname) $@
