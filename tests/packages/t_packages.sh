#!/bin/sh
# t_packages.sh - debian/ and packaging/ fit the source tree: versions, symbols, licences
#
# debian.sh builds the Debian packages.

. tests/support/lib.sh
. tests/make.sh

version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)

# ---- Versions ----

debian_version=$(sed -n '1s/^trawl (\(.*\)) .*/\1/p' debian/changelog)
check_test 'debian/changelog has the version' = "$version" 'echo "$debian_version" | tr "~" -'
check_test 'packaging/vex.json and CITATION.cff have the version' -eq 5 'grep -c -e "trawl@$version\"" -e "vex/$version\"" -e "^version: $version\$" packaging/vex.json CITATION.cff | awk -F: "{ n += \$2 } END { print n }"'
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
check 'mk/version.sh sets a release after a candidate' 'cd "$tmp/moved" && sh mk/version.sh 3.20.1'
check_test 'mk/version.sh sets the version as a number' = 3200199 'sed -n "s/^#define TRAWL_VERSION_NUMBER //p" "$tmp/moved/include/trawl.h"'
check_test 'mk/version.sh leaves no old version' = '' 'cd "$tmp/moved" && grep -rnE "($(echo "$version" | sed "s/[.]/[.]/g; s/-/.?/")|3\.20\.0|3\.20\.1[-~_]?rc)" include/trawl.h doc CITATION.cff packaging/vex.json |
    grep -vF -e "The number of 1.0.0-rc1"'
check_test 'debian/changelog has each version' = '3.20.1 3.20.1~rc4 3.20.0' 'sed -n "s/^trawl (\(.*\)) .*/\1/p" "$tmp/moved/debian/changelog" | head -n 3 | xargs'
check_test 'mk/version.sh refuses what is not a version' = 2 '(cd "$tmp/moved" && sh mk/version.sh 1.0; echo $?)'

# ---- What trawl is ----

what='ind, open, check and write the links in text and mail'
for file in README.md doc/trawl.1 src/trawl/filter/options.c debian/control; do
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

# ---- The tests of Debian's packages ----

for script in command extension library python; do
    check "debian/tests/$script can be run" '[ -x "debian/tests/$script" ] && sh -n "debian/tests/$script"'
    check "debian/tests/control names $script" 'grep "^Tests: $script\$" debian/tests/control'
done
finish
