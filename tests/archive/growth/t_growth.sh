#!/bin/sh
# t_growth.sh - no statement of index, query, report, site and forget grows faster than the
# archive: the steps of SQLite's machine on 1,000 and on 4,000 messages; and how many steps a site
# takes after one more message
. tests/support/lib.sh
. tests/archive/index.sh

if [ "$(uname)" != Linux ] || [ ! -f "${B:-build}/steps.so" ] || nm "${B:-build}/trawl-archive" 2>/dev/null | grep -q __asan; then
    skip 'the growth of statements' 'the library that counts steps is for Linux, and not for sanitizers'
    finish
fi

# counted COMMAND ARGUMENT...: runs trawl, and adds the steps of its statements to $STEPS.
counted() {
    command=$1
    shift
    LD_PRELOAD="$(realpath "${B:-build}")/steps.so" STEPS=$steps "$TRAWL" "$command" --sandbox=off "$@" >/dev/null 2>&1
}

# all_of MESSAGES: runs every command on an archive of this many messages.
all_of() {
    steps=$tmp/steps.$1
    d=$tmp/$1.db
    archive "$1" "$tmp/$1"
    python3 -B - "$1" >"$tmp/$1/spelled.mbox" <<'END'
# URLs in two spellings, links with two readings, answers to missing messages.
import sys
for i in range(int(sys.argv[1])):
    print(f'From x@y.example Mon Jan  1 00:00:00 2001\nFrom: "P {i % 97}" <p{i % 97}@A{i % 7}.example>\nMessage-ID: <s{i}@a.example>\n'
          f'References: <gone{i // 3}@a.example>\nDate: {1 + i % 28} Feb {1999 + i % 9} 00:00:00 +0000\nSubject: s{i}\n\n'
          f'http://H{i}.example:80/%7Ex and http://h{i // 2}.example/~x\nhttp://w.example/a-long-name-{i}/with-\nhyphens/{i}\n')
END
    counted index -q "$d" "$tmp/$1"
    counted index -q "$d" "$tmp/$1"
    for by in url host site scheme year month from list; do
        counted query --count-by $by "$d"
        counted query --count-by $by --since 2001 "$d"
        counted query --count-by $by --site example.org "$d"
    done
    for what in --first --broken '--not zone=quoted' --places --valid '--host *.com' '--from *a*' '--since 2001' '--list talk' \
        '--scheme http' '--site example.org' '--url http://www' '--zone footer' '--flag hyphen-break'; do
        set -f
        # shellcheck disable=SC2086  # an option and its value
        counted query -t json $what "$d"
        # shellcheck disable=SC2086
        counted query --limit 10 $what "$d"
        set +f
    done
    counted report -o "$tmp/report.html" "$d"
    counted site "$d" -o "$tmp/site.$1" --search --base https://l.example/
    counted site "$d" -o "$tmp/site.$1"
    printf 'From x@y.example Mon Jan  1 00:00:00 2001\nFrom: new@a.example\nMessage-ID: <new@a.example>\nDate: 1 Mar 2008 00:00:00 +0000\nSubject: new\n\nhttp://new.example/x\n' >>"$tmp/$1/spelled.mbox"
    "$TRAWL" index -q "$d" "$tmp/$1"
    steps=$tmp/more.$1
    counted site "$d" -o "$tmp/site.$1"
    steps=$tmp/steps.$1
    counted forget "$d" "$(sql_of "$d" 'SELECT address FROM senders LIMIT 1')"
    counted forget "$d" "$(sql_of "$d" 'SELECT message_id FROM message LIMIT 1')"
}

# steps_of FILE: prints the sum of the steps.
steps_of() {
    awk -F'\t' '{sum += $1} END {print sum}' "$1"
}

# sql_of DB QUERY: prints the first value of a query.
sql_of() {
    python3 -B -c 'import sqlite3, sys
print(sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True).execute(sys.argv[2]).fetchone()[0])' "$1" "$2"
}

all_of 1000
all_of 4000
python3 -B tests/archive/growth/growth.py "$tmp/steps.1000" "$tmp/steps.4000" >"$tmp/grown"
check_same 'no statement grows faster than the archive' 'grep -v "statements$" "$tmp/grown"; :' ':'
# The figure was 6,400 when each run made all tables of the site and of the report anew. The remaining
# steps, about 460, count files and people.
check_test 'after one more message, a site takes few steps for each message of the archive' -lt 1000 \
    'echo $((($(steps_of "$tmp/more.4000") - $(steps_of "$tmp/more.1000")) / 3000))'
check_test 'the statements were seen' -gt 100 'sed -n "s/ statements$//p" "$tmp/grown"'
printf '5000\tSELECT 1 FROM a\n90000\tSELECT 2 FROM b\n' >"$tmp/small"
printf '21000\tSELECT 1 FROM a\n900000\tSELECT 3 FROM b\n' >"$tmp/large"
check_same 'one that does is found' 'python3 -B tests/archive/growth/growth.py "$tmp/small" "$tmp/large"' \
    'echo "90000 and 900000 steps: SELECT ? FROM b"; echo "2 statements"'
finish
