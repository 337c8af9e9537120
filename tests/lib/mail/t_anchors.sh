#!/bin/sh
# t_anchors.sh - anchors that show one place and lead to another: the flag, the notes, and the
# question of pick (E17, F15); and anchors of ordinary mail, of which none is flagged
#
# testdata/mail/anchors has the anchors, tests/lib/mail/anchors.py makes pages of them. ALL_ANCHORS=1
# opens every anchor with pick, instead of one in twelve.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

have python3 || { skip 'anchors' 'there is no python3'; finish; }
anchors=$PWD/tests/lib/mail/anchors.py
terminal=$PWD/tests/pick/terminal.py
deceptions=$PWD/testdata/mail/anchors/deceptions.txt
honest=$PWD/testdata/mail/anchors/honest.txt
evil=https://evil.example/
tracker=https://click.example-mailer.net/
export anchors terminal deceptions honest evil tracker

python3 "$anchors" mail "$deceptions" "$evil" >"$tmp/deceptions.eml"
python3 "$anchors" mail "$honest" "$tracker" >"$tmp/honest.eml"
count=$(python3 "$anchors" count "$deceptions")
check 'there are 250 deceptions and 220 honest anchors' \
    '[ "$count" -ge 250 ] && [ "$(python3 "$anchors" count "$honest")" -ge 220 ]'
check_same 'each deception has the flag mismatch' \
    '"$TRAWL" -t json "$tmp/deceptions.eml" | python3 "$anchors" flags "$deceptions"' ':'
check_same 'no honest anchor has it' \
    '"$TRAWL" -t json "$tmp/honest.eml" | python3 "$anchors" clean "$honest"' ':'
# An </a> that browsers ignore ends no link. Tests texts of the table in each of these elements.
# in_scopes TABLE: prints the first 24 lines of a table in each element.
in_scopes() {
    sed '/^#/d; /^$/d; /^href=/d' "$1" | head -n 24 >"$tmp/texts"
    sed '/^#/d' testdata/mail/anchors/scopes.txt | while IFS= read -r scope; do
        while IFS= read -r text; do
            printf '%s%s%s\n' "${scope%%TEXT*}" "$text" "${scope#*TEXT}"
        done <"$tmp/texts"
    done
}
for kind in deceptions honest; do
    in_scopes "testdata/mail/anchors/$kind.txt" >"$tmp/$kind.scopes"
    python3 "$anchors" mail "$tmp/$kind.scopes" "$evil" >"$tmp/$kind.scopes.eml"
done
check_same 'each deception in each element' '"$TRAWL" -t json "$tmp/deceptions.scopes.eml" | python3 "$anchors" flags "$tmp/deceptions.scopes"' ':'
check_same 'no honest one' '"$TRAWL" -t json "$tmp/honest.scopes.eml" | python3 "$anchors" clean "$tmp/honest.scopes"' ':'

# More pictures than are kept with an anchor, and the value of an <input>.
cat >"$tmp/pictures.html" <<'END'
<a href=http://evil.example/1><input type=button value="https://www.bank.com/"></a>
<a href=http://evil.example/2>a<input type=hidden value="https://www.bank.com/"></a>
<a href=http://evil.example/3><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/><img src=http://p.example/>www.bank.com</a>
END
check_same 'the anchors that mislead have the flag, and no others' \
    '"$TRAWL" -f html -t json "$tmp/pictures.html" | sed -n "s/^.\"url\":\"\([^\"]*\)\".*mismatch.*/\1/p"' \
    'printf "http://evil.example/%s\n" 1 3'

for format in html md term; do
    export format
    check_same "-t $format: a note says where each deception leads" \
        '"$TRAWL" -t $format "$tmp/deceptions.eml" | python3 "$anchors" notes "$deceptions" "$evil"' ':'
    check "-t $format: no honest anchor has a note" \
        '"$TRAWL" -t $format "$tmp/honest.eml" >"$tmp/out" && ! grep -q "leads to" "$tmp/out"'
done

# opened FILE: pick says that it does not open the link, or not without a question.
opened() {
    python3 "$terminal" -n "$TRAWL" pick --first "$1" 2>&1 | grep -q -e 'needs a question' -e 'its scheme is never opened'
}
if has_terminals; then
    number=1 wrong=
    while [ "$number" -le "$count" ]; do
        python3 "$anchors" one "$deceptions" "$evil" "$number" >"$tmp/one.eml"
        opened "$tmp/one.eml" || wrong="$wrong $number"
        number=$((number + ${ALL_ANCHORS:-12}))
    done
    check 'pick asks before it opens one' '[ -z "$wrong" ] || ! echo "# $wrong"'
else
    skip 'pick' 'there is no pseudo-terminal'
fi

# long FILLER COUNT: prints an anchor whose text is FILLER, COUNT times, and then another place than
# its href.
long() {
    printf '<a href="%s">' "$evil"
    awk -v filler="$1" -v n="$2" 'BEGIN { while (n-- > 0) printf "%s", filler }'
    echo 'https://www.bank.com</a>'
}
for filler in '&zwj;' '&#8203; ' '<b></b>&nbsp;' '<span style="display:none">x</span>' 'word '; do
    export filler
    check "300 times $filler before the place" \
        'long "$filler" 300 | "$TRAWL" -f html -t json | head -n 1 | grep -q mismatch'
    check "3000 times $filler before the place" \
        'long "$filler" 3000 | "$TRAWL" -f html -t json | head -n 1 | grep -q mismatch'
done
check_status 'a text that is too long to be compared is a limit' 2 \
    'long "word " 20000 | "$TRAWL" -f html -t json --also=limits >"$tmp/out" 2>"$tmp/err"'
check 'which is reported' \
    'grep -q "longer than 16384 bytes" "$tmp/err" && grep -q "\"limit\"" "$tmp/out"'

check_status 'elements that are nested too deeply are a limit' 2 \
    'awk "BEGIN { for (i = 0; i < 600; i++) printf \"<div>\"; print \"<a href=http://a.example/>b</a>\" }" |
        "$TRAWL" -f html -t json --also=limits >"$tmp/out" 2>"$tmp/err"'
check 'which is reported, after the links' \
    'grep -q "deeper than 512" "$tmp/err" && head -n 1 "$tmp/out" | grep -q "http://a.example/" &&
        tail -n 1 "$tmp/out" | grep -q "deeper than 512"'
check 'as many as fit are none' \
    'awk "BEGIN { for (i = 0; i < 500; i++) printf \"<div>\"; print \"<a href=http://a.example/>b</a>\" }" |
        "$TRAWL" -f html -t json --also=limits >"$tmp/out"'

# E20: pick reports limits as trawl does
awk 'BEGIN { printf "<img srcset=\"http://a.example/"; for (i = 0; i < 9000; i++) printf "x"; print "\">" }' \
    >"$tmp/limit.html"
check_status 'E20: pick with a limit' 2 \
    '"$TRAWL" pick --print --first -f html "$tmp/limit.html" 2>"$tmp/picked"'
check_same 'E20: pick reports it as trawl does' \
    '"$TRAWL" -t json -f html "$tmp/limit.html" 2>&1 >/dev/null' \
    'grep -v "no links" "$tmp/picked"'
echo '<a href="http://a.example/">x</a>' >"$tmp/plain.html"
check_same 'E20: without a limit there is no message' \
    '"$TRAWL" pick --print --first -f html "$tmp/plain.html" 2>&1' 'echo http://a.example/'
finish
