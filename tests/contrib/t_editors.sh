#!/bin/sh
# t_editors.sh - the plugins of contrib for editors, and the recipes for pagers and pages
#
# The text has a quoted URL that is broken over two lines. The browser writes down its arguments: it
# must get the whole URL, as one argument.
# shellcheck disable=SC2016  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

contrib=$PWD/contrib
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
mkdir "$tmp/bin" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
PATH=$tmp/bin:$PATH
export tmp contrib PATH

url=http://www.example.org/a/b.html
cat >"$tmp/text" <<'END'
Joe wrote:
> see <URL:http://www.example.org/a/
> b.html>, and
> some ä more (http://www.example.com/x_(y)).
END
cat >"$tmp/bin/browser" <<'END'
#!/bin/sh
printf '%s\n' "$#" "$@" >"$tmp/opened.new"
mv "$tmp/opened.new" "$tmp/opened"
END
chmod +x "$tmp/bin/browser"
BROWSER=browser
export url BROWSER
unset DISPLAY WAYLAND_DISPLAY TMUX

# opened: prints what the browser got, after at most five seconds.
opened() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
        [ ! -f "$tmp/opened" ] || break
        sleep 0.2
    done
    cat "$tmp/opened"
    rm -f "$tmp/opened"
}

# ---- vim and neovim ----

cat >"$tmp/vimrc" <<'END'
runtime plugin/trawl.vim
call cursor(3, 5)
normal gx
sleep 300m
call cursor(4, 20)
normal yiu
call writefile([@"], $tmp . "/inner")
call cursor(2, 15)
normal yau
call writefile(split(@", "\n"), $tmp . "/around")
Trawl
call writefile(map(getqflist(), 'v:val.lnum . " " . v:val.col . " " . v:val.text'), $tmp . "/list")
wincmd p
compiler trawl
call writefile([&makeprg], $tmp . "/makeprg")
qa!
END

# vi EDITOR OPTION...: runs the script in an editor.
vi() {
    rm -f "$tmp/opened" "$tmp/inner" "$tmp/around" "$tmp/list" "$tmp/makeprg"
    timeout 20 "$@" --cmd 'set rtp+='"$contrib/vim" -S "$tmp/vimrc" "$tmp/text" </dev/null >/dev/null 2>&1
}

# try_vi NAME EDITOR OPTION...
try_vi() {
    name=$1
    shift
    vi "$@"
    check_same "$name: gx opens a broken and quoted link" 'opened' 'printf "1\n%s\n" "$url"'
    check_same "$name: iu is the link" 'cat "$tmp/inner"' 'echo "http://www.example.com/x_(y)"'
    check_same "$name: au has the wrapper" 'cat "$tmp/around"' 'printf "<URL:http://www.example.org/a/\n> b.html>\n"'
    check_same "$name: :Trawl" 'cat "$tmp/list"' 'printf "2 12 %s\n4 17 http://www.example.com/x_(y)\n" "$url"'
    check_same "$name: :compiler trawl" 'cat "$tmp/makeprg"' 'echo "trawl wrap --check %:S"'
}

if have vim timeout && vim --version | grep -q '+channel\|+job'; then
    try_vi vim vim -u NONE -i NONE -N -es
else
    skip vim 'no vim with jobs'
fi
if have nvim timeout; then
    try_vi neovim nvim --clean --headless
    check 'neovim: the plugin for extmarks loads, or does nothing in old versions' \
        'timeout 20 nvim --clean --headless --cmd "set rtp+=$contrib/neovim" -c "runtime plugin/trawl_links.lua" \
             -c "set filetype=mail" -c "sleep 300m" -c "qa!" "$tmp/text" 2>&1 | { ! grep .; }'
else
    skip neovim 'no nvim'
fi

# ---- Emacs ----

cat >"$tmp/test.el" <<'END'
(load (expand-file-name "emacs/trawl.el" (getenv "contrib")) nil t)
(setq browse-url-browser-function (lambda (url &rest _) (princ (format "%s\n" url))))
(find-file (expand-file-name "text" (getenv "tmp")))
(trawl-mode)
(trawl-next)
(princ (format "%d " (point)))
(trawl-open)
(trawl-next)
(princ (format "%d " (point)))
(trawl-open)
(trawl-previous)
(princ (format "%d\n" (point)))
(trawl-mode -1)
(goto-char (point-min))
(forward-line 2)
(forward-char 4)
(trawl-open)
(princ (if (overlays-in (point-min) (point-max)) "buttons\n" "no buttons\n"))
(with-temp-buffer
  (insert "one two <http://www.example.org/ä> three\n")
  (let ((fill-column 24))
    (trawl-wrap-region (point-min) (point-max)))
  (princ (buffer-string)))
END
if have emacs timeout; then
    check_same 'Emacs: links, buttons, folding' 'timeout 60 emacs -Q --batch -l "$tmp/test.el"' \
        'printf "%s\n" "23 $url" "79 http://www.example.com/x_(y)" 23 "$url" "no buttons" "one two" \
             "<http://www.example.org/ä>" three'
    check_same 'Emacs: trawl.el compiles without a warning' \
        'cp "$contrib/emacs/trawl.el" "$tmp" && timeout 60 emacs -Q --batch -f batch-byte-compile "$tmp/trawl.el" 2>&1' ':'
else
    skip Emacs 'no emacs'
fi

# ---- tmux ----

# popup: types prefix u in a pane of 40 columns, whose program has written a long URL. Two servers:
# the outer one is the terminal of the inner one.
popup() {
    rm -f "$tmp/popped"
    cat >"$tmp/tmux.conf" <<END
set -g default-command 'echo "see http://www.example.org/a/path/that/is/wider/than/the/pane.html now"; exec sleep 60'
set -g @trawl-command 'trawl -u >$tmp/popped'
source-file $contrib/tmux/trawl.tmux
END
    tmux -S "$tmp/outer" -f /dev/null new-session -d -x 40 -y 12 \
        "env -u TMUX TERM=screen tmux -S $tmp/inner -f $tmp/tmux.conf new-session"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.5
        tmux -S "$tmp/outer" send-keys C-b u
        [ ! -s "$tmp/popped" ] || break
    done
    tmux -S "$tmp/inner" kill-server
    tmux -S "$tmp/outer" kill-server
    cat "$tmp/popped"
}

if have tmux && tmux -V | awk '{ sub(/^next-/, "", $2); exit $2 + 0 < 3.2 }'; then
    check_same 'tmux: a URL that the terminal broke' 'popup 2>/dev/null' \
        'echo http://www.example.org/a/path/that/is/wider/than/the/pane.html'
else
    skip tmux 'no tmux of 3.2 or newer'
fi

# ---- fzf ----

# choose: opens the first link of the list.
choose() {
    tmux -S "$tmp/fzf" -f /dev/null new-session -d -x 80 -y 24 "$contrib/fzf/trawl-fzf $tmp/text"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.5
        tmux -S "$tmp/fzf" capture-pane -p | grep -q '2/2' && break
    done
    tmux -S "$tmp/fzf" send-keys b.html Enter
    opened
    tmux -S "$tmp/fzf" kill-server
}

if have fzf tmux; then
    check_same 'fzf: the chosen link is opened' 'choose 2>/dev/null' 'printf "1\n%s\n" "$url"'
else
    skip fzf 'no fzf or no tmux'
fi

# ---- less, w3m, lynx, cgit ----

check_same 'less: the program that opens a link' '"$contrib/less/trawl-open" "$url"; opened' 'printf "1\n%s\n" "$url"'
check_test 'less: it does not open every scheme' = '' '"$contrib/less/trawl-open" javascript:alert 2>/dev/null; sleep 0.2; ls "$tmp/opened"'
if have w3m; then
    check_same 'w3m: the text' 'trawl -t html --page "$tmp/text" | w3m -T text/html -I UTF-8 -O UTF-8 -dump | grep .' 'cat "$tmp/text"'
else
    skip w3m 'no w3m'
fi
if have lynx; then
    check_same 'lynx: both pieces lead to the whole URL' \
        'trawl -t html --page "$tmp/text" | lynx -stdin -dump -listonly -nonumbers | grep -c "$url"' 'echo 2'
else
    skip lynx 'no lynx'
fi
check_same 'cgit: a commit message' \
    'printf "Fix &lt;http://a.example/x&gt; &amp; \"b\", see &lt;script&gt;" | "$contrib/cgit/commit-filter" | sed "s/<[^>]*>//g"' \
    'printf "Fix &lt;http://a.example/x&gt; &amp; &quot;b&quot;, see &lt;script&gt;"'
check_test 'cgit: the link' -eq 1 \
    'printf "Fix &lt;http://a.example/x?a&amp;b&gt;" | "$contrib/cgit/commit-filter" | grep -c "href=\"http://a.example/x?a&amp;b\""'
for folder in contrib/*/; do
    check_test "$folder has a README of three lines" -eq 3 "wc -l <'${folder}README'"
done
finish
