# wall.mk - trawl-pick, trawl-archive and the extension for SQLite over an installed library; included
# by Makefile
#
# "make wall-pick" installs the library into $(wall), and builds the program there with the installed
# headers and library, src/app, and those headers of src/lib/base that $(wall_base) lists. So the
# program uses nothing else of the library. The rooms below src/lib/base that have code are compiled
# once more, since the library does not export them.
wall = $(B)/wall
wall_base = ascii check columns_table memory nonstring prefix sip sixteen subject unicode_table utf8
wall_headers = $(wall_base:%=$(wall)/headers/base/%.h)
wall_code := src/lib/base/utf8.c src/lib/base/columns.c
wall_library = $(wall)$(LIBDIR)/$(solink)
wall_objects = $(patsubst %.c,$(wall)/%.o,$(1) $(app_src) $(wall_code))
wall_compile = $(compile) -I$(wall)$(INCLUDEDIR) -I$(wall)/headers -Isrc $(filter-out -I%,$(cpp))
wall_link = $(call run,LD,$@,$(link) $(1) -Wl$(comma)-rpath$(comma)'$$ORIGIN/$(LIBDIR:/%=%)' -o $@ $(filter %.o,$^) \
    $(wall_library) $(2))

.PHONY: wall-pick wall-archive wall-sqlite
wall-pick: $(wall)/trawl-pick ## build trawl-pick over an installed library
wall-archive: $(wall)/trawl-archive ## build trawl-archive over an installed library
wall-sqlite: $(wall)/trawl.so ## build the extension for SQLite over an installed library

$(wall_library): all
	$(call run,INSTALL,$(wall),$(MAKE) --no-print-directory -s install DESTDIR='$(abspath $(wall))' >$(B)/wall.log)
$(wall)/headers/base/%.h: src/lib/base/%.h
	@mkdir -p $(@D) && cp $< $@
$(wall)/%.o: %.c $(B)/flags $(wall_headers) | $(wall_library)
	@mkdir -p $(@D)
	$(call run,CC,$< (over the installed library),$(wall_compile) -c -o $@ $<)
$(wall)/src/pick/%.o: private cpp += $(pick_cpp)
$(wall)/src/archive/%.o: private cpp += $(SQLITE_CFLAGS)
$(wall)/bindings/sqlite/%.o: private cpp += $(SQLITE_EXT_CFLAGS)
$(wall)/src/app/rules.o: private cpp += -DRULES_DIR='"$(CONTRIBDIR)/rules"'
$(wall)/trawl-pick: $(call wall_objects,$(pick_src))
	$(call wall_link,$(PIE),$(pick_libs))
$(wall)/trawl-archive: $(call wall_objects,$(archive_src) src/pick/options.c)
	$(call wall_link,$(PIE),$(archive_libs))
$(wall)/trawl.so: $(patsubst %.c,$(wall)/%.o,$(sqlite_src))
	$(call wall_link,$(module),$(sqlite_libs))
