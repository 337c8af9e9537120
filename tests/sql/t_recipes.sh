#!/bin/sh
# t_recipes.sh - runs the recipes of doc/clusters.md for DuckDB, Parquet and pandas
#
# npm installs the DuckDB that tests/sql/duckdb/package-lock.json names into $B/duckdb.
# shellcheck disable=SC2016  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"

here=$PWD/tests/sql
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
mkdir "$tmp/bin" "$tmp/work" "$tmp/work/mail" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
PATH=$tmp/bin:$PATH
mkdir -p "$B/duckdb" && DUCKDB=$(cd "$B/duckdb" && pwd) || exit 2
export PATH DUCKDB

# recipe LANGUAGE HEADING N: prints the N-th block of code in this language below the heading.
recipe() {
    awk -v language='```'"$1" -v heading="$2" -v wanted="$3" '
        /^##/ { inside = $0 ~ "^#+ " heading "$" }
        /^```/ { code = inside && $0 == language && ++count == wanted; next }
        code { print }' "$here/../../doc/clusters.md"
}

# install_duckdb: installs DuckDB if package-lock.json has changed, or prints why that fails.
install_duckdb() {
    have node || { echo 'there is no node' && return 1; }
    cmp -s "$here/duckdb/package-lock.json" "$DUCKDB/installed" && return
    have npm || { echo 'there is no npm' && return 1; }
    cp "$here"/duckdb/package*.json "$DUCKDB" || return
    (cd "$DUCKDB" && npm ci --ignore-scripts --no-audit --no-fund) >"$DUCKDB/npm.log" 2>&1 ||
        { echo "npm could not install DuckDB ($DUCKDB/npm.log)" && return 1; }
    cp "$here/duckdb/package-lock.json" "$DUCKDB/installed"
}

# with_pandas: prints the name of a Python that has pandas.
with_pandas() {
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import pandas' 2>/dev/null && echo "$python" && return
    done
}

for file in $(find testdata/mail -name '*.eml' -size -64k | sort | head -n 150); do
    cp "$file" "$tmp/work/mail"
done
cp testdata/tour/archive.mbox "$tmp/work/mail/a \"b\", c's \\ archive.mbox"
printf 'http://www.example.org/ and http://x.example/\n' >"$tmp/work/mail/ü,1.txt"
cd "$tmp/work" || exit 2
eval "$(recipe sh 'Read the results elsewhere' 1)" 2>"$tmp/.err"
check_test 'there are links' -ge 300 'wc -l <links.json'

if why=$(install_duckdb); then
    recipe sql 'DuckDB and Parquet' 1 >duckdb.sql
    check 'DuckDB: the statements' 'node "$here/duckdb/run.mjs" <duckdb.sql'
    check 'DuckDB: Parquet has the links with all their fields' \
        'echo "SELECT to_json(p) FROM '"'links.parquet'"' p" | node "$here/duckdb/run.mjs" >rows.json && python3 "$here/recipes.py" same links.json rows.json'
    check 'DuckDB: back into trawl' \
        'eval "$(recipe sh "DuckDB and Parquet" 1)"; python3 "$here/recipes.py" again links.json again.json'
else
    skip 'DuckDB' "$why"
fi
if python=$(with_pandas); then
    recipe python pandas 1 >recipe.py
    echo 'links.to_json("rows.json", orient="records", lines=True)' | cat recipe.py - >pandas.test.py
    check 'pandas: the program' '"$python" pandas.test.py | grep example'
    check_test 'pandas: all links' -eq "$(grep -c '^{"url"' links.json)" 'wc -l <rows.json'
    check 'pandas: back into trawl' 'eval "$(recipe sh pandas 1)"; python3 "$here/recipes.py" again links.json again.json'
else
    skip 'pandas' 'there is no Python with pandas'
fi
finish
