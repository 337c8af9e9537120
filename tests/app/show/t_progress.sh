#!/bin/sh
# t_progress.sh - the progress line: when it is drawn, its content, its removal
#
# The command runs on a pseudo-terminal; the state of its last line is computed from the output.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

cat >"$tmp/screen.py" <<'END'
"""screen.py COLUMNS END FILE COMMAND...: runs COMMAND with standard error on a terminal; if FILE is "-", standard output
is there, too. Feeds links to standard input, for END seconds ("1.5s"), or until the terminal's last line has changed END times.
Prints "state" and that line after each change, "line" and each finished line, "end" and the last line, and "took" and
the seconds of the run; "|" marks the end of a line."""
import fcntl, os, pty, struct, subprocess, sys, termios, threading, time, tty

columns, until, name, *command = sys.argv[1:]
began, states = time.monotonic(), 0
ours, theirs = pty.openpty()
tty.setraw(theirs)
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(columns), 0, 0))
env = {k: v for k, v in os.environ.items() if k != 'COLUMNS'}
out = theirs if name == '-' else open(os.environ['tmp'] + '/out', 'wb')
runs = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=theirs, env=env)
os.close(theirs)

def is_enough():
    """A busy machine may be slow, but not so slow that a minute is too short."""
    passed = time.monotonic() - began
    return passed >= float(until[:-1]) if until.endswith('s') else states >= int(until) or passed >= 60

def feed():
    number = 0
    try:
        while True:
            runs.stdin.write(b'http://a.example/%d and some words\n' % number)
            runs.stdin.flush()
            number += 1
            if is_enough():
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
        states += name != '-' or 'links' in line
print('end', line.rstrip() + '|')
print('took %.1f' % (time.monotonic() - began))
sys.exit(runs.wait())
END

# screen COLUMNS END FILE: runs screen.py with the options in $more. Prints its output except the
# time, and writes the time to $tmp/took.
# shellcheck disable=SC2086
screen() {
    python3 "$tmp/screen.py" "$1" "$2" "$3" "$TRAWL" $more >"$tmp/all" || screen_status=$?
    sed -n 's/^took //p' "$tmp/all" >"$tmp/took"
    grep -v '^took' "$tmp/all"
    return "${screen_status:-0}"
}

# short_run: prints the screen of a run that takes less than a second. If the machine is too busy
# for that, prints only the screen's line at the end of the run.
short_run() {
    for try in 1 2 3 4 5 6 7 8 9 10; do
        screen 80 0.1s file >"$tmp/short"
        [ "$(cut -d . -f 1 "$tmp/took")" -gt 0 ] || break
        [ "$try" -lt 10 ] || echo 'end |' >"$tmp/short"
    done
    cat "$tmp/short"
}

if ! has_terminals; then
    skip 'progress' 'there is no python3 with pseudo-terminals'
    finish
fi
more=
export more

check 'a run until the line has changed three times' 'screen 80 3 file >"$tmp/s"'
check 'it shows a progress line' 'grep -E "^state [0-9.]+ k?B, [0-9]+ links, [0-9.]+ k?B/s\|$" "$tmp/s"'
check 'the line changes five times a second at most' \
    'awk -v n="$(grep -c ^state "$tmp/s")" "{ exit !(n >= 3 && n <= 5 * \$1 + 2) }" "$tmp/took"'
check 'and not in the first second' 'awk "{ exit !(\$1 >= 1) }" "$tmp/took"'
check_same 'the line is removed at the end' 'tail -n 1 "$tmp/s"' 'echo "end |"'
check_test 'the progress never ends a line' -eq 0 'grep -c ^line "$tmp/s"'
check 'the links are complete' '[ "$(wc -l <"$tmp/out")" -gt 1 ] && awk -F / "\$4 + 0 != NR - 1 { exit 1 }" "$tmp/out"'
check_same 'a run of less than a second shows nothing' short_run 'echo "end |"'
more='--progress never'
check_same '--progress never' 'screen 80 1.5s file' 'echo "end |"'
more=-q
check_same '-q' 'screen 80 1.5s file' 'echo "end |"'
more='--progress always'
check '--progress always: at once' 'screen 80 1 file | grep -E "^state [0-9]+ B, [0-9]+ link"'
check '--progress always: no terminal' 'echo "see http://a.example/ now" | "$TRAWL" --progress always 2>&1 >/dev/null | grep "1 link"'
check_same '--progress auto: no terminal' \
    '{ echo http://a.example/; sleep 1.3; echo; } | "$TRAWL" --progress auto 2>&1 >/dev/null' 'printf ""'
check_same '--progress with an unknown word' '"$TRAWL" --progress sometimes 2>&1 </dev/null' \
    'echo "trawl: --progress: unknown choice sometimes; it takes auto, always or never"'

more=
check 'a narrow terminal' 'screen 24 1 file >"$tmp/s"'
check 'the line is shortened' 'grep -E "^state [0-9.]+ k?B(, [0-9.]+ k?B/s)?\|$" "$tmp/s"'
check_test 'the line is never full' -eq 0 'grep -c "is full" "$tmp/s"'
check 'a very narrow terminal' 'screen 5 1 file >"$tmp/s" && grep -E "^state .{1,4}\|$" "$tmp/s" && ! grep full "$tmp/s"'

more='- nix'
check_status 'a run with an error message' 2 'screen 80 2 file >"$tmp/s"'
check_same 'the message is on its own line' 'grep ^line "$tmp/s"' 'echo "line trawl: nix: No such file or directory|"'
check 'progress is shown, too' 'grep "^state.*links" "$tmp/s"'
check_same 'the line is removed after a message' 'tail -n 1 "$tmp/s"' 'echo "end |"'

more=
check 'links on the same terminal' 'screen 80 2 - >"$tmp/s"'
check_test 'links are on their own lines' -eq 0 'grep ^line "$tmp/s" | grep -vcE "^line http://a.example/[0-9]+\|$"'
check 'progress is shown below the links' 'grep "^state.*links" "$tmp/s"'
check_same 'the line is removed after links' 'tail -n 1 "$tmp/s"' 'echo "end |"'

i=0
while [ $i -lt 1000 ]; do
    echo "http://a.example/$i ."
    i=$((i + 1))
done >"$tmp/known"
check 'the size of files is shown' '"$TRAWL" --progress always "$tmp/known" "$tmp/known" 2>&1 >/dev/null | tr "\r" "\n" |
    grep -E "22.9 kB of 45.8 kB, 1000 links, [0-9.]+ .?B/s, 0:00 left"'
more="--progress always -"
check 'the size of standard input is shown' '"$TRAWL" --progress always <"$tmp/known" 2>&1 >/dev/null | grep "22.9 kB of 22.9 kB, 1000 links"'
check 'COLUMNS is used' 'COLUMNS=12 "$TRAWL" --progress always <"$tmp/known" 2>&1 >/dev/null | tr "\r" "\n" |
    grep -x "22.9 kB of "'

cat >"$tmp/killed.py" <<'END'
"""killed.py COMMAND: interrupts it and prints the signal, whether progress was shown, and whether it was removed."""
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
check_same 'an interrupt removes the line' 'python3 "$tmp/killed.py" "$TRAWL"' 'echo -2 True True'
finish
