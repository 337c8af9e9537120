#!/bin/sh
# t_in_place.sh - trawl rewrite -i: links, other kinds of files, owners, full disks
#
# tests/app/newfile/t_newfile.c tests what happens when a call fails, the process is killed, or
# another process changes the name.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

old='<a href="http://a.example/?utm_source=x">x</a>'
new='<a href="http://a.example/">x</a>'
export old new

# start NAME: makes an empty folder, goes there, and writes the old text to NAME.
start() {
    rm -rf "$tmp/in" && mkdir "$tmp/in" && cd "$tmp/in" && printf '%s\n' "$old" >"$1"
}

clean() {
    "$TRAWL" rewrite -i --untrack "$@" 2>&1
}

here=$PWD
case $TRAWL in /*) ;; *) TRAWL=$here/$TRAWL ;; esac

# ---- Links ----

check_test 'a symbolic link stays, and its file is replaced' = "one.html $new" \
    'start one.html; ln -s one.html link; clean link; echo "$(readlink link) $(cat one.html)"'
check_test 'a link in another folder: the file is replaced there' = "$new" \
    'start one.html; mkdir far; ln -s ../one.html far/link; clean far/link; cat one.html'
check_test 'a link to no file' = 'trawl: rewrite: link: No such file or directory' \
    'start one.html; ln -s none link; clean link'
check_test 'another hard link keeps the old text' = "$new $old" \
    'start one.html; ln one.html two.html; clean one.html; echo "$(cat one.html) $(cat two.html)"'

# ---- What is replaced ----

long='head -c 20000 /dev/zero | tr "\0" x'
check_test 'a long file without a link stays' = same \
    'start one.html; eval "$long" >one.html; set -- $(ls -i one.html); number=$1; clean one.html; set -- $(ls -i one.html); [ "$1" = "$number" ] && echo same'
check_test 'a long file with a link at its end' = "$new" \
    'start one.html; { eval "$long"; echo; echo "$old"; } >two.html; clean two.html; tail -n 1 two.html'
check_test 'a text that loses its end' = x \
    'start one.html; printf "x http://a.example/" >one.txt; "$TRAWL" rewrite -f text --drop -i one.txt; tr -d " " <one.txt'

# ---- Other kinds of files ----

check_test 'a pipe' = 'trawl: rewrite: pipe: it is not a regular file; leave out the option -i' \
    'start one.html; mkfifo pipe; clean pipe'
check_test 'a folder' = 'trawl: rewrite: .: it is not a regular file; leave out the option -i' 'start one.html; clean .'
check_test 'the other files are replaced' = "2 $new" \
    'start one.html; mkfifo pipe; "$TRAWL" rewrite -i --untrack pipe one.html 2>said; echo "$? $(cat one.html)"'
check_test 'a compressed file stays' = 'trawl: rewrite: one.html.gz: compressed files are not replaced' \
    'start one.html; gzip one.html; clean one.html.gz'
check_test 'the longest name' = "$new" 'start one.html; name=$(printf "%0251d.htm" 0); mv one.html "$name"; clean "$name"; cat "$name"'
check_test 'a thousand files' = 1001 'start one.html; for i in $(seq 1000); do echo "$old" >$i.html; done; clean ./*.html; cat ./*.html | grep -c "example/\""'
check_test 'a file that a killed run left is removed' = one.html \
    'start one.html; echo x >.trawl-0123456789abcdef.tmp; clean one.html; ls -A'
check_test 'files with similar names stay' = 3 \
    'start one.html; echo x >.trawl-0123456789abcdeg.tmp; echo x >.trawl-1.tmp; clean one.html; ls -A | grep -c .'
check_test 'a link with such a name stays' = 2 \
    'start one.html; ln -s one.html .trawl-0123456789abcdef.tmp; clean one.html; ls -A | grep -c .'

# ---- Owners, folders, disks ----

if [ "$(id -u)" -ne 0 ]; then
    check_test 'a folder that cannot be written to' = "trawl: rewrite: one.html: no file can be created in its folder (Permission denied); write to another folder $old" \
        'start one.html; chmod 555 .; clean one.html | tr "\n" " "; cat one.html; chmod 755 .'
    lacks 'owners' 'only root can give files away'
    finish
fi
if ! have setpriv; then
    skip 'owners' 'no setpriv'
    finish
fi
# as_other COMMAND...: runs COMMAND as a user without rights.
as_other() {
    setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}
chmod 755 "$tmp"

check_test 'root keeps the owner and the mode of a set-user-ID file' = "4755 65534 65534 $new" \
    'start one.html; chown 65534:65534 one.html; chmod 4755 one.html; clean one.html; stat -c "%a %u %g" one.html | tr "\n" " "; cat one.html'
check_test 'and of a set-group-ID file' = '2770 65534 12345' \
    'start one.html; chown 65534:12345 one.html; chmod 2770 one.html; clean one.html; stat -c "%a %u %g" one.html'
check_test 'and the sticky bit' = '1644 0 0' 'start one.html; chmod 1644 one.html; clean one.html; stat -c "%a %u %g" one.html'
check_test 'a secret file behind a link of another user stays secret' = '600 0 0' \
    'start one.html; mkdir -m 700 secret; mv one.html secret; chmod 600 secret/one.html; mkdir u; ln -s ../secret/one.html u/link; chown -h 65534:65534 u u/link; clean u/link; stat -c "%a %u %g" secret/one.html'
check_test 'a file of another user stays' = "trawl: rewrite: one.html: not replaced: its owner and group cannot be kept (Operation not permitted); run trawl as its owner or as root 0 $old" \
    'start one.html; chmod 777 .; as_other "$TRAWL" rewrite -i --untrack one.html 2>&1 | tr "\n" " "; stat -c %u one.html | tr "\n" " "; cat one.html'
check_test 'and nothing is left' = one.html 'ls -A "$tmp/in"'
check_test 'a folder that cannot be written to' = "trawl: rewrite: one.html: no file can be created in its folder (Permission denied); write to another folder $old" \
    'start one.html; as_other "$TRAWL" rewrite -i --untrack one.html 2>&1 | tr "\n" " "; cat one.html'
if mkdir "$tmp/disk" && mount -t tmpfs -o size=16k none "$tmp/disk" 2>/dev/null; then
    check_test 'a full disk' = "trawl: rewrite: one.html: No space left on device 200 " \
        'cd "$tmp/disk"; yes "$old" | head -n 200 >one.html; clean one.html | tr "\n" " "; grep -c utm one.html | tr "\n" " "; ls -A | grep -v one.html'
    umount "$tmp/disk"
fi
finish
