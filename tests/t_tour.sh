#!/bin/sh
# t_tour.sh - the documents show what trawl prints
#
# Types every command of README.md, doc/tour.md and the manual pages trawl(1), trawl-formats(5) and
# trawl-rules(5). Compares the output, with the errors, with the lines shown below the command, byte
# by byte. A command is a line that begins with "$ " in a block of ```console or,
# in a manual page, of .Bd -literal; a line that ends in "\" continues in the next one. No other
# lines are typed.
#
# Commands of Markdown files run in the root of a copy of the checkout, those of manual pages in a
# copy of testdata/tour. The commands of one block run in one shell, so that "$ echo $?" shows the
# status of the command above it. The C program of the README is links.c.
# shellcheck disable=SC2031  # commands in single quotes are run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
. tests/make.sh

case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
unset AERC_OSC8_URLS AERC_MIME_TYPE NO_COLOR

checkout=$tmp/checkout prefix=$tmp/prefix
mkdir "$tmp/bin" "$checkout" && ln -s "$TRAWL" "$tmp/bin/trawl" && cp -R testdata "$checkout" || exit 2
PATH=$tmp/bin:$PATH
export tmp checkout prefix PATH

# ---- What a document shows ----

# markdown FILE: prints FILE; prints a manual page as Markdown, without its escapes.
markdown() {
    case $1 in
    *.md) cat "$1" ;;
    *)
        sed 's/^\.Bd -literal.*/```console/; s/^\.Ed/```/' "$1" |
            sed "s/\\\\(aq/'/g; s/\\\\(ha/^/g; s/\\\\(ti/~/g; s/\\\\(:u/ü/g; s/\\\\&//g; s/\\\\-/-/g; s/\\\\e/\\\\/g"
        ;;
    esac
}

# blocks FILE DIRECTORY: writes a script for each console block into DIRECTORY. The script writes the
# output of its commands to LINE.got; LINE.want is what the document shows. Prints a line
# "BLOCK LINE COMMAND" for each command.
blocks() {
    markdown "$1" | awk -v dir="$2" '
        function command(text) {
            printf "{\n%s\n} >\"%s/%d.got\" 2>&1 </dev/null\n", text, dir, at >script
            printf "%d %d %s\n", block, at, text
            printf "" >(want = dir "/" at ".want")
        }
        /^```/ { inside = !inside && /^```console/; block = NR; at = 0; script = dir "/" NR ".sh"; next }
        !inside { next }
        more { more = sub(/\\$/, "", $0); text = text $0; if (!more) command(text); next }
        /^\$ / { at = NR; text = substr($0, 3); more = sub(/\\$/, "", text); if (!more) command(text); next }
        at { print >want }'
}

# c_program: prints the first block of C in the README.
c_program() {
    awk '/^```c$/ { inside = 1; next } /^```/ { if (inside) exit } inside' README.md
}

# lacks COMMAND: prints what the command needs and this machine or build does not have.
lacks() {
    for tool in jq cc pkg-config; do
        case " $1 " in
        *[!a-z]"$tool "*) there "cmd:$tool" || echo "$tool" ;;
        esac
    done
    case $1 in
    *gzip*) grep -q '^HAVE_ZLIB = .' "$B/config.mk" || echo zlib ;;
    *ü*) grep -q '^HAVE_IDN2 = .' "$B/config.mk" || echo libidn2 ;;
    esac
}

# ---- An installed trawl ----

# cc: runs the compiler of the build under test with its flags and the installed library. Removes
# the folder of this script from PATH, where ccache looks for the compiler.
cat >"$tmp/bin/cc" <<'END'
#!/bin/sh
PATH=${PATH#*:}
exec $TOUR_CC "$@" $TOUR_LDFLAGS
END
chmod +x "$tmp/bin/cc"
compiler=$(PATH=${PATH#*:} command -v "${CC%% *}")${CC#"${CC%% *}"}
TOUR_CC="$compiler $CFLAGS $CPPFLAGS -Wall -Werror" TOUR_LDFLAGS=$LDFLAGS
PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$PKG_CONFIG_PATH
libraries=$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export TOUR_CC TOUR_LDFLAGS PKG_CONFIG_PATH

installed() {
    mk install PREFIX="$prefix" >"$tmp/install" 2>&1
}

# ---- Type it ----

# is_possible SCRIPT: fails for commands that need the library if it is not installed.
is_possible() {
    [ -s "$tmp/links.c" ] || ! grep -q 'links[.]c' "$1"
}

# typed FILE LEAST: types the commands of a document, and checks that there are at least LEAST.
typed() {
    document=$1 least=$2 shown=$tmp/$(basename "$1")
    export shown
    mkdir "$shown" && blocks "$document" "$shown" >"$shown/list"
    case $document in
    *.md) place=$checkout ;;
    *) place=$checkout/testdata/tour ;;
    esac
    export place
    for script in "$shown"/*.sh; do
        export script
        [ ! -f "$script" ] || ! is_possible "$script" || (cd "$place" && LD_LIBRARY_PATH=$libraries sh "$script")
    done
    check_test "$document has $least commands or more" -ge "$least" 'wc -l <"$shown/list"'
    while read -r block line command; do
        name="$document:$line: $command"
        missing=$(lacks "$command")
        if [ "$missing" ]; then
            skip "$name" "no $missing"
        elif ! is_possible "$shown/$block.sh"; then
            skip "$name" 'the library is not installed'
        else
            check_same "$name" "cat '$shown/$line.got'" "cat '$shown/$line.want'"
        fi
    done <"$shown/list"
}

if grep -q 'trawl_each(' include/trawl.h && there "cmd:$PKG_CONFIG" && installed; then
    c_program >"$tmp/links.c" && cp "$tmp/links.c" "$checkout/links.c"
    check_test 'the README has a program' -ge 10 'wc -l <"$tmp/links.c"'
fi
typed README.md 6
typed doc/tour.md 40
typed doc/trawl.1 8
typed doc/trawl-formats.5 1
typed doc/trawl-rules.5 1
finish
