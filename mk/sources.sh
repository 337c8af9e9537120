#!/bin/sh
# sources.sh FOLDER PACKAGE... - unpacks source packages of this machine's Debian into FOLDER
#
# Needs apt with its lists, and dpkg-dev. A package that is already there is not fetched again.
set -eu
mkdir -p "$1/apt/lists/partial" "$1/apt/cache/archives/partial"
tmp=$(cd "$1/apt" && pwd)
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh

cd "$1"
shift
for package do
    shift
    ls -d "$package"-[0-9]*/ >"$tmp/there" 2>&1 || set -- "$@" "$package"
done
[ $# -gt 0 ] || exit 0
find_suite ''
# The release without its updates: those may be gone from a mirror.
# shellcheck disable=SC2154  # find_suite sets suite
sed -n "/ $suite main/s/^deb /deb-src /p" "$tmp/sources" >"$tmp/source.list"
apt_settings >"$tmp/apt.conf"
get() {
    apt-get -qq -c "$tmp/apt.conf" -o Dir::Etc::sourcelist="$tmp/source.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$tmp/lists" -o Dir::Cache="$tmp/cache" -o APT::Sandbox::User=root "$@"
}
get update
get source "$@"
