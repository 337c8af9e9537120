# release.mk - the goals for a release: the binary interface, other platforms and compilers
#
# Included by mk/dev.mk, whose variables and macros it uses.

.PHONY: abi abi-dump dist sbom release check-npm static check-static check-roots image check-platforms check-builds check-small check-large check-valgrind

# ---- Binary interface ----

abi: all ## compare the library with the dump of the last release (abidiff)
	@$(check_env) prove -v tests/abi/t_abi.sh
abi-dump: all ## write the dump and the lists of what is promised anew, for a release
	@$(check_env) sh tests/abi/abi.sh dump >$(B)/abi.new && mv $(B)/abi.new tests/abi/libtrawl.so.$(abi).abi
	@$(check_env) sh tests/abi/abi.sh constants >$(B)/abi.new && mv $(B)/abi.new tests/abi/constants.txt
	@python3 -B tests/abi/promises.py $(B)/trawl >$(B)/abi.new && mv $(B)/abi.new tests/abi/promises.txt

# ---- Tarball ----

dist: ## trawl-VERSION.tar.gz with its checksum and bill of materials, the same bytes each time
	@sh mk/dist.sh $(VERSION) $(B)
sbom: dist ## the bill of materials of the tarball (SPDX 2.3), checked and printed
	@python3 -B tests/packages/sbom.py $(B)/trawl-$(VERSION).spdx.json && cat $(B)/trawl-$(VERSION).spdx.json

release: ## make and test all that a release publishes, in build/release (hours); KEY=NAME signs the checksums
	@$(check_env) KEY='$(KEY)' PLACEHOLDER='$(PLACEHOLDER)' sh mk/release.sh $(VERSION) $(B)
check-npm: js ## pack the packages for node, and use them in a root that has only node (mmdebstrap)
	@$(check_env) prove -v tests/packages/npm.sh

# ---- Static programs ----

static: ## trawl-VERSION-linux-x86_64.tar.gz: programs that need no library (musl; Debian's sources); PROCESSOR=aarch64
	@sh packaging/static/build.sh $(VERSION) $(or $(PROCESSOR),x86_64) $(B)
image: ## the same programs as an image for containers, trawl-VERSION-linux-x86_64.oci.tar (umoci); PROCESSOR=aarch64
	@sh packaging/static/image.sh $(VERSION) $(or $(PROCESSOR),x86_64) $(B)
check-static: all completions ## build static programs and images for x86_64 and aarch64, run them where nothing else is
	@$(check_env) prove -v tests/packages/static.sh $(if $(PROCESSOR),:: $(PROCESSOR))
check-roots: ## run the README's first commands in chroots of Debian, after check-static and check-debian
	@$(check_env) prove -v tests/packages/roots.sh $(if $(ROOTS),:: $(ROOTS))

# ---- Platforms ----

check-platforms: all ## build and test for other processors (PLATFORMS='i386 arm64 s390x armhf riscv64 ppc64el')
	@$(check_env) sh tests/platforms/platforms.sh $(PLATFORMS)
check-builds: all ## build with gcc and clang, -O0, -Os, LTO and musl; headers as C and C++ (BUILDS='gcc-O0 musl')
	@$(check_env) CLANG='$(CLANG)' sh tests/platforms/builds.sh $(BUILDS)
check-small: all ## the library without PCRE2 for musl, in a static program
	@$(check_env) sh tests/platforms/builds.sh musl
check-large: all ## files over 2 and 4 GB, also with the build for i386 if there is one
	@$(check_env) sh tests/platforms/large.sh $(wildcard $(B)/platforms/i386/trawl)

# All C tests except those that measure time or memory, start threads, or make every allocation
# fail.
valgrind_tests = $(filter-out $(addprefix $(B)/tests/lib/,emit/t_memory find/t_growth find/t_promises find/t_threads \
                   find/t_rules_off html/t_hostile mail/t_bounded mail/t_limits),$(test_bin))
check-valgrind: $(test_bin) ## the C tests under valgrind, once
	@$(check_env) prove $(PROVEFLAGS) $(valgrind_tests) \
	    --exec 'valgrind -q --error-exitcode=9 --leak-check=full --suppressions=tests/valgrind.supp'
