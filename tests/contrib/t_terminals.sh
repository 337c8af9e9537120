#!/bin/sh
# t_terminals.sh - what contrib has for terminals, pagers, browsers and cgit
# shellcheck disable=SC2154  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/contrib/hosts.sh
. tests/contrib/hosts.sh

# ---- tmux ----

# popup: types tmux's prefix and "u" in a pane of 40 columns, whose program has written a long URL.
# There are two servers: the outer one is the terminal of the inner one.
wide=http://www.example.org/a/path/that/is/wider/than/the/pane.html
popup() {
    cat >"$tmp/tmux.conf" <<END
set -g default-command 'echo "see $wide now"; exec sleep 60'
source-file $contrib/tmux/trawl.tmux
END
    begin sh
    mux resize-window -x 40 -y 14
    mux send-keys "env -u TMUX tmux -S '$tmp/inner' -f '$tmp/tmux.conf' new-session" Enter
    press 'pane.html now' C-b u && pick_first
    tmux -S "$tmp/inner" kill-server
}

if runnable tmux; then
    check_same 'tmux: prefix u opens a URL that the terminal broke' popup 'printf "1\n%s\n" "$wide"'
fi

# ---- kitty's text, without kitty ----

# kitty fills rows with NUL. It puts CR, shown here as "/", where the terminal broke a line.
cat >"$tmp/kitty.py" <<'END'
import os
import runpy
mark = runpy.run_path(os.environ['contrib'] + '/kitty/trawl_hints.py')['mark']
with open(os.environ['tmp'] + '/text', encoding='utf-8') as f:
    rows = [line.ljust(60, '\0') for line in f.read().splitlines()]
rows.insert(1, 'see http://www.example.net/a/long/path/that/is/wider/than/the\r/screen now'.ljust(120, '\0'))
# A program broke this URL at the edge.
login = 'http://www.example.net/login?client=0123456789abcdef&state=0123456789'
rows += [login[:60], login[60:].ljust(60, '\0')]
text = '\n'.join(rows)
for index, start, end, url, groups in mark(text, None, lambda *values: values, []):
    assert groups == {}
    print(index, text[start:end].replace('\r', '/'), url)
END
cat >"$tmp/hints" <<'END'
0 http://www.example.net/a/long/path/that/is/wider/than/the//screen http://www.example.net/a/long/path/that/is/wider/than/the/screen
1 http://www.example.org/a/ http://www.example.org/a/b.html
2 http://www.example.com/x_(y) http://www.example.com/x_(y)
3 http://www.example.net/login?client=0123456789abcdef&state=0 http://www.example.net/login?client=0123456789abcdef&state=0123456789
END
if have python3; then
    check_same 'kitty: the hints' 'python3 -B "$tmp/kitty.py"' 'cat "$tmp/hints"'
else
    skip kitty 'no python3'
fi

# ---- kitty and foot, on screens without a monitor ----

# Runs in a terminal: shows the text, then writes an answer of the terminal to a file. The answer
# comes after the text is drawn.
cat >"$tmp/bin/shown" <<'END'
#!/bin/sh
stty raw -echo
sed 's/$/\r/' "$tmp/text"
printf '\033[6n'
dd bs=1 count=1 >"$tmp/answer" 2>/dev/null
exec sleep 600
END
# The key of kitty.conf, then the label 2: kitty counts from below.
cat >"$tmp/bin/in-kitty" <<'END'
#!/bin/sh
kitty -o confirm_os_window_close=0 --listen-on "unix:$tmp/kitty.socket" shown >"$tmp/kitty.log" 2>&1 &
tell() { kitty @ --to "unix:$tmp/kitty.socket" "$@" 2>/dev/null; }
until [ -s "$tmp/answer" ]; do sleep 0.1; done
xdotool search --sync --onlyvisible --class kitty windowfocus --sync key ctrl+shift+u
until tell ls | grep -q trawl_hints; do sleep 0.1; done
until [ -f "$tmp/opened" ]; do
    xdotool key 2
    sleep 1
done
kill $!
END
# The key of foot.ini, then Enter in the window of trawl pick. sway refuses to run as root, so it
# gets another user's number in a namespace.
cat >"$tmp/bin/in-sway" <<'END'
#!/bin/sh
sway -c "$tmp/sway.conf" >"$tmp/sway.log" 2>&1 &
tell() { SWAYSOCK=$(echo "$tmp"/run/sway-ipc.*) swaymsg "$@" 2>/dev/null; }
WAYLAND_DISPLAY=wayland-1
export WAYLAND_DISPLAY
until [ -s "$tmp/answer" ] && tell -t get_tree | grep -q '"app_id": "foot"'; do sleep 0.1; done
wtype -M ctrl -M shift -k b
until tell -t get_tree | grep -q '"name": "trawl pick"'; do sleep 0.1; done
until [ -f "$tmp/opened" ]; do
    wtype -k Return
    sleep 1
done
kill $!
END
chmod +x "$tmp/bin/shown" "$tmp/bin/in-kitty" "$tmp/bin/in-sway"
# The READMEs' lines.
mkdir "$tmp/kitty" "$tmp/run" && chmod 700 "$tmp/run" && cp contrib/kitty/trawl_hints.py "$tmp/kitty"
{ grep '^map ' contrib/kitty/README && printf 'allow_remote_control yes\nopen_url_with browser\n'; } >"$tmp/kitty/kitty.conf"
sed "s|/usr/local/share/trawl|$contrib|" contrib/foot/foot.ini >"$tmp/foot.ini"
echo "exec foot -c '$tmp/foot.ini' shown" >"$tmp/sway.conf"

# on_screen COMMAND...: the command ends when a link was opened; prints what the browser got.
on_screen() {
    rm -f "$tmp/answer" "$tmp/opened"
    LIBGL_ALWAYS_SOFTWARE=1 KITTY_CONFIG_DIRECTORY=$tmp/kitty XDG_RUNTIME_DIR=$tmp/run WLR_BACKENDS=headless \
        WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman timeout 120 "$@" >/dev/null 2>&1
    cat "$tmp/opened"
}
if runnable kitty kitty xvfb-run xdotool timeout; then
    check_same 'kitty: a label opens the link, whole' 'on_screen xvfb-run -a in-kitty' "$whole"
fi
if ! unshare -U --map-user=1000 true 2>/dev/null; then
    lacks foot 'no namespaces of users'
elif runnable foot foot sway wtype unshare timeout; then
    check_same 'foot: its key shows the links, and Enter opens one' 'on_screen unshare -U --map-user=1000 in-sway' "$whole"
fi

# ---- fzf, less, w3m, lynx ----

if runnable fzf fzf; then
    check_same 'fzf: the chosen link is opened' \
        'begin "$contrib/fzf/trawl-fzf \"\$tmp/text\"" && press 2/2 b.html Enter && opened' "$whole"
fi
if runnable less less && less --version | awk 'NR == 1 { exit $2 + 0 < 582 }'; then
    check_same 'less: Ctrl-b opens a link' \
        'LESSKEYIN=$contrib/less/trawl.lesskey begin less "$tmp/text" && press b.html C-b && pick_first' "$whole"
    check 'less: then it goes on' 'press "opened with" q && press "press RETURN" Enter && press "b.html>"'
fi
if runnable w3m w3m; then
    check_same 'w3m: Tab and ESC M open a link' \
        'begin "trawl -t html --page --structure=none \"\$tmp/text\" | w3m -T text/html -o extbrowser=browser" &&
            press b.html Tab M-M && opened' "$whole"
    check_same 'w3m: the text' \
        'trawl -t html --page --structure=none "$tmp/text" | w3m -T text/html -I UTF-8 -O UTF-8 -dump | grep .' 'cat "$tmp/text"'
fi
if have lynx; then
    check_same 'lynx: both pieces lead to the whole URL' \
        'trawl -t html --page --structure=none "$tmp/text" | lynx -stdin -dump -listonly -nonumbers | grep -c "$url"' 'echo 2'
else
    skip lynx 'no lynx'
fi

# ---- cgit, and the READMEs ----

check_same 'cgit: a commit message' \
    'printf "Fix &lt;http://a.example/x&gt; &amp; \"b\", see &lt;script&gt;" | "$contrib/cgit/commit-filter" | sed "s/<[^>]*>//g"' \
    'printf "Fix &lt;http://a.example/x&gt; &amp; &quot;b&quot;, see &lt;script&gt;"'
check_test 'cgit: the link' -eq 1 \
    'printf "Fix &lt;http://a.example/x?a&amp;b&gt;" | "$contrib/cgit/commit-filter" | grep -c "href=\"http://a.example/x?a&amp;b\""'
for folder in contrib/*/; do
    case $folder in
    contrib/rules/) continue ;; # no program of readers
    esac
    check_test "$folder has a README of three lines" -eq 3 "wc -l <'${folder}README'"
done

# ---- The words of mail that is HTML alone ----

for browser in w3m lynx; do
    export browser
    if have "$browser"; then
        check "the words are those that $browser shows" \
            'python3 tests/trawl/markup.py "$TRAWL" testdata/markup/mails.mbox "$browser"'
    else
        skip "the words that $browser shows" "no $browser"
    fi
done
finish
