#!/bin/sh
# t_cpu.sh - TRAWL_CPU: every kernel gives the same output for all of testdata
#
# The name of a kernel that this machine lacks is reported and ignored; t_kernel.c tests that the others are
# used.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

unset TRAWL_CPU
find testdata -type f | sort >"$tmp/names"
export tmp

# printed ARGUMENT...: prints the command's output for all files, its messages, and its exit status.
printed() {
    tr '\n' '\0' <"$tmp/names" | "$TRAWL" "$@" --files0-from - 2>"$tmp/complaints"
    echo "exit status $?"
    grep -v '^trawl: TRAWL_CPU: ' "$tmp/complaints"
}

# check_cpus NAME ARGUMENT...: checks that each value of TRAWL_CPU gives the same output as none.
check_cpus() {
    name=$1
    shift
    printed "$@" >"$tmp/default"
    for cpu in scalar sse2 avx2 avx512 neon abacus ''; do
        export cpu
        check_same "$name, TRAWL_CPU=$cpu" "TRAWL_CPU=\$cpu; export TRAWL_CPU; printed $*" 'cat "$tmp/default"'
    done
}

check_test 'testdata has links' -gt 1000 'printed -t list | wc -l'
check_cpus 'list' -t list
check_cpus 'json' -t json
check_cpus 'every kind' -t json --find +domain,+msgid,+ip,+localhost,+netpath
check_cpus 'running text by UTS #58' -t json --profile uts58
finish
