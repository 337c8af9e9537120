#!/bin/sh
# address.sh NAME=VALUE... - gives the project other addresses
#
# NAME is a name in packaging/address. Replaces its value there and in all other files that have
# the old value. Without arguments, prints the names whose values are still placeholders (.example).
set -eu
[ -f packaging/address ] || { echo "address.sh: run it at the top of the source tree" >&2; exit 2; }
[ $# -gt 0 ] || { sed -n 's/^\([a-z]*\)=.*\.example.*/\1/p' packaging/address; exit; }

# literal TEXT: prints TEXT for the pattern or the replacement of an s command of sed with "|".
literal() {
    printf '%s' "$1" | sed 's/[].[\\*^$|&]/\\&/g'
}

for pair; do
    old=$(sed -n "s/^${pair%%=*}=//p" packaging/address) new=${pair#*=}
    case $pair in *=?*) ;; *) old= ;; esac
    [ -n "$old" ] || { echo "address.sh: $pair: not NAME=VALUE with a NAME of packaging/address" >&2; exit 2; }
    grep -rlIF --exclude-dir=.git --exclude-dir=build -- "$old" . | while IFS= read -r file; do
        sed "s|$(literal "$old")|$(literal "$new")|g" "$file" >"$file.new" && cat "$file.new" >"$file" && rm "$file.new"
    done
done
