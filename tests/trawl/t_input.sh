#!/bin/sh
# t_input.sh - the input of the filter: compressed files, --files0-from, failing reads
#
# t_unpack.c tests the decompressors, t_folder.sh tests folders.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${B:=build}" "${CC:=cc}" "${CFLAGS=-O2 -g}" "${CPPFLAGS=}" "${LDFLAGS=}"
packed=$PWD/testdata/packed
sources=$PWD
export tmp packed B sources

# ---- Compressed files: the same links as in the plain file, under any name ----

# is_read SUFFIX: succeeds when this build reads such a file.
is_read() {
    "$TRAWL" -c "$packed/two.$1" >/dev/null 2>&1
}

for pair in gz:gzip bz2:bzip2 zst:zstd xz:xz; do
    suffix=${pair%:*} tool=${pair#*:}
    export suffix tool
    if ! is_read "$suffix"; then
        skip "$tool" 'this build has no library for it'
        continue
    fi
    check_same "$tool: a file" '"$TRAWL" "$packed/two.$suffix"' '"$TRAWL" "$packed/two.txt"'
    check_same "$tool: standard input" '"$TRAWL" <"$packed/two.$suffix"' '"$TRAWL" "$packed/two.txt"'
    check_same "$tool: a pipe, byte by byte" 'dd if="$packed/two.$suffix" bs=1 2>/dev/null | "$TRAWL"' \
        '"$TRAWL" "$packed/two.txt"'
    check_same "$tool: places in the unpacked text" '"$TRAWL" -t tsv <"$packed/two.$suffix"' \
        '"$TRAWL" -t tsv <"$packed/two.txt"'
    check_same "$tool: -t text" '"$TRAWL" -t text "$packed/two.$suffix"' 'cat "$packed/two.txt"'
    check_same "$tool: any name" 'cp "$packed/two.$suffix" "$tmp/letter"; "$TRAWL" -c "$tmp/letter"' 'echo 32'
    check_same "$tool: with other files" '"$TRAWL" -c "$packed/two.txt" "$packed/two.$suffix" - <"$packed/two.$suffix"' \
        'echo 96'

    head -c 150 "$packed/two.$suffix" >"$tmp/cut"
    check_status "$tool: truncated: exits with 2" 2 '"$TRAWL" "$tmp/cut"'
    check_same "$tool: truncated: the message has the place" 'cd "$tmp" && "$TRAWL" cut 2>&1 >/dev/null | sed "s/; links up to there were printed//"' \
        'echo "trawl: cut: $tool-compressed data ends early (at byte 150)"'
    check_same "$tool: truncated: only whole links" '"$TRAWL" "$tmp/cut" 2>/dev/null >"$tmp/links"; n=$(wc -l <"$tmp/links")
        "$TRAWL" "$packed/two.txt" | head -n $n | cmp - "$tmp/links"; echo $?' 'echo 0'
    check_same "$tool: truncated: the next file is read" '"$TRAWL" "$tmp/cut" "$packed/two.txt" 2>/dev/null | tail -n 32' \
        '"$TRAWL" "$packed/two.txt"'
    check_status "$tool: -q" 0 '"$TRAWL" -q "$packed/two.$suffix"'

    if have "$tool"; then
        i=0
        while [ $i -lt 60000 ]; do
            echo "http://a.example/$i and some more words, so that it takes several blocks"
            i=$((i + 1))
        done >"$tmp/long"
        check_same "$tool: several blocks" '"$tool" -c "$tmp/long" | "$TRAWL" | cksum' '"$TRAWL" "$tmp/long" | cksum'
        "$tool" -c "$tmp/long" >"$tmp/long.packed"
        size=$(wc -c <"$tmp/long.packed")
        head -c $((size - 9)) "$tmp/long.packed" >"$tmp/long.cut"
        check_same "$tool: several blocks, truncated: the links before that" '"$TRAWL" "$tmp/long.cut" 2>/dev/null | head -n 40000' \
            '"$TRAWL" "$tmp/long" | head -n 40000'
        check "$tool: several blocks, truncated: the message comes last" '"$TRAWL" "$tmp/long.cut" >"$tmp/all" 2>&1; tail -n 1 "$tmp/all" |
            grep "ends early (at byte $((size - 9))); links up to there were printed$"'
        export size
    else
        skip "$tool: several blocks" "there is no $tool"
    fi
done

if is_read gz; then
    check_same 'garbage after gzip data is reported' 'cd "$tmp" && { cat "$packed/two.gz"; echo garbage; } >g && "$TRAWL" -c g 2>&1' \
        'echo "trawl: g: trailing garbage ignored (from byte 271 of the gzip-compressed data)"; echo 32'
    check_status 'garbage after gzip data: exit status 0' 0 '"$TRAWL" "$tmp/g"'
    check_same 'zeros after gzip data are not reported' '{ cat "$packed/two.gz"; head -c 1000 /dev/zero; } | "$TRAWL" -c 2>&1' 'echo 32'
    check_same 'damaged data' 'cd "$tmp" && { head -c 200 "$packed/two.gz"; echo; tail -c +202 "$packed/two.gz"; } >d
        "$TRAWL" d 2>&1 >/dev/null | sed "s/byte [0-9]*: [a-z ]*)/byte N)/"' \
        'echo "trawl: d: gzip-compressed data is damaged (at byte N); links up to there were printed"'
    check_status 'damaged data exits with 2' 2 '"$TRAWL" "$tmp/d"'
    check_same 'data damaged at the start' 'cd "$tmp" && printf "\037\213\010\377xxxxxx" >n && "$TRAWL" n 2>&1' \
        'echo "trawl: n: gzip-compressed data is damaged (at byte 4: unknown header flags set)"'
    check_same 'a compressed rules file' 'printf "rule line\ntrigger line\nmatch line 7\nurl https://b.example/\n" |
        gzip >"$tmp/r.gz"; "$TRAWL" --rules "$tmp/r.gz" "$packed/two.txt" | grep https:..b' 'echo https://b.example/'
fi
check_same 'a file of compress' 'cd "$tmp" && printf "\037\235\220abc" >z && "$TRAWL" z 2>&1' \
    'echo "trawl: z: compressed with compress, which this build of trawl does not read;" \
        "try \"gzip -dc FILE | trawl\""'
check_status 'a file of compress exits with 2' 2 '"$TRAWL" "$tmp/z"'
check_same 'a short text that begins like compressed data' 'printf B | "$TRAWL" -c; printf "BZh http://a.example/" |
    "$TRAWL"; printf "P*" | "$TRAWL" -t text' 'printf "0\nhttp://a.example/\nP*"'

# without LIBRARY: builds the command with bzip2 as its only decompressor, and with LIBRARY as the
# name of the libraries of bzip2 and libidn2.
without() {
    mkdir "$tmp/without" && objects=
    for source in src/app/*.c src/app/*/*.c src/trawl/*.c src/trawl/*/*.c src/pick/options.c src/archive/options/*.c; do
        object=$B/${source%.c}.o
        case $source in
        src/app/io/unpack.c | src/app/io/codecs.c | src/app/io/idn_load.c)
            object=$tmp/without/$(basename "$source").o
            library=-DHAVE_BZIP2
            case $source in *idn_load.c) library=-DHAVE_IDN2_SO ;; esac
            grep -q "^HAVE_IDN2_SO = ." "$B/config.mk" || library=-DHAVE_BZIP2
            eval "$CC -std=c11 $CFLAGS -Iinclude -Isrc/lib -Isrc -D_POSIX_C_SOURCE=200809L $CPPFLAGS" \
                "'$library=\"$1\"'" -c -o '"$object" "$source"' || return
            ;;
        esac
        objects="$objects '$object'"
    done
    eval "$CC $CFLAGS $LDFLAGS" -o '"$tmp/without/trawl"' "$objects" '"$B/rooms.a"' \
        "$(sed -n 's/^[A-Z0-9]*_LIBS = //p' "$B/config.mk" | tr '\n' ' ')"
}

if [ -f "$B/config.mk" ] && is_read bz2; then
    check 'a build without decompressors' 'without libnowhere.so.9'
    trawl=$tmp/without/trawl
    export trawl
    check_same 'without decompressors: the message' 'cd "$packed" && "$trawl" two.xz 2>&1' \
        'echo "trawl: two.xz: compressed with xz, which this build of trawl does not read;" \
            "try \"xz -dc FILE | trawl\""'
    check_status 'without decompressors: exits with 2' 2 '"$trawl" "$packed/two.xz"'
    check_same 'without decompressors: the other files are read' '"$trawl" -c "$packed/two.gz" "$packed/two.zst" "$packed/two.txt" 2>/dev/null' 'echo 32'
    check_same 'a missing library' 'cd "$packed" && "$trawl" two.bz2 2>&1' \
        'echo "trawl: two.bz2: compressed with bzip2, and libnowhere.so.9, which reads it, cannot be loaded here"'
    check_status 'a missing library exits with 2' 2 '"$trawl" "$packed/two.bz2"'
    if grep -q '^HAVE_IDN2_SO = .' "$B/config.mk"; then
        printf 'http://b\303\274cher.example/ http://a.example/\n' >"$tmp/idn"
        check_same 'without libidn2 a host has no A-label, and everything else is read' \
            '"$trawl" -t json "$tmp/idn" 2>/dev/null | grep -o "\"ascii\":\"[^\"]*\""' \
            'printf "\"ascii\":\"http://%s.example/\"\n" b%C3%BCcher a'
        check_status 'without libidn2: exit status 0' 0 '"$trawl" -t json "$tmp/idn"'
        check_same 'without libidn2: one message' '"$trawl" -t json "$tmp/idn" "$tmp/idn" 2>&1 >/dev/null' \
            'echo "trawl: libnowhere.so.9 cannot be loaded; host names beyond ASCII need it"'
        check_same 'without libidn2: -t list does not need it' '"$trawl" "$tmp/idn" 2>&1' '"$TRAWL" "$tmp/idn"'
        check_status 'without libidn2: HTML is written to its end' 0 '"$trawl" -t html "$tmp/idn" 2>/dev/null | grep a.example'
    fi
else
    skip 'a build without decompressors' 'no build with all of them'
fi
# QEMU loads libz itself.
if [ -z "${QEMU_LD_PREFIX-}" ] && have strace && strace -o "$tmp/trace" true 2>/dev/null; then
    check_test 'plain input loads no decompressor' -eq 0 \
        'strace -f -o "$tmp/trace" "$TRAWL" -c "$packed/two.txt" >/dev/null; grep -cE "lib(z|zstd|lzma|bz2)\.so" "$tmp/trace"'
fi

# ---- Lists of files ----

mkdir "$tmp/some"
printf 'http://1.example/' >"$tmp/some/one"
printf 'http://2.example/' >"$tmp/some/two
lines"
check_same '--files0-from' 'cd "$tmp/some" && printf "one\0two\nlines\0one\0" >"$tmp/list" &&
    "$TRAWL" --files0-from "$tmp/list"' 'printf "http://%s.example/\n" 1 2 1'
check_same 'the last NUL may be missing' 'cd "$tmp/some" && printf "one\0one" | "$TRAWL" --files0-from=- -c' 'echo 2'
check_same 'names in lines are refused' 'cd "$tmp/some" && printf "one\none\n" | "$TRAWL" --files0-from=- 2>&1; echo $?' \
    'echo "trawl: --files0-from: standard input: each name must end with a NUL, not with a line end; find -print0 writes such names"; echo 2'
check_same 'a name with a line end' 'cd "$tmp/some" && printf "two\nlines" | "$TRAWL" --files0-from=- -c' 'echo 1'
check_same 'names byte by byte' 'cd "$tmp/some" && dd if="$tmp/list" bs=1 2>/dev/null | "$TRAWL" --files0-from - -c' 'echo 3'
check_same 'a folder in the list' 'cd "$tmp" && printf "some\0" | "$TRAWL" --files0-from -' \
    'printf "http://%s.example/\n" 1 2'
check_same '"-" in a list is standard input' 'printf "%s\0" - >"$tmp/dash"; echo http://x.example/ |
    "$TRAWL" --files0-from "$tmp/dash"' 'echo http://x.example/'
check_same '"-" in a list on standard input is refused' 'printf "%s\0" - | "$TRAWL" --files0-from - 2>&1' \
    'echo "trawl: --files0-from: standard input: name 1 is \"-\", but standard input is the list itself"'
check_same 'an empty name' 'cd "$tmp/some" && printf "one\0\0one\0" | "$TRAWL" --files0-from - 2>&1 >/dev/null' \
    'echo "trawl: --files0-from: standard input: name 2 is empty"'
check_status 'an empty name exits with 2' 2 'cd "$tmp/some" && printf "one\0\0one\0" | "$TRAWL" --files0-from -'
check_same 'an empty name: the others are read' 'cd "$tmp/some" && printf "one\0\0one\0" | "$TRAWL" --files0-from - -c 2>/dev/null' 'echo 2'
check_same 'a name that is too long' 'cd "$tmp/some" &&
    { head -c 300000 /dev/zero | tr "\0" x; printf "\0one\0"; } | "$TRAWL" --files0-from - 2>&1' \
    'printf "%s\n" "trawl: --files0-from: standard input: name 1 is too long" http://1.example/'
check_same 'a missing file in the list' 'cd "$tmp/some" && printf "nix\0one\0" | "$TRAWL" --files0-from - 2>&1' \
    'printf "%s\n" "trawl: nix: No such file or directory" http://1.example/'
check_status 'an empty list: no links' 1 '"$TRAWL" --files0-from /dev/null'
check_same 'a missing list' 'cd "$tmp" && "$TRAWL" --files0-from nix 2>&1' 'echo "trawl: nix: No such file or directory"'
check_status 'a missing list exits with 2' 2 '"$TRAWL" --files0-from "$tmp/nix"'
check_same '--files0-from with files' '"$TRAWL" --files0-from "$tmp/list" other 2>&1' \
    'echo "trawl: --files0-from names all the files; it does not go with the operand other; see \"trawl --help\""'
check_status '--files0-from with files exits with 2' 2 '"$TRAWL" --files0-from "$tmp/list" "$packed/two.txt"'
check_same '-H prints each name' 'cd "$tmp/some" && printf "one\0" | "$TRAWL" --files0-from - -H' 'echo one:http://1.example/'

# ---- The file that the output goes to ----

# own OUTPUT ARGUMENT...: runs the command on files larger than one block, with the output appended
# to one of these files. Reading that file would never end.
own() {
    mkdir -p "$tmp/own" && cp "$packed/two.txt" "$tmp/own/letter"
    i=0
    while [ "$i" -lt 20000 ]; do
        echo "http://a.example/$i"
        i=$((i + 1))
    done >"$tmp/own/links"
    output=$1
    shift
    (cd "$tmp/own" && ulimit -f 40000 && "$TRAWL" "$@" 2>"$tmp/said" >>"$output")
}

check_status 'a folder that contains the output file' 2 'own links .'
check_same 'the other files are read' 'tail -n +20001 "$tmp/own/links"' '"$TRAWL" "$packed/two.txt"'
check_same 'the output file is reported' 'cat "$tmp/said"' 'echo "trawl: ./links: the output goes to this file, so it is not read"'
check_status 'the output file, several threads' 2 'own links -j 2 links letter'
check_same 'several threads: the other files are read' 'tail -n +20001 "$tmp/own/links"' '"$TRAWL" "$packed/two.txt"'
check_status 'the output file as standard input' 2 'own links - letter <>"$tmp/own/links"'
check_same 'it is reported as standard input' 'cat "$tmp/said"' 'echo "trawl: standard input: the output goes to this file, so it is not read"'
check_status 'the output file in a list' 2 'printf "letter\0links\0" | own links --files0-from -'
check_same 'the rest of the list is read' 'tail -n +20001 "$tmp/own/links"' '"$TRAWL" "$packed/two.txt"'
check_status 'output to another file of the folder' 0 'own other letter links'

# ---- Input that is not text ----

printf '%%PDF-1.4\n\000\001 http://a.example/ \n' >"$tmp/x.pdf"
printf 'PK\003\004\000\000 http://a.example/ \n' >"$tmp/x.docx"
head -c 3000 /dev/zero >"$tmp/zeros"
printf ' http://a.example/ \n' >>"$tmp/zeros"
check_same 'a PDF is reported' 'cd "$tmp" && "$TRAWL" x.pdf 2>&1 >/dev/null' \
    'echo "trawl: x.pdf: looks like a PDF document, not text"'
check_same 'an office document is reported' 'cd "$tmp" && "$TRAWL" x.docx 2>&1 >/dev/null' \
    'echo "trawl: x.docx: looks like a zip archive, as office documents are, not text"'
check_same 'binary data is reported' '"$TRAWL" <"$tmp/zeros" 2>&1 >/dev/null' \
    'echo "trawl: standard input: looks like binary data, not text"'
check_same 'all of them are read' '"$TRAWL" "$tmp/x.pdf" "$tmp/x.docx" "$tmp/zeros" 2>/dev/null' \
    'printf "http://a.example/\n%.0s" 1 2 3'
check_status 'a PDF: exit status 0' 0 '"$TRAWL" "$tmp/x.pdf"'
check_same 'text is not reported' '{ printf "%%PDF-1.4 is a format.\n"; cat "$packed/two.txt"; } | "$TRAWL" -c 2>&1' 'echo 32'
check_same 'UTF-16 is not reported' 'printf "\377\376%s" "$(echo hello http://a.example/ and more text | sed "s/./&\n/g" | tr "\n" "_")" |
    tr "_" "\000" | "$TRAWL" 2>&1 | head -n 1' 'echo http://a.example/'

# ---- Failing reads: the other side of a terminal closes after some bytes ----

cat >"$tmp/fails.py" <<'END'
"""fails.py COMMAND FILE: runs the command with a read that fails after some bytes of FILE, at many places.
Prints each wrong result."""
import os, pty, subprocess, sys, tty

command, name = sys.argv[1:]
data = open(name, 'rb').read()
links = subprocess.run([command, name], stdout=subprocess.PIPE).stdout.splitlines()
for n in range(1, len(data), max(1, len(data) // 80)):
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.write(theirs, data[:n])
    os.close(theirs)
    ran = subprocess.run([command], stdin=ours, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(ours)
    got, said = ran.stdout.splitlines(), ran.stderr.decode().partition('see trawl --help\n')[2]
    want = 'trawl: standard input: Input/output error'
    if got:
        want += f' (after byte {n}; links up to there were printed)'
    if ran.returncode != 2 or got != links[:len(got)] or not said.startswith(want) or said.count('\n') != 1:
        print(n, ran.returncode, got, said)
END
cat >"$tmp/terminal.py" <<'END'
"""terminal.py COMMAND [ARGUMENT...]: runs it with a terminal as standard input, where a short input ends at once.
Prints its messages."""
import os, pty, subprocess, sys

ours, theirs = pty.openpty()
os.write(ours, b'http://a.example/\n\x04')
ran = subprocess.run(sys.argv[1:], stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
sys.stdout.write(ran.stderr.decode())
END
if has_terminals; then
    check_same 'a message before a terminal is read' 'python3 "$tmp/terminal.py" "$TRAWL"' \
        'echo "trawl: reading standard input; end with Ctrl-D, or see trawl --help"'
    check_same 'a message before check reads a terminal' 'python3 "$tmp/terminal.py" "$TRAWL" check' \
        'echo "trawl: check: reading standard input; end with Ctrl-D, or see trawl check --help"'
    check_same 'no message with "-"' 'python3 "$tmp/terminal.py" "$TRAWL" -; python3 "$tmp/terminal.py" "$TRAWL" check -' 'printf ""'
fi
if has_terminals; then
    for suffix in txt gz bz2 zst xz; do
        export suffix
        is_read "$suffix" || continue
        check_same "a failing read at any place: $suffix" 'python3 "$tmp/fails.py" "$TRAWL" "$packed/two.$suffix"' 'printf ""'
    done
else
    skip 'failing reads' 'there is no python3 with pseudo-terminals'
fi
# A file that is truncated while it is read: the links read before are printed, and the status is 2.
# The file is truncated when the pipe is full.
awk 'BEGIN { for (i = 0; i < 200000; i++) print "see http://a.example/" i " and more text" }' >"$tmp/whole"
for words in -j1 -j3 '-t json'; do
    export words
    check "a file that is cut while it is read: $words" 'cp "$tmp/whole" "$tmp/cut"; mkfifo "$tmp/pipe"
        "$TRAWL" $words "$tmp/cut" >"$tmp/pipe" 2>"$tmp/said" & pid=$!
        exec 3<"$tmp/pipe"; rm "$tmp/pipe"; head -c 100 <&3 >"$tmp/got"; : >"$tmp/cut"; cat <&3 >>"$tmp/got"
        wait $pid; [ $? -eq 2 ] && grep "cut: has become shorter while it was read" "$tmp/said" && grep -q a.example/9 "$tmp/got"'
done

# Standard input that is a large file is read in pieces, too.
for words in -j1 -j3; do
    export words
    check_same "standard input is a large file: $words" '"$TRAWL" $words <"$tmp/whole" 2>&1' '"$TRAWL" -j1 "$tmp/whole"'
    check_status "its status: $words" 0 '"$TRAWL" $words <"$tmp/whole"'
done

finish
