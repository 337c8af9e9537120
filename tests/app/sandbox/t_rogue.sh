#!/bin/sh
# t_rogue.sh - a parser that was taken over: 332 calls (rogue.c) in all commands that read
# mail, on this kernel and with older versions of Landlock, which strace simulates; and forged
# requests to the helper of trawl pick
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
planted=$PWD/${B:-build}/planted/trawl
export tmp planted
if ! has_sandbox; then
    lacks 'the sandbox' "this kernel or this build lacks it: $("$TRAWL" --version | tail -n 1)"
    finish
fi

sleep 600 &
victim=$!
trap 'kill "$victim" 2>/dev/null; rm -rf "$tmp"' EXIT
ROGUE_DIR=$tmp/files ROGUE_PID=$victim ROGUE_INHERITED=$tmp/inherited
ROGUE_BESIDE=$tmp/db ROGUE_TEMPORARY=$tmp/temporary SQLITE_TMPDIR=$tmp/temporary ROGUE_HOME=$tmp/house ROGUE_OWN=$tmp/site
export ROGUE_DIR ROGUE_PID ROGUE_INHERITED ROGUE_BESIDE ROGUE_TEMPORARY SQLITE_TMPDIR ROGUE_HOME ROGUE_OWN
BROWSER=$tmp/browser HOME=$tmp/house XDG_CONFIG_HOME=
export BROWSER HOME XDG_CONFIG_HOME

# make_files: the files that the calls try to read and change.
make_files() {
    rm -rf "$tmp/files" "$tmp/db" "$tmp/site" "$tmp/temporary" "$tmp/house"
    mkdir -p "$tmp/files/folder" "$tmp/files/gone2" "$tmp/files/gone5" "$tmp/db" "$tmp/temporary" "$tmp/house" "$tmp/site"
    for file in secret gone1 gone3 gone4 gone6; do echo "$file" >"$tmp/files/$file"; done
    printf 'From ann@example.org Fri Nov 20 10:00:00 2026\nFrom: Ann <ann@example.org>\nSubject: x\nMessage-ID: <1@example.org>\n\nhttp://rogue.planted.example/ or http://a.example/\n' >"$tmp/files/named"
    cp "$tmp/files/named" "$tmp/typed"
}

# attack COMMAND: runs COMMAND. Its standard input is also open for writing, and it inherits
# descriptor 9.
attack() {
    make_files
    eval "$1" <>"$tmp/typed" 9>"$tmp/inherited" >"$tmp/printed" 2>"$tmp/said"
    grep -a '^trawl: rogue ' "$tmp/said" >"$tmp/verdicts"
}

# held LANDLOCK WRITES COMMAND: runs COMMAND, and prints the calls whose result is wrong. LANDLOCK:
# 1 if Landlock restricts reading and writing, "writing" if it restricts only writing, or 0. WRITES:
# 0 for a command that writes no files, 1 for one whose files the broker opens, 2 for one that
# creates files itself.
held() {
    attack "$3"
    awk -v landlock="$1" -v writes="$2" '
        BEGIN {
            want["A"] = want["I"] = "ENOSYS"
            want["N"] = writes ? "done" : "ENOSYS"
            want["L"] = writes < 2 ? "ENOSYS" : landlock ? "EACCES" : "done"
            want["W"] = writes < 2 ? "ENOSYS" : "done"
            want["F"] = landlock == 1 ? "EACCES" : "done"
            want["B"] = writes ? "EACCES" : "ENOSYS"
            want["S"] = "done"
        }
        { seen++ }
        / the memory of this process: E/ { next } # some systems refuse it to every process
        $NF != want[$3] { print $0 ", not " want[$3]; wrong++ }
        END { if (seen < 300) print "only " seen + 0 " calls were tried"
              exit seen < 300 || wrong }' "$tmp/verdicts" || { cat "$tmp/said"; return 1; }
    [ ! -s "$tmp/inherited" ] && kill -0 "$victim" || return 1
    ! find "$tmp" -perm /7000 | grep . || return 1
    # Only a command that creates files can change them, and only without Landlock.
    if [ "$1" != 0 ] || [ "$2" -lt 2 ]; then
        grep -q '^secret$' "$tmp/files/secret" && cmp "$tmp/typed" "$tmp/files/named" && [ "$(cd "$tmp/files" && echo *)" = 'folder gone1 gone2 gone3 gone4 gone5 gone6 named secret' ] &&
            ! find "$tmp/house" "$tmp/temporary" "$tmp/db" -mindepth 1 ! -path "$tmp/db/x.db*" | grep .
    fi
}

check 'without the sandbox, nearly all of them work' 'attack "\"$planted\" --sandbox=off - \"$tmp/files/named\""
    awk "\$NF == \"done\" { n++ } END { print n; exit n < 260 }" "$tmp/verdicts"'
index='env ROGUE_ASK=1 "$planted" index --sandbox=require -q "$tmp/db/x.db" "$tmp/files/named" -'
filter='"$planted" --sandbox=require "$tmp/files/named" -'
pick='"$planted" pick --sandbox=require --print --first "$tmp/files/named" -'
export index filter pick

check 'the filter' 'held 1 0 "$filter" && grep "^http://a.example/" "$tmp/printed"'
check 'the filter, JSON, one thread' 'held 1 0 "\"\$planted\" --sandbox=require -j1 -t json - \"\$tmp/files/named\""'
check 'the filter, an operand that is inherited' 'held 1 0 "\"\$planted\" --sandbox=require /dev/fd/0 \"\$tmp/files/named\""'
check 'the filter, names of files from a list' 'printf "%s\0" "$tmp/files/named" >"$tmp/list"
    held 0 0 "\"\$planted\" --sandbox=require --files0-from \"\$tmp/list\""'
check 'pick --print' 'held 1 0 "$pick" && grep "^http://rogue" "$tmp/printed"'
check 'pick' 'held 1 0 "\"\$planted\" pick --sandbox=require --first \"\$tmp/files/named\" -"'
check 'rewrite' 'held 1 0 "\"\$planted\" rewrite --sandbox=require -f text --defang \"\$tmp/files/named\""'
check 'rewrite -i' 'held 1 0 "cp \"\$tmp/typed\" \"\$tmp/mapped\"; \"\$planted\" rewrite --sandbox=require -i -f text --defang \"\$tmp/mapped\"" && grep -F "hxxp://a[.]example/" "$tmp/mapped"'
printf '#!/bin/sh\necho "$1" >>"%s"\n' "$tmp/opened" >"$tmp/browser" && chmod +x "$tmp/browser"
if [ -n "${HAVE_SQLITE-1}" ]; then
    check 'index' 'held 1 1 "$index" && "$TRAWL" query "$tmp/db/x.db" | grep "^http://a.example/"'
    # The thread that makes the report would get answers to requests of other threads.
    check 'site of an index' 'held writing 2 "\"\$TRAWL\" index -q \"\$tmp/db/x.db\" \"\$tmp/files/named\" && \"\$planted\" site --sandbox=require -q -o \"\$tmp/site\" \"\$tmp/db/x.db\""'
    check 'site' 'held 1 2 "env ROGUE_ASK=1 \"\$planted\" site --sandbox=require -q -o \"\$tmp/site\" \"\$tmp/files/named\""'
else
    skip 'index, site' 'built without SQLite'
fi

# ---- Descriptors ----

check 'the rest of a file' 'printf "http://one.example/\nhttp://two.example/\nhttp://three.example/\n" >"$tmp/rest"
    { head -c 20 >/dev/null; "$TRAWL" --sandbox=require; } <"$tmp/rest" | grep -c "" | grep "^2$"'
check 'an operand that is a descriptor' '"$TRAWL" --sandbox=require /dev/fd/7 7<"$tmp/rest" | grep two'
check 'one that is open for writing, too' '"$TRAWL" --sandbox=require /dev/fd/7 7<>"$tmp/rest" | grep two'
check 'one of pick' '"$TRAWL" pick --sandbox=require --print --first /proc/self/fd/8 8<"$tmp/rest" | grep one'
check 'three of them' '"$TRAWL" --sandbox=require /dev/fd/3 /dev/fd/7 /dev/fd/9 3<"$tmp/rest" 7<"$tmp/rest" 9<"$tmp/rest" | grep -c two | grep "^3$"'
check_status 'one that is not named is closed' 1 '"$TRAWL" --sandbox=require "$tmp/files/secret" 7<"$tmp/rest"'

# ---- The helper of pick ----

# forged OPTION...: succeeds when pick opens and remembers nothing that the forged requests name.
forged() {
    rm -rf "$tmp/opened" "$tmp/house/.config"
    printf 'http://forge.planted.example/ and http://a.example/\n' | "$planted" pick --sandbox=require "$@" 2>&1
    ! grep -r forged "$tmp/opened" "$tmp/house" 2>/dev/null
}
check 'forged requests: --first' 'forged --first'
check 'forged requests: --number' 'forged --number 2'
check 'forged requests: --print --first' 'forged --print --first && [ ! -e "$tmp/opened" ]'
check 'they are reported' 'forged --first | grep "sent something wrong"'
check 'without them, a link is opened' 'rm -f "$tmp/opened"; echo http://a.example/ | "$planted" pick --sandbox=require --first && grep "^http://a.example/$" "$tmp/opened"'

# ---- Older kernels ----

if ! have strace || ! strace -o /dev/null true 2>/dev/null; then
    skip 'older kernels' 'strace, which simulates them, is missing or cannot trace'
    finish
fi
# with CALL RESULT COMMAND: runs COMMAND; the system call CALL has the result RESULT.
with() {
    with_call=$1 with_result=$2
    shift 2
    eval "strace -f -qq -o '$tmp/trace' -e 'trace=$with_call' -e 'inject=$with_call:$with_result' $*"
}
# rights COMMAND: runs COMMAND, and prints the rights to write that Landlock leaves to it.
rights() { strace -f -qq -e trace=landlock_add_rule -o "$tmp/trace" sh -c "$*" >"$tmp/printed" 2>&1; grep landlock_add_rule "$tmp/trace" | grep -E "_(WRITE_FILE|MAKE|REMOVE|REFER|TRUNCATE)"; }
if [ -n "${HAVE_SQLITE-1}" ]; then
    make_files
    "$TRAWL" index -q "$tmp/db/x.db" "$tmp/files/named"
    for command in 'index $tmp/db/x.db $tmp/files' 'query $tmp/db/x.db' 'forget $tmp/db/x.db 9@example.org' \
        'report -o $tmp/report.html $tmp/db/x.db' 'rewrite -i -f text --defang $tmp/mapped'; do
        export command
        check "no folder can be written to: ${command%% *}" '! rights "\$TRAWL ${command%% *} --sandbox=require ${command#* }" && grep LANDLOCK_ACCESS_FS_READ_FILE "$tmp/trace"'
    done
    check '... but that of a site' 'rights "\$TRAWL site -q --sandbox=require -o $tmp/site $tmp/db/x.db" | grep MAKE_DIR'
fi
for abi in 2 3 4 5; do
    export abi
    check "Landlock ABI $abi: the filter" 'held 1 0 "with landlock_create_ruleset retval=$abi:when=1 $filter"'
    check "Landlock ABI $abi: pick" 'held 1 0 "with landlock_create_ruleset retval=$abi:when=1 $pick"'
    [ -z "${HAVE_SQLITE-1}" ] || check "Landlock ABI $abi: index" 'held 1 1 "with landlock_create_ruleset retval=$abi:when=1 $index"'
done
without='with landlock_create_ruleset error=ENOSYS'
export without
check 'without Landlock: the filter' 'held 0 0 "$without \"\$planted\" \"\$tmp/files/named\" -"'
check 'without Landlock: pick' 'held 0 0 "$without \"\$planted\" pick --print --first \"\$tmp/files/named\" -"'
[ -z "${HAVE_SQLITE-1}" ] || check 'without Landlock: site' 'held 0 2 "$without env ROGUE_ASK=1 \"\$planted\" site -q -o \"\$tmp/site\" \"\$tmp/files/named\""'
[ -z "${HAVE_SQLITE-1}" ] || check 'without Landlock: index' 'held 0 1 "$without env ROGUE_ASK=1 \"\$planted\" index -q \"\$tmp/db/x.db\" \"\$tmp/files/named\" -"'
check_status 'without Landlock, --sandbox=require refuses' 69 '$without "$filter"'
check_status 'so it does with Landlock ABI 1' 69 'with landlock_create_ruleset retval=1:when=1 "$filter"'
check_status 'and without seccomp' 69 'with seccomp error=ENOSYS "$filter"'
check_status 'pick, too' 69 '$without "$pick"'
check '--print starts no helper' 'strace -f -qq -e trace=socketpair -o "$tmp/trace" "$TRAWL" pick --print --first "$tmp/rest" && [ "$(grep -c socketpair "$tmp/trace")" -eq 1 ]'
finish
