#!/bin/sh
# t_sums.sh - the hash of a message depends on its bytes only: not on its place in the file, the
# blocks that are read, -j, or compression; so "trawl index --verify" reports no message that is the
# same
. tests/support/lib.sh
. tests/archive/index.sh

runs=${SUMS_RUNS:-9}
want=$(python3 -B tests/archive/sums.py "$tmp/mail" "$runs" "${SUMS_SEED:-1}")

# index_all JOBS...: indexes each mailbox with the next of these numbers of threads.
index_all() {
    for run in $(seq 0 $((runs - 1))); do
        "$TRAWL" index -q -j "$1" "$db" "$tmp/mail/$run.mbox" || return
        set -- "$@" "$1"
        shift
    done
    "$TRAWL" index -q "$db" "$tmp/mail/alone"
}

# verified: prints what --verify prints, without numbers.
verified() {
    "$TRAWL" index --verify "$db" | sed 's/[0-9][0-9]*/N/g'
}

silent='echo "N addresses in the log: N show the message that had them first"; echo "N messages read again: N are as in the index"'

check_same 'a message has one hash, in each mailbox and in a file of its own' \
    'index_all 1 2 4 && sql "SELECT count(*), sum(places) FROM message WHERE message_id LIKE \"sum%\""' 'echo "$want"'
check_same 'and --verify reports none' verified "$silent"
for jobs in 1 4; do
    rm -f "$db"*
    check_same "nor after a run with -j $jobs" '"$TRAWL" index -q -j "$jobs" "$db" "$tmp/mail" && verified' "$silent"
done

finish
