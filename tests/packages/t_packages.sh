#!/bin/sh
# t_packages.sh - debian/ and packaging/ fit the source tree: versions, symbols, lists of files,
# syntax
#
# debian.sh builds the Debian packages; the other ones are only read here.

. tests/support/lib.sh

: "${B:=build}" "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)

# ---- Versions ----

check_test 'debian/changelog has the version' = "$version" 'sed -n "1s/^trawl (\(.*\)) .*/\1/p" debian/changelog'
for pair in alpine/APKBUILD:pkgver= arch/PKGBUILD:pkgver= fedora/trawl.spec:Version: freebsd/Makefile:DISTVERSION= \
    homebrew/trawl.rb:url nix/package.nix:version; do
    # shellcheck disable=SC2034  # used by the command
    file=packaging/${pair%%:*} word=${pair#*:}
    check_test "$file has the version" = "$version" \
        'grep -E "^[ 	]*$word" "$file" | head -n 1 | grep -oE "[0-9]+\.[0-9]+\.[0-9]+"'
done

# ---- Lists ----

check_same 'libtrawl0.symbols has what tests/symbols.txt lists' 'sed -n "s/^ \(trawl_[a-z0-9_]*\)@.*/\1/p" debian/libtrawl0.symbols' \
    'sed "s/@.*//" tests/symbols.txt'
check_test 'libtrawl0 is named by the soname' = libtrawl.so.0 'sed -n "s/ libtrawl0 .*//p" debian/libtrawl0.symbols'

# loaded: prints the names of the libraries that the command loads.
loaded() {
    sed -n 's/^optional [A-Z0-9_]* [a-z0-9]* \([a-z0-9]*\) .*/\1/p' src/gen/probe.sh
}

check_test 'probe.sh names libraries that are loaded' -eq 5 'loaded | wc -l'
for library in $(loaded); do
    check "lib$library is in Recommends" 'sed -n "/^Recommends:/,/^[A-QS-Z]/p" debian/control | grep -E "\b(lib)?$library"'
done

# plist: prints the files of the FreeBSD package, but those of share/trawl, as "make install" names
# them.
plist() {
    sed -e "s|%%DISTVERSION%%|$version|" -e 's|libdata/pkgconfig|lib/pkgconfig|' -e 's|^\(share/man/.*\)\.gz$|\1|' \
        packaging/freebsd/pkg-plist | sort
}

check 'install' '"$MAKE" --no-print-directory install B="$B" DESTDIR="$tmp/dest" PREFIX=/p'
check_same 'pkg-plist lists what is installed' 'plist' '(cd "$tmp/dest/p" && find . ! -type d ! -path "./share/trawl/*" | sed "s|^\./||" | sort)'

# ---- Syntax ----

# parses FILE TOOL ARGUMENT...: the tool accepts the file.
parses() {
    file=packaging/$1
    shift
    # shellcheck disable=SC2034  # used by the command
    reader=$*
    if have "$1"; then
        check "$1 reads $file" '$reader "$file"'
    else
        skip "the syntax of $file" "no $1"
    fi
}

parses alpine/APKBUILD sh -n
parses arch/PKGBUILD bash -n
parses homebrew/trawl.rb ruby -c
parses fedora/trawl.spec rpmspec --parse
parses nix/package.nix nix-instantiate --store dummy:// --parse
for script in command library; do
    check "debian/tests/$script can be run" '[ -x "debian/tests/$script" ] && sh -n "debian/tests/$script"'
    check "debian/tests/control names $script" 'grep "^Tests: $script\$" debian/tests/control'
done
finish
