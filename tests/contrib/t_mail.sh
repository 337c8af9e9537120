#!/bin/sh
# t_mail.sh - mail readers with the settings of contrib: a link of a message is chosen and opened
# shellcheck disable=SC2154  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/contrib/hosts.sh
. tests/contrib/hosts.sh

# A mailbox and a Maildir, each with the message.
{ echo 'From ann@example.net Mon Jun 30 02:34:00 2008' && cat "$tmp/message"; } >"$tmp/box"
mkdir -p "$tmp/mail/INBOX/cur" "$tmp/mail/INBOX/new" "$tmp/mail/INBOX/tmp" "$HOME/.config/aerc" "$HOME/.config/alot"
cp "$tmp/message" "$tmp/mail/INBOX/cur/1.a:2,S"

# ---- mutt and neomutt ----

printf 'set folder="%s"\nset mail_check=0\nsource "%s"\n' "$tmp" "$contrib/mutt/trawl.muttrc" >"$tmp/muttrc"
# is_waiting: succeeds when mutt or neomutt shows that wait_key is set.
is_waiting() {
    mux capture-pane -p | grep -e '^wait_key is set' -e '^wait_key="yes"'
}
for mutt in mutt neomutt; do
    runnable "$mutt" "$mutt" || continue
    check_same "$mutt: Ctrl-b opens a link" \
        'begin $mutt -n -F "$tmp/muttrc" -R -f "$tmp/box" && press Bells C-b && pick_first' "$whole"
    check "$mutt: q leads back, and wait_key is as before" \
        'press "opened with" q && press "Msgs:1" ":set ?wait_key" Enter && until_so is_waiting'
done

# ---- aerc ----

# add_to_aerc FILE LINES: adds lines of contrib to aerc's own file, as a user does.
add_to_aerc() {
    cat "/usr/share/aerc/$1" "$contrib/aerc/$2" >"$HOME/.config/aerc/$1"
}
if runnable aerc aerc && add_to_aerc binds.conf binds.conf && add_to_aerc aerc.conf filters.conf; then
    printf '[test]\nsource = maildir://%s\ndefault = INBOX\nfrom = Joe <joe@example.org>\n' "$tmp/mail" \
        >"$HOME/.config/aerc/accounts.conf"
    chmod 600 "$HOME/.config/aerc/accounts.conf"
    check 'aerc: the filter shows the link whole' 'begin aerc && press Bells Enter && press "<URL:$url>"'
    check_same 'aerc: U opens a link' 'press "$url" U && pick_first' "$whole"
fi

# ---- alot and Emacs: notmuch, mu4e ----

cat >"$HOME/.notmuch-config" <<END
[database]
path=$tmp/mail
[user]
name=Joe
primary_email=joe@example.org
END
{ cat "$contrib/alot/bindings" && printf '[accounts]\n[[joe]]\nrealname=Joe\naddress=joe@example.org\n'; } \
    >"$HOME/.config/alot/config"
have notmuch && notmuch new >/dev/null 2>&1
if runnable alot alot notmuch; then
    check_same 'alot: U opens a link' 'begin alot && press Bells Enter && press "see <URL" U && pick_first' "$whole"
fi

cat >"$HOME/.emacs" <<'END'
(load (expand-file-name "emacs/trawl" (getenv "contrib")) nil t)
(trawl-mail-setup)
(setq browse-url-browser-function 'browse-url-generic browse-url-generic-program "browser"
      inhibit-startup-screen t mu4e-sent-folder "/INBOX" mu4e-drafts-folder "/INBOX"
      mu4e-trash-folder "/INBOX" mu4e-refile-folder "/INBOX")
END
if runnable 'notmuch in Emacs' emacs notmuch timeout; then
    if have el:notmuch; then
        check_same 'notmuch in Emacs: RET on the second piece opens the link' \
            'begin "emacs -nw --eval \"(notmuch-search \\\"from:ann\\\")\"" && press Bells Enter &&
                press "see <URL" C-s b.htm Enter Enter && opened' "$whole"
    else
        skip 'notmuch in Emacs' 'no notmuch.el'
    fi
fi
if runnable mu4e emacs mu timeout; then
    if have el:mu4e; then
        check_same 'mu4e: RET on the second piece opens the link' \
            '{ mu init --maildir="$tmp/mail" --my-address=joe@example.org && mu index; } >/dev/null 2>&1
            begin emacs -nw -l mu4e -f mu4e && press "earch query" s && press "Search for" from:ann Enter &&
                press Bells Enter && press "see <URL" C-s b.htm Enter Enter && opened' "$whole"
    else
        skip mu4e 'no mu4e.el'
    fi
fi
finish
