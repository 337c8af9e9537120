#!/bin/sh
# t_goals.sh - each goal of "make help" has a short form here, and make knows how to make it
#
# "make check-goals" sets RUN to the goals that it makes, in a copy of the source, each in its short
# form; RUN=all makes all but those marked "long", which need hours, a gigabyte, or the daemons of a
# cluster.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
. tests/make.sh

# A goal; "short", "long", or "parts" for a goal that only makes others; and the variables of its
# short form.
goals='
all                short
check              short TESTS=build/tests/lib/find/t_bare
install            short DESTDIR=dest
install-debug      short DESTDIR=dest
uninstall          short DESTDIR=dest
try                short
help               short
completions        short
wall-archive       short
wall-pick          short
wall-sqlite        short
python             short
js                 short
web                short
check-all          short TESTS=tests/t_rules_page.sh
check-core         short TESTS=tests/t_rules_page.sh
check-archive      short TESTS=tests/archive/t_threads.sh
check-pick         short TESTS=tests/pick/t_prompt.sh
check-bindings     short TESTS=tests/bindings/t_sqlite.sh
check-hosts        short TESTS=tests/hosts/t_import.sh
check-every        parts
check-goals        parts
check-portable     short TESTS=build/portable/tests/lib/kernel/t_kernel
check-cost         short
check-debian       long
check-fresh        long
check-roots        long
check-libiconv     short
check-python       short
check-python-long  long
check-engines      long
check-web          short
check-web-long     long
check-web-engines  long
check-structure    long
check-wheels       long
wheels             long
asan               short TESTS=build/asan/tests/lib/find/t_bare
msan               short TESTS=build/msan/tests/lib/find/t_bare
tsan               short
bench              short QUICK=1 PART=startup
bench-index        short SIZES=2000
bench-sql          short MEGABYTES=2
bench-beside       short
bench-rewrite      short
bench-parts        short
bench-web          short
check-deaths       short DEATHS=1
earn               short TEXTS=testdata RULES=R2
lint               short processors=1
cover              short TESTS=build/cover/tests/lib/find/t_bare
path               short
cast               short
shots              short
check-unpack       long
check-failures     short FAILURES="case=list kind=read how=once"
helgrind           short
check-planted      short FAULT=json
check-mutants      short ROOM=src/lib/options COUNT=6
check-big          short SCALE=0.01 PART=folder
check-million      short MESSAGES=2000 SITE=500 CLOCK=cpu
check-browsers     long
check-pages        short HTML=testdata
fuzz               short HOURS=0.002 TARGETS=pick
fuzz-short         short
fuzz-merge         short
fuzz-seeds         short
fuzz-figures       short
fuzz-cover         short
fuzz-afl           short HOURS=0.002 TARGETS=scan
fuzz-pick          short FUZZ_TIME=2
abi                short
abi-dump           short
dist               short
sbom               short
release            long
check-npm          long
check-oss-fuzz     long
static             long
image              long
check-static       long
check-platforms    short PLATFORMS=i386
check-builds       short BUILDS=gcc-O0
check-small        short
check-large        short
check-valgrind     short valgrind_tests=build/tests/lib/base/t_sip
clean              short
'
rows() {
    printf '%s\n' "$goals" | grep .
}

# arguments GOAL: prints its variables.
arguments() {
    rows | sed -n "s/^$1  *[a-z]* *//p"
}

check_same 'each goal of make help is here' 'mk help | sed -n "s/^  \([a-z-]*\) .*/\1/p" | grep -vx deps | sort' \
    'rows | cut -d " " -f 1 | sort'
if [ -z "${RUN-}" ]; then
    # One run of make makes all goals that do not start another make; a run for each goal would build the
    # answers of the probe anew.
    started=$(sed -n '/^[a-z-]*:.*##/{s/:.*//;h;};/again)/{x;p;x;}' mk/*.mk | sort -u)
    quiet=$(rows | cut -d ' ' -f 1 | grep -vxF -e clean -e "$started" | tr '\n' ' ')
    export quiet
    check 'make knows how to make them' 'mk -n $quiet >/dev/null'
    finish
fi

[ "$RUN" != all ] || RUN=$(rows | awk '$2 == "short" { print $1 }')
copy=$tmp/copy
export copy
mkdir "$copy" && git ls-files -z | xargs -0 tar cf - | tar xf - -C "$copy" || exit 2
(cd "$copy" && git init -q . && git add -A && git -c user.name=a -c user.email=a@a.example commit -qm copy) || exit 2
for goal in $RUN; do
    export goal
    check "make $goal $(arguments "$goal")" \
        'cd "$copy" && eval "timeout 3600 $MAKE --no-print-directory B=build $goal $(arguments "$goal")" >"$tmp/log" 2>&1 ||
            { tail -n 30 "$tmp/log"; exit 1; }'
done
finish
