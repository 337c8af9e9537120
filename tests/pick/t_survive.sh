#!/bin/sh
# t_survive.sh - trawl pick with large and slow input, signals, and random keys: it never crashes,
# and always restores the terminal
#
# fuzz.py runs for FUZZ_TIME seconds (20 by default).
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

if ! has_terminals; then
    skip 'pick' 'there is no python3 with pseudo-terminals'
    finish
fi
if ! has_screen; then
    skip 'the screen of pick' 'built without ncursesw'
    finish
fi
LC_ALL=$(locale -a 2>/dev/null | grep -iE -m 1 '^(c|en_us)[.]utf-?8$') || LC_ALL=C.UTF-8
python=$(python3 -c 'import sys; print(sys.executable)')
unset DISPLAY WAYLAND_DISPLAY XDG_CONFIG_HOME SSH_CONNECTION SSH_TTY TMUX TRAWL_PICK NO_COLOR
HOME=$tmp TERM=xterm-256color
export HOME TERM LC_ALL tmp python
message=testdata/pick/message.eml

# on KEYS COMMAND...: runs COMMAND on a terminal, and prints the output of terminal.py.
on() {
    "$python" tests/pick/terminal.py "$@"
}

# ---- Large and slow input ----

awk 'BEGIN { for (i = 0; i < 100000; i++) print "see http://a.example/" i " here" }' >"$tmp/many"
check 'a text of 100,000 links' 'on "until:100000_links G show q" "$TRAWL" pick "$tmp/many" | grep "^ *100000  http://a.example/99999"'
check '100,000 links: a number, a search' 'on "until:100000_links 7 7 7 7 7 show / text:99990 Enter show q" "$TRAWL" pick "$tmp/many" >"$tmp/shown"
    grep "^ 77777  http://a.example/77776" "$tmp/shown" && grep "^ 99991  http://a.example/99990" "$tmp/shown"'
# slow: writes half of a message, waits for the file "go", and writes the rest.
slow() {
    rm -f "$tmp/go"
    head -c 700 "$message"
    until_there "$tmp/go"
    tail -c +701 "$message"
}
check 'links are shown while the input is read' 'slow | on -i /dev/stdin "until:reading show make:$tmp/go until:12_links show q" "$TRAWL" pick >"$tmp/shown"
    grep "2 links, 1 folded, reading" "$tmp/shown" && grep "12 links, 3 folded" "$tmp/shown" && grep "^end 0" "$tmp/shown"'
check 'keys work meanwhile' 'slow | on -i /dev/stdin "until:reading j c until:lines_around show q q make:$tmp/go" "$TRAWL" pick | grep "^end 0"'
mkfifo "$tmp/fifo"
check 'quitting does not wait for the input' '(head -c 700 "$message"; exec sleep 100) >"$tmp/fifo" & writer=$!
    on -i "$tmp/fifo" "until:reading q" "$TRAWL" pick >"$tmp/shown"; kill $writer; grep "^end 0" "$tmp/shown"'
head -c 760 "$message" >"$tmp/half"
check 'a message that breaks off' 'on "until:q_quits show q" "$TRAWL" pick "$tmp/half" >"$tmp/shown"
    grep "^ *2  http://www.example.org/new" "$tmp/shown" && grep "^end 0" "$tmp/shown"'
check 'a compressed file that breaks off' 'gzip -c "$tmp/many" | head -c 20000 >"$tmp/cut.gz"
    on "until:q_quits q end show" "$TRAWL" pick "$tmp/cut.gz" >"$tmp/shown"; grep "cut.gz: gzip-compressed data" "$tmp/shown" && grep "^end 2" "$tmp/shown"'
check 'no links' 'echo none >"$tmp/none"; on "end show" "$TRAWL" pick "$tmp/none" >"$tmp/shown"
    grep "trawl: pick: no links" "$tmp/shown" && grep "^end 1" "$tmp/shown"'

# ---- Signals ----

for signal in HUP:1 INT:2 QUIT:3 TERM:15; do
    number=${signal#*:} signal=${signal%:*}
    check_same "SIG$signal restores the terminal" 'on "until:q_quits sig:$signal" "$TRAWL" pick "$message"' 'echo "end -$number"'
done
check_same 'Ctrl-C' 'on "until:q_quits C-c" "$TRAWL" pick "$message"' 'echo "end -2"'
check_same 'SIGTERM while the question is shown' 'on "until:q_quits 4 Enter sig:TERM" "$TRAWL" pick "$message"' 'echo "end -15"'
check_same 'SIGTERM while a line is edited' 'on "until:q_quits e sig:TERM" "$TRAWL" pick "$message"' 'echo "end -15"'
check_same 'SIGTERM while it reads' 'slow | on -i /dev/stdin "until:reading sig:TERM make:$tmp/go" "$TRAWL" pick' 'echo "end -15"'
# A shell with job control runs trawl pick, as a terminal's shell does.
cat >"$tmp/jobs" <<'END'
set -m
"$TRAWL" pick "$1"
echo "stopped, $(stty -a | grep -oE '[-]?(icanon|echo)\b' | sort | tr '\n' ' ')"
until [ -e "$tmp/go" ]; do sleep 0.1; done
echo resumed
fg >/dev/null
END
check 'Ctrl-Z restores the terminal, fg brings the screen back' \
    'rm -f "$tmp/go"; on "until:q_quits j wait:0.2 C-z until:stopped show make:$tmp/go until:q_quits show q" sh "$tmp/jobs" "$message" >"$tmp/shown"
    grep "^stopped, echo icanon" "$tmp/shown" && [ "$(grep -c "^ 2  http://www.example.org/new" "$tmp/shown")" -eq 1 ] && tail -n 1 "$tmp/shown" | grep "^end 0"'
cat >"$tmp/lynx" <<'END'
#!/bin/sh
stty -echo
echo "lynx shows $1"
until [ -e "$tmp/gone" ]; do sleep 0.1; done
stty echo
END
chmod +x "$tmp/lynx"
check 'Ctrl-Z in a program that has the terminal' \
    'rm -f "$tmp/go"
    BROWSER=$tmp/lynx on "until:q_quits Enter until:lynx_shows C-z until:stopped make:$tmp/go until:resumed wait:0.3 show make:$tmp/gone until:opened q" sh "$tmp/jobs" "$message" >"$tmp/shown"
    grep "^stopped," "$tmp/shown" && ! grep "^ 2  http" "$tmp/shown" && tail -n 1 "$tmp/shown" | grep "^end 0"'
check 'a terminal that is closed' '"$python" - "$TRAWL" "$message" <<END
import os, sys
sys.path.insert(0, "tests/pick")
import terminal
p = terminal.Program([sys.argv[1], "pick", sys.argv[2]])
assert p.until("q quits")
os.close(p.ours)
os.close(p.theirs)
status = p.process.wait(60)
assert status in (0, -1), status
END'

# ---- Random keys ----

check "random input, keys, sizes and signals for ${FUZZ_TIME:=20} s" '"$python" tests/pick/fuzz.py "$FUZZ_TIME" "$(date +%s)" "$TRAWL" >"$tmp/log" ||
    { cat "$tmp/log"; exit 1; }'
tap_note "$(tail -n 1 "$tmp/log")"
finish
