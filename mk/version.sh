#!/bin/sh
# version.sh VERSION - sets the version, such as 1.0.0 or 1.1.0-rc1, in all files that have it
#
# These are the header, from which everything that is built takes the version; trawl(3);
# packaging/vex.json; CITATION.cff; debian/changelog; and CHANGELOG.md. The last two also get
# today's date, or that of SOURCE_DATE_EPOCH.
set -eu
new=${1-}
old=$(sed -n 's/^#define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
echo "$new" | grep -qxE '[0-9]+\.[0-9]{1,2}\.[0-9]{1,2}(-rc[0-9]{1,2})?' || { echo "version.sh: not a version: $new" >&2; exit 2; }
candidate=${new#*-rc}
[ "$candidate" != "$new" ] || candidate=99
number=$(echo "${new%-rc*}" | awk -F . -v last="$candidate" '{ print 1000000 * $1 + 10000 * $2 + 100 * $3 + last }')

# change EXPRESSION FILE...: edits each file with an expression of sed.
change() {
    expression=$1
    shift
    for file; do
        sed "$expression" "$file" >"$file.new" && cat "$file.new" >"$file" && rm "$file.new"
    done
}

# now FORMAT: prints the date of the release.
now() {
    LC_ALL=C date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" "$1"
}

change "s/^\(#define TRAWL_VERSION \).*/\1\"$new\"/; s/^\(#define TRAWL_VERSION_NUMBER \).*/\1$number/" include/trawl.h
python3 -B src/gen/man3.py
change "s/^version: .*/version: $new/" CITATION.cff
change "s/$(echo "$old" | sed 's/[.]/\\./g')/$new/g" packaging/vex.json
change "1,/^## /s/^## .* (unreleased)\$/## $new ($(now +%F))/" CHANGELOG.md
{
    printf 'trawl (%s) unstable; urgency=medium\n\n  * Version %s.\n\n' "$(echo "$new" | tr - '~')" "$new"
    sed -n "s/^\( -- .*>\)  .*/\1  $(now '+%a, %d %b %Y %T +0000')/p" debian/changelog | head -n 1
    echo
    cat debian/changelog
} >debian/changelog.new
mv debian/changelog.new debian/changelog
