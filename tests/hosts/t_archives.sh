#!/bin/sh
# t_archives.sh - the archives that public-inbox and wget write, and the offsets that warcio finds in
# web archives; tests/app/io/t_git.sh and t_warc.sh make archives themselves
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
have git public-inbox-mda so:libgit2 python3 wget gzip || {
    skip 'archives of public-inbox and wget' 'no git, public-inbox, libgit2, python3, wget or gzip'
    finish
}
home=$HOME
export tmp HOME="$tmp" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null PYTHONDONTWRITEBYTECODE=1

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
HOME=$home

# ---- wget ----

# at OFFSET: prints what begins at this offset of the compressed file.
at() {
    tail -c "+$(($1 + 1))" "$tmp/members.warc.gz" | gzip -dc 2>/dev/null | sed -n '2,5s/^WARC-Record-ID: <\(.*\)>.$/\1/p' | head -n 1
}

python3 tests/app/io/warc_make.py "$tmp" bomb || exit 2
mkdir "$tmp/site" "$tmp/got" && cat >"$tmp/site/index.html" <<'END'
<!DOCTYPE html><title>x</title><p><a href="two.html">two</a> <a href="http://a.example/wget/1">one</a> <img src="x.png">
END
echo '<!DOCTYPE html><p>http://a.example/wget/2 <a href="/notes.txt">notes</a>' >"$tmp/site/two.html"
echo 'see http://a.example/wget/3 here' >"$tmp/site/notes.txt" && echo no >"$tmp/site/x.png"
: >"$tmp/port"
(cd "$tmp/site" && exec python3 -u -m http.server --bind 127.0.0.1 0 >"$tmp/port" 2>/dev/null) &
server=$!
until_there "$tmp/port"
port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$tmp/port")
(cd "$tmp/got" && wget -q -r --no-proxy --warc-file=site "http://127.0.0.1:$port/") 2>/dev/null
kill "$server"
export port
check_same 'wget: links of the pages' '"$TRAWL" -t tsv --fields url,uri "$tmp/got/site.warc.gz" | sed "s|http://127.0.0.1:$port||g" |
        awk "\$2 !~ /^metadata/ && \$1 ~ /a.example|html$|txt$/" | sort' \
    'printf "%s\t%s\n" /notes.txt /two.html /two.html / http://a.example/wget/1 / http://a.example/wget/2 /two.html http://a.example/wget/3 /notes.txt | sort'
check_same 'wget: nothing is said' '"$TRAWL" "$tmp/got/site.warc.gz" 2>&1 >/dev/null' ':'
check_same 'wget: each packed_offset begins a member' 'cp "$tmp/got/site.warc.gz" "$tmp/members.warc.gz"
    "$TRAWL" -t tsv --fields packed_offset "$tmp/members.warc.gz" | sort -nu | while read -r offset; do at "$offset"; done' \
    '"$TRAWL" -t tsv --fields id "$tmp/got/site.warc.gz" | uniq'

# ---- warcio ----

needs_npm 'the offsets of warcio'
warcio=$TRAWL_NPM/node_modules/warcio/dist/cli.js
export warcio
# index FILE: prints the offset and the URL of each record that warcio finds.
index() {
    node "$warcio" index "$1" |
        sed -n 's/.*"offset":\([0-9]*\),.*"warc-target-uri":"<*\([^">]*\)>*".*/\1 \2/p' | sort -u
}
for file in plain.warc:offset coded.warc:offset got/site.warc.gz:packed_offset; do
    export file
    check_same "warcio: the offsets of ${file%:*}" \
        '"$TRAWL" -t tsv --fields "${file#*:}",uri "$tmp/${file%:*}" | tr "\t" " " | sort -u' \
        '"$TRAWL" -t tsv --fields "${file#*:}",uri "$tmp/${file%:*}" | tr "\t" " " | sort -u >"$tmp/ours"; index "$tmp/${file%:*}" | comm -12 - "$tmp/ours"'
done
finish
