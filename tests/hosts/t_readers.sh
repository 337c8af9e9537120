#!/bin/sh
# t_readers.sh - trawl in mail readers and pagers, as trawl(1) documents: neomutt under tmux, and
# aerc's environment
#
# neomutt runs with the lines of the manual page. The test waits up to 120 seconds for the expected
# screen. The hyperlinks of less are searched in the bytes that reach the terminal, since not every
# tmux keeps them. tests/lib/emit/t_less.c tests less on its own terminal.
# shellcheck disable=SC2031  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
mkdir "$tmp/bin" "$tmp/home" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
bells=$PWD/testdata/bells.mbox
unset AERC_OSC8_URLS AERC_MIME_TYPE AERC_FORMAT
export tmp

# documented: prints the manual page without its escapes.
documented() {
    sed "s/\\\\(aq/'/g; s/\\\\e/\\\\/g" doc/trawl.1
}

# ---- aerc ----

esc=$(printf '\033')
on="$esc]8;id=1;http://a.example/long$esc\\$esc[4m" off="$esc[24m$esc]8;;$esc\\"
printf '> see <URL:http://a.example/lo\n> ng>.\n' >"$tmp/broken"
printf '> see <URL:%shttp://a.example/lo%s\n> %sng%s>.\n' "$on" "$off" "$on" "$off" >"$tmp/linked"
printf '> see <URL:http://a.example/long>.\n> \n' >"$tmp/whole"

# filter VARIABLE...: prints the output of the documented filter with these variables set.
filter() {
    command=$(documented | sed -n 's/^text\/plain=\(.*term\)$/\1/p')
    env PATH="$tmp/bin:$PATH" "$@" sh -c "$command" <"$tmp/broken"
}

check_same 'aerc: links' 'filter AERC_MIME_TYPE=text/plain AERC_FILENAME= AERC_OSC8_URLS=1' 'cat "$tmp/linked"'
check_same 'aerc: AERC_OSC8_URLS alone: links' 'filter AERC_OSC8_URLS=1' 'cat "$tmp/linked"'
check_same 'aerc without hyperlinks: joined text' 'filter AERC_MIME_TYPE=text/plain' 'cat "$tmp/whole"'
check_same 'aerc: AERC_OSC8_URLS=0: joined text' 'filter AERC_MIME_TYPE=text/plain AERC_OSC8_URLS=0' 'cat "$tmp/whole"'
check_same 'AERC_OSC8_URLS=0 alone: joined text' 'filter AERC_OSC8_URLS=0' 'cat "$tmp/whole"'
check_same 'AERC_OSC8_URLS empty: joined text' 'filter AERC_OSC8_URLS=' 'cat "$tmp/whole"'
check_same 'without aerc: links' 'filter TERM=xterm' 'cat "$tmp/linked"'
check_same 'other formats ignore AERC_OSC8_URLS' 'AERC_OSC8_URLS=1 "$TRAWL" -t text "$tmp/broken"' \
    'cat "$tmp/whole"'
check_same 'other formats ignore AERC_OSC8_URLS=0' 'AERC_OSC8_URLS=0 "$TRAWL" -t notes "$tmp/broken"' '"$TRAWL" -t notes "$tmp/broken"'
check_status 'AERC_OSC8_URLS=0: invalid combinations are refused' 2 'AERC_OSC8_URLS=0 "$TRAWL" -t term --join=both "$tmp/broken"'
check 'AERC_OSC8_URLS=0: valid combinations work' 'AERC_OSC8_URLS=0 "$TRAWL" -t term --base http://a.example/ "$tmp/broken"'

# ---- neomutt ----

for tool in neomutt tmux less; do
    have "$tool" || {
        skip 'neomutt' "no $tool"
        finish
    }
done
locale=$(locale -a 2>/dev/null | grep -iE -m 1 '^(c|en_us)[.]utf-?8$') || locale=C.UTF-8

mux() {
    tmux -u -f /dev/null -S "$tmp/mux" "$@" 2>/dev/null
}
trap 'mux kill-server; rm -rf "$tmp"' EXIT

# Settings besides those of the manual page: no settings of the machine, and fewer lines around the
# message.
cat >"$tmp/plain" <<'END'
set folder="$HOME"
set charset="utf-8"
set pager_format="[shown]"
set mail_check=0
unset help
unset markers
unset wait_key
ignore *
unignore subject
END
for line in display_filter pager; do
    { cat "$tmp/plain" && documented | grep "^set $line="; } >"$tmp/$line"
done
{ cat "$tmp/plain" && documented | awk '/^macro /, /"$/'; } >"$tmp/macros"

# begin RC MBOX: runs neomutt with the only message of a mailbox open. Its output goes to
# $tmp/bytes.
begin() {
    mux kill-server
    until_so '! mux list-sessions >/dev/null' || return
    rm -f "$tmp/go"
    : >"$tmp/bytes"
    env -u LESS -u LESSOPEN HOME="$tmp/home" LC_ALL="$locale" LESSCHARSET=utf-8 PATH="$tmp/bin:$PATH" \
        RC="$tmp/$1" MBOX="$2" GO="$tmp/go" tmux -u -f /dev/null -S "$tmp/mux" new-session -d -x 100 -y 30 \
        'while [ ! -e "$GO" ]; do sleep 0.1; done
        exec neomutt -n -F "$RC" -R -f "$MBOX" -e "push <display-message>"' || return
    mux pipe-pane "cat >>'$tmp/bytes'"
    : >"$tmp/go"
}

# screen: prints the screen, without blanks and empty lines at the end, and without header fields
# that some versions add to what they pipe.
screen() {
    mux capture-pane -p | sed '/^MIME-Version:/d; /^Content-/d; s/ *$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# until_so COMMAND: waits until COMMAND succeeds, at most 120 seconds.
until_so() {
    tries=0
    until eval "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || return
        sleep 0.2
    done
}

# shows FILE: waits for the screen to become the content of FILE; fails if it does not.
shows() {
    wanted=$1
    until_so 'screen >"$tmp/seen"; cmp -s "$tmp/seen" "$wanted"' && return
    diff -u "$wanted" "$tmp/seen"
    return 1
}

# settled FILE: waits until the screen of the message no longer changes, and writes it to the file.
settled() {
    calm=$1
    until_so 'screen >"$calm"; grep -q "^\[shown\]" "$calm" && sleep 0.5 && screen | cmp -s - "$calm"'
}

# under LINES FILE: adds empty lines before the last of LINES lines, the pager's status line.
under() {
    awk -v n="$1" '{ print } END { for (i = NR + 1; i < n; i++) print ""; print "[shown]" }' "$2"
}

cat >"$tmp/whole" <<'END'
Subject: Glocken in Überlingen

Łukasz wrote:
> The register is at <URL:http://www.bell-tower.example/register/winter/index.html>,
>  and what Jörg said of it at
> <http://münster.example/türme/glocken.html>.
>     Who rings the “tenor” now?

I do — 日本 came along. Ask <URL:mailto:hilda@towers.example>, or look
into http://lower.example/tower before you come.

--
Ruth ☎ 5, Überlingen
END
under 29 "$tmp/whole" >"$tmp/whole.shown"
# With an external pager neomutt writes its status line into the text.
cat >"$tmp/lines" <<'END'
[shown]

Subject: Glocken in Überlingen

Łukasz wrote:
> The register is at <URL:http://www.bell-tower.example/reg
> ister/winter/index.html>, and what Jörg said of it at
> <http://münster.example/türme/
>    glocken.html>. Who rings the “tenor” now?

I do — 日本 came along. Ask <URL:mailto:hilda@towers.example>, or look
into http://lower.example/tower before you come.

--
Ruth ☎ 5, Überlingen
(END)
END
cat >"$tmp/list" <<'END'
http://www.bell-tower.example/register/winter/index.html
http://münster.example/türme/glocken.html
mailto:hilda@towers.example
http://lower.example/tower
(END)
END
{ cat "$tmp/whole" && echo '(END)'; } >"$tmp/whole.paged"

# A message with hostile escape sequences, and a broken link among them.
{
    sed '/^$/q' "$bells"
    printf 'Red \033[31mbell\033[0m, title \033]0;owned\007, clear \033[2J\033[H, C1 \302\2332J, tab\tx, bell \007,\n'
    printf 'link \033]8;;http://evil.example/\033\\here\033]8;;\033\\, one \342\200\256over, shift \016 out, DEL \177,\n'
    printf 'reset \033c, query \033[6n, <URL:http://a.example/x\033[2J>, a lone\rCR, \033[?1049l and \033(0 qqq,\n'
    printf 'half a letter \303, \377\376, and <URL:http://b.example/lo\n ng>.\nThis is the last line.\n'
} >"$tmp/tricks"
if ! begin plain "$bells" || ! settled "$tmp/whatever"; then
    skip 'neomutt' 'it does not run under tmux here'
    finish
fi

check 'display_filter: the message with joined links' 'begin display_filter "$bells" && shows "$tmp/whole.shown"'
check_test 'display_filter: no hyperlinks, which neomutt would show as text' -eq 0 'grep -c "]8;" "$tmp/bytes"'
check 'escape sequences without a filter' 'begin plain "$tmp/tricks" && settled "$tmp/without"'
check 'escape sequences with the filter' 'begin display_filter "$tmp/tricks" && settled "$tmp/with"'
check_same 'both look the same, except the joined link' 'cat "$tmp/with"' \
    'sed "s|http://b.example/lo\$|http://b.example/long>.|; s|^ ng>[.]\$||" "$tmp/without"'
check_same 'the first and last lines are in place' 'sed -n "1p; /^This is/p; \$p" "$tmp/with"' \
    'printf "%s\n" "Subject: Glocken in Überlingen" "This is the last line." "[shown]"'
check_test 'no escape sequence reaches the terminal' -eq 0 'grep -aEc "$esc(\][08];|\[6n|c|\(0)" "$tmp/bytes"'
check 'pager: the message, in less' 'begin pager "$bells" && shows "$tmp/lines"'
check_same 'pager: hyperlinks' 'grep -aoE "]8;id=[12];[^[:cntrl:]]*" "$tmp/bytes" | sort | uniq -c | sed "s/^ *//"' \
    'printf "2 ]8;id=%s\n" "1;http://www.bell-tower.example/register/winter/index.html" \
        "2;http://xn--mnster-3ya.example/t%C3%BCrme/glocken.html"'
check 'Alt-l: a list of the links' 'begin macros "$bells" && settled "$tmp/whatever" && mux send-keys M-l && shows "$tmp/list"'
# opens: succeeds when Ctrl-b shows the links, and the number of the broken and quoted URL, with
# Enter, opens it.
opens() {
    number='s|^ *\([0-9]*\)  http://www.bell-tower.example/register/winter/index.html$|\1|p'
    mux send-keys C-b && until_so 'screen | sed -n "$number" | grep .' &&
        mux send-keys "$(screen | sed -n "$number")" Enter && until_so '[ -s "$tmp/opened" ]' && mux send-keys q &&
        cat "$tmp/opened" && [ "$(cat "$tmp/opened")" = http://www.bell-tower.example/register/winter/index.html ]
}
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >"$tmp/opened"\n' >"$tmp/bin/browser" && chmod +x "$tmp/bin/browser"
if ! has_screen; then
    skip 'Ctrl-b: a link is chosen and opened' 'built without ncursesw'
else
    check 'Ctrl-b: a link is chosen and opened' \
        'BROWSER=browser begin macros "$bells" && settled "$tmp/whatever" && opens'
fi
check 'Alt-u: the message with joined links' \
    'begin macros "$bells" && settled "$tmp/whatever" && mux send-keys M-u && shows "$tmp/whole.paged"'

# ---- The same links from raw messages and from decoded ones with the old header fields ----

cat >"$tmp/coded" <<'END'
From ruth@towers.example Fri Nov 20 10:00:00 2026
Date: Fri, 20 Nov 2026 10:00:00 +0100
From: Ruth <ruth@towers.example>
Subject: Glocken in =?iso-8859-1?Q?=DCberlingen?=
List-Archive: <http://lists.example/bells/>
MIME-Version: 1.0
Content-Type: CONTENT
Content-Transfer-Encoding: ENCODING

END
sed 's/CONTENT/text\/plain; charset=iso-8859-1/; s/ENCODING/quoted-printable/' "$tmp/coded" >"$tmp/quoted"
cat >>"$tmp/quoted" <<'END'
> The register is at <URL:http://www.bell-tower.example/reg=
ister/winter?year=3D2026&=
tower=3D1>, and what J=F6rg said at
> <http://m=FCnster.example/t=FCrme/
>    glocken.html>. Look into http://lower.example/tower=20
END
sed 's/CONTENT/multipart\/mixed; boundary=b1/; s/ENCODING/8bit/' "$tmp/coded" >"$tmp/mixed"
{
    printf '%s\n' --b1 'Content-Type: text/plain; charset=utf-8' 'Content-Transfer-Encoding: base64' ''
    printf '> The register is at <URL:http://www.bell-tower.example/register/winter?year=2026&\n> tower=1>, and what %s\n' \
        'Jörg said at <http://münster.example/türme/glocken.html>.' | base64
    printf '%s\n' --b1 'Content-Type: text/plain; charset=us-ascii; format=flowed; delsp=yes' '' \
        'Look into http://lower.example/ ' 'tower --' --b1--
} >>"$tmp/mixed"
cat >"$tmp/links" <<'END'
http://lists.example/bells/
http://www.bell-tower.example/register/winter?year=2026&tower=1
http://münster.example/türme/glocken.html
http://lower.example/tower
(END)
END
for decode in no yes; do
    { cat "$tmp/macros" && printf 'set pipe_decode=%s\nunignore list- mime- content-\n' "$decode"; } >"$tmp/pipe"
    for box in quoted mixed; do
        check "Alt-l, pipe_decode=$decode: the links of a message, $box" \
            'begin pipe "$tmp/$box" && settled "$tmp/whatever" && mux send-keys M-l && shows "$tmp/links"'
    done
done

finish
