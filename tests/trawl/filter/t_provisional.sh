#!/bin/sh
# t_provisional.sh - --also=provisional: links that are still open are printed while the input pauses
#
# Each step writes some text and waits for the lines that it makes trawl print.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

# session OPTIONS: reads steps "TEXT LINES" from standard input, with TEXT for printf %b. Writes each
# TEXT to a trawl with OPTIONS, then waits until that has printed LINES lines in total. Prints these
# lines.
session() {
    rm -f "$tmp/in" "$tmp/out" && mkfifo "$tmp/in" && : >"$tmp/out"
    eval "\"$TRAWL\" --also=provisional -t json $1" <"$tmp/in" >"$tmp/out" &
    exec 3>"$tmp/in"
    while IFS='|' read -r text lines; do
        printf '%b' "$text" >&3
        tries=0
        while [ "$(wc -l <"$tmp/out")" -lt "$lines" ] && [ "$tries" -lt 1200 ]; do
            sleep 0.05
            tries=$((tries + 1))
        done
    done
    exec 3>&-
    wait
    cat "$tmp/out"
}

check_same 'a link grows, then is decided' 'session "--fields url,spans" <<END
see http://a.example/lo|1
ng|2
 and|3
END' 'cat <<END
{"url":"http://a.example/lo","spans":[[4,23]],"provisional":true}
{"url":"http://a.example/long","spans":[[4,25]],"provisional":true}
{"url":"http://a.example/long","spans":[[4,25]]}
END'
check_same 'a link at the end of a line is shown before the next line' 'session "--fields url,line" <<END
one\\ntwo http://a.example/x\\n|1
three\\n|2
http://b.example/y\\n|3
END' 'cat <<END
{"url":"http://a.example/x","line":2,"provisional":true}
{"url":"http://a.example/x","line":2}
{"url":"http://b.example/y","line":4,"provisional":true}
{"url":"http://b.example/y","line":4}
END'
check_same 'a wrapper that is still open' 'session "--fields url,spans" <<END
<URL:http://a.example/|1
x>\\n|2
END' 'cat <<END
{"url":"http://a.example/","spans":[[5,22]],"provisional":true}
{"url":"http://a.example/x","spans":[[5,23]],"provisional":true}
{"url":"http://a.example/x","spans":[[5,23]]}
END'
check_same 'a record is withdrawn when its link is not listed in the end' 'session "--fields url --host good.example" <<END
http://good.example|1
.evil.example/ \\n\\n|2
END' 'cat <<END
{"url":"http://good.example","provisional":true}
{"record":"withdrawn","spans":[[0,19]]}
END'
check_same 'a record is withdrawn at the end of the input' 'session "--fields url --host good.example" <<END
http://good.example|1
.evil.example|1
END' 'cat <<END
{"url":"http://good.example","provisional":true}
{"record":"withdrawn","spans":[[0,19]]}
END'
check_same 'nothing is printed twice in a long pause' 'session "--fields url" <<END
http://a.example/x|1
|3
END' 'cat <<END
{"url":"http://a.example/x","provisional":true}
{"url":"http://a.example/x"}
END'
check_same '-u: a provisional link is not one that came before' 'session "-u --fields url" <<END
http://a.example/x|1
 http://b.example/y\\n\\n|3
http://a.example/x|3
 end\\n|3
END' 'cat <<END
{"url":"http://a.example/x","provisional":true}
{"url":"http://a.example/x"}
{"url":"http://b.example/y"}
END'
check_same '--offsets' 'session "--offsets chars --fields spans" <<END
ä http://a.example/x|1
 .|2
END' 'cat <<END
{"spans":[[2,20]],"provisional":true}
{"spans":[[2,20]]}
END'
check_same 'all fields' 'session "" <<END | sed -n 1p
x http://a.example/|1
END' 'printf "x http://a.example/" | "$TRAWL" -t json | sed "s/}\$/,\"provisional\":true}/"'
check_same 'no fields' 'session "--fields header" <<END
x http://a.example/|1
END' 'printf "%s\n" "{\"provisional\":true}" "{}"'
check_same 'a message' 'session "-f mbox --fields url,number,line" <<END
From a@b.example Mon Jun 30 02:34:00 2008\\nSubject: x\\n\\nhttp://a.example/x|1
\\n\\nFrom a@b.example Mon Jun 30 02:34:00 2008\\n\\n\\nsee http://b.example/|3
y\\n|4
END' 'cat <<END
{"url":"http://a.example/x","number":1,"line":1,"provisional":true}
{"url":"http://a.example/x","number":1,"line":1}
{"url":"http://b.example/","number":2,"line":2,"provisional":true}
{"url":"http://b.example/y","number":2,"line":2,"provisional":true}
{"url":"http://b.example/y","number":2,"line":2}
END'
long() {
    i=0
    while [ "$i" -lt 3000 ]; do
        printf 'a line of text without any link in it, number %d\\n' "$i"
        i=$((i + 1))
    done
}
export tmp
check_same 'after a long text' 'session "--fields url,line" <<END
$(long)http://a.example/x|1
END' 'printf "{\"url\":\"http://a.example/x\",\"line\":3001%s}\n" ",\"provisional\":true" ""'

check_same 'without a pause the output is the same' '"$TRAWL" --also=provisional -t json testdata/*.txt' '"$TRAWL" -t json testdata/*.txt'
check_same 'a folder' '"$TRAWL" --also=provisional -t json testdata/tour' '"$TRAWL" -t json testdata/tour'
check_status 'not with a list' 2 '"$TRAWL" --also=provisional'
check_status 'not with --charset' 2 '"$TRAWL" --also=provisional -t json --charset koi8-r'
check_status 'not with --context' 2 '"$TRAWL" --also=provisional -t json --context 3'

finish
