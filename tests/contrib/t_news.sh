#!/bin/sh
# t_news.sh - newsreaders with the settings of contrib: a link of an article is chosen and opened
#
# They read from nntp.py, a server of one article.
# shellcheck disable=SC2154  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/contrib/hosts.sh
. tests/contrib/hosts.sh

if ! have python3; then
    skip 'newsreaders' 'no python3'
    finish
fi
python3 -B tests/contrib/nntp.py "$tmp/message" "$tmp/port" 2>"$tmp/server" &
server=$!
trap 'kill "$server"; mux kill-server; rm -rf "$tmp"' EXIT
check 'a news server for the tests' 'until_so "[ -f \"\$tmp/port\" ]" || { cat "$tmp/server"; false; }'
port=$(cat "$tmp/port")
NNTPSERVER=127.0.0.1
export NNTPSERVER port

if runnable slrn slrn; then
    printf 'set username "joe"\nset hostname "example.org"\ninterpret "%s"\n' "$contrib/slrn/trawl.sl" >"$HOME/.slrnrc"
    check_same 'slrn: U opens a link' \
        'begin slrn -h "$NNTPSERVER" -p "$port" -f "$tmp/newsrc" --create && press test.links Enter &&
            press Bells Space && press "see <URL" U && pick_first' "$whole"
fi
if runnable tin tin; then
    mkdir "$HOME/.tin" && cp "$contrib/tin/tinrc" "$HOME/.tin" && echo 'test.links: ' >"$HOME/.newsrc"
    check_same 'tin: | Enter Enter opens a link' \
        'begin tin -r -g "$NNTPSERVER" -p "$port" && press "1  test.links" Enter && press Bells Enter &&
            press "see <URL" "|" && press "a=article" Enter && press "[trawl pick]" Enter && pick_first' "$whole"
fi
cat >"$HOME/.emacs" <<'END'
(load (expand-file-name "emacs/trawl" (getenv "contrib")) nil t)
(trawl-mail-setup)
(setq browse-url-browser-function 'browse-url-generic browse-url-generic-program "browser"
      gnus-select-method (list 'nntp "127.0.0.1"
                               (list 'nntp-port-number (string-to-number (getenv "port"))))
      gnus-use-dribble-file nil gnus-novice-user nil gnus-inhibit-startup-message t
      gnus-message-archive-group nil gnus-permanently-visible-groups ".")
END
if runnable Gnus emacs; then
    echo 'test.links: 2' >"$HOME/.newsrc"
    check_same 'Gnus: RET on the second piece opens the link' \
        'begin emacs -nw -f gnus && press ": test.links" Enter && press "] Bells" Enter && press "see <URL" C-x o &&
            press "see <URL" C-s b.htm Enter Enter && opened' "$whole"
fi
finish
