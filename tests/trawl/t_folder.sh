#!/bin/sh
# t_folder.sh - folders as arguments of the filter: Maildir, MH, news spools, other files; order,
# symbolic links, errors
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

# put FILE...: makes files with one link each, which contains the file's name.
put() {
    for file in "$@"; do
        mkdir -p "$tmp/$(dirname "$file")"
        printf 'Subject: x\n\nsee <http://a.example/%s> here\n' "$file" >"$tmp/$file"
    done
}

# names FOLDER...: prints the files whose links are found, in order.
names() {
    (cd "$tmp" && "$TRAWL" --find url "$@" | sed 's|^http://a.example/||')
}

# ---- Other files ----

put plain/b.txt plain/a.txt plain/10 plain/9 plain/9.txt plain/sub/x plain/.hidden plain/.dir/y plain/a.dir/z
check_same 'files, numbers first, then folders' 'names plain' \
    'printf "plain/%s\n" 9 9.txt 10 a.txt b.txt a.dir/z sub/x'
check_same 'a "/" after the name' 'names plain/' 'names plain'
check_same '-H' 'cd "$tmp" && "$TRAWL" -cH plain/ | head -n 1' 'echo plain/9:1'
check_same 'the current folder' 'cd "$tmp/plain" && "$TRAWL" -H . | head -n 1' 'echo ./9:http://a.example/plain/9'
check_same 'a folder between files' 'names plain/b.txt plain/sub plain/a.txt' 'printf "plain/%s\n" b.txt sub/x a.txt'
check_same 'a hidden folder that is named' 'names plain/.dir' 'echo plain/.dir/y'
check_status 'an empty folder: no links' 1 'mkdir "$tmp/nothing" && "$TRAWL" "$tmp/nothing"'
check_same '-t json names the file' 'cd "$tmp" && "$TRAWL" -t json plain/sub | grep -o "\"file\":\"[^\"]*\""' \
    'echo "\"file\":\"plain/sub/x\""'
ln -s .. "$tmp/plain/sub/round" && ln -s x "$tmp/plain/sub/link" && ln -s plain "$tmp/way"
check_same 'symbolic links to folders are skipped' 'names plain/sub' 'printf "plain/%s\n" sub/x sub/x'
check_same 'a symbolic link that is named' 'names way | sed 1q' 'echo plain/9'
if has_sandbox; then
    mkdir "$tmp/out" && ln -s ../plain/b.txt "$tmp/out/link"
    check_same 'a symbolic link that leads out of the folder' 'cd "$tmp" && "$TRAWL" out 2>&1; echo $?' \
        'echo "trawl: out/link: Permission denied: it is not in a folder that was named; --sandbox=off allows it"; echo 2'
    check_same 'its target is named, too' 'names out plain/b.txt' 'printf "plain/%s\n" b.txt b.txt'
    check_same '--sandbox=off reads it' 'names --sandbox=off out' 'echo plain/b.txt'
else
    lacks 'links that lead out of a folder' 'there is no sandbox for files'
fi
if mkfifo "$tmp/plain/sub/pipe" 2>/dev/null; then
    check_same 'a pipe in a folder is skipped' 'names plain/sub' 'printf "plain/%s\n" sub/x sub/x'
fi

# The last file becomes a pipe after the folder has been read. trawl has not opened the file by
# then, since it has more to write than fits into the pipe to its reader.
if have timeout && mkfifo "$tmp/later" 2>/dev/null; then
    mkdir "$tmp/swapped"
    awk 'BEGIN { while (i++ < 2000) printf "http://a.example/%0100d\n", i }' >"$tmp/swapped/1"
    cp "$tmp/swapped/1" "$tmp/swapped/2" && cp "$tmp/swapped/1" "$tmp/swapped/3"
    check_same 'a file that becomes a pipe is reported' \
        'cd "$tmp/swapped" && { timeout 20 "$TRAWL" -j 1 . 2>"$tmp/said"; echo "status $?" >>"$tmp/said"; } |
            { head -c 1 >/dev/null; mv "$tmp/later" 3; cat >/dev/null; }; cat "$tmp/said"' \
        'echo "trawl: ./3: no longer a regular file"; echo "status 2"'
    check_same 'a pipe that is named is read' \
        'mkfifo "$tmp/named"; { echo http://a.example/ >"$tmp/named" & } ; timeout 20 "$TRAWL" "$tmp/named"' \
        'echo http://a.example/'
fi

# ---- Which files ----

put which/a.md which/b.txt which/sub/c.md which/sub/d.log which/made/e.md
check_same '--exclude: names of files and folders, and paths' 'names --exclude "*.log" --exclude made --exclude "*/sub/c*" which' \
    'printf "which/%s\n" a.md b.txt'
check_same '--files: names of files' 'names --files "*.md" --files "d.???" which' \
    'printf "which/%s\n" a.md made/e.md sub/c.md sub/d.log'
check_same '--files and --exclude' 'names --files "*.md" --exclude sub which' 'printf "which/%s\n" a.md made/e.md'
check_same 'only * and ? are special' 'put "which/[x].md" && names --files "[x]*" which; rm "$tmp/which/[x].md"' 'echo "which/[x].md"'
check_same '--exclude leaves out a file that is named, --files does not' \
    'names --exclude "*.md" which/a.md which/b.txt; names --files "*.md" which/b.txt' 'printf "which/b.txt\n%.0s" 1 2'
check_same 'paths below the folder that is named, and a "/" at the end' 'names --exclude "sub/*" --exclude made/ "$tmp/which" which' \
    'for i in 1 2; do printf "which/%s\n" a.md b.txt; done'
check_same '--files that match nothing' 'cd "$tmp" && "$TRAWL" --files "*.x,*.y" which 2>&1' \
    'echo "trawl: --files: which: no file in it matches"'
check_same 'several threads' 'names -j4 --exclude sub which' 'names -j1 --exclude sub which'
check_same 'an empty pattern' '"$TRAWL" --files "" which 2>&1' 'echo "trawl: --files: the pattern is empty; write one such as *.md"'
if have git && have so:libgit2; then
    git init -q "$tmp/which"
    printf '*.log\n/made/\n!keep.log\nsub/**/c.md\n' >"$tmp/which/.gitignore"
    put which/keep.log which/sub/made/f which/sub/x/c.md
    check_same '--gitignore' 'names --gitignore which' 'printf "which/%s\n" a.md b.txt keep.log sub/made/f'
    check_same '--gitignore: a folder in it' 'cd "$tmp/which" && "$TRAWL" --gitignore sub made' 'echo http://a.example/which/sub/made/f'
    check_same 'without it' 'names which | wc -l | tr -d " "' 'echo 8'
    check_same 'a folder that is in no repository' 'names --gitignore plain/a.dir' 'echo plain/a.dir/z'
    (cd "$tmp/which" && git add -A && git -c user.name=x -c user.email=x@a.example commit -qm x && git worktree add -q ../tree) 2>/dev/null
    check_same '--gitignore in a further working tree' 'cd "$tmp/tree" && echo x.log >.gitignore && put tree/x.log tree/y.log &&
        "$TRAWL" --gitignore --files "*.log" .' 'printf "http://a.example/%s\n" which/keep.log tree/y.log'
    check_same '--gitignore with a repository that cannot be read' \
        'printf "[extensions]\n\tobjectFormat = sha256\n" >>"$tmp/which/.git/config"; cd "$tmp" && "$TRAWL" --gitignore which plain/a.dir 2>&1' \
        'echo "trawl: which: --gitignore: a git repository with SHA-256 object names, which libgit2 does not read"
         echo http://a.example/plain/a.dir/z'
else
    lacks '--gitignore' 'no git, or no libgit2'
fi

# ---- Errors ----

ln -s nowhere "$tmp/plain/sub/dangling"
check_same 'an unreadable file' 'cd "$tmp" && "$TRAWL" -c plain/sub 2>&1' \
    'echo "trawl: plain/sub/dangling: No such file or directory"; echo 2'
check_status 'an unreadable file exits with 2' 2 '"$TRAWL" "$tmp/plain/sub"'
mkdir -p "$tmp/closed/in" && put closed/z && chmod 0 "$tmp/closed/in"
if ! ls "$tmp/closed/in" >/dev/null 2>&1; then # root may read all
    check_same 'an unreadable folder' 'cd "$tmp" && "$TRAWL" -c closed 2>&1' \
        'echo "trawl: closed/in: Permission denied"; echo 1'
fi
chmod 700 "$tmp/closed/in"
if have python3; then
    cat >"$tmp/deep.py" <<'END'
"""deep.py: makes a path of 5000 bytes"""
import os
for _ in range(25):
    os.mkdir('n' * 200)
    os.chdir('n' * 200)
END
    check_same 'a path that is too long' 'mkdir "$tmp/deep" && cd "$tmp/deep" && python3 "$tmp/deep.py" && cd "$tmp" &&
        "$TRAWL" -c deep plain/a.dir 2>&1 | sed "s|[n/]*nnn[n/]*|/N|"' \
        'echo "trawl: deep/N: File name too long"; echo 1'
else
    skip 'a path that is too long' 'there is no python3 to make it'
fi

# ---- Maildir ----

put mail/cur/1000000002.b:2,S mail/cur/999999999.a:2,S mail/new/1000000003.c mail/tmp/1000000004.d mail/cur/.x
put mail/dovecot-uidlist mail/.Sent/cur/1 mail/Work/cur/1 mail/Work/new/2
mkdir "$tmp/mail/.Sent/new"
mkdir -p "$tmp/mail/.config/cur"
put mail/.config/x
check_same 'Maildir: new and cur by time, then folders, hidden ones if they are Maildirs' 'names mail' \
    'printf "mail/%s\n" new/1000000003.c "cur/999999999.a:2,S" "cur/1000000002.b:2,S" .Sent/cur/1 Work/new/2 Work/cur/1'
check_same 'Maildir: a hidden folder that is named' 'names mail/.Sent' 'echo mail/.Sent/cur/1'
rm -r "$tmp/mail/tmp"
check_test 'Maildir: without tmp' -eq 6 'names mail | wc -l'
check_same 'cur alone is not a Maildir' 'mkdir -p "$tmp/half" && cp -R "$tmp/mail/cur" "$tmp/half/cur" && names half | wc -l |
    tr -d " "' 'echo 2'

# ---- MH and news ----

put mh/10 mh/9 mh/1 mh/100 mh/.mh_sequences mh/,8 mh/#7 mh/sub/2 mh/sub/1
check_same 'MH: by number, without deleted messages' 'names mh' 'printf "mh/%s\n" 1 9 10 100 sub/1 sub/2'
put plain7/10 plain7/,8 plain7/x
check_same 'not MH: a folder with other files' 'names plain7' 'printf "plain7/%s\n" 10 ,8 x'
put news/comp/lang/c/2 news/comp/lang/c/10 news/comp/lang/c/.overview news/comp/lang/c/moderated/7 news/alt/2600/1
check_same 'a news spool' 'names news' \
    'printf "news/%s\n" alt/2600/1 comp/lang/c/2 comp/lang/c/10 comp/lang/c/moderated/7'
put years/1995 years/1994
sed -i.old '1s/.*/From joe Mon Jan  3 00:00:00 1994/' "$tmp"/years/199? && rm "$tmp"/years/*.old
check_same 'mailboxes named by years' 'names years' 'printf "years/%s\n" 1994 1995'
put big/1
for zeros in 00002 10000000000000000000000000000000000000000 9999999999999999999999999999999999999999 2 02; do
    put "big/$zeros"
done
check_same 'numbers of any length' 'names big' 'printf "big/%s\n" 1 00002 02 2 \
    9999999999999999999999999999999999999999 10000000000000000000000000000000000000000'
if have gzip && "$TRAWL" -q testdata/packed/two.gz 2>/dev/null; then
    check_same 'compressed messages' 'gzip "$tmp/news/comp/lang/c/10" && mv "$tmp/news/comp/lang/c/10.gz" \
        "$tmp/news/comp/lang/c/10" && names news/comp/lang/c' \
        'printf "news/comp/lang/c/%s\n" 2 10 moderated/7'
fi
mkdir "$tmp/many"
i=0
while [ $i -lt 3000 ]; do
    echo "http://a.example/$i" >"$tmp/many/$i"
    i=$((i + 1))
done
check_same 'many files' 'names many | cksum' 'i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i + 1)); done | cksum'
deep=$(printf 'd/%.0s' $(seq 1900))
mkdir -p "$tmp/deep/$deep"
(cd "$tmp/deep/$deep" && echo http://a.example/deep >x)
stack=256
limits_memory 200000 || stack=8192
check_same 'folders in folders, and a small stack' '(ulimit -s $stack; "$TRAWL" "$tmp/deep")' \
    'echo http://a.example/deep'
rm -r "$tmp/deep"
check_same 'a closed pipe is not an error' '"$TRAWL" "$tmp/many" 2>"$tmp/said" | head -n 1; cat "$tmp/said"' \
    'echo http://a.example/0'
finish
