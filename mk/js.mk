# js.mk - the package for node and browsers in bindings/js
#
# Each module of the package is a library of some parts for WebAssembly, once with its vector
# instructions and once without; the latter are a package of their own. A browser or node compiles
# them, so a page needs no other program. The modules are linked without wasm-opt, since that of
# Debian refuses vector instructions.

.PHONY: js web
WASM_CC ?= clang --target=wasm32-wasi
wasm_cflags = -std=c11 $(if $(filter $(wasm_rare),$<),-Oz,-Os) -g0 -Wall -Wextra -Wpedantic \
              -Wshadow -Wno-overlength-strings -fvisibility=hidden \
              -D_POSIX_C_SOURCE=200809L -DHAVE_IDN2=1 -Iinclude -Isrc/lib -Isrc -Ibindings/js/idn2
wasm_ldflags = -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=262144
wasm_src := $(filter-out $(judges) src/lib/options/%,$(call files_in,src/lib,c)) \
            bindings/js/idn2/idn2.c bindings/js/module.c
html_only = src/lib/emit/% src/lib/block/% src/lib/rewrite/%
mail_only = src/lib/mail/%
for_mail = $(mail_only) src/lib/url/suffix.c $(filter-out %/map.c,$(wildcard src/lib/charset/*.c))
wasm_slim := $(filter-out $(for_mail),$(wasm_src)) bindings/js/suffix.c bindings/js/charset.c
wasm_find := $(filter-out $(html_only) src/lib/css/%,$(wasm_slim))
# Compile the search for size, except for its fast path.
wasm_fast = src/lib/find/scan/% src/lib/find/text/% src/lib/find/ending/walk.c src/lib/find/deliver.c
wasm_rare = $(filter-out $(wasm_fast),$(filter src/lib/find/% src/lib/url/%,$(wasm_src)))
wasm_html := $(wasm_slim) bindings/js/html.c
wasm_mail := $(filter-out $(html_only),$(wasm_src)) bindings/js/mail.c
wasm_parts = find html mail
js_modules := $(foreach p,$(wasm_parts),$(B)/js-scalar/$(p).wasm $(B)/js/$(p)-simd.wasm)
js_files := $(wildcard bindings/js/*.mjs bindings/js/*.d.ts bindings/js/*.json bindings/js/*.md)
js: $(js_modules) $(B)/js/package.json ## the package for node and browsers, into build/js (clang, lld, wasi-libc, node)
$(B)/js/package.json: $(js_files) mk/js.mjs LICENSE include/trawl.h packaging/address
	$(call run,JS,$(@D),node mk/js.mjs $(@D) $(VERSION))
web: $(B)/web/playground.html ## the playground, one page that needs no network: build/web/playground.html
$(B)/web/playground.html: $(B)/js/package.json $(B)/js/mail-simd.wasm mk/web.mjs $(wildcard bindings/js/playground/*)
	$(call run,JS,$@,node mk/web.mjs $(B)/js $@)
$(B)/wasm/scalar/%.o: %.c mk/js.mk
	@mkdir -p $(@D)
	$(call run,CC,$< (wasm),$(WASM_CC) $(wasm_cflags) -MMD -MP -c -o $@ $<)
$(B)/wasm/simd/%.o: %.c mk/js.mk
	@mkdir -p $(@D)
	$(call run,CC,$< (wasm, simd),$(WASM_CC) $(wasm_cflags) -msimd128 -MMD -MP -c -o $@ $<)
# $(call wasm_module,FILE,PART,FOLDER)
define wasm_module
$(B)/$(1).wasm: $(patsubst %.c,$(B)/wasm/$(3)/%.o,$(wasm_$(2)))
	@mkdir -p $$(@D)
	$$(call run,LD,$$@,$$(WASM_CC) $$(wasm_ldflags) -o $$@ $$^)
endef
$(foreach p,$(wasm_parts),$(eval $(call wasm_module,js-scalar/$(p),$(p),scalar))$(eval $(call wasm_module,js/$(p)-simd,$(p),simd)))
-include $(call files_in,$(B)/wasm,d)
