#!/bin/sh
# t_progress.sh - the progress line: when it is drawn, what it says, that it is removed
#
# The command runs on a pseudo-terminal, whose screen of one line is worked out from its output.
# shellcheck disable=SC2016  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

cat >"$tmp/screen.py" <<'END'
"""screen.py COLUMNS SECONDS FILE COMMAND...: run it with standard error, and with FILE "-" also standard output, on a
terminal, and FILE, or links, as standard input, spread over so many seconds. Prints each state of the terminal's last
line between two writes, and what lines were finished; "|" stands for the line's end."""
import fcntl, os, pty, struct, subprocess, sys, termios, threading, time, tty

columns, seconds, name, *command = sys.argv[1:]
ours, theirs = pty.openpty()
tty.setraw(theirs)
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(columns), 0, 0))
env = {k: v for k, v in os.environ.items() if k != 'COLUMNS'}
out = theirs if name == '-' else open(os.environ['tmp'] + '/out', 'wb')
runs = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=theirs, env=env)
os.close(theirs)

def feed():
    end = time.monotonic() + float(seconds)
    number = 0
    try:
        while True:
            runs.stdin.write(b'http://a.example/%d and some words\n' % number)
            runs.stdin.flush()
            number += 1
            if time.monotonic() >= end:
                break
            time.sleep(0.01)
        runs.stdin.close()
    except BrokenPipeError:
        pass

threading.Thread(target=feed, daemon=True).start()
line, at = '', 0
while True:
    try:
        data = os.read(ours, 65536).decode()
    except OSError:
        break
    if not data:
        break
    for c in data:
        if c == '\r':
            at = 0
        elif c == '\n':
            print('line', line.rstrip() + '|')
            line, at = '', 0
        else:
            line = line[:at] + c + line[at + 1:]
            at += 1
            if at >= int(columns):
                print('the line is full:', line)
    if line.strip():
        print('state', line.rstrip() + '|')
print('end', line.rstrip() + '|')
sys.exit(runs.wait())
END

# screen COLUMNS SECONDS FILE: with the words of $more.
# shellcheck disable=SC2086
screen() {
    python3 "$tmp/screen.py" "$1" "$2" "$3" "$TRAWL" $more
}

if ! have python3 || ! python3 -c 'import os, pty; os.close(pty.openpty()[0])' 2>/dev/null; then
    skip 'progress' 'there is no python3 with pseudo-terminals'
    finish
fi
more=
export more

check 'work of two seconds' 'screen 80 2 file >"$tmp/s"'
check 'shows a line' 'grep -E "^state [0-9.]+ k?B, [0-9]+ links, [0-9.]+ k?B/s\|$" "$tmp/s"'
check 'which changes, some five times a second' 'n=$(grep -c ^state "$tmp/s"); [ "$n" -ge 2 ] && [ "$n" -le 14 ]'
check_same 'and is gone at the end' 'tail -n 1 "$tmp/s"' 'echo "end |"'
check_test 'no line is finished' -eq 0 'grep -c ^line "$tmp/s"'
check 'the links are all there' '[ "$(wc -l <"$tmp/out")" -gt 50 ]'
check_same 'work of half a second shows nothing' 'screen 80 0.5 file' 'echo "end |"'
more='--progress never'
check_same '--progress never' 'screen 80 1.5 file' 'echo "end |"'
more=-q
check_same '-q' 'screen 80 1.5 file' 'echo "end |"'
more='--progress always'
check '--progress always: at once' 'screen 80 0.2 file | grep -E "^state [0-9]+ B, [0-9]+ link"'
check '--progress always: no terminal' 'echo http://a.example/ | "$TRAWL" --progress always 2>&1 >/dev/null | grep "1 link"'
check_same '--progress auto: no terminal' \
    '{ echo http://a.example/; sleep 1.3; echo; } | "$TRAWL" --progress auto 2>&1 >/dev/null' 'printf ""'
check_same 'another word' '"$TRAWL" --progress sometimes 2>&1 </dev/null' \
    'echo "trawl: --progress: unknown choice sometimes; it takes auto, always or never"'

more=
check 'a narrow terminal' 'screen 24 1.6 file >"$tmp/s"'
check 'shows less' 'grep -E "^state [0-9.]+ k?B(, [0-9.]+ k?B/s)?\|$" "$tmp/s"'
check_test 'and never a full line' -eq 0 'grep -c "is full" "$tmp/s"'
check 'a very narrow one' 'screen 5 1.4 file >"$tmp/s" && grep -E "^state .{1,4}\|$" "$tmp/s" && ! grep full "$tmp/s"'

more='- nix'
check_status 'a message' 2 'screen 80 1.5 file >"$tmp/s"'
check_same 'has the line to itself' 'grep ^line "$tmp/s"' 'echo "line trawl: nix: No such file or directory|"'
check 'after the progress' 'grep "^state.*links" "$tmp/s"'
check_same 'and nothing stays' 'tail -n 1 "$tmp/s"' 'echo "end |"'

more=
check 'links on the same terminal' 'screen 80 1.8 - >"$tmp/s"'
check_test 'stand alone' -eq 0 'grep ^line "$tmp/s" | grep -vcE "^line http://a.example/[0-9]+\|$"'
check 'with progress below' 'grep "^state.*links" "$tmp/s"'
check_same 'gone at the end' 'tail -n 1 "$tmp/s"' 'echo "end |"'

i=0
while [ $i -lt 1000 ]; do
    echo "http://a.example/$i"
    i=$((i + 1))
done >"$tmp/known"
check 'of files the size is known' '"$TRAWL" --progress always "$tmp/known" "$tmp/known" 2>&1 >/dev/null | tr "\r" "\n" |
    grep -E "20.9 kB of 41.8 kB, 1000 links, [0-9.]+ .?B/s, 0:00 left"'
more="--progress always -"
check 'also of standard input' '"$TRAWL" --progress always <"$tmp/known" 2>&1 >/dev/null | grep "20.9 kB of 20.9 kB, 1000 links"'
check 'COLUMNS counts' 'COLUMNS=12 "$TRAWL" --progress always <"$tmp/known" 2>&1 >/dev/null | tr "\r" "\n" |
    grep -x "20.9 kB of "'

cat >"$tmp/killed.py" <<'END'
"""killed.py COMMAND: a signal takes the line away too."""
import os, pty, signal, subprocess, sys, time, tty

ours, theirs = pty.openpty()
tty.setraw(theirs)
runs = subprocess.Popen([sys.argv[1], '--progress', 'always'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                        stderr=theirs, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
os.close(theirs)
runs.stdin.write(b'http://a.example/\n')
runs.stdin.flush()
shown = os.read(ours, 4096).decode()
time.sleep(0.2)
runs.send_signal(signal.SIGINT)
try:
    status = runs.wait(20)
except subprocess.TimeoutExpired:
    runs.kill()
    status = 'it goes on'
try:
    shown += os.read(ours, 4096).decode()
except OSError:
    pass
print(status, 'link' in shown, shown.endswith(' \r'))
END
check_same 'an interrupt takes it away' 'python3 "$tmp/killed.py" "$TRAWL"' 'echo -2 True True'
finish
