#!/bin/sh
# t_wall.sh - trawl-pick, trawl-archive and the extension for SQLite can be built over an installed
# library, with no other header of src/lib than those that mk/wall.mk lists

. tests/support/lib.sh
. tests/make.sh

check 'make wall-pick' 'mk wall-pick'
echo http://a.example/ >"$tmp/text"
check_same 'trawl-pick prints a link' '"$B/wall/trawl-pick" --print --first "$tmp/text"' 'echo http://a.example/'
check_test 'it uses the installed library' -ge 1 'ldd "$B/wall/trawl-pick" | grep -c "wall/.*libtrawl"'
if [ -e "$B/trawl-archive" ]; then
    check 'make wall-archive' 'mk wall-archive'
    check_same 'trawl-archive finds it in an index' \
        'TRAWL_ARCHIVE="$(cd "$B" && pwd)/wall/trawl-archive" "$TRAWL" index -q "$tmp/links.db" "$tmp/text" && TRAWL_ARCHIVE="$(cd "$B" && pwd)/wall/trawl-archive" "$TRAWL" query "$tmp/links.db"' 'echo http://a.example/'
fi
if [ -x "$B/sql_host" ]; then
    check 'make wall-sqlite' 'mk wall-sqlite'
    check_same 'the extension finds it' '"$B/sql_host" "$B/wall/trawl.so" "SELECT url FROM trawl_links('"'http://a.example/ x'"')"' 'echo http://a.example/'
fi
check 'a header that the list lacks is not there' '[ ! -e "$B/wall/headers/base/lang.h" ] && [ ! -e "$B/wall/headers/find" ]'
finish
