# shellcheck shell=sh
# engines.sh - for tests/engines: the recipes of doc/databases.md, engines of npm, the Python package
#
# Sourced after lib.sh.
# shellcheck disable=SC2034,SC2154  # set by lib.sh, used by the tests
: "${B:=build}"
top=$PWD
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
mkdir "$tmp/bin" "$tmp/work" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
PATH=$tmp/bin:$PATH

# recipe LANGUAGE HEADING N: prints the N-th block of code in this language below the heading.
recipe() {
    awk -v language='```'"$1" -v heading="$2" -v wanted="$3" '
        /^##/ { inside = $0 ~ "^#+ " heading "$" }
        /^```/ { code = inside && $0 == language && ++count == wanted; next }
        code { print }' "$top/doc/databases.md"
}

# npm_engine FOLDER PACKAGE LIBRARY: prints the path of a library in a package of npm, which is
# installed into the build folder unless it is there.
npm_engine() {
    mkdir -p "$B/engines/$1" || return
    for _ in 1 2; do
        find "$PWD/$B/engines/$1" -name "$3" | grep . && return
        (cd "$B/engines/$1" && npm install --prefix . --ignore-scripts --no-audit --no-fund "$2") >&2 || return
    done
    return 1
}

# python_package: unpacks the Python package into $tmp/package, for PYTHONPATH.
python_package() {
    mkdir "$tmp/made" && ln -s "$top/$B/libtrawl.a" "$tmp/made" &&
        sh mk/python.sh "$tmp/made" "$(python_with 'setuptools, wheel')" &&
        python3 -m zipfile -e "$tmp"/made/python/trawl-*.whl "$tmp/package"
}

# posts FOLDER: copies the small messages of testdata that are UTF-8 without NUL into the folder. Left
# out are texts that only the command changes (signed, overstruck, cards), and URLs with hidden
# characters, which CSV cannot have.
posts() {
    mkdir "$1" && python3 -c '
import glob, pathlib, sys
for path in map(pathlib.Path, glob.glob("testdata/mail/*.eml")):
    text = path.read_bytes()
    if not path.stem.startswith(("card", "clear-signed", "overstruck", "vcard", "f7-unseen", "addr-invisible")) \
            and len(text) < 1 << 16 and b"\0" not in text and text.decode(errors="ignore").encode() == text:
        pathlib.Path(sys.argv[1], path.name).write_bytes(text)' "$1"
}

# sql ENGINE LIBRARY [OPTION...]: runs the statements of standard input in the folder of the test.
sql() {
    (cd "$tmp/work" && python3 -B "$top/tests/engines/sql.py" "$@")
}

# plain: undoes the escapes of trawl and of ClickHouse in TSV, except for NULL.
plain() {
    perl -pe 's/\\x(..)/chr hex $1/ge; s/\\\\/\\/g'
}

# of_posts FIELDS: prints the fields of the links of the texts; "name" is the file without its folder.
of_posts() {
    (cd "$tmp/work/mail" && trawl -f text -t tsv --fields "$(echo "$1" | sed 's/name/file/')" -- *) | plain | sort
}

# reads_files ENGINE LIBRARY: tests the recipe that reads JSON and CSV, and measures it with the files
# fifty times.
reads_files() {
    engine_name=$1 library=$2
    heading=$(echo "$1" | sed 's/duckdb/DuckDB/; s/clickhouse/ClickHouse/')
    (cd "$tmp/work" && recipe sh Files 1 >files.sh && sh files.sh) 2>"$tmp/.err"
    recipe sql "$heading" 1 >"$tmp/work/recipe.sql"
    (cd "$tmp/work" && trawl -t tsv --fields url,kind,site,file mail/) 2>"$tmp/.err" | plain | sort >"$tmp/wanted"
    wc -l <"$tmp/wanted" >"$tmp/work/count"
    check_test 'there are links' -ge 300 'cat "$tmp/work/count"'
    check_test 'the recipe: ten sites' -eq 10 'sql "$engine_name" "$library" <"$tmp/work/recipe.sql" | wc -l'
    for table in links chosen; do
        check_same "the rows of $table are the links of trawl" \
            '(cat "$tmp/work/recipe.sql" && echo "SELECT url, kind, site, file FROM $table;") | sql "$engine_name" "$library" | plain | sort' \
            'cat "$tmp/wanted"'
    done
    for format in json csv; do
        for _ in $(seq 50); do
            cat "$tmp/work/links.$format"
        done | awk -v format="$format" 'NR == 1 { head = $0 } format != "csv" || NR == 1 || $0 != head' >"$tmp/work/many"
        mv "$tmp/work/many" "$tmp/work/links.$format"
    done
    for table in links chosen; do
        awk -v RS=';\n' -v ORS=';\n' -v table="CREATE TABLE $table " 'index($0, table) == 1' "$tmp/work/recipe.sql" | sql "$engine_name" "$library" 2>"$tmp/seconds"
        tap_note "$heading, $table: $(rate $((50 * $(cat "$tmp/work/count")))) links a second"
    done
}

# rate N: prints N divided by the seconds that sql.py has written.
rate() {
    awk -v n="$1" '{ printf "%d\n", n / ($1 > 0.01 ? $1 : 0.01) }' "$tmp/seconds"
}

# speed_of_function COMMAND STATEMENT: runs a statement that counts the links of the texts 20 times, and
# prints the speed. The command writes the seconds to standard error.
speed_of_function() {
    links=$(echo "$2" | "$1" 2>"$tmp/seconds")
    check_test 'many texts: the number of links' = "$((20 * $(of_posts url | wc -l)))" 'echo "$links"'
    tap_note "the function: $(rate "$links") links, $(rate $((20 * $(cat "$tmp"/work/mail/* | wc -c) / 1000))) KB a second"
}
