#!/bin/sh
# t_inputs.sh - trawl index: archives of public-inbox in git
. tests/support/lib.sh
. tests/archive/index.sh
export HOME="$tmp" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

# commit REPOSITORY NAME NUMBER...: makes a commit of public-inbox version 2 for each message, with
# the file NAME: m for one that is added, d for one that is deleted.
commit() {
    repository=$1
    name=$2
    shift 2
    for number in "$@"; do
        text=$(printf 'From: a%s@b.example\nMessage-ID: <%s@a.example>\n\nsee http://a.example/%s here' "$number" "$number" "$number")
        printf 'commit refs/heads/master\ncommitter A <a@b> 17000000%02d +0000\ndata 1\nx\n' "$number"
        ! git -C "$repository" rev-parse -q --verify master >/dev/null 2>&1 || echo 'from refs/heads/master^0'
        printf 'deleteall\nM 100644 inline %s\ndata %d\n%s\n\n' "$name" "$((${#text} + 1))" "$text"
    done | git -C "$repository" fast-import --quiet
}

if have git && git init -q --bare "$tmp/two/git/0.git" 2>/dev/null; then
    commit "$tmp/two/git/0.git" m 1 2 3 4
    "$TRAWL" "$tmp/two" >"$tmp/found" 2>&1
    if grep -q libgit2 "$tmp/found"; then
        skip 'public-inbox' 'there is no libgit2'
    else
        check 'public-inbox' '"$TRAWL" index -q "$db" "$tmp/two" && has_rows "$tmp/two"'
        check_test 'a message has its repository as source' -eq 4 'sql "SELECT count(*) FROM source WHERE path LIKE \"%/0.git:%\""'
        check_same 'a message of it' '"$TRAWL" query --message 3@a.example "$db" | head -n 2' \
            'printf "From: a3@b.example\nMessage-ID: <3@a.example>\n"'
        commit "$tmp/two/git/0.git" m 5 && commit "$tmp/two/git/0.git" m 6
        check_test 'only new messages are read' -eq 2 '"$TRAWL" index -n "$db" "$tmp/two" | grep -c ^new'
        check 'they are added' '"$TRAWL" index -q "$db" "$tmp/two" && is_like_new "$tmp/two" && has_rows "$tmp/two"'
        commit "$tmp/two/git/0.git" d 2
        check 'a deleted message is pruned' '"$TRAWL" index -q --prune "$db" "$tmp/two" && is_like_new "$tmp/two" && [ "$(sql "SELECT count(*) FROM message")" -eq 5 ]'
        git init -q --bare "$tmp/dated/git/0.git" && python3 -c 'import email.utils
for n in range(120):
    text = f"From: a{n}@b.example\nDate: {email.utils.formatdate(4e9 if n == 60 else 1e9 + n * 86400)}\nMessage-ID: <{n}@a.example>\n\nhttp://a.example/{n}\n"
    print(f"commit refs/heads/master\ncommitter A <a@b> {1700000000 + n} +0000\ndata 1\nx\ndeleteall\nM 100644 inline m\ndata {len(text)}\n{text}\n")' |
            git -C "$tmp/dated/git/0.git" fast-import --quiet
        check_same 'the feed of a site has the dates of messages, and none that is a mistake' '"$TRAWL" index -q "$tmp/dated.db" "$tmp/dated" &&
            "$TRAWL" site -q "$tmp/dated.db" -o "$tmp/site" && sed -n "s/^<updated>\(.*\)<.*/\1/p" "$tmp/site/feed.xml" | sed "3q"; grep -c "<entry>" "$tmp/site/feed.xml"' \
            'echo 2002-01-06T01:46:40Z; echo 2002-01-06T01:46:40Z; echo 2002-01-05T01:46:40Z; echo 30'
        # Objects in files of their own: one that is cut off, one that is longer than it says.
        cp -R "$tmp/two" "$tmp/bad"
        mkdir "$tmp/packs" && mv "$tmp/bad/git/0.git/objects/pack/"*.pack "$tmp/packs" 2>/dev/null && rm -f "$tmp/bad/git/0.git/objects/pack/"*
        for f in "$tmp/packs"/*.pack; do
            [ ! -e "$f" ] || git -C "$tmp/bad/git/0.git" unpack-objects -q <"$f"
        done
        check_same 'damaged objects' 'python3 -B - "$tmp/bad/git/0.git/objects" <<END
import glob, os, sys, zlib
for path in glob.glob(sys.argv[1] + "/??/*"):
    data = open(path, "rb").read()
    text = zlib.decompress(data)
    i = b"<6@" in text
    if not i and b"<5@" not in text:
        continue
    os.chmod(path, 0o644)
    with open(path, "wb") as f:
        f.write(zlib.compress(b"blob 2\\0" + b"x" * 30) if i else data[:len(data) // 2])
END
            rm -f "$db"; timeout 60 "$TRAWL" index -q "$db" "$tmp/bad" 2>&1 | sed "s/.*object [0-9a-f]*/object/; s/.*: //"; sql "SELECT count(*) >= 3 FROM message"' 'printf "%s\n" "object is damaged" "1 more messages cannot be read" 1'
    fi
else
    skip 'public-inbox' 'there is no git'
fi
finish
