# fuzz.mk - the goals that fuzz trawl: libFuzzer, AFL++, coverage of the corpora
#
# Included by mk/dev.mk, whose variables and macros it uses. A target is a file
# tests/fuzz/ROOM/fuzz_NAME.c. It starts from the seeds in tests/fuzz/corpus/NAME.txt and from
# earlier finds in $(B)/fuzz/NAME, and uses the words of tests/fuzz/dict/NAME.dict, if that file
# exists. A new target needs no change here.

.PHONY: fuzz fuzz-short fuzz-merge fuzz-seeds fuzz-figures fuzz-cover fuzz-afl fuzz-programs fuzz-link fuzz-pick check-oss-fuzz
HOURS = 1
# How a fuzzer is linked. OSS-Fuzz sets its own way.
LIB_FUZZING_ENGINE ?= -fsanitize=fuzzer
FUZZ_LINK = $(link)

# Without SQLite, src/archive is not built, and neither are these targets.
need_sqlite := $(foreach t,index query site,%/fuzz_$(t).c)
fuzz_src := $(filter-out $(if $(HAVE_SQLITE),,$(need_sqlite)),$(wildcard tests/fuzz/*/fuzz_*.c))
fuzz_bin := $(addprefix $(B)/,$(notdir $(fuzz_src:.c=)))
$(B)/tests/fuzz/%.o: private cpp += -Itests/fuzz $(SQLITE_CFLAGS) $(pick_cpp)
# All objects of the library and of the programs. main() becomes local, since the fuzzer has its
# own. The filter is built with a switch that makes it divide small inputs between threads, and the
# pool is built with its assertions.
dividing = %/src/trawl/filter/jobs.o %/src/app/pool/pool.o
divided = $(call hooked,$(filter $(dividing),$(1))) $(filter-out $(dividing),$(1))
$(B)/all.a: $(sort $(call divided,$(lib_obj) $(trawl_obj) $(pick_obj) $(archive_obj))) $(B)/sources
	$(archive) && $(OBJCOPY) --localize-symbol=main $@
$(fuzz_bin): $(B)/%: $(B)/all.a
	$(call run,LD,$@,$(FUZZ_LINK) -o $@ $(filter %/$*.o,$^) $< $(LIB_FUZZING_ENGINE) \
	    -Wl$(,)--as-needed $(lib_libs) $(pick_libs) $(archive_libs))
, := ,
$(foreach s,$(fuzz_src),$(eval $(B)/$(notdir $(s:.c=)): $(B)/$(s:.c=.o)))
fuzz-link: $(fuzz_bin)
fuzz-programs:
	+@! CC='$(CLANG)' sh src/gen/probe.sh fuzzer || $(MAKE) --no-print-directory B=$(B)/fuzzer CC=$(CLANG) \
	    CFLAGS='$(sane) -fsanitize=fuzzer-no-link,address,undefined' fuzz-link
fuzzing = @python3 -B tests/fuzz/run.py '$(B)'
fuzz: fuzz-programs ## run all fuzz targets in turns for HOURS=1 (clang with libFuzzer); TARGETS='scan mail' names some
	$(fuzzing) run $(HOURS) $(TARGETS)
fuzz-short: fuzz-programs ## run each fuzz target for a second, as in check
	@B='$(B)' sh tests/fuzz/t_fuzz.sh
fuzz-merge: fuzz-programs ## keep of the finds in $(B)/fuzz only those that add coverage
	$(fuzzing) merge $(TARGETS)
fuzz-seeds: fuzz-programs ## make seeds for tests/fuzz/corpus of the small finds in $(B)/fuzz
	$(fuzzing) seeds $(TARGETS)
fuzz-figures: ## what all runs of fuzz have done so far
	$(fuzzing) figures
# Without a sandbox, as builds with sanitizers are. The sandbox would close at the first input, and
# deny the files of the next one.
unboxed = CPPFLAGS=$(call quote,$(CPPFLAGS) -DTRAWL_NO_SANDBOX)
fuzz-cover: ## what the corpora reach in each room of src (clang, llvm-cov)
	$(again) B=$(B)/cover CC=$(CLANG) $(unboxed) fuzz-link \
	    CFLAGS='-O1 -g -fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping'
	@python3 -B tests/fuzz/cover.py '$(B)'
# Built without sanitizers. "make fuzz", which has them, also runs what AFL++ has found.
fuzz-afl: ## run AFL++ on TARGETS='scan mail emit' for HOURS=1 in all
	$(again) B=$(B)/afl CC=afl-clang-fast CFLAGS='-O1 -g' HARDEN= $(unboxed) fuzz-link
	$(fuzzing) afl $(HOURS) $(or $(TARGETS),scan mail emit)
check-oss-fuzz: ## build the targets as OSS-Fuzz does, and run each for SECONDS=60 (clang)
	@$(check_env) prove -v tests/fuzz/oss-fuzz/check.sh $(if $(SECONDS),:: $(SECONDS))
fuzz-pick: all ## press random keys in trawl pick for FUZZ_TIME=600 seconds (Python)
	@python3 -B tests/pick/fuzz.py $(or $(FUZZ_TIME),600) $$(date +%s) '$(B)/trawl'
