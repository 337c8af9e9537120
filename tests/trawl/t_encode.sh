#!/bin/sh
# t_encode.sh - "trawl encode": what each standard leaves unencoded, levels, "+", file: URLs, and
# back again
#
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

signs='!"#$%&'\''()*+,-./:;<=>?@[\]^_`{|}~'
export signs

# ---- What is encoded ----

check_same 'RFC 3986: all but letters, digits and - . _ ~' '"$TRAWL" encode "aZ09$signs"' \
    'echo "aZ09%21%22%23%24%25%26%27%28%29%2A%2B%2C-./%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~"'
check_same 'RFC 1738 section 2.2: $ - _ . + and ! * '\'' ( ) , stand for themselves' '"$TRAWL" encode --as 1738 "aZ09$signs"' \
    'echo "aZ09!%22%23\$%25%26'\''()*+,-./%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D%7E"'
check_same 'RFC 1630: * and ! are reserved, & and @ are safe' '"$TRAWL" encode --as 1630 "aZ09$signs"' \
    'echo "aZ09%21%22%23\$%25&'\''()%2A%2B,-./%3A%3B%3C%3D%3E%3F@%5B%5C%5D%5E_%60%7B%7C%7D%7E"'
check_same 'controls, spaces and bytes beyond ASCII' 'printf " a\001\177\303\244\377\n" | "$TRAWL" encode' \
    'echo "%20a%01%7F%C3%A4%FF"'
check_same '-t segment encodes "/", too' '"$TRAWL" encode -t segment a/b --as 1738' 'echo a%2Fb'
check_same '-t form writes a space as "+", and encodes "/"' '"$TRAWL" encode -t form "a b+c/"; "$TRAWL" encode -t form --as 1738 "a b+c/"' \
    'echo a+b%2Bc%2F; echo a+b%2Bc%2F'
check_same '-t path is the default' '"$TRAWL" encode -t path "a b+c/"' '"$TRAWL" encode "a b+c/"'

# ---- Files ----

check_same '-t file' '"$TRAWL" encode -t file "/home/joe/50% #1.txt"' 'echo file:///home/joe/50%25%20%231.txt'
mkdir "$tmp/a folder"
trawl_there=$(cd "$(dirname "$TRAWL")" && pwd)/$(basename "$TRAWL")
export trawl_there
check_same '-t file in the working directory' 'cd "$tmp/a folder" && "$trawl_there" encode -t file "b c"' \
    'printf "file://%s/a%%20folder/b%%20c\n" "$(cd "$tmp" && pwd -P)"'
check_status '... is accepted' 0 '"$TRAWL" encode -t file "/a b" | "$TRAWL" check -q --as scheme'

# ---- And back ----

i=1
while [ $i -lt 256 ]; do
    [ $i -eq 10 ] || printf "x\\$(printf %o $i)+%%41y\n"
    i=$((i + 1))
done >"$tmp/bytes"
for how in '' '--as 1738' '--as 1630' '-t segment' '-t form' '-t form --as 1738'; do
    form=$(echo "$how" | grep -o -e '-t form' || :)
    export how form
    check "every byte comes back: encode $how" \
        '"$TRAWL" encode $how <"$tmp/bytes" | "$TRAWL" encode -0 --decode $form | tr "\000" "\n" | cmp - "$tmp/bytes"'
done
for standard in 1738 1630 3986; do
    export standard
    check_same "what is encoded by $standard is accepted by it" \
        '"$TRAWL" encode --as $standard <"$tmp/bytes" | sed s,^,http://h.example/, | "$TRAWL" check -t list --not valid=$standard' 'printf ""'
done
check_same '--decode' '"$TRAWL" encode -d a%20b%2fc a+b' 'printf "%s\n" "a b/c" a+b'
check_same '--decode -t form' '"$TRAWL" encode -d -t form a+b%2Bc' 'echo "a b+c"'
check_same '--decode escapes what acts on a terminal' '"$TRAWL" encode -d a%1b%00' 'printf "%s\n" "a\\x1b\\x00"'
check_same '... but not with -0' '"$TRAWL" encode -0d a%1b%00' 'printf "a\033\000\000"'
check_same 'a "%" without digits stays, with a message' '"$TRAWL" encode -d a%2 b%41 2>&1; echo $?' \
    'printf "%s\n" a%2 "trawl: encode: a \"%\" without two hex digits stays: a%2" bA 1'

# ---- Options and errors ----

check_same 'names from standard input' 'printf "a b\r\n\nc" | "$TRAWL" encode' 'printf "a%%20b\n\nc\n"'
for bad in '-t query' '--as iri' '-d -t file' '-d --as 1738' '-d -t segment' '-d -t path'; do
    export bad
    check_status "refused: $bad" 2 '"$TRAWL" encode $bad c'
done
check_same 'help' '"$TRAWL" encode --help' '"$TRAWL" help encode'

finish
