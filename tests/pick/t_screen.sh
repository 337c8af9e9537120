#!/bin/sh
# t_screen.sh - the full screen of trawl pick: what it shows, and what its keys do
#
# terminal.py presses the keys on a pseudo-terminal and prints the screen.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

if ! has_terminals; then
    skip 'pick' 'there is no python3 with pseudo-terminals'
    finish
fi
if ! have tput || ! tput -T xterm-256color clear >/dev/null 2>&1; then
    skip 'pick' 'terminfo has no xterm-256color'
    finish
fi
LC_ALL=$(locale -a 2>/dev/null | grep -iE -m 1 '^(c|en_us)[.]utf-?8$') || LC_ALL=C.UTF-8
python=$(python3 -c 'import sys; print(sys.executable)')
unset DISPLAY WAYLAND_DISPLAY XDG_CONFIG_HOME SSH_CONNECTION SSH_TTY TMUX TRAWL_PICK NO_COLOR
HOME=$tmp TERM=xterm-256color
export HOME TERM LC_ALL tmp python
cat >"$tmp/browser" <<'END'
#!/bin/sh
printf '%s\n' "$@" >>"$tmp/run"
echo "the browser has the terminal"
END
chmod +x "$tmp/browser"
BROWSER=$tmp/browser
export BROWSER
conf=$tmp/.config/trawl/pick.conf
mkdir -p "$tmp/.config/trawl"
message=testdata/pick/message.eml
if ! has_screen; then
    skip 'the screen of pick' 'built without ncursesw'
    finish
fi

# on KEYS OPTION...: runs pick on a terminal, and prints the output of terminal.py.
on() {
    rm -f "$tmp/run"
    keys=$1
    shift
    "$python" tests/pick/terminal.py "until:q_quits $keys" "$TRAWL" pick "$@"
}
# ran KEYS OPTION...: prints what the browser got, and how pick ended.
ran() {
    on "$@" >"$tmp/shown"
    cat "$tmp/run" 2>/dev/null
    sed -n '/^end/,$p' "$tmp/shown"
}

# ---- What it shows ----

cat >"$tmp/want" <<'END'
The new archive http://subject.example/x, from Ann Lee <ann… 12 links, 3 folded|
 1  http://subject.example/x|
    Subject: The new archive http://subject.example/x|
 2  http://www.example.org/new|
    broken over 2 lines, 2 links|
    It moved: <URL:http://www.example.org/ new>. The pictures are at|
 3  http://pictures.example.org/bells?year=1994&tower=1|
    new>. The pictures are at|
 4  ftp://ftp.example.org/pub/bells.tar|
    Files: ftp://ftp.example.org/pub/bells.tar (also at|
 5  http://gate.example.com/out?u=http%3A%2F%2Fmirror.example.com%2Fbells.tar|
    holds the URL http://mirror.example.com/bells.tar|
    Files: ftp://ftp.example.org/pub/bells.tar (also at|
 6  http://www.example.com/copy-|
    2 other readings|
    A copy: http://www.example.com/copy-|
 7  http://ann.example.org/|
    signature|
    Ann http://ann.example.org/|
 8  mailto:joe@example.net|
    On Monday, Joe <joe@example.net> wrote:|
 9  http://old.example.net/a/very/long/path/index.html|
    quoted, broken over 2 lines|
Enter opens with browser  ? help  q quits  z unfolds  Space marks  y copies  c …|
end 0
END
check_same 'the list' 'on "show q" "$message"' 'cat "$tmp/want"'
check_same 'the message on standard input' '"$python" tests/pick/terminal.py -i "$message" "until:q_quits show q" "$TRAWL" pick' \
    'cat "$tmp/want"'
check_same 'g, G and a small screen' '"$python" tests/pick/terminal.py -s 40x8 "until:Enter G show g q" "$TRAWL" pick "$message"' 'cat <<END
The new archive htt… 12 links, 3 folded|
 4  ftp://ftp.example.org/pub/bells.tar|
 5  http://gate.example.com/out?u=http%…|
 6  http://www.example.com/copy-|
 7  http://ann.example.org/|
 8  mailto:joe@example.net|
 9  http://old.example.net/a/very/long/…|
Enter opens with browser  ? help  q qui…|
end 0
END'
check_same 'a very small screen' '"$python" tests/pick/terminal.py -s 20x3 "until:Enter show q" "$TRAWL" pick "$message"' \
    'cat <<END
 1  http://…example…|
 2  http://…ple.org…|
Enter opens with br…|
end 0
END'
check_same 'a new size' 'on "size:30x4 until:http show size:80x24 until:q_quits show q" "$message" | sed -n "1,5p;28,\$p"' 'cat <<END
 1  http://subject.example/x|
 2  http://www.example.org/new|
 3  http://…tures.example.org…|
Enter opens with browser  ? h…|
The new archive http://subject.example/x, from Ann Lee <ann… 12 links, 3 folded|
Enter opens with browser  ? help  q quits  z unfolds  Space marks  y copies  c …|
end 0
END'
printf 'Subject: \346\227\245\346\234\254\350\252\236\n\n\346\227\245\346\234\254\350\252\236 http://a.example/\346\227\245\346\234\254 e\314\201 \360\237\230\200 x\n' >"$tmp/wide"
check_same 'wide characters and combining marks' 'on "show q" "$tmp/wide" | sed -n "1,3p"' 'printf "%s\n" \
    "日本語                                                                   1 link|" "1  http://a.example/日本|" "   日本語 http://a.example/日本 é 😀 x|"'
printf 'Subject: \033]0;x\007\033[2J\n\n\033[31mred\033[0m http://a.example/x\342\200\256y\n' >"$tmp/escapes"
check_same 'escapes and hidden characters' 'on "show q" "$tmp/escapes" | sed -n "1p;4p"' 'cat <<END
\x1b]0;x\x07\x1b[2J                                                      1 link|
   \x1b[31mred\x1b[0m http://a.example/x[U+202E]y|
END'
printf 'http://bank.com.\327\220\327\221.example/1/\327\220\nhttp://a.example/\327\220/1\n' >"$tmp/left"
check_same 'a host that runs from right to left is in ASCII' 'on "show q" "$tmp/left" | grep "^[12] "' 'printf "%s|\n" \
    "1  http://bank.com.xn--4dbc.example/1/%D7%90" "2  http://a.example/א/1"'
printf 'http://g.example/?u=http%%3A%%2F%%2Fwww.p\320\260ypal.com%%2F\n' >"$tmp/goal"
check 'and so is the target of a gateway, if it looks like another host' 'on "show q" "$tmp/goal" | grep "holds the URL http://www.xn--pypal-4ve.com/"'
printf 'http://www.bank.example.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb.evil.example/x\n' >"$tmp/long"
check 'the end of a long host is shown' 'on "show q" "$tmp/long" | grep "^ *1  http://….*evil.example"'
check_same 'a mailbox has headings' 'printf "From a Mon Jun 30 02:34:00 2008\nSubject: one\n\nhttp://a.example/1\n\n" >"$tmp/box"
    printf "From a Mon Jun 30 02:34:00 2008\nSubject: two\nFrom: b\n\nhttp://a.example/2\n" >>"$tmp/box"; on "show q" "$tmp/box" | sed -n "2,5p"' \
    'printf "%s|\n" one "1  http://a.example/1" "two, from b" "2  http://a.example/2"'

# ---- Colours ----

# colours TERM: prints how many kinds of colours were used.
colours() {
    TERM=$1 "$python" tests/pick/terminal.py -r "$tmp/bytes" 'until:q_quits q' "$TRAWL" pick "$message" >/dev/null
    tr '\033' '\n' <"$tmp/bytes" | grep -cE '^\[[0-9;]*(3[0-7]|38;5;[0-9]+)m'
}
check_test '256 colours' -gt 0 'colours xterm-256color'
check_test '8 colours' -gt 0 'colours xterm'
check_test 'NO_COLOR' -eq 0 'NO_COLOR=1 colours xterm-256color'
check_test 'a terminal without colours' -eq 0 'colours vt220'
check_same 'a terminal that cannot move the cursor' 'TERM=dumb "$python" tests/pick/terminal.py "until:number 2 Enter q Enter" "$TRAWL" pick "$message" | tail -n 1
    cat "$tmp/run"' 'echo "end 0"; echo http://www.example.org/new'
# ncurses leaks memory for an unknown terminal.
check_same 'an unknown terminal' 'rm -f "$tmp/run"; ASAN_OPTIONS=detect_leaks=0 TERM=nonsense "$python" tests/pick/terminal.py "until:number 2 Enter q Enter" "$TRAWL" pick "$message" |
    tail -n 1; cat "$tmp/run"' 'echo "end 0"; echo http://www.example.org/new'
check 'a locale without UTF-8' 'LC_ALL=C on "show q" "$tmp/wide" | grep "^1  http://a.example/%E6%97%A5"'

# ---- Keys ----

check_same 'Enter opens' 'ran "j Enter until:opened q" "$message"' 'printf "%s\n" http://www.example.org/new "end 0"'
check_same 'the screen comes back' 'on "Down Enter until:opened show q" "$message" | sed -n "1p;24p"' 'printf "%s\n" \
    "The new archive http://subject.example/x, from Ann Lee <ann… 12 links, 3 folded|" "opened with browser|"'
check_same 'arrows, k, g, G' 'ran "G Enter until:opened g Down Down Up j k k Enter until:opened q" "$message"' \
    'printf "%s\n" http://old.example.net/a/very/long/path/index.html http://subject.example/x "end 0"'
check_same 'digits' 'ran "7 Enter until:opened q" "$message"' 'printf "%s\n" http://ann.example.org/ "end 0"'
check_same 'digits of a folded link' 'ran "1 2 Enter until:opened q" "$message"' \
    'printf "%s\n" https://lists.example.org/bells "end 0"'
check_same '/, n and N' 'ran "/ text:EXAMPLE.COM Enter n N N Enter until:opened q" "$message"' \
    'printf "%s\n" http://www.example.com/copy- "end 0"'
check_same 'Space and o' 'ran "Space j Space o until:2_of_2 q" "$message"' \
    'printf "%s\n" http://subject.example/x "http://pictures.example.org/bells?year=1994&tower=1" "end 0"'
check_same 'o without marks' 'ran "j o until:opened q" "$message"' 'printf "%s\n" http://www.example.org/new "end 0"'
check_same 'Tab' 'ran "6 Tab Enter until:opened q" "$message"' 'printf "%s\n" http://www.example.com/copy-of-bells.html "end 0"'
check_same 't' 'ran "5 t Enter until:opened q" "$message"' 'printf "%s\n" http://mirror.example.com/bells.tar "end 0"'
check_same 'e' 'ran "e End BSpace text:?a=1 Enter until:opened q" "$message"' 'printf "%s\n" "http://subject.example/?a=1" "end 0"'
check_same 'e and Esc' 'ran "e text:abc Esc wait:0.1 Enter until:opened q" "$message"' 'printf "%s\n" http://subject.example/x "end 0"'
check_same 'Tab brings the URL back' 'ran "e text:abc Enter until:opened Tab Enter until:opened q" "$message"' \
    'printf "%s\n" http://subject.example/xabc http://subject.example/x "end 0"'
check_same 'the keys of the line' 'ran "e C-a Right Right Right Right text:s C-e C-w text:y C-b C-k text:z Left Left C-d Enter until:opened q" "$message"' \
    'printf "%s\n" https://subject.examplez "end 0"'
check_same 'c' 'on "7 c show q q" "$message" | sed -n "2,11p"' 'tail -n 10 "$message" | sed "s/ *$/|/"'
check 'z' 'on "z G show q" "$message" | grep "^12  https://lists.example.org/bells"'
check 'z without folded links' 'on "z show q" "$tmp/left" | grep "no links are folded away"'
check 'z again' 'on "z G z show q" "$message" | grep "12 links, 3 folded"'
check '?' 'on "? show q q" "$message" | grep "y Y            copy the URL"'
check 'an unknown key' 'on "x show q" "$message" | grep "this key does nothing"'
check_same 'y: the terminal copies' 'on "j y q" "$message" | grep ^copied' \
    'printf "copied 52;c;%s\n" "$(printf http://www.example.org/new | base64)"'
check_same 'y: several' 'on "Space Space y q" "$message" | grep ^copied' \
    'printf "copied 52;c;%s\n" "$(printf "http://subject.example/x\nhttp://www.example.org/new" | base64 | tr -d "\n")"'
printf '#!/bin/sh\ncat >"$tmp/copied"\n' >"$tmp/wl-copy"
chmod +x "$tmp/wl-copy" && cp "$tmp/wl-copy" "$tmp/xclip"
check_same 'y: wl-copy' 'WAYLAND_DISPLAY=w PATH="$tmp:$PATH" on "y until:wl-copy q" "$message" >/dev/null; cat "$tmp/copied"' \
    'printf http://subject.example/x'
check_same 'Y: xclip' 'rm "$tmp/copied"; DISPLAY=:9 PATH="$tmp:$PATH" on "Y until:xclip q" "$message" >/dev/null; cat "$tmp/copied"' \
    'printf "<http://subject.example/x>"'
check 'y over ssh: the terminal' 'SSH_TTY=x DISPLAY=:9 PATH="$tmp:$PATH" on "y q" "$message" | grep "^copied 52"'

# ---- The mouse ----

# clicked_twice: clicks twice, and again if no link opens: a busy machine may let half a second pass
# between the two clicks.
clicked_twice() {
    for try in 1 2 3 4 5; do
        ran "click:8,10 wait:0.1 click:8,10 wait:0.5 q" "$message" >"$tmp/twice"
        ! grep -q http "$tmp/twice" || break
    done
    cat "$tmp/twice"
}
check_same 'a click selects, a second one opens' clicked_twice \
    'printf "%s\n" "http://pictures.example.org/bells?year=1994&tower=1" "end 0"'
check_same 'one click only selects' 'ran "click:8,10 wait:0.6 click:4,10 wait:0.6 Enter until:opened q" "$message"' \
    'printf "%s\n" http://www.example.org/new "end 0"'
check 'mouse off' 'echo "mouse off" >"$conf"; "$python" tests/pick/terminal.py -r "$tmp/bytes" "until:q_quits q" "$TRAWL" pick "$message" &&
    ! grep "1000h" "$tmp/bytes"; rm "$conf"'

# ---- Questions ----

check 'the question shows the whole URL' '"$python" tests/pick/terminal.py -s 30x10 "until:Enter 4 Enter show n q" "$TRAWL" pick "$message" | grep -A 1 "^ftp://ftp.example.org/pub/bell" | grep "^s.tar"'
check_same 'n' 'ran "4 Enter n until:not_opened q" "$message"' 'echo "end 0"'
check_same 'Esc' 'ran "4 Enter Esc until:not_opened q" "$message"' 'echo "end 0"'
check_same 'y' 'ran "4 Enter y until:opened q" "$message"' 'printf "%s\n" ftp://ftp.example.org/pub/bells.tar "end 0"'
check_same '!' 'ran "4 Enter ! until:opened Enter wait:0.1 q" "$message"; cat "$conf"' 'printf "%s\n" ftp://ftp.example.org/pub/bells.tar \
    ftp://ftp.example.org/pub/bells.tar "end 0" "always ftp://ftp.example.org"'
check_same '! in the list, twice' 'rm "$conf"; ran "5 ! y until:remembered ! y until:remembered q" "$message"; cat "$conf"' 'printf "%s\n" "end 0" "always gate.example.com"'
check 'never opened' 'echo "<URL:javascript:alert(1)>" >"$tmp/js"; on "Enter until:not_opened show q" "$tmp/js" | grep "not opened: its scheme is never" && [ ! -e "$tmp/run" ]'
awk 'BEGIN { printf "<URL:ftp://a.example/"; for (i = 0; i < 60; i++) printf "%062d/", i; print "end>" }' >"$tmp/huge"
check 'a URL that is longer than the screen can be read' 'on "Enter show G show n q" "$tmp/huge" >"$tmp/shown"
    grep "(more: Space)" "$tmp/shown" && grep "/end|" "$tmp/shown"'

# ---- Programs ----

printf '#!/bin/sh\nexit 5\n' >"$tmp/failing" && chmod +x "$tmp/failing"
check 'a browser that fails' 'BROWSER=$tmp/failing on "Enter until:failed show q" "$message" | grep "failing failed with status 5"'
check 'a browser in the background that fails later' 'printf "#!/bin/sh\nsleep 0.5\nexit 6\n" >"$tmp/failing"
    DISPLAY=:9 BROWSER=$tmp/failing on "Enter until:opened until:failed show q" "$message" | grep "failing failed with status 6"'
printf '#!/bin/sh\necho $$ >"$tmp/pid"\nexec sleep 100\n' >"$tmp/hanging" && chmod +x "$tmp/hanging"
check_same 'a browser in the background that hangs' 'DISPLAY=:9 BROWSER=$tmp/hanging on "Enter until:opened j q" "$message"; kill "$(cat "$tmp/pid")"' 'echo "end 0"'
check_same 'Ctrl-C ends a browser that hangs on the terminal' 'rm -f "$tmp/pid"; BROWSER=$tmp/hanging on "Enter there:$tmp/pid wait:0.1 C-c until:signal show q" "$message" | tail -n 2' \
    'printf "%s|\nend 0\n" "hanging was ended by signal 2"'
check_same 'a program for the terminal has it' 'cat >"$tmp/lynx" <<END
#!/bin/sh
test -t 0 && test -t 1 && echo "$$ has a terminal" >"\$tmp/run"
END
    chmod +x "$tmp/lynx"; DISPLAY=:9 BROWSER=$tmp/lynx ran "Enter until:opened q" "$message" | sed "s/^[0-9]*//"' 'printf "%s\n" " has a terminal" "end 0"'

# ---- Options ----

printed() {
    rm -f "$tmp/out"
    "$python" tests/pick/terminal.py -o "$tmp/out" "until:q_quits $1" "$TRAWL" pick --print ${2+"$2"} "$message"
    cat "$tmp/out"
}
check_same '--print' 'printed "j Enter"' 'printf "%s\n" "end 0" http://www.example.org/new'
check_same '--print: marked ones' 'printed "Space j Space Enter"' 'printf "%s\n" "end 0" http://subject.example/x \
    "http://pictures.example.org/bells?year=1994&tower=1"'
check_same '--print -0' 'printed "j Enter" -0 | tr "\0" ,' 'printf "end 0\nhttp://www.example.org/new,"'
check_same '--print and q' 'printed q' 'echo "end 1"'
check_same '--once' 'ran "Enter" --once "$message"' 'printf "%s\n" http://subject.example/x "end 0"'
check 'a message during the run is printed at its end' '"$python" tests/pick/terminal.py "until:q_quits q end show" "$TRAWL" pick "$message" "$tmp/nix" |
    grep "nix: No such file"'
finish
