#!/bin/sh
# t_controls.sh - F7: the command escapes controls and direction marks in everything it prints
#
# Tested for every field and format: C0, DEL, C1 (as UTF-8 and as bytes), and the characters of M8
# never appear in the output, except LF and TAB. Other tests cover the form of the escapes.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

# The characters of M8, from U+00AD to U+FEFF; C1, as UTF-8 and as bytes; C0 and DEL, except TAB and
# LF. Escapes of %b.
m8='\0302\0255\0330\0234\0342\0200\0213\0342\0200\0216\0342\0200\0217\0342\0200\0252\0342\0200\0253\0342\0200\0254'
m8=$m8'\0342\0200\0255\0342\0200\0256\0342\0201\0240\0342\0201\0246\0342\0201\0247\0342\0201\0250\0342\0201\0251'
m8=$m8'\0357\0273\0277'
c1='' byte=128
while [ "$byte" -lt 160 ]; do
    octal=$(printf '\\0%o' "$byte")
    c1=$c1'\0302'$octal$octal byte=$((byte + 1))
done
c0='\0000\0001\0002\0003\0004\0005\0006\0007\0010\0013\0015\0014\0016\0017\0020\0021\0022\0023\0024\0025\0026\0027'
c0=$c0'\0030\0031\0032\0034\0035\0036\0037\0177\0033'
all=$m8$c1$c0
{
    printf 'around %b <URL:http://a.example/in%bside> around %b\n' "$all" "$m8" "$all"
    printf '> <URL:http://a.example/?a%b&amp;b\n> more> %b\n' "$m8" "$all"
    printf '%bhttp://b.example/bare%b joe@a.example%bBug #1%b\n' "$all" "$all" "$all" "$all"
    printf '<URL:http://u%bv@h.example/>\n<URL:http://a.example/x%by>\n' "$m8" "$c1"
    printf 'http://a.com/x%by?z%b %b\n' "$m8" "$m8" "$all"
} >"$tmp/text"
name=$(printf '%b' "$m8\\0302\\0233\\0233\\0001\\0033[2J\\0177.txt")
cp "$tmp/text" "$tmp/$name" || exit 2
printf 'rule bug\ntrigger Bug\nmatch Bug #(\\d+)[^\\n]*\nurl http://bugs.example/$1\n' >"$tmp/rules"
esc=$(printf '\033')
export tmp esc

# leaks: prints which of these characters are in standard input, in hexadecimal digits, each once;
# and whether standard input is empty or not UTF-8.
leaks() {
    cat >"$tmp/printed"
    [ -s "$tmp/printed" ] || echo 'nothing printed'
    od -An -v -tx1 "$tmp/printed" | tr -d ' \n' | sed 's/../& /g' |
        grep -oE '(0[0-8b-f]|1.|7f) |c2 ([89].|ad) |d8 9c |e2 (80 (8b|8e|8f|a[a-e])|81 a[06-9]) |ef bb bf ' | sort -u
    ! there cmd:iconv || iconv -f UTF-8 -t UTF-8 <"$tmp/printed" >/dev/null || echo 'no UTF-8'
}

# unlinked: removes the hyperlinks of -t term.
unlinked() {
    sed "s/$esc\\]8;[^$esc]*$esc\\\\//g"
}

check_test 'leaks finds 31 of C0 and DEL, 32 of C1, 16 of M8' -eq 79 'leaks <"$tmp/text" | grep -vc UTF'
check_same 'leaks finds those of a file name' 'printf "%s" "$name" | leaks | head -n 3' 'printf "%s \n" 01 1b 7f'
# -t text is left out: it prints the text unchanged.
for format in list json tsv; do
    export format
    check_same "F7: -t $format" '"$TRAWL" -t $format <"$tmp/text" | leaks' ''
    check_same "F7: -t $format, every kind" '"$TRAWL" -t $format --find +domain,+msgid,+ip,+netpath --join --join=both \
        --rules "$tmp/rules" <"$tmp/text" | leaks' ''
    check_same "F7: -t $format, uts58" '"$TRAWL" -t $format --profile uts58 <"$tmp/text" | leaks' ''
done
for spelling in --spell=raw --spell=canonical --spell=display '-nH --spell=raw' '-cH'; do
    export spelling
    check_same "F7: a list with $spelling" '"$TRAWL" $spelling "$tmp/$name" | leaks' ''
done
for format in json tsv; do
    export format
    check_same "F7: -t $format, all fields" '"$TRAWL" -t $format --spell=display --context 200 "$tmp/$name" | leaks' ''
    check_same "F7: -t $format, --context line" '"$TRAWL" -t $format --context line "$tmp/$name" | leaks' ''
    check_same "F7: check -t $format" '"$TRAWL" check -t $format <"$tmp/text" | leaks' ''
done
check_same 'F7: -t csv, all fields' '"$TRAWL" -t csv --fields all --spell=display --context 200 "$tmp/$name" | sed "s/\r\$//" | leaks' ''
check_test 'F7: each record is one line' -eq 0 '"$TRAWL" -t tsv --spell=display --context line "$tmp/$name" |
    awk -F "\t" "NF != 12" | wc -l'
check_same 'F7: --explain' '"$TRAWL" -H --explain "$tmp/$name" | leaks' ''
check_same 'F7: check' '"$TRAWL" check <"$tmp/text" | leaks' ''
check_same 'F7: check -t canonical' '"$TRAWL" check -t canonical <"$tmp/text" | leaks' ''
check_same 'F7: resolve' '"$TRAWL" resolve http://a.example/ <"$tmp/text" | leaks' ''
for format in term notes md html 'html --page' 'html --page --structure=lines -t xhtml' 'html --join=both'; do
    export format
    check_same "F7: -t $format" 'NO_COLOR=1 "$TRAWL" -t $format "$tmp/$name" | unlinked | leaks' ''
done
check_same 'F7: error messages' '"$TRAWL" "$tmp/no$name" 2>&1 | leaks' ''
check_same 'F7: error messages about options' '"$TRAWL" --find "$name" 2>&1 | leaks; "$TRAWL" "--$name" 2>&1 | leaks' ''

# The form of some escapes.
printf '<URL:http://a.example/x\342\200\256y> \033[2J\302\233\n' >"$tmp/few"
check_same 'F7: in JSON' '"$TRAWL" -t json --context line <"$tmp/few" | grep -oE "\"(raw|context)\":\"[^\"]*\""' \
    'printf "%s\n" "\"raw\":\"http://a.example/x\\u202ey\"" \
        "\"context\":\"<URL:http://a.example/x\\u202ey> \\u001b[2J\\u009b\""'
check_same 'F7: in a table' '"$TRAWL" -t tsv --fields raw --context line <"$tmp/few"' \
    'printf "%s\t%s\n" "http://a.example/x\\xe2\\x80\\xaey" "<URL:http://a.example/x\\xe2\\x80\\xaey> \\x1b[2J\\xc2\\x9b"'
check_same 'F7: in a list' '"$TRAWL" --spell=raw <"$tmp/few"' 'printf "%s\n" "http://a.example/x\\xe2\\x80\\xaey"'
check_same 'F7: on a terminal' '"$TRAWL" -t term --color never <"$tmp/few" | unlinked' \
    'printf "<URL:http://a.example/x[U+202E]y> \357\277\275[2J\357\277\275\n"'

# ---- 300 texts through every command on a terminal (hostile.py) ----

if ! has_terminals; then
    skip 'commands on a terminal' 'there is no python3 with pseudo-terminals'
    finish
fi
unset DISPLAY WAYLAND_DISPLAY XDG_CONFIG_HOME SSH_CONNECTION SSH_TTY TMUX TRAWL_PICK NO_COLOR
command=$(cd "$(dirname "$TRAWL")" && pwd)/${TRAWL##*/}
groups='lists term tables explain progress errors rules check prompts'
[ -z "${HAVE_SQLITE-$(sed -n 's/^HAVE_SQLITE = //p' "${B:-build}/config.mk")}" ] || groups="$groups index"
if has_screen && have tput && tput -T xterm-256color clear >/dev/null 2>&1; then
    groups="$groups screen"
    LC_ALL=$(locale -a 2>/dev/null | grep -iE -m 1 '^(c|en_us)[.]utf-?8$') || LC_ALL=C.UTF-8
fi
check 'each of 300 texts is found when it is printed as it is' 'python3 -B tests/pick/hostile.py self'
for group in $groups; do
    mkdir -p "$tmp/terminal/$group"
    check "300 texts on a terminal: $group" "python3 -B tests/pick/hostile.py '$command' '$tmp/terminal/$group' $group"
done

finish
