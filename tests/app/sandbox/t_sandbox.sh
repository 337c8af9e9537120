#!/bin/sh
# t_sandbox.sh - the sandbox: it stops planted faults in all commands, does not change the output
# for all of testdata, and lets libraries that are loaded late, threads and outputs work
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp
planted=$PWD/${B:-build}/planted/trawl
# The planted faults try to write this file. It is next to $tmp, not in it, since a command may
# write to the folder of its output.
TRAWL_PLANTED_FILE=$tmp-planted
export planted TRAWL_PLANTED_FILE
trap 'rm -rf "$tmp" "$TRAWL_PLANTED_FILE"' EXIT

# ---- The option ----

check_same '--sandbox=off' '"$TRAWL" --sandbox=off testdata/tour/letter.txt' '"$TRAWL" testdata/tour/letter.txt'
check_status 'an unknown choice' 2 '"$TRAWL" --sandbox=maybe testdata/tour/letter.txt'
for command in check resolve rewrite pick index query forget report site; do
    export command
    check "trawl $command has it" '"$TRAWL" $command --help | grep -- "--sandbox WHEN"'
done
if ! has_sandbox; then
    check_status '--sandbox=require without a sandbox' 69 '"$TRAWL" --sandbox=require testdata/tour/letter.txt'
    check_same '--sandbox=auto without a sandbox' '"$TRAWL" --sandbox=auto testdata/tour/letter.txt' '"$TRAWL" --sandbox=off testdata/tour/letter.txt'
    lacks 'the sandbox' "this kernel or this build lacks it: $("$TRAWL" --version | tail -n 1)"
    finish
fi

# ---- Planted faults ----

faults='open write connect execve fork type'
{
    printf 'From ann@example.org Fri Nov 20 10:00:00 2026\nFrom: Ann <ann@example.org>\nSubject: Faults\n'
    printf 'Date: Fri, 20 Nov 2026 10:00:00 +0100\nMessage-ID: <1@example.org>\n\n'
    for fault in $faults; do echo "See http://$fault.planted.example/ there."; done
} >"$tmp/faults"

# stopped COMMAND: runs COMMAND, and succeeds when each fault was tried at least once and never
# worked.
stopped() {
    eval "$1" >"$tmp/printed" 2>"$tmp/said"
    for fault in $faults; do
        grep -q "^trawl: planted $fault: stopped" "$tmp/said" || { cat "$tmp/said"; return 1; }
    done
    ! grep ': done' "$tmp/said"
}

check 'without the sandbox, they work' 'sed /execve/d "$tmp/faults" >"$tmp/less"; "$planted" --sandbox=off "$tmp/less" </dev/null 2>"$tmp/said" >"$tmp/printed"
    [ "$(grep -c ": done" "$tmp/said")" -eq 5 ] && [ -e "$TRAWL_PLANTED_FILE" ]'
check 'without the sandbox, a program is started' '! "$planted" --sandbox=off "$tmp/faults" 2>&1 | grep "planted execve"'
rm -f "$TRAWL_PLANTED_FILE"
check 'the filter' 'stopped "\"$planted\" \"$tmp/faults\"" && grep "http://fork.planted.example/" "$tmp/printed"'
check 'the filter with standard input' 'stopped "\"$planted\" <\"$tmp/faults\""'
check 'the filter, JSON' 'stopped "\"$planted\" -t json \"$tmp/faults\""'
check 'the filter with threads' 'mkdir "$tmp/many" && for i in 1 2 3 4 5 6 7 8; do cp "$tmp/faults" "$tmp/many/$i"; done
    stopped "\"$planted\" -j4 \"$tmp/many\""'
check 'names of files from a list: programs and sockets are stopped' 'printf "%s\0" "$tmp/faults" >"$tmp/list"
    "$planted" --files0-from "$tmp/list" 2>&1 >"$tmp/printed" | sort >"$tmp/said"; ! grep "\(write\|connect\|execve\|fork\).*done" "$tmp/said" && grep "execve: stopped" "$tmp/said"'
check 'pick' 'stopped "\"$planted\" pick --print --first \"$tmp/faults\"" && grep "^http://open.planted" "$tmp/printed"'
if [ -n "${HAVE_SQLITE-1}" ]; then
    check 'index' 'stopped "\"$planted\" index -q \"$tmp/faults.db\" \"$tmp/faults\"" && "$TRAWL" query "$tmp/faults.db" | grep "http://fork"'
    check 'site' 'stopped "\"$planted\" site -q -o \"$tmp/site\" \"$tmp/faults\"" && ls "$tmp/site/index.html"'
else
    skip 'trawl index and trawl site' 'built without SQLite'
fi
check 'no file was written' '[ ! -e "$TRAWL_PLANTED_FILE" ]'

# ---- The same output ----

same() {
    check_same "$1" "\"\$TRAWL\" --sandbox=require $2 2>&1" "\"\$TRAWL\" --sandbox=off $2 2>&1"
}
same 'all testdata, with threads' '-j3 -t json --uniq=none testdata'
same 'all testdata, one thread' '-j1 --find +domain testdata'
same 'HTML' '-t html --page testdata/mail'
same 'unpackers' '-cH testdata/packed'
same 'charsets of iconv' '--charset iso-8859-2 testdata/tour/latin2.txt'
printf 'See http://www.example.jp/ \244\242 here.\n' >"$tmp/euc"
same 'a charset of many bytes' '--charset euc-jp -t html "$tmp/euc"'
printf 'Content-Type: text/plain; charset=big5-hkscs\n\nhttp://a.example/\244\244\n' >"$tmp/big5"
same 'a charset that a message names' '-t json "$tmp/big5"'
printf 'http://b\303\274cher.example/ and http://xn--bcher-kva.example/\n' >"$tmp/idn"
same 'host names beyond ASCII' '-t json -u "$tmp/idn"'
same 'a file of rules' '--rules testdata/tour/tracker.rules testdata/tour/letter.txt'
same 'an installed set of rules' '--rules ietf testdata/tour/letter.txt'
same 'names from a list' '--files0-from "$tmp/list"'
same '--explain' '--explain testdata/tour'
for command in 'check -t json <testdata/tour/urls.txt' 'resolve http://a.example/b/ ../c' \
    'rewrite testdata/html/reply.html' 'rewrite -f text --defang testdata/sample.txt'; do
    export command
    check_same "trawl $command" 'eval "\"\$TRAWL\" ${command%% *} --sandbox=require ${command#* }"' 'eval "\"\$TRAWL\" ${command%% *} --sandbox=off ${command#* }"'
done
check 'rewrite -i' 'cp testdata/sample.txt "$tmp/draft.html"; "$TRAWL" rewrite --sandbox=require -f html -i "$tmp/draft.html" && grep "<a href=" "$tmp/draft.html"'
check 'a file that standard input is, by its name' '"$TRAWL" --sandbox=require /dev/stdin <testdata/tour/letter.txt | grep mirror'
check 'a pipe that is named' 'cat testdata/tour/letter.txt | "$TRAWL" --sandbox=require /dev/stdin | grep mirror'
check 'a link to a file' 'ln -s "$PWD/testdata/tour/letter.txt" "$tmp/link" && "$TRAWL" --sandbox=require "$tmp/link" | grep mirror'
check_status 'a file that does not exist' 2 '"$TRAWL" --sandbox=require "$tmp/nothing" testdata/tour/letter.txt'
printf '#!/bin/sh\necho "$*" >"%s"\n' "$tmp/opened" >"$tmp/open" && chmod +x "$tmp/open"
check 'pick starts the program that opens a link' 'echo "see http://a.example/x" | BROWSER=$tmp/open "$TRAWL" pick --sandbox=require --first && grep "^http://a.example/x$" "$tmp/opened"'

# ---- Outputs ----

if [ -z "${HAVE_SQLITE-1}" ]; then
    skip 'outputs' 'built without SQLite'
    finish
fi
check 'an index, twice' '"$TRAWL" index --sandbox=require "$tmp/all.db" testdata/tour >"$tmp/said" 2>&1; "$TRAWL" index --sandbox=require "$tmp/all.db" testdata/tour | grep "^0 files read"'
check 'a query in a folder of which the name is relative' '(cd "$tmp" && "$TRAWL" query --sandbox=require all.db) | grep mirror'
check 'query --message' '"$TRAWL" query --sandbox=require --message 1@towers.example "$tmp/all.db" | grep "Subject: The register"'
check 'the files beside a database have its mode' 'cp "$tmp/all.db" "$tmp/ours.db" && chmod 660 "$tmp/ours.db" && (umask 077 && "$TRAWL" query --sandbox=require "$tmp/ours.db" >"$tmp/printed"; "$TRAWL" query --sandbox=require "$tmp/ours.db" >"$tmp/printed")
    for end in wal shm; do [ "$(ls -l "$tmp/ours.db-$end" | cut -c1-10)" = -rw-rw---- ] || exit 1; done'
mkdir "$tmp/far" && ln -s far/real.db "$tmp/linked.db"
for choice in require off; do
    export choice
    check "a link to a database that does not exist, and then does: --sandbox=$choice" 'rm -f "$tmp"/far/*; for i in 1 2; do
        "$TRAWL" index -q --sandbox=$choice "$tmp/linked.db" testdata/tour/letter.txt || exit 1; done
        [ "$(cd "$tmp" && echo linked.db* far/*)" = "linked.db far/real.db far/real.db-lock" ] && "$TRAWL" query --sandbox=$choice "$tmp/linked.db" | grep mirror'
done
# ended: succeeds when the process that opens files ends soon after its command was killed.
ended() {
    mkfifo "$tmp/fifo"
    "$TRAWL" index -q --sandbox=require "$tmp/killed.db" - <"$tmp/fifo" &
    killed=$! broker=
    exec 9>"$tmp/fifo"
    until [ "$broker" ]; do broker=$(cat /proc/[0-9]*/stat 2>/dev/null | awk -v of="$killed" '$4 == of { print $1 }'); done
    kill -9 "$killed"
    exec 9>&-
    for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        case $(cat "/proc/$broker/stat" 2>/dev/null) in
        '' | *') Z '*) return 0 ;;
        esac
        sleep 1
    done
    echo "it runs after $second seconds"
    return 1
}
check 'what opens the files of a command that is killed ends, too' 'ended && "$TRAWL" index -q "$tmp/killed.db" testdata/tour/letter.txt && "$TRAWL" query "$tmp/killed.db" | grep mirror'
check 'report in place' 'echo old >"$tmp/report.html" && "$TRAWL" report --sandbox=require -o "$tmp/report.html" "$tmp/all.db" && grep "</html>" "$tmp/report.html"'
check 'report to a device and to standard output' '"$TRAWL" report --sandbox=require -o /dev/null "$tmp/all.db" && "$TRAWL" report --sandbox=require -o /dev/stdout "$tmp/all.db" | grep "</html>"'
check 'forget' '"$TRAWL" forget --sandbox=require "$tmp/all.db" 1@towers.example'
check 'a site of an index' '"$TRAWL" site -q --sandbox=require --search -o "$tmp/site2" "$tmp/all.db" && grep "</html>" "$tmp/site2/index.html"'
finish
