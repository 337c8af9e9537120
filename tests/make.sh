#!/bin/sh
# make.sh - runs make with the settings of the build under test; sourced after lib.sh
#
# $B/tools has the settings. With other settings, make would build anew in $B while other tests run
# the programs there.
: "${B:=build}" "${MAKE:=make}" "${CXX:=c++}"
settings=$(cat "$B/tools") || exit 2
eval "$settings"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export B MAKE CC CXX PKG_CONFIG PKG_CONFIG_PATH

# mk ARGUMENT...: runs make. A variable among the arguments replaces the setting of that name.
mk() {
    eval '"$MAKE" --no-print-directory B="$B"' "$settings" '${ZDEFS+ZDEFS="$ZDEFS"}' '"$@"'
}
