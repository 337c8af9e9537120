#!/bin/sh
# t_terminals.sh - what contrib has for terminals, pagers, browsers and cgit
# shellcheck disable=SC2016,SC2154  # commands are in single quotes and run by eval
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

# ---- kitty and foot: what contrib has for them, without these programs ----

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
# The stub of foot runs the command on the terminal of the test, while foot would open a terminal of
# its own.
printf '#!/bin/sh\nshift 2 && exec "$@" </dev/tty\n' >"$tmp/bin/foot" && chmod +x "$tmp/bin/foot"
if runnable foot; then
    check_same 'foot: a link of the screen is opened' \
        'begin "$contrib/foot/trawl-foot <\"\$tmp/text\"" && pick_first' "$whole"
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
check_same 'less: the program that opens a link' '"$contrib/less/trawl-open" "$url"; opened' "$whole"
check_test 'less: it does not open every scheme' = '' '"$contrib/less/trawl-open" javascript:alert 2>/dev/null; sleep 0.2; ls "$tmp/opened"'
if runnable w3m w3m; then
    check_same 'w3m: Tab and ESC M open a link' \
        'begin "trawl -t html --page --no-structure \"\$tmp/text\" | w3m -T text/html -o extbrowser=browser" &&
            press b.html Tab M-M && opened' "$whole"
    check_same 'w3m: the text' \
        'trawl -t html --page --no-structure "$tmp/text" | w3m -T text/html -I UTF-8 -O UTF-8 -dump | grep .' 'cat "$tmp/text"'
fi
if have lynx; then
    check_same 'lynx: both pieces lead to the whole URL' \
        'trawl -t html --page --no-structure "$tmp/text" | lynx -stdin -dump -listonly -nonumbers | grep -c "$url"' 'echo 2'
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
    contrib/clickhouse/ | contrib/dask/ | contrib/parallel/ | contrib/rules/ | contrib/slurm/ | contrib/spark/) continue ;; # no program of readers
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
