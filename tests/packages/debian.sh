#!/bin/sh
# debian.sh - builds the Debian packages in a clean chroot and installs them in another
#
# Run by "make check-debian", which makes the tarball $B/trawl-VERSION.tar.gz. Needs mmdebstrap and
# the archives of this machine's apt. An ordinary user can run it where user namespaces work.
# inside.sh is the part that runs in the chroots. Leaves packages and logs in $B/debian. Takes about
# six minutes.

. tests/support/lib.sh
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh

: "${B:=build}"
version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
tarball=$B/trawl-$version.tar.gz

# give_up WHY: skips the whole test.
give_up() {
    skip 'the Debian packages' "$1"
    finish
}

have mmdebstrap || give_up 'no mmdebstrap'
there cmd:apt-get || give_up 'no apt-get'
[ -f "$tarball" ] || give_up "no $tarball; make dist"

mkdir -p "$B/debian" && there=$(cd "$B/debian" && pwd)
find_suite '' || give_up 'apt has no list of packages of Debian; apt-get update'

# chroot_run NAME VARIANT PACKAGES: makes a chroot with these packages, and with the tarball,
# inside.sh and the files of $tmp/in in /trawl. Runs "inside.sh NAME" there, and copies /trawl/out to
# $there/NAME. The file "begun" there shows that a chroot was made.
chroot_run() {
    rm -rf "${there:?}/$1" && mkdir -p "$tmp/in" "$there/$1"
    cp "$tarball" tests/packages/inside.sh "$tmp/in"
    chroot_make "$2" "$3" "$tmp/in" "$there/$1" "sh /trawl/inside.sh $1 $version" >"$there/$1.log" 2>&1
    [ -f "$there/$1/begun" ]
}

# passed NAME RESULT: succeeds when inside.sh reported RESULT; else prints the end of its log.
passed() {
    grep -qx "$2" "$there/$1/results" && return
    echo "see $there/$1.log:"
    tail -n 30 "$there/$1.log"
    return 1
}

# build_needs: prints the packages of Build-Depends, with commas.
build_needs() {
    sed -n '/^Build-Depends:/,/^[A-Z]/{ s/^Build-Depends://; /^[A-Z]/d; s/([^)]*)//g; s/<[^>]*>//g; p; }' debian/control |
        tr -d ' \n'
}

# ---- Build ----

chroot_run build buildd "$(build_needs),lintian" ||
    give_up "mmdebstrap makes no chroot here: $(grep '^E:' "$there/build.log" | head -n 1)"
check 'the packages are built, and their tests pass' 'passed build "built one"'
check 'the packages are built again, by another user, elsewhere' 'passed build "built two"'
check_test 'lintian has nothing to report' = '' 'cat "$there/build/lintian" || echo missing'
for package in trawl libtrawl1 libtrawl-dev libsqlite3-mod-trawl python3-trawl; do
    check "$package: both builds have the same bytes" 'cmp "$there"/build/one/${package}_*.deb "$there"/build/two/${package}_*.deb'
done
check 'the sources have the same bytes' 'cmp "$there"/build/one/*.tar.xz "$there"/build/two/*.tar.xz'

# ---- Install ----

if cp "$there"/build/one/*.deb "$tmp/in" 2>"$tmp/no"; then
    chroot_run install minbase apt
    check 'trawl is installed alone, and runs' 'passed install "alone"'
    check 'all packages are installed' 'passed install "installed"'
    check 'Recommends names the packages of all libraries that trawl loads' 'passed install "recommended"'
    check 'the tests of debian/tests pass (autopkgtest)' 'passed install "tested"'
    check 'the packages are removed without a trace' 'passed install "removed"'
fi
finish
