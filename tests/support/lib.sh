# shellcheck shell=sh
# lib.sh - the Test Anything Protocol for the shell tests
#
# Sourced by the tests t_*.sh, which run from the root of the project, as "make check" does, and
# find the command under test in $TRAWL. Commands are strings for eval, so that pipes and
# redirections work:
#
#     . tests/support/lib.sh
#     check 'a good URL' '"$TRAWL" check http://a/ >/dev/null'
#     check_status 'a bad option' 2 '"$TRAWL" --nonsense'
#     check_test 'lines printed' -eq 3 '"$TRAWL" ... | wc -l'
#     check_same 'canonical form' '"$TRAWL" check -t canonical HTTP://A' 'echo http://a/'
#     finish
#
# $tmp is a directory of the test, removed when it ends. A failing check prints the output as
# comments. A test that needs a program or a library calls have() with its name in src/gen/needs.sh;
# "make deps check-all" installs it.

: "${TRAWL:=build/trawl}"
LC_ALL=C
export TRAWL LC_ALL

tap_run=0
tap_failed=0
tap_todo= # not empty: a check that fails is printed as "# TODO" and does not count
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
# shellcheck source=src/gen/needs.sh
. src/gen/needs.sh

# tap_result STATUS NAME: prints the line of a check, which held if STATUS is 0. "#" in the name is
# escaped, since "# skip" is a directive. For most names this starts no program.
tap_result() {
    tap_run=$((tap_run + 1))
    tap_name=$2
    case $2 in *[!\ -~]* | *[\\#]*) tap_name=$(printf '%s' "$2" | tr '\n' ' ' | sed 's/[\\#]/\\&/g') ;; esac
    if [ "$1" -eq 0 ]; then
        printf 'ok %d - %s\n' "$tap_run" "$tap_name"
        return 0
    fi
    if [ -n "$tap_todo" ]; then
        printf 'not ok %d - %s # TODO\n' "$tap_run" "$tap_name"
    else
        tap_failed=$((tap_failed + 1))
        printf 'not ok %d - %s\n' "$tap_run" "$tap_name"
    fi
    return 1
}

# tap_note TEXT: prints comment lines, which prove -v shows.
tap_note() {
    printf '%s\n' "$1" | sed 's/^/# /'
}

# tap_eval COMMAND: runs COMMAND in a subshell, so that cd and exit do not affect the test.
tap_eval() {
    (eval "$1") </dev/null
}

# check NAME COMMAND: checks that COMMAND succeeds.
check() {
    check_status "$1" 0 "$2"
}

# check_status NAME STATUS COMMAND: checks that COMMAND exits with STATUS.
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

# check_test NAME OP VALUE COMMAND: checks that "test P OP VALUE" succeeds for the output P of
# COMMAND.
check_test() {
    tap_got=$(eval "$4" </dev/null 2>"$tmp/.err") || :
    tap_held=0
    test "$tap_got" "$2" "$3" 2>>"$tmp/.err" || tap_held=1
    tap_result "$tap_held" "$1" || {
        tap_note "printed '$(printf '%s' "$tap_got" | head -n 40)', wanted $2 $3, from: $4"
        tap_note "$(head -n 40 "$tmp/.err")"
    }
}

# check_same NAME COMMAND WANTED: checks that both commands print the same bytes.
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

# skip NAME WHY: skips a check that cannot be made here. With TRAWL_REQUIRE=all the check fails.
skip() {
    if [ "${TRAWL_REQUIRE-}" = all ]; then
        tap_result 1 "$1" || tap_note "may not be skipped (TRAWL_REQUIRE=all): $2"
    else
        tap_run=$((tap_run + 1))
        printf 'ok %d # SKIP %s: %s\n' "$tap_run" "$1" "$2"
    fi
}

# have NAME...: succeeds when these dependencies are installed. NAME is a name of src/gen/needs.sh; a
# word without a colon is a program. With TRAWL_REQUIRE=all a missing dependency is a failed check. A
# name that src/gen/needs.sh does not have is always a failed check. Call it in the shell of the test,
# not in a command of a check.
have() {
    for tap_need in "$@"; do
        case $tap_need in *:*) ;; *) tap_need=cmd:$tap_need ;; esac
        if ! tap_full=$(need_of "$tap_need"); then
            tap_result 1 "src/gen/needs.sh has the name $tap_need"
            return 1
        fi
        there "$tap_full" && continue
        [ "${TRAWL_REQUIRE-}" != all ] || tap_result 1 "$tap_need is installed; make deps check-all installs it"
        tap_note "no $tap_need; make deps check-all installs it"
        return 1
    done
}

# lacks NAME REASON: skips a check that needs something that the kernel or the build lacks. It does
# not fail with TRAWL_REQUIRE=all.
lacks() {
    tap_run=$((tap_run + 1))
    printf 'ok %d # SKIP %s: %s\n' "$tap_run" "$1" "$2"
}

# limits_memory KB: succeeds if the command can start with this much memory. Fails with sanitizers,
# and where memory cannot be limited.
# shellcheck disable=SC3045
limits_memory() {
    (ulimit -v "$1" && "$TRAWL" --version) >/dev/null 2>&1
}

# has_terminals: succeeds when there is a Python that can open a pseudo-terminal.
has_terminals() {
    have python3 && python3 -c 'import os, pty; os.close(pty.openpty()[0])' 2>/dev/null
}

# has_sandbox: succeeds when the kernel supports all parts of the sandbox, and the build uses them.
has_sandbox() {
    "$TRAWL" check --sandbox=require -q http://a.example/ 2>/dev/null
}

# has_screen: succeeds when trawl pick was built with ncurses.
has_screen() {
    [ -n "${HAVE_NCURSES-$(sed -n 's/^HAVE_NCURSES = //p' "${B:-build}/config.mk")}" ]
}

# all_of_testdata TEXT MAILBOX: writes the files of testdata, except large ones, as one text and as
# a mailbox.
all_of_testdata() {
    # shellcheck disable=SC2046  # names without blanks
    cat $(find testdata -type f -size -64k | sort) >"$1"
    find testdata -type f -size -64k | sort | while read -r tap_file; do
        printf 'From ada@example.org Mon Jun 30 02:34:00 2008\n'
        cat "$tap_file"
        printf '\n\n'
    done >"$2"
}

# until_there FILE: waits until the file is not empty; fails after 60 seconds. It replaces pauses of
# a fixed length in tests of programs that answer before their input ends: the writer waits for a
# file that the reader makes when it has the answer.
until_there() {
    tap_tries=0
    until [ -s "$1" ]; do
        [ "$tap_tries" -lt 600 ] || return 1
        tap_tries=$((tap_tries + 1))
        sleep 0.1
    done
}

# finish: prints the plan. It is called last, so that a test that dies before it fails.
finish() {
    printf '1..%d\n' "$tap_run"
    [ "$tap_failed" -eq 0 ] || exit 1
    exit 0
}

# amount SOME EVERY: prints the number of cases that a test tries: EVERY if TRAWL_TEST_EVERY is set, as
# by "make check-every"; SOME if TRAWL_TEST_WHOLE is set, as by "make check-all"; else a third of SOME.
amount() {
    if [ -n "${TRAWL_TEST_EVERY-}" ]; then
        echo "$2"
    elif [ -n "${TRAWL_TEST_WHOLE-}" ]; then
        echo "$1"
    else
        echo $((($1 + 2) / 3))
    fi
}

# needs_npm WHAT NAME...: ends the test where node, the packages of npm or these dependencies are
# missing. Sets $TRAWL_NPM to the folder of the packages.
needs_npm() {
    tap_what=$1
    shift
    have node npm: "$@" || {
        skip "$tap_what" "no node, npm:$(printf ' or %s' "$@"); make deps check-all installs them"
        finish
    }
    TRAWL_NPM=$(npm_folder)
    export TRAWL_NPM
}

# needs_sqlite WHAT: ends the test where trawl was built without SQLite, or there is no python3.
needs_sqlite() {
    if [ -z "${HAVE_SQLITE-$(sed -n 's/^HAVE_SQLITE = //p' "${B:-build}/config.mk")}" ]; then
        skip "$1" 'built without SQLite'
        finish
    fi
    if ! have python3; then
        skip "$1" 'there is no python3 to check the results'
        finish
    fi
}
