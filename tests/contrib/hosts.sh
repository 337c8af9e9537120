# shellcheck shell=sh
# hosts.sh - for the tests of contrib: runs mail readers, editors and other programs under tmux
#
# Sourced after lib.sh. Makes a text and a message with a quoted URL that is broken over two lines,
# and a browser that records its arguments: it must get the whole URL, as one argument. A test runs
# a program, waits for words on its screen and presses keys:
#
#     runnable NAME mutt && check_same NAME 'begin mutt && press Bells C-b && pick_first' "$whole"
#
# Nothing is read from the user's home. Every wait ends after 60 seconds.

contrib=$PWD/contrib
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
mkdir "$tmp/bin" "$tmp/home" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
LC_ALL=$(locale -a 2>/dev/null | grep -iE -m 1 '^(c|en_us)[.]utf-?8$') || LC_ALL=C.UTF-8
HOME=$tmp/home PATH=$tmp/bin:$PATH BROWSER=browser TMPDIR=$tmp
unset DISPLAY WAYLAND_DISPLAY TMUX EDITOR VISUAL LESS LESSOPEN LESSKEYIN EMAIL MAIL NO_COLOR SSH_CONNECTION SSH_TTY \
    TRAWL_PICK XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
export tmp contrib HOME PATH BROWSER TMPDIR LC_ALL

url=http://www.example.org/a/b.html
whole='printf "1\n%s\n" "$url"' # what the browser records for one argument, the URL
export url
cat >"$tmp/text" <<'END'
Joe wrote:
> see <URL:http://www.example.org/a/
> b.html>, and
> some ä more (http://www.example.com/x_(y)).
END
{
    printf '%s\n' 'From: Ann <ann@example.net>' 'To: joe@example.org' 'Newsgroups: test.links' 'Subject: Bells' \
        'Date: Mon, 30 Jun 2008 02:34:00 +0000' 'Message-ID: <1@example.net>' 'MIME-Version: 1.0' \
        'Content-Type: text/plain; charset=utf-8' 'Content-Transfer-Encoding: 8bit' ''
    cat "$tmp/text"
} >"$tmp/message"
cat >"$tmp/bin/browser" <<'END'
#!/bin/sh
printf '%s\n' "$#" "$@" >"$tmp/opened.new"
mv "$tmp/opened.new" "$tmp/opened"
END
chmod +x "$tmp/bin/browser"

mux() {
    tmux -u -f /dev/null -S "$tmp/mux" "$@" 2>/dev/null
}
trap 'mux kill-server; rm -rf "$tmp"' EXIT

# runnable NAME TOOL...: succeeds if the tools, tmux and the screen of trawl pick are there.
# Otherwise skips the check NAME.
runnable() {
    host=$1
    shift
    for tool in "$@" tmux; do
        have "$tool" || {
            skip "$host" "no $tool"
            return 1
        }
    done
    has_screen || {
        skip "$host" 'trawl pick is built without ncursesw'
        return 1
    }
}

# until_so COMMAND: waits until COMMAND succeeds.
until_so() {
    tries=0
    until eval "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || return
        sleep 0.1
    done
}

# begin COMMAND...: runs COMMAND on a terminal of its own.
begin() {
    mux kill-server
    until_so '! mux list-sessions >/dev/null' || return
    rm -f "$tmp/opened"
    # A server that is about to end refuses the session.
    for _ in 1 2 3 4 5; do
        ! mux new-session -d -x 100 -y 30 "$@" || return 0
        sleep 1
    done
    return 1
}

# idle: succeeds when each process on the terminal waits, for a key for example.
idle() {
    ps -t "$(mux display-message -p '#{pane_tty}')" -o stat= 2>/dev/null | awk '/^[RD]/ { busy = 1 } END { exit busy }'
}

# press WORDS KEY...: waits until the screen has the words, then presses the keys. If the words
# never appear, prints the screen and fails. A program that has drawn its screen may drop keys that
# are typed before it reads one, so the keys are sent only when the program waits.
press() {
    words=$1
    shift
    until_so 'mux capture-pane -p | grep -qF -e "$words"' || {
        echo "no '$words' on the screen:"
        mux capture-pane -p
        return 1
    }
    [ $# -eq 0 ] || { until_so 'idle && sleep 0.1 && idle' && mux send-keys "$@"; }
}

# opened: prints what the browser recorded.
opened() {
    until_so '[ -f "$tmp/opened" ]'
    cat "$tmp/opened"
    rm -f "$tmp/opened"
}

# pick_first: opens the first link in the list of trawl pick, and prints what the browser recorded.
pick_first() {
    press 'Enter opens' Enter && opened
}
