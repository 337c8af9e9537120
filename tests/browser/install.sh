#!/bin/sh
# install.sh - installs what the browser tests need; prints the path of the browser, or what is
# missing (exit status 1)
#
# The npm packages go to $B/browser, again when package-lock.json has changed. Nothing is written
# among the sources.
set -u

: "${B:=build}" "${CHROMIUM:=}"
here=tests/browser
there=$B/browser

fail() {
    echo "$*"
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}

for name in chromium chromium-browser google-chrome; do
    [ -n "$CHROMIUM" ] || CHROMIUM=$(command -v "$name")
done
have "${CHROMIUM:-no chromium}" || fail 'no Chromium'
have node || fail 'no node'
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 18 || (a == 18 && b >= 19) ? 0 : 1)' ||
    fail "node $(node --version) is too old, 18.19 is wanted"
if ! cmp -s "$here/package-lock.json" "$there/installed"; then
    have npm || fail 'no npm'
    mkdir -p "$there" || exit
    cp "$here/package.json" "$here/package-lock.json" "$there" || exit
    (cd "$there" && npm ci --ignore-scripts --no-audit --no-fund) >"$there/npm.log" 2>&1 ||
        fail "npm could not install its packages ($there/npm.log)"
    cp "$here/package-lock.json" "$there/installed" || exit
fi
command -v "$CHROMIUM"
