#!/bin/sh
# t_git.sh - archives of public-inbox in git repositories as arguments of the filter: versions 1 and
# 2, deletions, repositories that cannot be read, threads
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
have git || {
    skip 'git repositories' 'no git'
    finish
}
: "${B:=build}"
cut=$PWD/$B/jobs/trawl
case $B in /*) cut=$B/jobs/trawl ;; esac
export tmp cut HOME="$tmp" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

# begin REPOSITORY: makes a bare repository. The functions below write commits to its file .in.
begin() {
    git init -q --bare "$tmp/$1" 2>/dev/null
    : >"$tmp/$1.in"
}

commit() {
    printf 'commit refs/heads/master\ncommitter A <a@b> 1700000000 +0000\ndata 1\nx\n' >>"$tmp/$1.in"
}

# message NUMBER: prints a message with a link.
message() {
    printf 'Subject: s%s\nMessage-ID: <%s@a.example>\n\nsee http://a.example/%s here\n' "$1" "$1" "$1"
}

# entry REPOSITORY PATH NUMBER: adds a file with this message to the commit.
entry() {
    body=$(message "$3")
    printf 'M 100644 inline %s\ndata %d\n%s\n' "$2" "$((${#body} + 1))" "$body" >>"$tmp/$1.in"
    echo >>"$tmp/$1.in"
}

# add REPOSITORY NUMBER...: commits of version 2 that add messages; delete REPOSITORY NUMBER: one
# that deletes a message.
add() {
    repository=$1
    shift
    for number in "$@"; do
        commit "$repository"
        echo deleteall >>"$tmp/$repository.in"
        entry "$repository" m "$number"
    done
}
delete() {
    commit "$1"
    echo deleteall >>"$tmp/$1.in"
    entry "$1" d "$2"
}

# place NUMBER: prints the path of a message in version 1.
place() {
    printf '%s' "$1@a.example" | git hash-object -t blob --stdin | sed 's|^..|&/|'
}

# end REPOSITORY: makes the commits.
end() {
    git -C "$tmp/$1" fast-import --quiet <"$tmp/$1.in"
}

# links ARGUMENT...: prints the ends of the links.
links() {
    (cd "$tmp" && "$TRAWL" "$@" | sed 's|^http://a.example/||' | tr '\n' ' ' && echo)
}

# ---- Version 2 ----

mkdir -p "$tmp/two/git" "$tmp/two/xap15"
begin two/git/0.git && add two/git/0.git 1 2 3 4 && end two/git/0.git
begin two/git/1.git && add two/git/1.git 5 && delete two/git/1.git 2 && delete two/git/1.git 4 &&
    add two/git/1.git 6 2 && end two/git/1.git
begin two/git/10.git && add two/git/10.git 7 && delete two/git/10.git 6 && add two/git/10.git 60 && end two/git/10.git
git init -q --bare "$tmp/two/all.git" && mkdir -p "$tmp/two/all.git/objects/info" &&
    printf '../../git/%s.git/objects\n' 0 1 10 >"$tmp/two/all.git/objects/info/alternates"
echo http://a.example/index >"$tmp/two/xap15/over" && rm -f "$tmp"/two/git/*.in

if ! "$TRAWL" "$tmp/two" >/dev/null 2>"$tmp/said" && grep -q 'cannot be loaded' "$tmp/said"; then
    have so:libgit2
    skip 'git repositories' 'no libgit2'
    finish
fi

check_same 'epochs in order; deleted messages, one of them added again' 'links two' 'echo "1 3 5 2 7 60 "'
check_same 'the folder of the epochs' 'links two/git' 'links two'
check_same 'one epoch: no later deletions' 'links two/git/0.git' 'echo "1 2 3 4 "'
check_same 'one with a deletion of an earlier message' 'links two/git/1.git' 'echo "5 6 2 "'
check_same 'in a folder, among others' \
    'mkdir "$tmp/in"; cp -r "$tmp/two" "$tmp/in/b"; message a >"$tmp/in/a.eml"; message c >"$tmp/in/c.eml"; links in' \
    'echo "a c 1 3 5 2 7 60 "'
check_same 'no index is read, and nothing is said' '"$TRAWL" "$tmp/two" 2>&1 | grep -c -v http://a.example/[0-9]' 'echo 0'
check_same 'a folder with other folders is read, too' 'mkdir -p "$tmp/home/git" "$tmp/home/mail" "$tmp/home/git/x"
    cp -r "$tmp"/two/git/*.git "$tmp/home/git" && message z >"$tmp/home/mail/z" && message x >"$tmp/home/git/x/x" && links home' \
    'echo "1 2 3 4 5 6 2 7 60 x z "'
check_same 'all.git has no commits' '"$TRAWL" "$tmp/two/all.git" 2>&1 | grep -c "has no commits of its own; "' 'echo 1'

# ---- Names ----

name=$(cd "$tmp" && "$TRAWL" -t json two | sed -n '2s/.*"file":"\([^"]*\)".*/\1/p')
export name
check_same 'git prints the message of a name' 'git -C "$tmp/${name%:*}" show "${name##*:}" | head -n 1' 'echo Subject: s3'
check_same 'a name as an argument' 'cd "$tmp" && "$TRAWL" -H "$name"' 'echo "$name:http://a.example/3"'
check_same '-H and -l' 'cd "$tmp" && "$TRAWL" -l two/git/0.git | head -n 1' \
    'echo "two/git/0.git:$(message 1 | git hash-object --stdin)"'
check_same 'a name without an object' \
    '"$TRAWL" "$tmp/two/git/0.git:0000000000000000000000000000000000000000" 2>&1 | grep -c "0.git: object 0* cannot be read"' \
    'echo 1'
check_same 'it is a message' 'cd "$tmp" && "$TRAWL" -t json two | grep -c "\"id\":\"[0-9]*@a.example\""' 'echo 6'

# ---- Version 1 ----

begin one.git && {
    commit one.git && entry one.git "$(place 3)" 3
    commit one.git && entry one.git "$(place 1)" 1
    commit one.git && entry one.git "$(place 2)" 2
    commit one.git && echo "D $(place 1)" >>"$tmp/one.git.in"
    commit one.git && entry one.git "$(place 3)" 33 # edited in place
    commit one.git && entry one.git "$(place 1)" 1 # again
    commit one.git && entry one.git "$(place 9)" 9 && entry one.git _/ssoma 99
} && end one.git
check_same 'version 1: in the order of commits, without deleted and replaced ones' 'links one.git' 'echo "2 33 1 9 "'
git clone -q --bare --depth 2 "file://$tmp/one.git" "$tmp/few1.git" 2>/dev/null
check_same 'a clone with few commits: those of older commits come first' \
    'links few1.git | grep -c "^[23 ]* 1 9 $"' 'echo 1'
git clone -q --bare --depth 2 "file://$tmp/two/git/0.git" "$tmp/few.git" 2>/dev/null
check_same 'version 2: a clone with few commits' 'links few.git' 'echo "3 4 "'
check_same 'packed' 'git -C "$tmp/one.git" repack -adq && links one.git' 'echo "2 33 1 9 "'

# ---- Other repositories ----

begin empty.git
check_status 'an empty one' 1 '"$TRAWL" "$tmp/empty.git"'
begin code.git && commit code.git && entry code.git de/README.md 1 && entry code.git m 2 && end code.git
echo http://a.example/description >"$tmp/code.git/description"
check_same 'of other files: its files are read as they are' 'links code.git/ | grep -c description' 'echo 1'
mkdir "$tmp/work" && (cd "$tmp/work" && git init -q . && message w >w.eml && git add . &&
    git -c user.name=a -c user.email=a@b commit -qm x)
check_same 'a working tree' 'links work' 'echo "w "'

# ---- Trouble ----

cp -r "$tmp/two" "$tmp/damaged"
object() {
    message "$1" | git hash-object --stdin | sed 's|^..|&/|'
}
if [ -f "$tmp/damaged/git/0.git/objects/$(object 3)" ]; then
    rm -f "$tmp/damaged/git/0.git/objects/$(object 3)"
    check_same 'a missing message' 'links damaged' 'echo "1 5 2 7 60 "'
    check_status 'exits with 2' 2 '"$TRAWL" "$tmp/damaged"'
    check_same 'and is named' '"$TRAWL" "$tmp/damaged" 2>&1 | grep -c "git/0.git: object $(object 3 | tr -d /) cannot be read"' \
        'echo 1'
    commit=$(git -C "$tmp/damaged/git/0.git" rev-parse master~2)
    rm -f "$tmp/damaged/git/0.git/objects/$(echo "$commit" | sed 's|^..|&/|')"
    check_same 'a missing commit' 'links damaged' 'echo "5 2 7 60 "'
    check_status 'exits with 2 as well' 2 '"$TRAWL" "$tmp/damaged"'
fi
if git init -q --bare --object-format=sha256 "$tmp/sha256.git" 2>/dev/null; then
    check_same 'SHA-256: said, and the rest is read' 'cd "$tmp" && "$TRAWL" sha256.git two/git/0.git 2>&1 >"$tmp/out"; echo $?; wc -l <"$tmp/out"' \
        'echo "trawl: sha256.git: a git repository with SHA-256 object names, which libgit2 does not read"; echo 2; echo 4'
fi
mkdir "$tmp/lib" && for minor in 1 2 3 4 5 6 7 8 9; do echo no library >"$tmp/lib/libgit2.so.1.$minor"; done
message x >"$tmp/x.eml"
check_same 'without libgit2' \
    'cd "$tmp" && LD_LIBRARY_PATH="$tmp/lib" "$TRAWL" one.git x.eml 2>&1; echo $?' \
    'printf "%s\n" "trawl: one.git: a git repository, which needs libgit2 (1.1 to 1.9), but that cannot be loaded; install libgit2" http://a.example/x 2'
if [ "$(id -u)" -eq 0 ]; then
    cp -r "$tmp/one.git" "$tmp/others.git" && chown -R 12345 "$tmp/others.git"
    check_same 'of another user' 'links others.git 2>&1' 'links one.git'
fi

# ---- Threads ----

begin many.git
for number in $(seq 1 400); do add many.git "$number"; done
end many.git
for form in '' '-t json' '-c' '-u' '-t html --page' '-l'; do
    export form
    check_same "-j4 is -j1: trawl $form" 'TRAWL_TEST_JOBS=3000 "$cut" -j4 $form "$tmp/many.git" "$tmp/two" "$tmp/x.eml" | cksum' \
        '"$TRAWL" -j1 $form "$tmp/many.git" "$tmp/two" "$tmp/x.eml" | cksum'
done
check_same 'trawl pick' '"$TRAWL" pick --first --print "$tmp/two"' 'echo http://a.example/1'

finish
