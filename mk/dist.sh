#!/bin/sh
# dist.sh VERSION DIRECTORY - packs the sources as trawl-VERSION.tar.gz in DIRECTORY, and writes
# their bill of materials trawl-VERSION.spdx.json, and the checksums of both in SHA256SUMS; the same
# files always give the same bytes
#
# In a git checkout: packs the files that git tracks. Elsewhere, as in an unpacked NAME.tar.gz: packs
# all files of the parts listed below, except those left by editors and compilers. Order, modes and
# owners do not depend on the machine. All times are SOURCE_DATE_EPOCH; without it, the time of the
# last commit; without git, that of the Makefile.
set -eu
LC_ALL=C TZ=UTC0
export LC_ALL TZ

name=trawl-$1 out=$2
parts='Makefile mk .ci .clang-format .clang-tidy .clusterfuzzlite .gitignore .reuse .shellcheckrc CHANGELOG.md CITATION.cff
    CONTRIBUTING.md LICENSE LICENSES README.md SECURITY.md doc include bindings contrib debian packaging src testdata tests'
mkdir -p "$out" && out=$(cd "$out" && pwd)
room=$(mktemp -d "$out/dist.XXXXXX")
trap 'rm -rf "$room"' EXIT

# shellcheck disable=SC2086  # parts is a list
if git ls-files --error-unmatch Makefile >"$room/git" 2>&1; then
    git -c core.quotePath=false ls-files -- $parts >"$room/files"
    time=$(git log -1 --format=%ct)
else
    find $parts -type f ! -name '*~' ! -name '.*.sw?' ! -name '*.o' ! -name '*.d' ! -name '*.pyc' >"$room/files"
    time=$(stat -c %Y Makefile 2>"$room/stat" || stat -f %m Makefile)
fi
time=${SOURCE_DATE_EPOCH:-$time}
stamp=$(date -d "@$time" +%Y%m%d%H%M.%S 2>"$room/date" || date -r "$time" +%Y%m%d%H%M.%S)

mkdir "$room/$name"
tar -cf "$room/copy" -T "$room/files"
(cd "$room/$name" && tar -xf ../copy)
find "$room/$name" -type f -perm -u=x -exec chmod 755 {} +
find "$room/$name" -type f ! -perm -u=x -exec chmod 644 {} +
find "$room/$name" -type f -exec touch -t "$stamp" {} +
sed "s|^|$name/|" "$room/files" | sort >"$room/list"
case $(tar --version 2>&1) in
*GNU*) owner='--owner=0 --group=0 --numeric-owner' ;;
*bsdtar*) owner='--uid 0 --gid 0 --numeric-owner' ;;
*) owner= ;;
esac
# shellcheck disable=SC2086  # options
tar $owner --format=ustar -C "$room" -cf - -T "$room/list" | gzip -9n >"$room/packed"
mv "$room/packed" "$out/$name.tar.gz"

# sum FILE...: prints what sha256sum(1) prints, even where only perl's shasum is there.
sum() {
    sha256sum "$@" 2>"$room/sum" || shasum -a 256 "$@"
}
checksum=$(sum "$out/$name.tar.gz" | cut -d ' ' -f 1)
sh mk/sbom.sh "${name#trawl-}" "$name.tar.gz" "$checksum" "$time" >"$room/sbom"
mv "$room/sbom" "$out/$name.spdx.json"
cd "$out"
sum "$name.tar.gz" "$name.spdx.json" >"$room/sums" && mv "$room/sums" SHA256SUMS
