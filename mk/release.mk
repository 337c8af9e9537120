# release.mk - the goals for a release: the binary interface, other platforms and compilers
#
# Included by mk/dev.mk, whose variables and macros it uses.

.PHONY: abi abi-dump sbom check-platforms

# ---- Binary interface ----

abi: all ## compare the library with the dump of the last release (abidiff)
	@$(check_env) prove -v tests/abi/t_abi.sh
abi-dump: all ## write the dump anew, for a release or a struct that has grown at its end
	@$(check_env) sh tests/abi/abi.sh dump >$(B)/abi.new && mv $(B)/abi.new tests/abi/libtrawl.so.$(abi).abi
	@$(check_env) sh tests/abi/abi.sh constants >$(B)/abi.new && mv $(B)/abi.new tests/abi/constants.txt

# ---- Tarball ----

sbom: dist ## the bill of materials of the tarball (SPDX 2.3), checked and printed
	@python3 -B tests/packages/sbom.py $(B)/trawl-$(VERSION).spdx.json && cat $(B)/trawl-$(VERSION).spdx.json

# ---- Platforms ----

check-platforms: all ## build and test for other processors (PLATFORMS='i386 arm64 s390x armhf riscv64 ppc64el')
	@$(check_env) sh tests/platforms/platforms.sh $(PLATFORMS)
