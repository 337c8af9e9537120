#!/bin/sh
# t_open.sh - the program and the arguments with which trawl pick opens a link, the links about
# which it asks, and those that it never opens
#
# Programs are scripts that record their arguments. Most runs have no terminal: there --first opens
# the link, unless that needs a question.
# shellcheck disable=SC2031  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

if ! has_terminals; then
    skip 'pick' 'there is no python3 with pseudo-terminals'
    finish
fi
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
terminal=$PWD/tests/pick/terminal.py
python=$(python3 -c 'import sys; print(sys.executable)')
HOME=$tmp/home
unset DISPLAY WAYLAND_DISPLAY BROWSER XDG_CONFIG_HOME SSH_CONNECTION SSH_TTY TMUX TRAWL_PICK NO_COLOR
export HOME tmp terminal
mkdir -p "$HOME/.config/trawl" "$tmp/bin" "$tmp/empty" || exit 2
conf=$HOME/.config/trawl/pick.conf

# program NAME [STATUS]: makes a program that records its name and arguments, and exits with STATUS.
program() {
    cat >"$tmp/bin/$1" <<END
#!/bin/sh
printf '%s' "$1" >>"\$tmp/run"
for a do printf ' [%s]' "\$a" >>"\$tmp/run"; done
echo >>"\$tmp/run"
exit ${2-0}
END
    chmod +x "$tmp/bin/$1"
}
for name in one two work mailer lynx; do program "$name"; done
program bad 3
export PATH="$tmp/bin:$PATH"

# pick TEXT OPTION...: runs trawl pick on TEXT without a terminal; prints the programs that ran.
pick() {
    rm -f "$tmp/run"
    text=$1
    shift
    printf '%s\n' "$text" | "$python" "$terminal" -n "$TRAWL" pick "$@" 2>"$tmp/said"
    status=$?
    cat "$tmp/run" 2>/dev/null
    return "$status"
}
# opens NAME TEXT WANTED: checks that --first runs WANTED.
opens() {
    opened_text=$2 opened_want=$3
    check_same "$1" 'pick "$opened_text" --first' 'printf "%s\n" "$opened_want"'
}
# refuses NAME TEXT WORD: checks that nothing runs, the status is 2, and the message has WORD.
refuses() {
    opened_text=$2 opened_want=$3
    check_status "$1" 2 'pick "$opened_text" --first'
    check "$1: nothing ran, and a message says why" '[ ! -e "$tmp/run" ] && grep -F -- "$opened_want" "$tmp/said"'
}

# ---- $BROWSER ----

BROWSER=one
export BROWSER
opens 'the URL is the last argument' 'see http://a.example/x' 'one [http://a.example/x]'
BROWSER='one -P %s -x'
opens '%s is the URL' 'see http://a.example/x' 'one [-P] [http://a.example/x] [-x]'
BROWSER="one 'two words' \"%s\" a\\ b ''"
opens 'quotes make words' 'see http://a.example/x' 'one [two words] [http://a.example/x] [a b] []'
BROWSER='one x%cy 100%% %z'
opens '%c is a colon, %% a percent sign' 'see http://a.example/x' 'one [x:y] [100%] [%z] [http://a.example/x]'
BROWSER='missing:one:two'
opens 'a program that is missing is passed over' 'see http://a.example/x' 'one [http://a.example/x]'
BROWSER='bad:two %s'
opens 'a program that fails is passed over' 'see http://a.example/x' 'bad [http://a.example/x]
two [http://a.example/x]'
BROWSER=bad
check_status 'if all fail, the status is 2' 2 'pick "see http://a.example/x" --first'
check 'and a message says so' 'grep "bad failed with status 3" "$tmp/said"'
BROWSER=missing
check_status 'a program that is missing' 2 'pick "see http://a.example/x" --first'
check 'a message names it' 'grep "missing: No such file" "$tmp/said"'
BROWSER='one; touch $tmp/shell | two'
program 'one;'
opens 'there is no shell' 'see http://a.example/x' 'one; [touch] [$tmp/shell] [|] [two] [http://a.example/x]'
BROWSER=one
opens 'signs of the shell in a URL have no effect' \
    "<URL:http://a.example/?a=1&b=\$(touch)\`x\`;'c'|d>" "one [http://a.example/?a=1&b=\$(touch)%60x%60;'c'%7Cd]"
opens 'a broken URL is one argument' '> see <http://a.example/long/
> path>' 'one [http://a.example/long/path]'
opens 'the URL is ASCII' 'see http://xn--trme-0ra.example/ä' 'one [http://xn--trme-0ra.example/%C3%A4]'
DISPLAY=:9 opens 'a program in the background' 'see http://a.example/x' 'one [http://a.example/x]'

# ---- Without $BROWSER ----

unset BROWSER
program xdg-open
program termux-open
opens 'xdg-open' 'see http://a.example/x' 'xdg-open [http://a.example/x]'
program xdg-open 4
opens 'termux-open' 'see http://a.example/x' 'xdg-open [http://a.example/x]
termux-open [http://a.example/x]'
rm "$tmp/bin/xdg-open" "$tmp/bin/termux-open"
check_status 'no program at all' 2 'echo http://a.example/ |
    PATH=$tmp/bin "$python" "$terminal" -n "$TRAWL" pick --first 2>"$tmp/said"'
check 'a message says what to set' 'grep "set BROWSER" "$tmp/said"'
BROWSER=one
export BROWSER

# ---- pick.conf ----

cat >"$conf" <<'END'
# programs
scheme mailto       mailer -to %s
scheme news,nntp    two
host *.work.example,intra.example    work -P 'my work' %s
END
opens 'a program for a scheme' 'write to joe@a.example' 'mailer [-to] [mailto:joe@a.example]'
opens 'a program for a host' 'see http://www.work.example/x' 'work [-P] [my work] [http://www.work.example/x]'
opens 'a host in upper case' 'see HTTPS://INTRA.example/' 'work [-P] [my work] [https://INTRA.example/]'
opens 'a pattern needs the whole host' 'see http://xwork.example/' 'one [http://xwork.example/]'
opens 'a host that only looks like it' 'see http://intra.example.org/' 'one [http://intra.example.org/]'
echo 'browser missing:two' >>"$conf"
opens 'browser has priority over $BROWSER' 'see http://a.example/' 'two [http://a.example/]'
mkdir -p "$tmp/xdg/trawl" && echo 'browser one -x' >"$tmp/xdg/trawl/pick.conf"
XDG_CONFIG_HOME=$tmp/xdg
export XDG_CONFIG_HOME
opens 'XDG_CONFIG_HOME' 'see http://a.example/' 'one [-x] [http://a.example/]'
unset XDG_CONFIG_HOME
echo 'browser two -c' >"$tmp/own"
check_same '--config' 'pick http://a.example/ --first --config "$tmp/own"' 'echo "two [-c] [http://a.example/]"'
check_status '--config: a missing file' 2 'pick http://a.example/ --first --config "$tmp/nix"'
printf 'browser one\nfoo bar\nscheme x\nlive javascript,gopher,x-y\nalways\n' >"$conf"
check_same 'wrong lines are reported, with their numbers' 'pick http://a.example/ --first; sed "s|.*pick.conf||" "$tmp/said"' \
    'echo "one [http://a.example/]
:2: unknown word foo; see trawl-pick(5)
:3: scheme needs a list and a command
:4: live: javascript is never opened
:4: live: x-y is not a registered scheme
:5: always needs a value"'
rm "$conf"

# ---- What is not opened without a question ----

opens 'http, https and mailto are opened' 'see https://a.example/' 'one [https://a.example/]'
refuses 'javascript: is never opened' '<URL:javascript:alert(1)>' 'never opened'
refuses 'data: is never opened' '<URL:data:text/html,x>' 'never opened'
refuses 'file: is never opened' '<URL:file:///etc/passwd>' 'never opened'
refuses 'other schemes need a question' '<URL:ftp://a.example/>' 'needs a question'
refuses 'a user who looks like a host' 'see http://www.bank.example@a.example/' 'needs a question'
refuses 'an odd number' 'see http://0x7f.1/' 'needs a question'
refuses 'a public address' 'see http://8.8.8.8/' 'needs a question'
opens 'a private address' 'see http://192.168.0.1/' 'one [http://192.168.0.1/]'
refuses 'a host in two alphabets' 'see http://pаypal.com/' 'needs a question'
refuses 'an escaped line end' '<URL:ftp://a.example/%0AQUIT>' 'needs a question'
refuses 'a port of another protocol' 'see http://a.example:25/' 'needs a question'
html='Content-Type: text/html

<a href="http://evil.com/">www.bank.com</a>'
refuses 'an anchor that shows another site' "$html" 'needs a question'
check_same '--print needs no question' 'pick "<URL:ftp://a.example/>" --first --print' 'echo ftp://a.example/'
echo 'live ftp,gopher' >"$conf"
opens 'a live scheme' '<URL:ftp://a.example/>' 'one [ftp://a.example/]'
refuses 'a live scheme, and an escaped line end' '<URL:ftp://a.example/%0AQUIT>' 'needs a question'
echo 'live news' >"$conf"
opens 'live news means its family, as with --live' '<URL:ftp://a.example/>' 'one [ftp://a.example/]'
printf 'always a.example\nalways ftp://b.example evil.com\n' >"$conf"
opens 'a place that is trusted' 'see http://www.bank.example@a.example/' 'one [http://www.bank.example@a.example/]'
opens 'a place with a scheme' '<URL:ftp://b.example/>' 'one [ftp://b.example/]'
opens 'an anchor that shows another site than the trusted one' "$html" 'one [http://evil.com/]'
refuses 'trust in http is not trust in ftp' '<URL:ftp://a.example/>' 'needs a question'
refuses 'javascript: is never trusted' '<URL:javascript://a.example/>' 'never opened'
rm "$conf"

# ---- The question ----

# asked KEYS: opens an ftp URL on a terminal; prints the programs that ran.
asked() {
    rm -f "$tmp/run" "$tmp/run.2"
    echo '<URL:ftp://b.example/x>' >"$tmp/ftp"
    TERM=dumb "$python" "$terminal" "until:open_it? $1" "$TRAWL" pick --first "$tmp/ftp" >"$tmp/said"
    cat "$tmp/run" 2>/dev/null
    tail -n 1 "$tmp/said"
}
check_same 'y opens it' 'asked "y Enter"' 'printf "one [ftp://b.example/x]\nend 0\n"'
check_same 'n does not' 'asked "n Enter"' 'echo "end 2"'
check_same 'an empty line does not' 'asked Enter' 'echo "end 2"'
check_same 'the end of the input does not' 'asked C-d' 'echo "end 2"'
check 'an escaped line end: ! is not offered' 'echo "<URL:ftp://b.example/%0A>" >"$tmp/m"
    TERM=dumb "$python" "$terminal" "until:open_it? show ! Enter" "$TRAWL" pick --first "$tmp/m" >"$tmp/said"
    grep "open it? y (yes), n (no): |" "$tmp/said" || grep "open it? y (yes), n (no):|" "$tmp/said" && [ ! -e "$conf" ]'
check_same '! opens it' 'asked "! Enter"' 'printf "one [ftp://b.example/x]\nend 0\n"'
check_same '! remembers it' 'cat "$conf"' 'echo "always ftp://b.example"'
opens 'and does not ask again' '<URL:ftp://b.example/y>' 'one [ftp://b.example/y]'
printf 'browser one' >"$conf"
check 'a last line without an end' 'asked "! Enter"'
check_same 'stays a line' 'cat "$conf"' 'printf "browser one\nalways ftp://b.example\n"'
rm -rf "$HOME/.config"
check 'the folders are made' 'asked "! Enter" && grep -x "always ftp://b.example" "$conf"'

# ---- urlview ----

mkdir -p "$tmp/name" && ln -s "$TRAWL" "$tmp/name/urlview"
rm -f "$conf"
printf 'REGEXP ((http|ftp)://[^ ]*)\nCOMMAND two -u %%s\nWRAP yes\nfoo\n' >"$HOME/.urlview"
check_same 'the name urlview: COMMAND' 'rm -f "$tmp/run"; echo http://a.example/ >"$tmp/m"
    TERM=dumb "$python" "$terminal" -s 200x24 "until:number show 1 Enter q Enter" "$tmp/name/urlview" "$tmp/m" >"$tmp/said"; cat "$tmp/run"' \
    'echo "two [-u] [http://a.example/]"'
check 'REGEXP is reported as not used' 'grep ":1: REGEXP is not used" "$tmp/said" && grep ":4: is not used" "$tmp/said"'
cat >"$tmp/bin/script" <<'END'
#!/bin/sh
test -t 0 && echo "script has the terminal" >"$tmp/run"
END
chmod +x "$tmp/bin/script" && echo 'COMMAND script' >"$HOME/.urlview"
check_same 'COMMAND has the terminal' 'rm -f "$tmp/run"
    TERM=dumb DISPLAY=:9 "$python" "$terminal" -s 200x24 "until:number show 1 Enter q Enter" "$tmp/name/urlview" "$tmp/m" >"$tmp/said"; cat "$tmp/run"' \
    'echo "script has the terminal"'
echo 'COMMAND two %s | tee' >"$HOME/.urlview"
check_same 'a COMMAND for a shell is not used' 'rm -f "$tmp/run"
    TERM=dumb "$python" "$terminal" -s 200x24 "until:number show 1 Enter q Enter" "$tmp/name/urlview" "$tmp/m" >"$tmp/said"; cat "$tmp/run"' \
    'echo "one [http://a.example/]"'
check 'and reported' 'grep ":1: COMMAND is not used" "$tmp/said"'
check_status 'without links, the status is 1' 1 'echo none | "$python" "$terminal" -n "$tmp/name/urlview" 2>"$tmp/said"'
check 'and a message says so' 'grep "no URLs found" "$tmp/said"'
finish
