#!/bin/sh
# t_warc.sh - web archives (WARC), which are refused wherever input is read, unless -f names a kind
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp
mkdir "$tmp/folder"
printf 'WARC/1.1\r\nWARC-Type: resource\r\n\r\nhttp://a.example/\r\n' >"$tmp/pages.warc"
printf 'see http://b.example/\n' >"$tmp/folder/text"
cp "$tmp/pages.warc" "$tmp/folder"
why=': is a web archive (WARC), which trawl does not read; extract its pages, for example with warcio, and give trawl the HTML files'
export why

# refused TEST INPUT COMMAND...: the command prints nothing but the message about the input, and fails.
refused() {
    name=$1 input=$2
    export input
    shift 2
    (cd "$tmp" && "$@" >out 2>err
        echo "$?" >>out)
    check_same "$name" 'sed "s/^trawl: \(index: \|pick: \|rewrite: \)*//;s|^$tmp/||" "$tmp/err" | grep -v "^no links$"; cat "$tmp/out"' \
        'echo "$input$why"; echo 2'
}

refused 'a file' pages.warc "$TRAWL" pages.warc
refused '-t json' pages.warc "$TRAWL" -t json pages.warc
refused 'with threads' pages.warc "$TRAWL" -j4 pages.warc
refused 'trawl pick' pages.warc "$TRAWL" pick --print pages.warc
refused 'trawl rewrite' pages.warc "$TRAWL" rewrite pages.warc
refused 'trawl index' pages.warc "$TRAWL" index -q index.db pages.warc
yes 'http://a.example/' | head -n 100000 | cat "$tmp/pages.warc" - >"$tmp/large.warc"
refused 'a large file' large.warc "$TRAWL" -j4 large.warc
refused 'trawl index: a large file' large.warc "$TRAWL" index -q -j4 index.db large.warc
refused 'a pipe' 'standard input' sh -c 'cat pages.warc | "$TRAWL"'
refused 'a pipe in small pieces' 'standard input' \
    sh -c '{ printf W; sleep .1; printf ARC/; sleep .1; printf "1.0\nhttp://a.example/\n"; } | "$TRAWL"'
if grep -q '^HAVE_ZLIB = .' "${B:-build}/config.mk"; then
    gzip -c "$tmp/pages.warc" >"$tmp/pages.warc.gz"
    cp "$tmp/pages.warc.gz" "$tmp/folder"
    refused 'a compressed file' pages.warc.gz "$TRAWL" pages.warc.gz
    refused 'a compressed pipe' 'standard input' sh -c 'cat pages.warc.gz | "$TRAWL"'
    refused 'trawl index: a compressed file' pages.warc.gz "$TRAWL" index -q index.db pages.warc.gz
fi
check_same 'a folder: the other files are read' '"$TRAWL" "$tmp/folder" 2>/dev/null; echo $?' 'echo http://b.example/; echo 2'
check_same '... and each web archive is named' '"$TRAWL" "$tmp/folder" 2>&1 >/dev/null | sed "s|.*folder/||"' \
    'for name in "$tmp"/folder/p*; do echo "${name##*/}$why"; done'
check_same 'trawl index: a folder' 'rm "$tmp/index.db"; "$TRAWL" index -q "$tmp/index.db" "$tmp/folder" 2>/dev/null; echo $?; "$TRAWL" query "$tmp/index.db"' \
    'echo 2; echo http://b.example/'

check_same '-f text reads it' '"$TRAWL" -f text "$tmp/pages.warc" 2>&1' 'echo http://a.example/'
check_same 'trawl index -f text' 'rm "$tmp/index.db"; "$TRAWL" index -q -f text "$tmp/index.db" "$tmp/folder"; echo $?; "$TRAWL" query "$tmp/index.db" | sort -u' \
    'echo 0; echo http://a.example/; echo http://b.example/'
check_same 'a text about web archives' 'echo "WARC/1.0 is a format: http://a.example/" | "$TRAWL"' 'echo http://a.example/'
finish
