#!/bin/sh
# t_check.sh - "trawl check": options, exit statuses, the three outputs, unusual bytes
#
# tests/lib/url covers the verdicts. A few checks here test that the command reports the library's
# result, at the right column.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

esc=$(printf '\033')
export esc

# rows.py EXPRESSION: reads JSON objects, one a line; succeeds when the expression is true.
cat >"$tmp/rows.py" <<'END'
import json, sys
lines = sys.stdin.buffer.read().split(b"\n")
assert lines.pop() == b"", "the last line has no end"
rows = [json.loads(line.decode("utf-8")) for line in lines]
def err(row): return [(e["standard"], e["code"], e["at"]) for e in row["errors"]]
ok = eval("(" + sys.argv[1] + ")")
if not ok:
    print(json.dumps(rows, indent=1)[:2000])
sys.exit(0 if ok else 1)
END

# check_json NAME COMMAND EXPRESSION
check_json() {
    if have python3; then
        json_expression=$3
        export json_expression tmp
        check "$1" "$2"' | python3 "$tmp/rows.py" "$json_expression"'
    else
        skip "$1" 'there is no python3'
    fi
}

# carets URL...: prints only the caret blocks, with the code, place and sources of each reason, but
# not its sentence.
carets() {
    "$TRAWL" check "$@" | sed -n -e 's/^    //p' | sed -e 's/: .* (/ (/' -e 's/BNF [a-zA-Z ]*/BNF/'
}

# ---- Exit status and --as ----

check_status 'a good URL' 0 '"$TRAWL" check http://host.example/'
check_status 'a bad URL' 1 '"$TRAWL" check "http://host.example/a b"'
check_status 'one bad among good ones' 1 '"$TRAWL" check http://host.example/ "a b" http://host.example/'
check_status 'any standard is enough' 0 '"$TRAWL" check http://host.example/~a'
check_status '--as any is the default' 0 '"$TRAWL" check --as any http://host.example/~a'
check_status '~ is refused by RFC 1738' 1 '"$TRAWL" check --as 1738 http://host.example/~a'
check_status '~ is accepted by RFC 3986' 0 '"$TRAWL" check --as=3986 http://host.example/~a'
check_status 'a scheme may begin with a digit in RFC 1738' 0 '"$TRAWL" check --as 1738 3com:foo'
check_status 'not in RFC 3986' 1 '"$TRAWL" check --as 3986 3com:foo'
check_status '";" is refused by RFC 1630' 1 '"$TRAWL" check --as 1630 "http://host.example/a;b"'
check_status '";" is accepted by RFC 1738' 0 '"$TRAWL" check --as 1738 "http://host.example/a;b"'
check_status 'an IRI is accepted by iri' 0 '"$TRAWL" check --as iri http://host.example/ä'
check_status 'an IRI is refused by RFC 3986' 1 '"$TRAWL" check --as 3986 http://host.example/ä'
check_status 'the last --as counts' 0 '"$TRAWL" check --as 1738 --as iri http://host.example/ä'
check_status '--as with -t json' 1 '"$TRAWL" check -t json --as 1738 http://host.example/~a'
check_status '--as with -t canonical' 1 '"$TRAWL" check -t canonical --as 1738 http://host.example/~a'
check_status '--as with -q' 1 '"$TRAWL" check -q --as 1738 http://host.example/~a'
check_status 'no URL: 0' 0 '"$TRAWL" check </dev/null'
check_same '-q prints nothing' '"$TRAWL" check -q http://host.example/ "a b"' 'printf ""'
check_same '-q overrides -t canonical' '"$TRAWL" check -q -t canonical http://host.example/' 'printf ""'

# ---- Options ----

check_same 'an unknown option' '"$TRAWL" check --foo 2>&1' \
    'echo "trawl: check: unknown option --foo; see \"trawl check --help\""'
check_status 'an unknown option exits with 2' 2 '"$TRAWL" check --foo http://host.example/'
check_same 'an unknown option: no output' '"$TRAWL" check --foo http://host.example/ 2>/dev/null' 'printf ""'
check_same 'an unknown option with a value' '"$TRAWL" check --foo=bar 2>&1' \
    'echo "trawl: check: unknown option --foo; see \"trawl check --help\""'
check_same 'an unknown letter' '"$TRAWL" check -qz 2>&1' \
    'echo "trawl: check: unknown option -z; see \"trawl check --help\""'
check_same 'a suggestion for the start of an option' '"$TRAWL" check --colo 2>&1' \
    'echo "trawl: check: unknown option --colo (did you mean --color?); see \"trawl check --help\""'
check_same 'an option with control bytes is escaped' '"$TRAWL" check "--${esc}[31m" 2>&1' \
    'echo "trawl: check: unknown option --\\x1b[31m; see \"trawl check --help\""'
check_same 'a missing value' '"$TRAWL" check --as 2>&1' \
    'echo "trawl: check: option --as needs a value; see \"trawl check --help\""'
check_same 'a missing value after a letter' '"$TRAWL" check -t 2>&1' \
    'echo "trawl: check: option -t needs a value; see \"trawl check --help\""'
check_same 'an unwanted value' '"$TRAWL" check --quiet=yes 2>&1' \
    'echo "trawl: check: option --quiet takes no value; see \"trawl check --help\""'
check_same 'an unknown standard' '"$TRAWL" check --as 2396 http://host.example/ 2>&1' \
    'echo "trawl: check: --as: unknown standard 2396; it takes 1738, 1630, 3986, iri, any or scheme"'
for bad in '--as 2396' '--as' '--as=' '-t html' '--to=' '--color maybe' '--quiet=yes' '-z' '-qz' '--' '-0' \
    '--same -t json' '--same -t canonical' '--not valid=x' '--not site=a.example' '--not valid'; do
    export bad
    [ "$bad" = -- ] || check_status "refused: $bad" 2 '"$TRAWL" check $bad http://a.example/ http://a.example/'
done
for form in '-t json' '-tjson' '--to json' '--to=json' '-t tsv -t json'; do
    export form
    check_same "the same as -t json: $form" '"$TRAWL" check $form http://host.example/' \
        '"$TRAWL" check -t json http://host.example/'
done
check_same '-t text is the default' '"$TRAWL" check -t text http://a.example/~' '"$TRAWL" check http://a.example/~'
check_same 'options after URLs' '"$TRAWL" check http://A.example/ -t canonical' 'echo http://a.example/'
check_same 'several short options in one word' '"$TRAWL" check -qtjson http://host.example/; echo $?' 'echo 0'
check_same 'a value may begin with -' '"$TRAWL" check --as -q 2>&1' \
    'echo "trawl: check: --as: unknown standard -q; it takes 1738, 1630, 3986, iri, any or scheme"'
check_same 'after -- everything is a URL' '"$TRAWL" check -t canonical -- http://a.example/ --canonical -q -' \
    'printf "%s\n" http://a.example/ --canonical -q -'
check_status 'a scheme that begins with - needs --' 0 '"$TRAWL" check --as 1738 -- -x:y'
check_status 'without -- it is an option' 2 '"$TRAWL" check -x:y'

# ---- Help and version ----

check 'check --help exits with 0' '"$TRAWL" check --help'
check_test 'check --help is about check' = 1 '"$TRAWL" check --help | head -n 1 | grep -c "usage: trawl check"'
check_same 'help check is the same' '"$TRAWL" help check' '"$TRAWL" check --help'
check_same 'check -h is the same' '"$TRAWL" check -h' '"$TRAWL" check --help'
check_same '--help goes to standard output' '"$TRAWL" check --help 2>&1 >/dev/null' 'printf ""'
check_same 'the help of an option with a value or without' '"$TRAWL" --help | grep -c -e "^  --valid\[=STANDARDS\]" -e "^  --valid "' 'echo 1'
check_test 'help fits 80 columns' -le 80 \
    '{ "$TRAWL" --help; for c in check resolve encode pick index query site report forget; do
        "$TRAWL" $c --help; done; } | awk "length > m { m = length } END { print m }"'
check_same 'trawl --help and trawl help' '"$TRAWL" --help' '"$TRAWL" help'
check_status 'help for an unknown command' 2 '"$TRAWL" help nonsense'
check_same '--version' '"$TRAWL" --version | head -n 1' \
    'sed -n "s/^#define TRAWL_VERSION \"\(.*\)\"/trawl \1/p" include/trawl.h'
check '--version: libraries, kernels, features' '"$TRAWL" --version >"$tmp/version"
    grep "^libraries: PCRE2 [1-9][0-9]*[.][0-9]" "$tmp/version" && grep "^kernels: [a-z0-9]*$" "$tmp/version" &&
    grep "^features: map, pick.*, sandbox (.*)$" "$tmp/version"'
check_same 'TRAWL_CPU: a wrong name is reported once' \
    'echo http://a.example/ | TRAWL_CPU=bogus "$TRAWL" -j 2 2>&1 | sed "s/takes scalar.*/takes scalar/"' \
    'echo "trawl: TRAWL_CPU: bogus is ignored; this machine takes scalar"; echo http://a.example/'
check_same 'TRAWL_CPU: no message for an empty one' 'echo http://a.example/ | TRAWL_CPU= "$TRAWL" 2>&1' 'echo http://a.example/'
check_same '--version: the kernels that TRAWL_CPU names' 'TRAWL_CPU=scalar "$TRAWL" --version | grep ^kernels' 'echo "kernels: scalar"'
for option in t as 0 same q color; do
    export option
    check "check --help has $option" '"$TRAWL" check --help | grep -q -e "-$option\b"'
done

# ---- Standard input ----

check_same 'one URL a line' 'printf "http://A.example/\nhttp://B.example/\n" | "$TRAWL" check -t canonical' \
    'printf "http://a.example/\nhttp://b.example/\n"'
check_same '"-" is standard input, in order' \
    'echo http://B.example/ | "$TRAWL" check -t canonical http://A.example/ - http://C.example/' \
    'printf "http://%s.example/\n" a b c'
check_same 'a last line without LF' 'printf "http://A.example/\nhttp://B.example/" | "$TRAWL" check -t canonical' \
    'printf "http://a.example/\nhttp://b.example/\n"'
check_same 'CR before LF is dropped' 'printf "http://A.example/\r\n" | "$TRAWL" check -t canonical' 'echo http://a.example/'
check_same 'only one CR is dropped' 'printf "http://A.example/\r\r\n" | "$TRAWL" check -t canonical' \
    'printf "%s\n" "http://a.example/\\r"'
check_same 'CR without LF is kept' 'printf "http://A.example/\r" | "$TRAWL" check -t canonical' \
    'printf "%s\n" "http://a.example/\\r"'
check_status 'an empty line is an empty URL' 1 'printf "http://a.example/\n\nhttp://b.example/\n" | "$TRAWL" check'
check_same 'empty lines are printed in order' 'printf "http://a.example/\n\n\r\nhttp://b.example/\n" | "$TRAWL" check -t tsv | cut -f 2,3' \
    'tab=$(printf "\t"); all=1738,1630,3986,iri,9110; e=$(printf "%s:empty:0," 1738 1630 3986 iri); e=${e%,}
    printf "%s\n" "$all$tab" "$tab$e" "$tab$e" "$all$tab"'
check_status 'an empty argument is an empty URL' 1 '"$TRAWL" check ""'
check_same 'a directory' '"$TRAWL" check <tests 2>&1' 'echo "trawl: check: standard input: Is a directory"'
check_status 'a directory exits with 2' 2 '"$TRAWL" check <tests'
check_same 'input that is also the output file' \
    'echo http://a.example/ >"$tmp/own" && "$TRAWL" check -t canonical <"$tmp/own" 2>&1 >>"$tmp/own"; cat "$tmp/own"' \
    'echo "trawl: check: standard input: the output goes to this file, so it is not read"; echo http://a.example/'
check_status 'closed standard input' 2 '"$TRAWL" check <&-'
check_status 'closed standard input that is not read' 0 '"$TRAWL" check http://a.example/ <&-'
check 'a file of URLs, some refused' '"$TRAWL" check <testdata/urls.txt; [ $? -eq 1 ]'
check_same 'every URL of a file is printed' '"$TRAWL" check -t tsv <testdata/urls.txt | cut -f 1' \
    'cat testdata/urls.txt'

# ---- Unusual bytes ----

check_same 'NUL in a URL' 'printf "http://a.example/\000b\n" | "$TRAWL" check -t canonical' \
    'printf "%s\n" "http://a.example/\\x00b"'
check_same '-0 prints bytes unchanged' 'printf "http://A.example/\033\n\n" | "$TRAWL" check -t canonical -0' \
    'printf "http://a.example/\033\000\000"'
check_same 'a line end in an argument is escaped' '"$TRAWL" check -t canonical "http://a.example/
b"' 'printf "%s\n" "http://a.example/\\nb"'
check_same 'a table escapes invisible characters, byte by byte' \
    'printf "x:\001\177\302\205\342\200\256\303\244\377\\\\\n" | "$TRAWL" check -t canonical' \
    'printf "%s\n" "x:\\x01\\x7f\\xc2\\x85\\xe2\\x80\\xaeä\\xff\\\\"'
check_same 'text output has \x for bytes and [U+] for invisible characters' \
    'printf "x:\033\177\302\205\342\200\256\303\244\377\n" | "$TRAWL" check | head -n 1' \
    'printf "%s\n" "x:\\x1b\\x7f[U+0085][U+202E]ä\\xff"'
for code in 00AD 061C 200B 200E 200F 2028 2029 202A 202B 202C 202D 202E 2060 2066 2067 2068 2069 FEFF; do
    case $code in
    00AD) raw='\302\255' ;; 061C) raw='\330\234' ;; FEFF) raw='\357\273\277' ;;
    200B) raw='\342\200\213' ;; 200E) raw='\342\200\216' ;; 200F) raw='\342\200\217' ;;
    2028) raw='\342\200\250' ;; 2029) raw='\342\200\251' ;; 202A) raw='\342\200\252' ;; 202B) raw='\342\200\253' ;;
    202C) raw='\342\200\254' ;; 202D) raw='\342\200\255' ;; 202E) raw='\342\200\256' ;; 2060) raw='\342\201\240' ;;
    2066) raw='\342\201\246' ;; 2067) raw='\342\201\247' ;; 2068) raw='\342\201\250' ;; 2069) raw='\342\201\251' ;;
    esac
    export code raw
    check_test "U+$code is shown by its number" -ge 3 'printf "http://h/${raw}\n" | "$TRAWL" check | grep -c "\[U+$code\]"'
    check_test "U+$code is always escaped" = 0 \
        'raw=$(printf "$raw"); for t in text json tsv; do echo "http://h$raw/$raw" | "$TRAWL" check -t $t; done |
        grep -v "  ascii" | grep -c "$raw"'
done
check_same 'ZWJ and ZWNJ are kept' 'printf "x:\342\200\214\342\200\215\n" | "$TRAWL" check | head -n 1' \
    'printf "x:\342\200\214\342\200\215\n"'
check_same 'LF is the only byte of C0 or DEL in any output' \
    'i=0; while [ $i -lt 256 ]; do [ $i -eq 10 ] || printf "http://h/\\$(printf %o $i)a\n"; i=$((i + 1)); done >"$tmp/all"
    for t in text json tsv; do "$TRAWL" check -t $t <"$tmp/all"; done |
    tr -d "\012\040-\176\200-\377" | tr -d "\011" | wc -c | tr -d " "' 'echo 0'
check_same 'a table has fourteen columns for any bytes' \
    'i=0; while [ $i -lt 256 ]; do [ $i -eq 10 ] || printf "http://h/\\$(printf %o $i)a\n"; i=$((i + 1)); done |
    "$TRAWL" check -t tsv | awk -F "\t" "{ print NF }" | sort | uniq -c | tr -s " "' 'echo " 255 14"'

# ---- Long lines ----

check_same 'a line of 20 MB is one URL that is too long' \
    '{ printf "http://h.example/"; head -c 20000000 /dev/zero | tr "\000" a; echo; echo http://b.example/; } |
    "$TRAWL" check -t tsv | cut -f 2- | sed -e "s/aa*/A/" -e "s/\t.*\(.*:too-long:\)/\t\1/" | cut -f 1,2' \
    'printf "\t:too-long:8192\n1738,1630,3986,iri,9110\t\n"'
check_test 'a line of 20 MB is printed in full' -eq 20000017 \
    '{ printf "http://h.example/"; head -c 20000000 /dev/zero | tr "\000" a; } | "$TRAWL" check -t tsv | cut -f 1 |
    tr -d "\n" | wc -c | tr -d " "'
check_test 'text output shows only its start' -lt 5000 \
    '{ printf "http://h.example/"; head -c 20000000 /dev/zero | tr "\000" a; } | "$TRAWL" check | wc -c'
check_same 'text output shows its length' \
    '{ printf "http://h.example/"; head -c 20000000 /dev/zero | tr "\000" a; } | "$TRAWL" check | head -n 1 | tail -c 22' \
    'printf "a... (20000017 bytes)\n"'
check_json 'canonical and ascii are null over the limit' \
    '{ printf "http://H.example/"; head -c 8192 /dev/zero | tr "\000" a; } | "$TRAWL" check -t json' \
    'rows[0]["canonical"] is None and rows[0]["ascii"] is None and len(rows[0]["url"]) == 8209 and rows[0]["valid"] == []
     and err(rows[0]) == [(s, "too-long", 8192) for s in ("1738", "1630", "3986", "iri")]
     and rows[0]["parts"]["host"] == "H.example"'
check_json 'at the limit they are strings' \
    '{ printf "http://H.example/"; head -c 8175 /dev/zero | tr "\000" a; } | "$TRAWL" check -t json' \
    'rows[0]["canonical"] == "http://h.example/" + "a" * 8175 and rows[0]["valid"] == ["1738", "1630", "3986", "iri", "9110"]'

# ---- Text output ----

cat >"$tmp/want" <<'END'
FTP://joe:@host.example:21/a/b;type=i
  scheme     FTP (permanent, port 21)
  user       joe
  password   (empty)
  host       host.example
  port       21
  path       /a/b
  type       i
  canonical  ftp://joe:@host.example/a/b;type=i
  RFC 1738   accepted
END
check_same 'aligned parts' '"$TRAWL" check "FTP://joe:@host.example:21/a/b;type=i" | head -n 10' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
mailto:a@b.example,c@d.example?subject=hi&body=x%20y
  scheme     mailto (permanent)
  path       a@b.example,c@d.example
  query      subject=hi&body=x%20y
  address    a@b.example
  address    c@d.example
  field      subject = hi
  field      body = x%20y
END
check_same 'addresses and fields of mailto' \
    '"$TRAWL" check "mailto:a@b.example,c@d.example?subject=hi&body=x%20y" | head -n 8' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
http://host.example/~joe
  scheme     http (permanent, port 80)
  host       host.example
  path       /~joe
  RFC 1738   refused
  RFC 1630   refused
  RFC 3986   accepted
  RFC 3987   accepted
  RFC 9110   accepted

    http://host.example/~joe
                        ^
    bad-char at byte 20
END
check_same 'the whole output' \
    '"$TRAWL" check http://host.example/~joe | sed "s/\(at byte 20\): .*/\1/"' 'cat "$tmp/want"'
check_same 'a blank line between URLs' \
    '"$TRAWL" check http://a.example/ http://b.example/ | sed -n "/accepted/d; 5,\$p"' \
    'printf "\nhttp://b.example/\n  scheme     http (permanent, port 80)\n  host       b.example\n  path       /\n"'
check_test 'the ascii form of an IRI' = 1 \
    '"$TRAWL" check http://host.example/ä | grep -c "^  ascii      http://host.example/%C3%A4\$"'
check_test 'a scheme in no list' = 1 '"$TRAWL" check magic://a/b | grep -c "^  scheme     magic (unknown)\$"'
check_test 'an experimental scheme' = 1 '"$TRAWL" check x-a:b | grep -c "^  scheme     x-a (experimental)\$"'

cat >"$tmp/want" <<'END'
http://www.example.com/two words
                          ^
bad-char at byte 26 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2, RFC 3987 2.2)
END
check_same 'one caret for standards with the same reason' 'carets "http://www.example.com/two words"' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
http://h.example/日本 x
                 ^
bad-char at byte 17 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2)
http://h.example/日本 x
                     ^
bad-char at byte 23 (RFC 3987 2.2)
END
check_same 'wide characters' 'carets "http://h.example/日本 x"' 'cat "$tmp/want"'

cat >"$tmp/want" <<END
http://h.example/e$(printf '\314\201') x
                 ^
bad-char at byte 18 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2)
http://h.example/e$(printf '\314\201') x
                  ^
bad-char at byte 20 (RFC 3987 2.2)
END
check_same 'a combining mark has the column of its letter' 'carets "$(printf "http://h.example/e\314\201 x")"' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
http://h.example/a\x1bb
                  ^
bad-char at byte 18 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2, RFC 3987 2.2)
END
check_same 'a caret under an escape' 'carets "http://h.example/a${esc}b"' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
http://h.example/ä\xff\x00 x
                 ^
bad-char at byte 17 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2)
http://h.example/ä\xff\x00 x
                  ^
bad-char at byte 19 (RFC 3987 2.2)
END
check_same 'invalid UTF-8' 'printf "http://h.example/ä\377\000 x" | carets' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
http://h.example/%zz
                  ^
bad-percent at byte 18 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2.1, RFC 3987 2.2)
END
check_same 'a bad escape' 'carets http://h.example/%zz' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
mailto:
       ^
empty at the end (RFC 1738 3.5, RFC 1630 BNF)
END
check_same 'a URL that ends early' 'carets mailto:' 'cat "$tmp/want"'

cat >"$tmp/want" <<'END'
http://h.example:99999/
                 ^
bad-port at byte 17 (RFC 9293 3.1)
END
check_same 'a port beyond TCP' 'carets http://h.example:99999/' 'cat "$tmp/want"'
check_test 'a port beyond TCP has its own line' = 1 '"$TRAWL" check http://h.example:99999/ | grep -c "^  RFC 9293   refused\$"'
check_status 'a port beyond TCP does not change the exit status' 0 '"$TRAWL" check http://h.example:99999/'

a60=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
b39=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
long="http://h.example/$a60$a60 $b39$b39$b39"
export a60 b39 long
cat >"$tmp/want" <<END
...$a60 $b39...
                                                               ^
bad-char at byte 137 (RFC 1738 2.2, RFC 1630 BNF, RFC 3986 2, RFC 3987 2.2)
END
check_same 'a window into a long URL' 'carets "$long"' 'cat "$tmp/want"'
check_same 'the URL itself is shown whole' '"$TRAWL" check "$long" | head -n 1' 'printf "%s\n" "$long"'
cat >"$tmp/want" <<END
 http://h.example/$a60${a60%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}...
^
no-scheme at byte 0 (RFC 1738 2.1, RFC 1630 BNF, RFC 3986 3.1, RFC 3987 2.2)
END
check_same 'a window at the start' 'carets " $long"' 'cat "$tmp/want"'
check_same 'an empty URL has no caret' '"$TRAWL" check "" | sed -n -e 1p -e "s/^    \(empty at the end\): .*/\1/p"' \
    'printf "(empty)\nempty at the end\n"'

# ---- Colour ----

check_test 'no colours in a pipe' = 0 '"$TRAWL" check http://h.example/~ | grep -c "$esc"'
check_test 'no colours with never' = 0 '"$TRAWL" check --color never http://h.example/~ | grep -c "$esc"'
check_test 'colours with always' -gt 3 'NO_COLOR=1 "$TRAWL" check --color=always http://h.example/~ | grep -c "$esc"'
check_same 'colours change nothing else' \
    '"$TRAWL" check --color always http://h.example/~ | sed "s/$esc\[[0-9;]*m//g"' '"$TRAWL" check http://h.example/~'
check_test 'no colours in JSON' = 0 '"$TRAWL" check --color always -t json http://h.example/~ | grep -c "$esc"'
if has_terminals; then
    # on_terminal COMMAND: runs it with a terminal as standard output.
    on_terminal() {
        python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$@"
    }
    check_test 'colours on a terminal' -gt 3 \
        'unset NO_COLOR; TERM=xterm on_terminal "$TRAWL" check http://h.example/~ | grep -c "$esc"'
    check_test 'an empty NO_COLOR is ignored' -gt 3 \
        'NO_COLOR= TERM=xterm on_terminal "$TRAWL" check http://h.example/~ | grep -c "$esc"'
    check_test 'no colours with NO_COLOR' = 0 \
        'NO_COLOR=1 TERM=xterm on_terminal "$TRAWL" check http://h.example/~ | grep -c "$esc"'
    check_test 'no colours on a dumb terminal' = 0 \
        'unset NO_COLOR; TERM=dumb on_terminal "$TRAWL" check http://h.example/~ | grep -c "$esc"'
    check_test 'no colours on a terminal with never' = 0 \
        'unset NO_COLOR; TERM=xterm on_terminal "$TRAWL" check --color never http://h.example/~ | grep -c "$esc"'
else
    skip 'colours on a terminal' 'there is no python3 with pseudo-terminals'
fi

# ---- JSON ----

check_json 'every key, in an accepted URL' '"$TRAWL" check -t json "FTP://joe:@host.example:21/a/b;type=i"' \
    'list(rows[0]) == ["url", "valid", "errors", "parts", "flags", "canonical", "ascii", "defaults"] and
     rows[0]["url"] == "FTP://joe:@host.example:21/a/b;type=i" and
     set(rows[0]["valid"]) >= {"1738", "3986", "iri"} and
     rows[0]["parts"] == {"scheme": "FTP", "user": "joe", "password": "", "host": "host.example", "port": "21",
         "path": "/a/b", "type": "i"} and
     rows[0]["canonical"] == "ftp://joe:@host.example/a/b;type=i" and rows[0]["ascii"] == rows[0]["url"] and rows[0]["flags"] == []'
check_json 'every key of an error' '"$TRAWL" check -t json "http://www.example.com/~joe/a b"' \
    'all(list(e) == ["standard", "code", "at", "section", "why"] and len(e["why"]) > 10 for e in rows[0]["errors"]) and
     err(rows[0]) == [("1738", "bad-char", 23), ("1630", "bad-char", 23), ("3986", "bad-char", 29), ("iri", "bad-char", 29)]
     and rows[0]["errors"][0]["section"] == "2.2" and rows[0]["valid"] == []'
check_json 'one object a line' '"$TRAWL" check -t json http://a.example/ "a
b" http://c.example/' 'len(rows) == 3 and rows[1]["url"] == "a\nb"'
check_json 'addresses and fields' '"$TRAWL" check -t json "mailto:a@b.example,c@d.example?subject=hi&body=x%20y"' \
    'rows[0]["parts"]["addresses"] == ["a@b.example", "c@d.example"] and
     rows[0]["parts"]["fields"] == [{"name": "subject", "value": "hi"}, {"name": "body", "value": "x%20y"}]'
check_json 'fields of prospero, one without "="' '"$TRAWL" check -t json "prospero://h.example/x;v=1;w;y="' \
    'rows[0]["parts"]["name"] == "x" and rows[0]["parts"]["fields"] ==
     [{"name": "v", "value": "1"}, {"name": "w", "value": None}, {"name": "y", "value": ""}]'
check_json 'a port as written' '"$TRAWL" check -t json http://h.example:0080/ http://h.example:/' \
    'rows[0]["parts"]["port"] == "0080" and rows[1]["parts"]["port"] == ""'
check_json 'invalid UTF-8: one U+FFFD for each maximal subpart' \
    'printf "x:\377\342\200a\355\240\200\360\237\222\n" | "$TRAWL" check -t json' \
    'rows[0]["url"] == "x:" + "\ufffd" * 2 + "a" + "\ufffd" * 4 and rows[0]["bytes"] == "783affe28061eda080f09f92"'
check_json 'a real U+FFFD has no "bytes"' 'printf "x:\357\277\275\n" | "$TRAWL" check -t json' \
    'rows[0]["url"] == "x:\ufffd" and "bytes" not in rows[0]'
check_json 'every byte value' \
    'i=0; while [ $i -lt 256 ]; do [ $i -eq 10 ] || printf "http://h/\\$(printf %o $i)a\n"; i=$((i + 1)); done |
    "$TRAWL" check -t json' \
    'len(rows) == 255 and all((bytes.fromhex(r["bytes"]) if "bytes" in r else r["url"].encode())
         == b"http://h/" + bytes([i + (i > 9)]) + b"a" for i, r in enumerate(rows))'
check_json 'quotes and backslashes' 'printf "x:\042\134\042\n" | "$TRAWL" check -t json' \
    'rows[0]["url"] == "x:" + chr(34) + chr(92) + chr(34)'
check_json 'a file of URLs' '"$TRAWL" check -t json <testdata/urls.txt' \
    '[r["url"] for r in rows] == open("testdata/urls.txt", encoding="utf-8").read().split("\n")[:-1]'
check_json 'no-scheme at the first byte that cannot be in a scheme' '"$TRAWL" check -t json www.example.com/no' \
    'all(e["code"] == "no-scheme" for e in rows[0]["errors"]) and
     err(rows[0])[2] == ("3986", "no-scheme", 15) and "scheme" not in rows[0]["parts"]'

# ---- The RFC of the scheme, and defaults ----

check_same 'the RFC of the scheme accepts it' '"$TRAWL" check gopher://h.example | tail -n 5' \
    'printf "  RFC %s   accepted\n" 1738 1630 3986 3987 4266'
check_same '... and is in lists' '"$TRAWL" check -t tsv mailto:a@b.example wais://h.example | cut -f 2' \
    'printf "%s\n" 1738,1630,3986,iri,6068 3986,iri'
check_status '--as scheme' 0 '"$TRAWL" check --as scheme file:/a'
check_status '--as scheme: refused' 1 '"$TRAWL" check -q --as scheme wais://h.example/'
check_status '--as scheme: no RFC is known' 1 '"$TRAWL" check -q --as scheme x-own:a'
check_same 'parts that are absent have defaults' '"$TRAWL" check gopher://h.example | sed -n "4,5p"' \
    'printf "  %-10s %s (by default)\n" path / type 1'
check_json 'defaults in JSON' '"$TRAWL" check -t json gopher://h.example:7 ftp://h.example file:///a http://a.example/ x:a' \
    '[r["defaults"] for r in rows] == [{"path": "/", "type": "1"}, {"port": "21", "user": "anonymous", "path": "/"},
     {"host": "localhost"}, {"port": "80"}, {}]'
check_same 'a label is no part of the URL' '"$TRAWL" check URL:uri:http://h.example/ | sed -n "2,3p"' \
    'echo "  label      URL:uri: (no part of the URL: RFC 1738 Appendix, RFC 1630)"; echo "  scheme     http (permanent, port 80)"'
check_same 'nor of its other forms' '"$TRAWL" check -t canonical URL:HTTP://H.example "URL:URL:http://h.example:80/" urn:a:B url:x' \
    'printf "%s\n" http://h.example/ http://h.example/ urn:a:B url:x'
check_same 'a canonical URL after a label has no form of its own' '"$TRAWL" check URL:http://h.example/ | grep -c canonical' 'echo 0'
check_status 'a label makes no URL valid' 1 '"$TRAWL" check -q --as 1738 URL:http://u:p@h.example:/'
check_json 'the fields of prospero after a label' '"$TRAWL" check -t json "URL:prospero://h.example/a;b=c"' \
    'rows[0]["parts"]["fields"] == [{"name": "b", "value": "c"}] and rows[0]["defaults"] == {"port": "1525"}'
check_json 'the parts of wais' '"$TRAWL" check -t json wais://h.example/db/WSRC/1=a "wais://h.example/db?q"' \
    '[(r["parts"]["database"], r["parts"].get("type"), r["parts"].get("wpath"), r["parts"].get("search")) for r in rows] ==
     [("db", "WSRC", "1=a", None), ("db", None, None, "q")]'

# ---- Cautions ----

check_same 'commands to a mail server (RFC 1738 section 6)' '"$TRAWL" check gopher://h.example:25/0HELO%0D%0A | grep caution' \
    'echo "  caution    foreign-port: its port belongs to another protocol"
    echo "  caution    encoded-crlf: an escaped line end can begin a command of its protocol"'
check_same 'a password' '"$TRAWL" check ftp://joe:pw@h.example/ | grep caution' \
    'echo "  caution    password: its password is sent without encryption"'
for url in 'http://good.example\@evil.example/x' 'http:\\host\path' 'http://good.example\.evil.example'; do
    check_same "a backslash at the host: $url" '"$TRAWL" check "$url" | grep "caution    backslash"' \
        "echo '  caution    backslash: browsers read \"\\\" as \"/\", and go to another host'"
done
check_same 'a backslash in the path' '"$TRAWL" check "http://a.example/b\c" | grep -c caution' 'echo 0'
check_same 'none' '"$TRAWL" check http://h.example/ | grep -c caution' 'echo 0'
check_same 'a public address' '"$TRAWL" check http://8.8.8.8/ | grep caution' \
    'echo "  caution    ip-host: its host is a public IP address"'
check_json 'cautions in JSON' '"$TRAWL" check -t json http://u@0x7f.1:6667/ odd://h:70000/%' \
    '[r["flags"] for r in rows] == [["userinfo", "odd-ip", "foreign-port"], ["unknown-scheme", "bad-port", "bad-percent"]]'

# ---- TSV ----

check_same 'fourteen columns' '"$TRAWL" check -t tsv ftp://u:p@h.example:2121/a/b "http://h.example?q#f"' \
    'u=ftp://u:p@h.example:2121/a/b v="http://h.example?q#f"
    printf "%s\t" "$u" 1738,1630,3986,iri "" ftp u p h.example 2121 /a/b "\\N" "\\N" "$u" "$u"; echo password
    printf "%s\t" "$v" 1630,3986,iri,9110 1738:bad-path:16 http "\\N" "\\N" h.example "\\N" "" q f "http://h.example/?q#f"
    printf "%s\t\n" "$v"'
check_same 'escapes of COPY' 'printf "http://h.example/a\\\\b\tc\n" | "$TRAWL" check -t tsv' \
    'u="http://h.example/a\\\\b\\tc"; e=$(printf "%s:bad-char:18," 1738 1630 3986 iri)
    printf "%s\t" "$u" "" "${e%,}" http "\\N" "\\N" h.example "\\N" "/a\\\\b\\tc" "\\N" "\\N" "$u"
    printf "http://h.example/a%%5Cb%%09c\t\n"'

# ---- -t canonical and --same ----

check_same 'canonical forms' '"$TRAWL" check -t canonical HTTP://Host.example:80/%7ejoe http://h.example http://h.example/%2f' \
    'printf "%s\n" http://host.example/~joe http://h.example/ http://h.example/%2F'
check_same 'a line that is not a URL' 'printf "a b\n\nX\n" | "$TRAWL" check -t canonical' 'printf "a b\n\nX\n"'
check_status 'equal' 0 '"$TRAWL" check --same HTTP://Host.example:80/%7ejoe http://host.example/~joe'
check_status 'not equal: %2F is never decoded' 1 '"$TRAWL" check --same http://h.example/a%2Fb http://h.example/a/b'
check_same '--same prints nothing for equal URLs' '"$TRAWL" check --same http://h.example http://h.example/ 2>&1' 'printf ""'
check_status '--same needs two URLs' 2 '"$TRAWL" check --same http://h.example/a'
check_status '--same takes only two URLs' 2 '"$TRAWL" check --same http://h.example/a b c'
check_status '--same needs arguments' 2 'echo http://h.example/ | "$TRAWL" check --same'
check_status '-q --same' 1 '"$TRAWL" check -q --same a b'

# ---- Failing output, and output in time ----

if [ -w /dev/full ]; then
    check_status 'a full disk exits with 2' 2 '"$TRAWL" check http://h.example/ >/dev/full'
    check_same 'a full disk: the message' '"$TRAWL" check http://h.example/ 2>&1 >/dev/full' \
        'echo "trawl: writing: No space left on device"'
    check_status 'a full disk with -t json' 2 '"$TRAWL" check -t json <testdata/urls.txt >/dev/full'
    check_status 'a full disk with --help' 2 '"$TRAWL" --help >/dev/full'
    check_status 'a full disk ends an endless input' 2 'yes http://h.example/ | "$TRAWL" check -t json >/dev/full'
    check_status 'a full disk without output' 0 '"$TRAWL" check -q http://h.example/ >/dev/full'
else
    skip 'a full disk' 'there is no /dev/full'
fi
check_status 'closed standard output' 2 '"$TRAWL" check http://h.example/ >&-'
check_status 'closed standard output that is not written' 0 '"$TRAWL" check -q http://h.example/ >&-'
check_same 'a closed pipe is not an error' \
    'yes http://h.example/ | "$TRAWL" check -t canonical 2>"$tmp/said" | head -n 1; cat "$tmp/said"' 'echo http://h.example/'
check_same 'a closed pipe with SIGPIPE ignored' \
    'rm -f "$tmp/status"; trap "" PIPE; yes http://h.example/ 2>/dev/null | { "$TRAWL" check -t canonical 2>&1 >&3; echo $? >"$tmp/status"; } 3>&1 |
    head -n 1; until_there "$tmp/status"; cat "$tmp/status"' 'printf "http://h.example/\n2\n"'

echo http://h.example/ >"$tmp/urls.txt"
check_same 'a hint that a file is no URL' 'cd "$tmp"; "$TRAWL" check urls.txt 2>&1 >/dev/null; "$TRAWL" check no.txt 2>&1 >/dev/null' \
    'echo "trawl: check: urls.txt is read as a URL, not as a file; \"trawl FILE | trawl check\" judges the links in a file"'
check_same 'but not with -q, with --same and for standard input' 'cd "$tmp"; "$TRAWL" check -q urls.txt 2>&1
    "$TRAWL" check --same urls.txt urls.txt 2>&1; echo >-; for given in "" -; do echo x: | "$TRAWL" check $given 2>&1 >/dev/null; done; rm ./-' :

mkfifo "$tmp/in"
"$TRAWL" check -t canonical <"$tmp/in" >"$tmp/out" &
reader=$!
exec 3>"$tmp/in"
echo HTTP://H.example/ >&3
until_there "$tmp/out"
check_same 'a URL is answered before the next is read' 'cat "$tmp/out"' 'echo http://h.example/'
printf 'HTTP://I.example/' >&3
exec 3>&-
wait "$reader"
check_same 'the last one is answered at the end' 'cat "$tmp/out"' 'printf "http://h.example/\nhttp://i.example/\n"'

finish
