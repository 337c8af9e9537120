#!/bin/sh
# make.sh - runs make with the settings of the build under test; sourced after lib.sh
#
# $B/tools has the settings. With others, make would build anew in $B while other tests run its
# programs.
# shellcheck disable=SC2034  # used by the tests
: "${B:=build}" "${MAKE:=make}" "${CXX:=c++}"
settings=$(cat "$B/tools") || exit 2
eval "$settings"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export B MAKE CC CXX PKG_CONFIG PKG_CONFIG_PATH

# mk ARGUMENT...: a variable among the arguments takes the place of a setting.
mk() {
    eval '"$MAKE" --no-print-directory B="$B"' "$settings" '${ZDEFS+ZDEFS="$ZDEFS"}' '"$@"'
}
