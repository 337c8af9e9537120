#!/bin/sh
# release.sh VERSION FOLDER - makes and tests all that a release publishes, and collects it in
# FOLDER/release
#
# These are the tarball of the sources and its bill of materials, static programs and images for
# x86-64 and ARM, wheels and the sdist, the packages for node, and Debian's packages. The goals below
# test programs and packages in a root without other files; a test that lacks a tool fails.
# SHA256SUMS has the checksums; KEY names the key of GnuPG that signs them. PLACEHOLDER=1 makes a
# release even if an address of packaging/address is a placeholder. Called by "make release", which
# sets MAKE.
set -eu
version=$1 out=$2 release=$2/release

# refuse MESSAGE: ends without a release.
refuse() {
    echo "release.sh: $1" >&2
    exit 1
}

names=$(sh mk/address.sh | tr '\n' ' ')
[ -z "$names" ] || [ -n "${PLACEHOLDER-}" ] ||
    refuse "placeholders in packaging/address: ${names% }; write others with mk/address.sh, or set PLACEHOLDER=1"
changed=$(git status --porcelain) || refuse 'not a git checkout'
[ -z "$changed" ] || refuse 'the checkout has changes that are not committed; commit them first'

TRAWL_REQUIRE=all SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export TRAWL_REQUIRE SOURCE_DATE_EPOCH
rm -rf "$out/wheels/all" "$out/python" "$out/npm" "$out/debian"
for goal in dist python check-static check-wheels check-debian check-npm check-roots; do
    echo "release: make $goal" >&2
    "$MAKE" --no-print-directory B="$out" "$goal" >&2
done
rm -rf "$release" && mkdir -p "$release/sdist"
cp "$out"/python/trawl-*.tar.gz "$release/sdist" # it has the name of the tarball
cp "$out/trawl-$version.tar.gz" "$out/trawl-$version.spdx.json" "$out/trawl-$version"-linux-*.tar.gz \
    "$out/trawl-$version"-linux-*.oci.tar "$out"/wheels/all/trawl-*.whl "$out"/npm/*.tgz \
    "$out"/debian/build/one/*.deb "$release"
cd "$release"
sha256sum -- *.* sdist/* >../release.sums && mv ../release.sums SHA256SUMS
[ -z "${KEY-}" ] || gpg --batch --yes --local-user "$KEY" --armor --detach-sign SHA256SUMS
ls -lR
