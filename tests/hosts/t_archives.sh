#!/bin/sh
# t_archives.sh - the archives that public-inbox writes; tests/app/io/t_git.sh makes archives itself
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
have git public-inbox-mda so:libgit2 || {
    skip 'archives of public-inbox' 'no git, public-inbox or libgit2'
    finish
}
export tmp HOME="$tmp" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

# ---- public-inbox ----

# message NUMBER: prints a message with a link.
message() {
    printf 'Subject: s%s\nMessage-ID: <%s@a.example>\n\nsee http://a.example/%s here\n' "$1" "$1" "$1"
}

# links ARGUMENT...: prints the ends of the links.
links() {
    (cd "$tmp" && "$TRAWL" "$@" | sed 's|^http://a.example/||' | tr '\n' ' ' && echo)
}

export PI_CONFIG="$tmp/pi" ORIGINAL_RECIPIENT=l@a.example
git config -f "$PI_CONFIG" publicinboxmda.spamcheck none
public-inbox-init -V2 l "$tmp/pi2" http://a.example/l l@a.example >/dev/null 2>&1
for number in 1 2 3; do
    { printf 'From: A <a@a.example>\nTo: l@a.example\nDate: Mon, 01 Jan 2024 00:00:0%s +0000\n' "$number"
        message "$number"; } >"$tmp/m$number"
    public-inbox-mda --no-precheck <"$tmp/m$number" >/dev/null 2>&1
done
check_same 'public-inbox-mda' 'links pi2' 'echo "1 2 3 "'
public-inbox-learn rm <"$tmp/m2" >/dev/null 2>&1
check_same 'public-inbox-learn rm' 'links pi2' 'echo "1 3 "'
MAIL_EDITOR='sed -i s,example.1,example/one,' public-inbox-edit -m 1@a.example "$tmp/pi2" >/dev/null 2>&1
check_same 'public-inbox-edit' 'links pi2' 'echo "one 3 "'
finish
