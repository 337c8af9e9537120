#!/bin/sh
# t_resolve.sh - "trawl resolve": rules, sources of references, output
#
# tests/lib/url covers the rules; here are only examples in which the three rules differ.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

context=magic://a/b/c//d/e/f
export context

# ---- Rules ----

check_same 'RFC 1630 and its five partial forms, by RFC 3986' '"$TRAWL" resolve $context g /g //g ../g g:h' \
    'printf "%s\n" magic://a/b/c//d/e/g magic://a/g magic://g magic://a/b/c//d/g g:h'
check_same 'the same context with an empty last segment' '"$TRAWL" resolve magic://a/b/c//d/e/ g /g //g ../g g:h' \
    'printf "%s\n" magic://a/b/c//d/e/g magic://a/g magic://g magic://a/b/c//d/g g:h'
check_same '--rule 3986 is the default' '"$TRAWL" resolve --rule 3986 $context g /g' '"$TRAWL" resolve $context g /g'
check_same '--rule 1630' '"$TRAWL" resolve --rule 1630 $context g /g //g ../g g:h' \
    'printf "%s\n" magic://a/b/c//d/e/g magic://a/b/c//d/g magic://g magic://a/b/c//d/g g:h'
check_same 'a scheme equal to that of BASE, strictly' '"$TRAWL" resolve "http://a/b/c/d;p?q" http:g' 'echo http:g'
check_same 'a scheme equal to that of BASE, loosely' '"$TRAWL" resolve --rule=3986-loose "http://a/b/c/d;p?q" http:g' 'echo http://a/b/c/g'
check_same 'an empty reference' '"$TRAWL" resolve "http://a/b/c/d;p?q#f" ""' 'printf "%s\n" "http://a/b/c/d;p?q"'
check_same 'more ".." than segments' '"$TRAWL" resolve http://a/b/c/d ../../../g ../..' 'printf "http://a/g\nhttp://a/\n"'
check_same 'a base without a scheme is refused, as by --base' '"$TRAWL" resolve /a/b c 2>&1; echo $?' \
    'echo "trawl: resolve: /a/b is not an absolute URL; \"trawl check URL\" says why"; echo 2'

# ---- Sources of references ----

check_same 'references from standard input' 'printf "g\n\r\n../h" | "$TRAWL" resolve http://a/b/c/d' \
    'printf "http://a/b/c/g\nhttp://a/b/c/d\nhttp://a/b/h\n"'
check_same '"-" is standard input, in order' 'printf "g\n" | "$TRAWL" resolve http://a/b f - h' \
    'printf "http://a/f\nhttp://a/g\nhttp://a/h\n"'
check_same 'after -- everything is a reference' '"$TRAWL" resolve -- http://a/b - -0 --rule' \
    'printf "http://a/-\nhttp://a/-0\nhttp://a/--rule\n"'
check_same 'empty input: no output' '"$TRAWL" resolve http://a/b </dev/null' 'printf ""'
check_status 'empty input: exit status 0' 0 '"$TRAWL" resolve http://a/b </dev/null'

# ---- Bytes ----

check_same 'NUL and controls are escaped' 'printf "a\000b\033c\td\\\\\n" | "$TRAWL" resolve http://a/b' \
    'printf "%s\n" "http://a/a\\x00b\\x1bc\\td\\\\"'
check_same '-0 prints bytes unchanged' 'printf "a\000b\033\nc\n" | "$TRAWL" resolve -0 http://a/b' \
    'printf "http://a/a\000b\033\000http://a/c\000"'
check_test 'a reference of 2 MB' -eq 2000009 \
    'head -c 2000000 /dev/zero | tr "\000" a | "$TRAWL" resolve http://a/b | tr -d "\n" | wc -c | tr -d " "'

# ---- Options and errors ----

check_same 'no BASE' '"$TRAWL" resolve 2>&1' 'echo "trawl: resolve: no BASE given; see \"trawl resolve --help\""'
check_status 'no BASE exits with 2' 2 '"$TRAWL" resolve'
check_same 'an unknown rule' '"$TRAWL" resolve --rule 1808 http://a/b c 2>&1' \
    'echo "trawl: resolve: --rule: unknown rule 1808; it takes 3986, 3986-loose or 1630"'
check_same 'an unknown option' '"$TRAWL" resolve --base http://a/b c 2>&1' \
    'echo "trawl: resolve: unknown option --base; see \"trawl resolve --help\""'
for bad in '--rule' '--rule=' '--rule 1738' '-x' '--null=1'; do
    export bad
    check_status "refused: $bad" 2 '"$TRAWL" resolve http://a/b $bad'
done
check_same 'help' '"$TRAWL" resolve --help' '"$TRAWL" help resolve'
check_test 'help is about resolve' = 1 '"$TRAWL" resolve -h | head -n 1 | grep -c "usage: trawl resolve"'
check_status 'input that is also the output file' 2 'echo g >"$tmp/own" && "$TRAWL" resolve http://a/b <"$tmp/own" >>"$tmp/own"'
check_status 'closed standard input' 2 '"$TRAWL" resolve http://a/b <&-'
if [ -w /dev/full ]; then
    check_status 'a full disk' 2 '"$TRAWL" resolve http://a/b c >/dev/full'
else
    skip 'a full disk' 'there is no /dev/full'
fi

finish
