#!/bin/sh
# t_packages.sh - debian/ and packaging/ fit the source tree: versions, symbols, lists of files,
# syntax
#
# debian.sh builds the Debian packages; the recipes of the other packages are only read here.

. tests/support/lib.sh
. tests/make.sh

version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)

# ---- Versions ----

# Each system writes a release candidate such as 1.0.0-rc1 in its own way, so versions are compared
# without "_", "~" and "-".
plain=$(echo "$version" | tr -d _~-)
debian_version=$(sed -n '1s/^trawl (\(.*\)) .*/\1/p' debian/changelog)
check_test 'debian/changelog has the version' = "$version" 'echo "$debian_version" | tr "~" -'
for pair in alpine/APKBUILD:pkgver= arch/PKGBUILD:pkgver= fedora/trawl.spec:Version: freebsd/Makefile:DISTVERSION= \
    homebrew/trawl.rb:url nix/package.nix:version \
    sqlpkg/sqlpkg.json:'"version'; do
    file=packaging/${pair%%:*} word=${pair#*:}
    check_test "$file has the version" = "$plain" \
        'grep -E "^[ 	]*$word" "$file" | head -n 1 | grep -oE "[0-9]+\.[0-9]+\.[0-9]+([_~-]?rc[0-9]+)?" | tr -d _~-'
done
check_test 'packaging/vex.json and CITATION.cff have the version' -eq 5 'grep -c -e "trawl@$version\"" -e "vex/$version\"" -e "^version: $version\$" packaging/vex.json CITATION.cff | awk -F: "{ n += \$2 } END { print n }"'
check_test 'all of a package names the same source' = '' \
    'grep -ohE "(_version=|upstream |trawl-)[0-9]+\.[0-9]+\.[0-9]+[^ \".]*" packaging/*/* | grep -v -e "[ =-]$version\$"'
if there cmd:dpkg; then
    check 'a candidate sorts before its version' \
        'dpkg --compare-versions "$debian_version" lt "${version%%-*}" || [ "$debian_version" = "$version" ]'
else
    lacks 'a candidate sorts before its version' 'no dpkg'
fi

# ---- Addresses ----

check 'the files with addresses are copied' 'git grep -lF .example -- CITATION.cff SECURITY.md .reuse debian mk packaging "tests/fuzz/*" >"$tmp/files" || grep -rlF .example CITATION.cff SECURITY.md .reuse debian mk packaging tests/fuzz >"$tmp/files"
    tar -cf - -T "$tmp/files" | (mkdir "$tmp/moved" && cd "$tmp/moved" && tar -xf -)'
check_test 'mk/address.sh lists the placeholders' = 'contact home repository security ' '(cd "$tmp/moved" && sh mk/address.sh) | tr "\n" " "'
check 'mk/address.sh replaces them' '(cd "$tmp/moved" && sh mk/address.sh "home=https://a&b.test/" contact=c@b.test repository=https://b.test/git security=s@b.test)'
check_test 'and no file has an old one' = '' 'grep -rhoE "(@|[a-z]*://)([a-z]*\.)?trawl\.example[^ ]*" "$tmp/moved"'
check_test 'nothing is a placeholder then' = '' '(cd "$tmp/moved" && sh mk/address.sh)'
check_test 'a value may have any sign' = 'Source: https://a&b.test/' 'sed -n "s/^Source: .*/&/p" "$tmp/moved/.reuse/dep5"'
check_test 'a name that is not there is refused' = 2 '(cd "$tmp/moved" && sh mk/address.sh host=x; echo $?)'
check_test 'SECURITY.md says whether its address is a placeholder' = "$(sh mk/address.sh | grep -c security)" 'grep -c "address is a placeholder" SECURITY.md'

# ---- A new version ----

check 'mk/version.sh sets the version' \
    'mkdir -p "$tmp/moved/doc" "$tmp/moved/src/gen" && cp -R include CHANGELOG.md "$tmp/moved" && cp doc/trawl.3 "$tmp/moved/doc" &&
    cp src/gen/man3.py "$tmp/moved/src/gen" && cp mk/version.sh "$tmp/moved/mk" && cd "$tmp/moved" && SOURCE_DATE_EPOCH=0 sh mk/version.sh 3.20.0 && sh mk/version.sh 3.20.1-rc4'
check_test 'mk/version.sh writes a candidate with the sign of each system, also after a release' = \
    '3.20.1_rc4 3.20.1rc4 3.20.1~rc4 libtrawl.so.3.20.1 3.20.1~rc4-1 3.20.1-rc4' \
    '(cd "$tmp/moved/packaging" && sed -n "s/^pkgver=//p; s/^Version: *//p; s/.*\(libtrawl.so.3.*\)/\1/p; s/^\* .* - //p; s/^DISTVERSION=.//p" */APKBUILD */PKGBUILD fedora/*.spec freebsd/Makefile | xargs)'
check 'mk/version.sh sets a release after a candidate' 'cd "$tmp/moved" && sh mk/version.sh 3.20.1'
check_test 'mk/version.sh sets the version as a number' = 3200199 'sed -n "s/^#define TRAWL_VERSION_NUMBER //p" "$tmp/moved/include/trawl.h"'
check_test 'mk/version.sh leaves no old version' = '' 'cd "$tmp/moved" && grep -rnE "($(echo "$version" | sed "s/[.]/[.]/g; s/-/.?/")|3\.20\.0|3\.20\.1[-~_]?rc)" include/trawl.h doc CITATION.cff packaging/*/* packaging/vex.json |
    grep -vF "The number of 1.0.0-rc1"'
check_test 'debian/changelog has each version' = '3.20.1 3.20.1~rc4 3.20.0' 'sed -n "s/^trawl (\(.*\)) .*/\1/p" "$tmp/moved/debian/changelog" | head -n 3 | xargs'
check_test 'mk/version.sh refuses what is not a version' = 2 '(cd "$tmp/moved" && sh mk/version.sh 1.0; echo $?)'

# ---- What trawl is ----

what='ind, open, check and write the links in text and mail'
for file in README.md doc/trawl.1 src/trawl/filter/options.c debian/control packaging/alpine/APKBUILD packaging/arch/PKGBUILD \
    packaging/fedora/trawl.spec packaging/freebsd/Makefile packaging/homebrew/trawl.rb packaging/nix/package.nix; do
    check "$file says it in the same words" 'grep -F "$what" "$file"'
done
for file in bindings/python/pyproject.toml bindings/js/package.json; do
    check "$file, too, of what it has" 'grep -F "\"Find, check and write the links in text and mail" "$file"'
done

# ---- Lists ----

check_same 'libtrawl1.symbols has what tests/symbols.txt lists' 'sed -n "s/^ \(trawl_[a-z0-9_]*\)@.*/\1/p" debian/libtrawl1.symbols' \
    'sed "s/@.*//" tests/symbols.txt'
check_test 'libtrawl1 is named by the soname' = libtrawl.so.1 'sed -n "s/ libtrawl1 .*//p" debian/libtrawl1.symbols'

# loaded: prints the names of the libraries that the command loads.
loaded() {
    sed -n 's/^\(.* || \)\{0,1\}optional [A-Z0-9_]* [a-z0-9]* \([a-z0-9]*\) .*/\2/p' src/gen/probe.sh
}

check_test 'probe.sh names libraries that are loaded' -eq 5 'loaded | wc -l'
for library in $(loaded); do
    check "lib$library is in Recommends" 'sed -n "/^Recommends:/,/^[A-QS-Z]/p" debian/control | grep -E "\b(lib)?$library"'
done

# plist: prints the files of the FreeBSD package, except the files of share/trawl, by the names that
# "make install" gives them.
plist() {
    sed -e "s|%%SOVERSION%%|${version%%-*}|" -e 's|libdata/pkgconfig|lib/pkgconfig|' -e 's|^\(share/man/.*\)\.gz$|\1|' \
        packaging/freebsd/pkg-plist | sort
}

check 'install' 'mk install DESTDIR="$tmp/dest" PREFIX=/p'
check_same 'pkg-plist lists what is installed' 'plist' '(cd "$tmp/dest/p" && find . ! -type d ! -path "./share/trawl/*" | sed "s|^\./||" | sort)'

# licensed FILE: prints the files that have a licence of their own.
licensed() {
    awk '/^(Files|Copyright):/ { on = /^Files:/ } on' "$1" | tr ' ' '\n' | grep / | sort
}

check_test 'files with a licence of their own' -eq 10 'licensed debian/copyright | wc -l'
check_same '.reuse/dep5 names the same' 'licensed .reuse/dep5' 'licensed debian/copyright'
check 'LICENSES has the licence of trawl' 'cmp LICENSE LICENSES/MIT.txt'
if have reuse; then
    check 'each file has a licence (reuse lint)' 'reuse lint'
else
    skip 'each file has a licence (reuse lint)' 'no reuse'
fi

# ---- Syntax ----

# parses FILE TOOL ARGUMENT...: checks that the tool accepts the file.
parses() {
    file=packaging/$1
    shift
    reader=$*
    if have "$1"; then
        check "$1 reads $file" '$reader "$file"'
    else
        skip "the syntax of $file" "no $1"
    fi
}

check 'sh reads packaging/alpine/APKBUILD' 'sh -n packaging/alpine/APKBUILD'
parses arch/PKGBUILD bash -n
parses homebrew/trawl.rb ruby -c
parses fedora/trawl.spec rpmspec --parse
parses sqlpkg/sqlpkg.json python3 -m json.tool
check_test 'sqlpkg.json names all functions' = '' \
    'python3 -c "
import json, pathlib, re
made = set(re.findall(r\"\\btrawl_[a-z_]+\", pathlib.Path(\"doc/trawl-sqlite.7\").read_text()))
print(*made ^ set(json.loads(pathlib.Path(\"packaging/sqlpkg/sqlpkg.json\").read_text())[\"symbols\"]), sep=\"\\n\")"'
parses nix/package.nix nix-instantiate --store dummy:// --parse
for script in command extension library python; do
    check "debian/tests/$script can be run" '[ -x "debian/tests/$script" ] && sh -n "debian/tests/$script"'
    check "debian/tests/control names $script" 'grep "^Tests: $script\$" debian/tests/control'
done
finish
