#!/bin/sh
# t_files.sh - odd files and poor surroundings: files that change while they are read, loops, pipes,
# devices, odd names, small limits, signals, readers that go away
. tests/support/lib.sh
case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
tmp=$(realpath "$tmp")
cd "$tmp" || exit 2

# letter N: prints N lines with links.
letter() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "line " i " http://a.example/" i " and text" }'
}
letter 20000 >large
printf 'http://a.example/\n' >small

# ---- Files that change while they are read ----

# while_read NAME OPTIONS CHANGE: runs trawl on the file x, and stops it when it has printed
# something. Then CHANGE changes x, and trawl goes on. Its exit status must be 0, or 2 with a
# message.
while_read() {
    words=$2 change=$3
    export words change
    check "$1" 'cp large x; mkfifo out; "$TRAWL" $words x >out 2>said & pid=$!
        exec 3<out; rm out; head -c 100 <&3 >got; kill -STOP $pid; eval "$change"; kill -CONT $pid; cat <&3 >>got; wait $pid
        status=$?; echo "status $status"; cat said; case $status in 0) ;; 2) [ -s said ] ;; *) false ;; esac'
}
for words in '-j1' '-j3' '-t html' '-t json'; do
    while_read "a file is cut, $words" "$words" ': >x'
    while_read "a file grows, $words" "$words" 'cat large >>x'
    while_read "a file is replaced, $words" "$words" 'cp small y; mv y x'
    while_read "a file is deleted, $words" "$words" 'rm x'
done

# ---- Folders ----

mkdir -p folder/deep/er maildir/cur maildir/new maildir/tmp
ln -s .. folder/deep/up && ln -s loop folder/loop && ln -s /dev/zero folder/zero && ln -s nowhere folder/dangling
mkfifo folder/pipe maildir/new/pipe
! have python3 || python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("folder/socket")'
cp small folder/deep/er
nl='new
line'
long=$(awk 'BEGIN { for (i = 0; i < 255; i++) printf "n" }')
cp small "folder/$nl" && cp small "folder/$(printf 'bad\377\303name')" && cp small "folder/$long" && cp small 'folder/-n' && cp small folder/--
check_status 'a folder with loops, pipes, sockets, devices' 2 'timeout 20 "$TRAWL" folder >got 2>said'
check_same 'links that lead nowhere are named, nothing else' 'sed "s/: [^:]*$//" said | sort' \
    'printf "%s\n" "trawl: folder/dangling" "trawl: folder/loop"'
check_test 'all other files are read' -eq 6 'wc -l <got'
check_same 'odd names are printed without controls' 'timeout 20 "$TRAWL" -H folder 2>/dev/null | LC_ALL=C grep -c "^folder/.*:http://a.example/$"' 'echo 6'
check_status 'a Maildir with a pipe' 0 'cp small maildir/new/1; timeout 20 "$TRAWL" maildir'
if have python3; then
    # A path that is longer than PATH_MAX: the kernel refuses it, and trawl names it.
    check_status 'paths beyond PATH_MAX' 2 'python3 -c "
import os, shutil
os.mkdir(\"far\")
os.chdir(\"far\")
for i in range(22):
    os.mkdir(\"d\" * 200)
    os.chdir(\"d\" * 200)
shutil.copy(\"'"$tmp"'/small\", \"deep\")"; cp small far; timeout 20 "$TRAWL" far >got 2>said'
    check 'what can be reached is read, and the rest is said' 'grep -q http://a.example/ got && grep -q "too long" said'
    python3 -c 'import os
for i in range(22):
    os.chdir("far" if i == 0 else "d" * 200)
os.system("rm -rf d*")
os.chdir("'"$tmp"'")
os.system("rm -rf far")'
fi

# ---- Limits ----

# The limits hold for trawl alone: wc of coreutils 9.7 needs a stack of more than 256 KB.
if limits_memory 200000; then
    check 'memory: the status says whether all is printed' '"$TRAWL" -t html folder/deep large >all 2>&1
        for k in 6 8 9 10 11 12 13 14 16 20 30; do
            (ulimit -v ${k}000; "$TRAWL" -t html folder/deep large >got 2>said); status=$?
            case $status in 0) cmp all got ;; 2 | 126 | 127) [ -s said ] ;; *) echo "$k: $status"; false ;; esac || exit
        done'
    check_same 'memory for threads' '(ulimit -v 40000; exec "$TRAWL" -j 64 large large) | sort | uniq -c | wc -l' 'echo 20000'
    check_same 'a small stack' '(ulimit -s 256; exec "$TRAWL" -t html large) | wc -l' '"$TRAWL" -t html large | wc -l'
fi
check_same 'few descriptors' '(ulimit -n 5; "$TRAWL" -j1 folder/deep)' 'cat small'
check_status 'a file that may not grow' 2 '(trap "" XFSZ; ulimit -f 2; "$TRAWL" large >got 2>said)'
check 'it is said' 'grep -q "File too large" said'
check_same 'no HOME, TMPDIR, locale' 'env -i "$TRAWL" large | wc -l' 'wc -l <large'
check_same 'a locale that is not there' 'LC_ALL=xx_YY.UTF-8 LANG=nonsense "$TRAWL" small' 'cat small'
# In Turkish the lower-case letter of I has no dot.
check_same 'LC_ALL=tr_TR.UTF-8' 'echo "HTTP://I.EXAMPLE/ MAILTO:i@i.example <URL:FILE:///I>" | LC_ALL=tr_TR.UTF-8 "$TRAWL" --spell=canonical' \
    'echo "HTTP://I.EXAMPLE/ MAILTO:i@i.example <URL:FILE:///I>" | LC_ALL=C "$TRAWL" --spell=canonical'
check_same 'TMPDIR cannot be written' 'TMPDIR=/nowhere "$TRAWL" -t html --page small | grep -c a.example' 'echo 1'

# ---- Signals and pipes ----

# When the reader has gone, the command ends as other filters do.
check_same 'the reader goes away: SIGPIPE' '("$TRAWL" large; echo $? >&2) 2>&1 >/dev/null | head -n 0; ("$TRAWL" large; echo $? >status) | :; cat status' 'echo 141'
check_same 'SIGPIPE is ignored: status 2, no message' '(trap "" PIPE; "$TRAWL" large 2>said; echo $? >status) | :; cat status said' 'echo 2'
# nohup, and a shell for commands in the background, ignore some signals; Perl resets them.
for signal in TERM HUP INT; do
    export signal
    check_same "SIG$signal ends a run that waits" 'mkfifo in$signal
        perl -e "\$SIG{\$ENV{signal}} = \"DEFAULT\"; system \"echo >ready\$ENV{signal}\"; exec @ARGV" "$TRAWL" <in$signal >got 2>said & pid=$!; exec 4>in$signal
        echo http://a.example/ >&4; until_there ready$signal; sleep 0.1; kill -$signal $pid; exec 4>&-
        wait $pid; test $? -gt 128; echo $?; cat said' 'echo 0'
done
check_same 'SIGSTOP and SIGCONT lose nothing' 'mkfifo stopped; "$TRAWL" -j2 large >stopped & pid=$!
    { read -r first; kill -STOP $pid; sleep 0.1; kill -CONT $pid; echo "$first"; cat; } <stopped | wc -l' 'wc -l <large'
if have python3; then
    check_same 'a non-blocking pipe' 'python3 -c "
import os, subprocess, time
ours, theirs = os.pipe()
os.set_blocking(theirs, False)
p = subprocess.Popen([os.environ[\"TRAWL\"], \"large\"], stdout=theirs)
os.close(theirs)
time.sleep(0.2)
n = 0
while data := os.read(ours, 1000):
    n += data.count(b\"\n\")
print(n, p.wait())"' 'echo 20000 0'
fi
# A small disk that is full in the middle of a record.
if [ "$(id -u)" = 0 ] && mkdir disk && mount -t tmpfs -o size=64k none disk 2>/dev/null; then
    check_status 'a full disk' 2 '"$TRAWL" -t json large >disk/x 2>said'
    check 'it is named' 'grep -q "No space left" said'
    umount disk
fi
finish
