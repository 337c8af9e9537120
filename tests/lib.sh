# shellcheck shell=sh
# lib.sh - the Test Anything Protocol for the shell tests
#
# Sourced by tests/t_*.sh, which run from the project's root ("make check" sees to that) and find the command under test
# in $TRAWL. Commands are given as one string and run by eval, so pipes and redirections work:
#
#     . tests/lib.sh
#     check 'a good URL' '"$TRAWL" check http://a/ >/dev/null'
#     check_status 'a bad option' 2 '"$TRAWL" --nonsense'
#     check_test 'lines printed' -eq 3 '"$TRAWL" ... | wc -l'
#     check_same 'canonical form' '"$TRAWL" check --canonical HTTP://A' 'echo http://a/'
#     finish
#
# $tmp is a directory of the test's own that goes when it ends. What a failing check printed follows it as comments.

: "${TRAWL:=build/trawl}"
LC_ALL=C
export TRAWL LC_ALL

tap_run=0
tap_failed=0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# tap_result STATUS NAME: the line for a check that held if STATUS is 0. "#" is escaped: "# skip" would be a directive.
tap_result() {
    tap_run=$((tap_run + 1))
    tap_name=$(printf '%s' "$2" | tr '\n' ' ' | sed 's/[\\#]/\\&/g')
    if [ "$1" -eq 0 ]; then
        printf 'ok %d - %s\n' "$tap_run" "$tap_name"
        return 0
    fi
    tap_failed=$((tap_failed + 1))
    printf 'not ok %d - %s\n' "$tap_run" "$tap_name"
    return 1
}

# tap_note TEXT: a comment, one line or several, that prove -v and a failure's reader see.
tap_note() {
    printf '%s\n' "$1" | sed 's/^/# /'
}

# tap_eval COMMAND: in a subshell, so that neither cd nor exit reaches the test.
tap_eval() {
    (eval "$1") </dev/null
}

# check NAME COMMAND: COMMAND succeeds.
check() {
    check_status "$1" 0 "$2"
}

# check_status NAME STATUS COMMAND: COMMAND exits with STATUS.
check_status() {
    tap_got=0
    tap_eval "$3" >"$tmp/.out" 2>&1 || tap_got=$?
    tap_held=0
    [ "$tap_got" -eq "$2" ] || tap_held=1
    tap_result "$tap_held" "$1" || {
        tap_note "exit status $tap_got, wanted $2, from: $3"
        tap_note "$(head -n 40 "$tmp/.out")"
    }
}

# check_test NAME OP VALUE COMMAND: what COMMAND prints stands in relation OP (of test(1)) to VALUE.
check_test() {
    tap_got=$(tap_eval "$4" 2>"$tmp/.err") || :
    tap_held=0
    test "$tap_got" "$2" "$3" 2>>"$tmp/.err" || tap_held=1
    tap_result "$tap_held" "$1" || {
        tap_note "printed '$tap_got', wanted $2 $3, from: $4"
        tap_note "$(head -n 40 "$tmp/.err")"
    }
}

# check_same NAME COMMAND COMMAND: both print the same bytes; the second is what is wanted.
check_same() {
    tap_eval "$2" >"$tmp/.got" 2>"$tmp/.err" || :
    tap_eval "$3" >"$tmp/.want" 2>>"$tmp/.err" || :
    tap_held=0
    cmp -s "$tmp/.got" "$tmp/.want" || tap_held=1
    tap_result "$tap_held" "$1" || {
        tap_note "got (+) and wanted (-), from: $2"
        tap_note "$(diff -u "$tmp/.want" "$tmp/.got" | head -n 60)"
        tap_note "$(head -n 20 "$tmp/.err")"
    }
}

# skip NAME WHY: a check that cannot be made here. It fails when TRAWL_REQUIRE=all says nothing may be wanting.
skip() {
    if [ "${TRAWL_REQUIRE-}" = all ]; then
        tap_result 1 "$1" || tap_note "may not be skipped (TRAWL_REQUIRE=all): $2"
    else
        tap_run=$((tap_run + 1))
        printf 'ok %d # SKIP %s: %s\n' "$tap_run" "$1" "$2"
    fi
}

# have TOOL...: are all of them there?
have() {
    for tap_tool in "$@"; do
        command -v "$tap_tool" >/dev/null 2>&1 || return 1
    done
}

# all_of_testdata TEXT MAILBOX: what stands in testdata, but for what is large, as one text and as messages.
all_of_testdata() {
    # shellcheck disable=SC2046  # names without blanks
    cat $(find testdata -type f -size -64k | sort) >"$1"
    find testdata -type f -size -64k | sort | while read -r tap_file; do
        printf 'From ada@example.org Mon Jun 30 02:34:00 2008\n'
        cat "$tap_file"
        printf '\n\n'
    done >"$2"
}

# finish: the plan, last, so that a test that dies on the way is seen to have died.
finish() {
    printf '1..%d\n' "$tap_run"
    [ "$tap_failed" -eq 0 ] || exit 1
    exit 0
}
