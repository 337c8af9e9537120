#!/bin/sh
# install.sh [FOLDER] - installs parse5 for the HTML tests, or the packages of another folder of
# tests, with npm. Prints why that is impossible (exit status 1), else nothing.
#
# The packages go to $B/html, again when package-lock.json has changed. Nothing is written next to
# the sources.
set -u

: "${B:=build}"
here=${1:-tests/html}
there=$B/${here#tests/}

fail() {
    echo "$*"
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}

have node || fail 'no node'
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
    fail "node $(node --version) is too old, 20.19 is wanted"
if ! cmp -s "$here/package-lock.json" "$there/installed"; then
    have npm || fail 'no npm'
    mkdir -p "$there" || exit
    cp "$here/package.json" "$here/package-lock.json" "$there" || exit
    (cd "$there" && npm ci --ignore-scripts --no-audit --no-fund) >"$there/npm.log" 2>&1 ||
        fail "npm could not install its packages ($there/npm.log)"
    cp "$here/package-lock.json" "$there/installed" || exit
fi
