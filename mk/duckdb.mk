# duckdb.mk - the extension for DuckDB in bindings/duckdb
#
# The extension is linked with libtrawl.a, so it is one file that can be loaded from any folder. The
# C interface of DuckDB keeps it independent of the engine's version and of C++.

.PHONY: duckdb
DUCKDB_INCLUDE ?= $(shell sh bindings/duckdb/package.sh headers)
duckdb_extension := $(B)/duckdb/trawl.duckdb_extension
duckdb_obj := $(call objects,$(call files_in,bindings/duckdb bindings/common,c) bindings/postgresql/places.c)
duckdb_elf = -Wl,--exclude-libs,ALL $(NOTHING_UNDEFINED)
duckdb_macho = -Wl,-exported_symbol,_trawl_init_c_api
duckdb_module = -shared $(if $(filter macho,$(SHARED)),$(duckdb_macho),$(duckdb_elf))
duckdb: $(duckdb_extension) ## the extension for DuckDB, as build/duckdb/trawl.duckdb_extension (npm: headers)
$(B)/bindings/duckdb/%.o: private cpp += -isystem $(DUCKDB_INCLUDE)
$(duckdb_extension): $(duckdb_obj) $(B)/libtrawl.a bindings/duckdb/package.sh $(B)/sources
	@mkdir -p $(@D)
	$(call run,LD,$@,$(link) $(duckdb_module) -o $@ $(duckdb_obj) $(B)/libtrawl.a $(sqlite_libs) && \
	    sh bindings/duckdb/package.sh footer "$$($(CC) -dumpmachine)" $(VERSION) >>$@)
