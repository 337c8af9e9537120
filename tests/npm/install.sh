#!/bin/sh
# install.sh [check] - installs the npm packages of the tests; prints their folder
#
# package-lock.json pins the versions; all of them run on the node of Debian 12. The packages go to
# a folder of the user's cache that is named after the checksum of package-lock.json, so that "make
# clean" keeps them, and all checkouts and build folders share them. Called by "make deps". With
# "check" nothing is installed. Exit status: 1 when the packages are missing or cannot be installed.
set -u

here=$(dirname "$0")
cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/trawl
there=$cache/npm-$(cat "$here/package.json" "$here/package-lock.json" | cksum | tr ' ' -)

[ ! -f "$there/installed" ] || { echo "$there" && exit; }
[ "${1-}" != check ] || exit 1
mkdir -p "$cache" && new=$(mktemp -d "$cache/new.XXXXXX") || exit 1
trap 'rm -rf "$new"' EXIT
cp "$here/package.json" "$here/package-lock.json" "$new" || exit 1
(cd "$new" && npm ci --engine-strict --ignore-scripts --no-audit --no-fund) >&2 || exit 1
touch "$new/installed"
# Another "make deps" may have been faster.
[ -d "$there" ] || mv "$new" "$there" || exit 1
echo "$there"
