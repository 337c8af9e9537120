#!/bin/sh
# t_prompt.sh - trawl pick --plain: what is listed, in which order, and the commands; --print,
# --first and --number
#
# Without a terminal, and with the message in a file, the commands come from standard input.
# shellcheck disable=SC2059  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

if ! has_terminals; then
    skip 'pick' 'there is no python3 with pseudo-terminals'
    finish
fi
python=$(python3 -c 'import sys; print(sys.executable)')
unset DISPLAY WAYLAND_DISPLAY XDG_CONFIG_HOME SSH_CONNECTION SSH_TTY TMUX TRAWL_PICK
HOME=$tmp
export HOME tmp python
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >>"$tmp/run"\n' >"$tmp/browser"
printf '#!/bin/sh\ncat >"$tmp/copied"\n' >"$tmp/copier"
chmod +x "$tmp/browser" "$tmp/copier"
BROWSER=$tmp/browser
export BROWSER
mkdir -p "$tmp/.config/trawl" && echo "copy $tmp/copier" >"$tmp/.config/trawl/pick.conf"
message=testdata/pick/message.eml

# alone COMMAND...: runs COMMAND without a terminal.
alone() {
    "$python" tests/pick/terminal.py -n "$@"
}
# pick INPUT OPTION...: runs trawl pick with the lines of INPUT as commands; prints its output.
pick() {
    rm -f "$tmp/run" "$tmp/copied"
    lines=$1
    shift
    printf "$lines" | alone "$TRAWL" pick --plain "$@" | sed 's/number to [a-z]* (? for help): //g'
}

# ---- The list ----

cat >"$tmp/list" <<'END'
12 links
The new archive http://subject.example/x, from Ann Lee <ann@lists.example.org>
1  http://subject.example/x
   : Subject: The new archive http://subject.example/x
2  http://www.example.org/new
   broken over 2 lines, 2 links
   : It moved: <URL:http://www.example.org/ new>. The pictures are at
3  http://pictures.example.org/bells?year=1994&tower=1
   : new>. The pictures are at
4  ftp://ftp.example.org/pub/bells.tar
   : Files: ftp://ftp.example.org/pub/bells.tar (also at
5  http://gate.example.com/out?u=http%3A%2F%2Fmirror.example.com%2Fbells.tar
   holds the URL http://mirror.example.com/bells.tar
   : Files: ftp://ftp.example.org/pub/bells.tar (also at
6  http://www.example.com/copy-
   2 other readings
   : A copy: http://www.example.com/copy-
7  http://ann.example.org/
   signature
   : Ann http://ann.example.org/
8  mailto:joe@example.net
   : On Monday, Joe <joe@example.net> wrote:
9  http://old.example.net/a/very/long/path/index.html
   quoted, broken over 2 lines
   : > Where is the archive? I only know <http://old.example.net/a/very/long/ > path/index.html>, and http://www.example.org/new.
3 folded away: z
END
check_same 'new text, then quotes; each target once' 'pick "q\n" "$message"' 'cat "$tmp/list"'
cat >"$tmp/rest" <<'END'
10  https://lists.example.org/leave
   : List-Unsubscribe: <https://lists.example.org/leave>
11  mailto:Bells@lists.example.org
   footer
   : Bells mailing list
12  https://lists.example.org/bells
   footer
   : Bells mailing list
END
check_same 'z shows what is folded away' 'pick "z\n" "$message" | tail -n 8' 'cat "$tmp/rest"'

# ---- Links that are left out ----

# all OPTION...: the links that pick lists, with those that are folded away.
all() {
    pick 'z\n' "$@" "$message" | sed -n 's/^[0-9][0-9]*  //p' | sort -u
}
# left OPTION...: the links that it does not list with these options.
left() {
    all "$@" >"$tmp/shown"
    all | comm -23 - "$tmp/shown"
}
while IFS='|' read -r not links; do
    check_test "--not $not" = "$links" 'left --not "$not" | tr "\n" " " | sed "s/ $//"'
done <<'END'
host=www.example.*|http://www.example.com/copy- http://www.example.org/new
site=example.com|http://gate.example.com/out?u=http%3A%2F%2Fmirror.example.com%2Fbells.tar http://www.example.com/copy-
scheme=ftp,mailto|ftp://ftp.example.org/pub/bells.tar mailto:Bells@lists.example.org mailto:joe@example.net
zone=signature,quoted|http://ann.example.org/ http://old.example.net/a/very/long/path/index.html
flag=doubt|http://www.example.com/copy-
kind=addr|mailto:joe@example.net
END
check_same '--not valid=' 'left --not valid=3986' 'all'
check_same '--not twice' 'left --not scheme=ftp --not host=ann.example.org' \
    'printf "%s\n" ftp://ftp.example.org/pub/bells.tar http://ann.example.org/'
printf 'http://b.example/ <http://a.example/x\ny>\n' >"$tmp/broken"
check_same '--not: the pieces of a link are text' 'pick "q\n" --not host=a.example "$tmp/broken" | sed -n 2,3p' \
    'printf "%s\n" "1  http://b.example/" "   : http://b.example/ <http://a.example/x"'
check_same '--not: the message' '"$TRAWL" pick --not zone=old "$message" 2>&1 | sed "s/;.*//"' \
    'echo "trawl: pick: --not zone: unknown zone old"'

printf 'Subject: a\nList-Help: <http://a.example/help>\n\n-- \n' >"$tmp/footer"
check_same 'what a page loads is folded away' 'pick "q\n" testdata/pick/html.eml | sed -n "s/^[0-9]  //p; \$p"' \
    'printf "%s\n" "http://www.example.com/tickets?day=5&tower=1&seats=2" http://www.example.com/map http://www.example.com/leave "3 folded away: z"'
check 'if all is folded, all is shown' 'pick "" "$tmp/footer" | grep "^1  http://a.example/help"'
i=0
while [ $i -lt 25 ]; do
    i=$((i + 1))
    echo "see http://a.example/$i here"
done >"$tmp/many"
check_same 'a page' 'pick "" "$tmp/many" | grep -c "^[0-9]*  http"; pick "" "$tmp/many" | tail -n 1' 'echo 20; echo "5 more: m"'
check_same 'm shows more' 'pick "m\n" "$tmp/many" | grep -c "^[0-9]*  http"' 'echo 25'
check_same 'an empty line shows more' 'pick "\n" "$tmp/many" | grep -c "^[0-9]*  http"' 'echo 25'
check_same 'l lists again' 'pick "l\n" "$tmp/many" | grep -c "^1  http"' 'echo 2'
printf 'From a Mon Jun 30 02:34:00 2008\nSubject: one\n\nhttp://a.example/1\n\n' >"$tmp/box"
printf 'From a Mon Jun 30 02:34:00 2008\nSubject: two\n\n> http://a.example/1\nhttp://a.example/2\n' >>"$tmp/box"
check_same 'a mailbox has headings' 'pick "" "$tmp/box" | grep -v "^ "' \
    'printf "2 links\none\n1  http://a.example/1\ntwo\n2  http://a.example/2\n"'
check_same 'several files' 'echo http://b.example/ >"$tmp/b"; pick "" "$tmp/b" "$tmp/footer" | grep -v "^ "' \
    'printf "2 links\n%s/b\n1  http://b.example/\n1 folded away: z\n" "$tmp"'
check_same 'escapes are shown, not sent' 'printf "Subject: \033[2J\n\n\033]0;x\007 http://a.example/ \033[31m\n" >"$tmp/esc"
    pick "" "$tmp/esc" | grep -c "$(printf "[\033\007]")"' 'echo 0'
check 'compressed input' 'gzip -c "$message" >"$tmp/m.gz" && pick "q\n" "$tmp/m.gz" | cmp - "$tmp/list"'

# ---- Commands ----

check_same 'a number opens a link' 'pick "9\n" "$message" >/dev/null; cat "$tmp/run"' \
    'echo http://old.example.net/a/very/long/path/index.html'
check_same 'several numbers' 'pick "1, 3 6-7\n" "$message" >/dev/null; cat "$tmp/run"' \
    'printf "%s\n" http://subject.example/x "http://pictures.example.org/bells?year=1994&tower=1" \
    http://www.example.com/copy- http://ann.example.org/'
check 'a number that does not exist' 'pick "13\n0\n2-1\nx\n" "$message" >"$tmp/said"; [ ! -e "$tmp/run" ] &&
    [ "$(grep -c "not a command or a number from 1 to 12" "$tmp/said")" -eq 4 ]'
check_same 'a link that needs a question: no' 'pick "4\nn\n" "$message" | tail -n 3; cat "$tmp/run" 2>/dev/null' \
    'printf "ftp://ftp.example.org/pub/bells.tar
careful: its scheme is opened only after a question
open it? y (yes), n (no), ! (always for this place): "'
check_same 'a link that needs a question: yes' 'pick "4\ny\n" "$message" >/dev/null; cat "$tmp/run"' \
    'echo ftp://ftp.example.org/pub/bells.tar'
check_same 'r takes the next reading' 'pick "r6\nr 6\n6\nr6\nr6\n6\n" "$message" >/dev/null; cat "$tmp/run"' \
    'printf "http://www.example.com/%s\n" copyof-bells.html copy-of-bells.html'
check 'r says which one' 'pick "r6\n" "$message" | grep "the other reading of the line.s end"'
check_same 't takes the target' 'pick "t5\n5\n" "$message" >/dev/null; cat "$tmp/run"' 'echo http://mirror.example.com/bells.tar'
check_same 't replaces what was edited' 'pick "e5\nhttp://edited.example/\nt5\n5\n" "$message" >/dev/null; cat "$tmp/run"' \
    'echo http://mirror.example.com/bells.tar'
check 't without a gateway' 'pick "t1\n" "$message" | grep "this link does not go through a known gateway"'
check_same 'e edits' 'pick "e1\nhttp://edited.example/?a b\n1\n" "$message" >/dev/null; cat "$tmp/run"' \
    'echo "http://edited.example/?a%20b"'
check 'an edited URL is judged again' 'pick "e1\njavascript:alert(1)\n1\n" "$message" >/dev/null 2>"$tmp/said"
    [ ! -e "$tmp/run" ] && grep "never opened" "$tmp/said"'
check_same 'y copies' 'pick "y2\n" "$message" >/dev/null; cat "$tmp/copied"' 'printf http://www.example.org/new'
check_same 'Y copies as Markdown' 'pick "Y2\n" "$message" >/dev/null; cat "$tmp/copied"' 'printf "<http://www.example.org/new>"'
printf 'Content-Type: text/html\n\n<a href="http://a.example/(x)">a [b]*</a>\n' >"$tmp/html"
check_same 'Y with the text that the link shows' 'pick "Y1\n" "$tmp/html" >/dev/null; cat "$tmp/copied"' \
    'printf "[a \\\\[b\\\\]\\\\*](<http://a.example/(x)>)"'
check_same 'c shows the lines around' 'pick "c7\n" "$message" | tail -n 10' 'tail -n 10 "$message" | sed "s/^/  /"'
check_same '/ lists the links with a word' 'pick "/MIRROR\n" "$message" | sed -n "\$p" | tail -n 1; pick "/zzz\n" "$message" | tail -n 1' \
    'echo "   : Files: ftp://ftp.example.org/pub/bells.tar (also at"; echo "no link has this word"'
check '? explains the commands' 'pick "?\n" "$message" | grep "y 3          copy its URL"'
check '! remembers' 'pick "!4\n" "$message" | grep "always opened: ftp://ftp.example.org" &&
    grep -x "always ftp://ftp.example.org" "$tmp/.config/trawl/pick.conf"'

# ---- Without a list ----

# A link that is alone on its line is shown with the line above it, else with the line below it,
# else with an earlier line.
printf 'Archive:\nhttp://a.example/x\n\nhttp://b.example/y\nis the page I meant.\n\n  * http://c.example/z\n\nword\n\nhttp://d.example/' >"$tmp/beside"
check_same 'a link alone on its line has the line beside it' 'pick "q\n" "$tmp/beside" | sed -n "s/^   : //p"' \
    'printf "%s\n" Archive: "is the page I meant." "is the page I meant." "* http://c.example/z"'
check_same '--print --number' 'alone "$TRAWL" pick --print --number 9 <"$message"' \
    'echo http://old.example.net/a/very/long/path/index.html'
check_same '--print --first -0' 'alone "$TRAWL" pick --print -0 --first <"$message"' 'printf "http://subject.example/x\0"'
check_same '--number of a folded link' 'alone "$TRAWL" pick --print --number 12 <"$message"' 'echo https://lists.example.org/bells'
check_same '--first: not a folded one, if there are others' \
    'printf "List-Help: <http://a.example/help>\n\nhttp://b.example/\n" | alone "$TRAWL" pick --print --first' 'echo http://b.example/'
check_same '--first: the first message that has one' 'alone "$TRAWL" pick --print --first "$tmp/footer" "$tmp/box"' \
    'echo http://a.example/1'
check_status '--number beyond the last link' 1 'alone "$TRAWL" pick --print --number 13 <"$message"'
check_status '--first without links' 1 'echo none | alone "$TRAWL" pick --first'
check_same '--first opens' 'rm -f "$tmp/run"; alone "$TRAWL" pick --first <"$message"; cat "$tmp/run"' 'echo http://subject.example/x'
check_same '--print: the chosen ones' 'pick "2 3\n" "$message" --print 2>/dev/null' \
    'printf "%s\n" http://www.example.org/new "http://pictures.example.org/bells?year=1994&tower=1"'
check_status '--print: none is chosen' 1 'echo q | alone "$TRAWL" pick --plain --print "$message"'
check_same '--once' 'pick "2\n3\n" --once "$message" >/dev/null; cat "$tmp/run"' 'echo http://www.example.org/new'

kinds='see http://a.example/ example.com/x 192.0.2.1/x joe@a.example hxxp://b[.]example/'
# found OPTION...: prints the links of $kinds that are found.
found() {
    echo "$kinds" >"$tmp/kinds"
    pick "q\n" "$tmp/kinds" "$@" | sed -n 's/^[0-9][0-9]*  //p'
}
check_same 'the default kinds' 'found' 'printf "%s\n" http://a.example/ mailto:joe@a.example'
check_same '--find +domain,+ip' 'found --find +domain,+ip' \
    'printf "%s\n" http://a.example/ https://example.com/x https://192.0.2.1/x mailto:joe@a.example'
check_same '--find -email' 'found --find -email' 'echo http://a.example/'
check_same '--find email,ip' 'found --find email,ip' 'printf "%s\n" https://192.0.2.1/x mailto:joe@a.example'
check 'links of headers are found with +domain' 'pick "z\n" --find +domain "$message" | grep "^[0-9]*  https://lists.example.org/leave"'
check_status '--find: an unknown kind' 2 'alone "$TRAWL" pick --find nix --first "$message"'
check_status '--find: nothing' 2 'alone "$TRAWL" pick --find=-url,-www,-addr,-email --first "$message"'
printf 'see https://pear.example/of-all-the-pears/and-of-all-\nplums now\n' >"$tmp/screen"
check_same 'half of a URL that a terminal broke' 'pick "" --print --first "$tmp/screen"' \
    'echo https://pear.example/of-all-the-pears/and-of-all-'
check_same '--profile screen: the whole URL' 'pick "" --print --first --profile screen "$tmp/screen"' \
    'echo https://pear.example/of-all-the-pears/and-of-all-plums'
printf 'see http://a.example/of-pears-\nand-plums\n' >"$tmp/thirty"
check_same '--columns: a link that ends there goes on' 'pick "" --print --first --columns 30 "$tmp/thirty"' \
    'echo http://a.example/of-pears-and-plums'
check_same '--columns: another width' 'pick "" --print --first --columns 31 "$tmp/thirty"' \
    'echo http://a.example/of-pears-'
check_same '--columns: a wrong number' 'alone "$TRAWL" pick --columns 23 --first "$message" 2>&1' \
    'echo "trawl: pick: --columns: 23 is not a number of columns from 24 to 1000"'
echo 'see http://pear.example/x?y=z[C] now' >"$tmp/labelled"
check_same '--notation' 'pick "" --print --first --notation asciidoc "$tmp/labelled"' 'echo "http://pear.example/x?y=z"'
check_status '--notation: an unknown name' 2 'alone "$TRAWL" pick --notation nix --first "$message"'
check_status '--profile: an unknown name' 2 'alone "$TRAWL" pick --profile nix --first "$message"'
check_same '--refang' 'found --refang --find url' 'printf "%s\n" http://a.example/ http://b.example/'
check 'a refanged link needs a question' 'pick "2\nn\n" "$tmp/kinds" --refang --find url | grep "written so that it is not followed"'

# ---- Trouble ----

check_status 'no terminal, and the message on standard input' 2 'alone "$TRAWL" pick <"$message" 2>"$tmp/said"'
check 'a message says what to do' 'grep "there is no terminal to choose on; --first and --number need none" "$tmp/said"'
check_status 'no links' 1 'echo none | alone "$TRAWL" pick'
check_status 'a missing file' 2 'alone "$TRAWL" pick "$tmp/nix" </dev/null'
check_status 'a missing file and another' 2 'alone "$TRAWL" pick --print --first "$tmp/nix" "$message"'
check_status '--number: not a number' 2 'alone "$TRAWL" pick --number x "$message"'
check_status '-0 without --print' 2 'alone "$TRAWL" pick -0 "$message"'
check_status '--first and --number' 2 'alone "$TRAWL" pick --first --number 1 "$message"'
check_status 'an unknown option' 2 'alone "$TRAWL" pick --prnt "$message"'
check_status 'an unknown charset' 2 'alone "$TRAWL" pick --charset x --first "$message"'
check_same '--rules' 'printf "rule rfc\ntrigger RFC\nmatch RFC (\\\\d+)\nurl https://rfc.example/\$1\n" >"$tmp/rules"
    echo "see RFC 1738" | alone "$TRAWL" pick --rules "$tmp/rules" --print --first 2>&1' 'echo https://rfc.example/1738'
check 'trawl help pick' '"$TRAWL" help pick | grep "usage: trawl pick" && "$TRAWL" pick --help | grep -e --number'
check_status 'a missing program' 2 'TRAWL_PICK=$tmp/nix "$TRAWL" pick --help'
check_status 'a missing program beside trawl' 2 'mkdir -p "$tmp/bin" && cp "$TRAWL" "$tmp/bin" && "$tmp/bin/trawl" pick --help'
check '../libexec/trawl' 'mkdir -p "$tmp/libexec/trawl" && ln -s "$(dirname "$(realpath "$TRAWL")")/trawl-pick" "$tmp/libexec/trawl" &&
    "$tmp/bin/trawl" pick --help | grep usage'
finish
