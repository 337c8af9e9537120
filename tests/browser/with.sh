#!/bin/sh
# with.sh COMMAND... - runs a command with the Chromium and the npm packages of the tests
#
# Sets CHROMIUM, and TRAWL_NPM, the folder of the packages. Used by "make shots".
set -u

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=src/gen/needs.sh
. src/gen/needs.sh

if ! CHROMIUM=$(browser_of chromium) || ! TRAWL_NPM=$(npm_folder); then
    echo "no Chromium, or no packages of npm; 'make deps shots' installs them" >&2
    exit 1
fi
export CHROMIUM TRAWL_NPM
"$@"
