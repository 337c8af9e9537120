#!/bin/sh
# t_recipes.sh - runs the recipes of doc/clusters.md for pandas, and of contrib for Dask
#
# Spark and Hadoop are not in Debian: a stand-in takes the place of Spark, and of Hadoop only the mapper
# runs.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"

here=$PWD/tests/bindings top=$PWD
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
mkdir "$tmp/bin" "$tmp/work" "$tmp/work/mail" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
# shellcheck disable=SC2031  # the subshells of lib.sh
PATH=$tmp/bin:$PATH
export PATH

# recipe LANGUAGE HEADING N: prints the N-th block of code in this language below the heading.
recipe() {
    awk -v language='```'"$1" -v heading="$2" -v wanted="$3" '
        /^##/ { inside = $0 ~ "^#+ " heading "$" }
        /^```/ { code = inside && $0 == language && ++count == wanted; next }
        code { print }' "$here/../../doc/clusters.md"
}

for file in $(find testdata/mail -name '*.eml' -size -64k | sort | head -n 150); do
    cp "$file" "$tmp/work/mail"
done
cp testdata/tour/archive.mbox "$tmp/work/mail/a \"b\", c's \\ archive.mbox"
printf 'http://www.example.org/ and http://x.example/\n' >"$tmp/work/mail/ü,1.txt"
cd "$tmp/work" || exit 2
eval "$(recipe sh 'Read the results elsewhere' 1)" 2>"$tmp/.err"
check_test 'there are links' -ge 300 'wc -l <links.json'

if have py:pandas; then
    python=$(python_with pandas)
    recipe python pandas 1 >recipe.py
    echo 'links.to_json("rows.json", orient="records", lines=True)' | cat recipe.py - >pandas.test.py
    check 'pandas: the program' '"$python" pandas.test.py | grep example'
    check_test 'pandas: all links' -eq "$(grep -c '^{"url"' links.json)" 'wc -l <rows.json'
    check 'pandas: back into trawl' 'eval "$(recipe sh pandas 1)"; python3 "$here/recipes.py" again links.json again.json'
else
    skip 'pandas' 'there is no Python with pandas'
fi
check 'Spark: the functions' 'python3 -B "$here/recipes.py" spark'
check 'Hadoop: the mapper' 'recipe sh "Spark, Hadoop and Dask" 1 | python3 -B "$here/recipes.py" hadoop'

if grep -q fsanitize "$top/$B/flags"; then
    lacks 'Dask' 'the Python package with a sanitizer is tested without others'
elif have py:dask.bag py:pandas py:setuptools py:wheel py:ensurepip py:pip pydev: &&
    python=$(python_with 'dask.bag, pandas, setuptools, wheel, pip, ensurepip'); then
    export python
    mkdir "$tmp/dask"
    cp "$top/testdata/tour/archive.mbox" "$top/testdata/bells.mbox" "$tmp/dask"
    for _ in 1 2 3 4 5 6; do
        cat "$tmp/dask/archive.mbox" "$tmp/dask/bells.mbox"
    done >"$tmp/dask/many.mbox"
    gzip -c "$tmp/dask/many.mbox" >"$tmp/dask/many.mbox.gz"
    # A folder of its own: other tests make the package in $B.
    mkdir "$tmp/made" && ln -s "$top/$B/libtrawl.a" "$tmp/made"
    check 'Dask: the package in a venv' '(cd "$top" && sh mk/python.sh "$tmp/made" "$python") && "$python" -m venv --system-site-packages --without-pip "$tmp/venv" &&
        "$tmp/venv/bin/python" -m pip install -q --no-index --no-deps "$tmp"/made/python/trawl-*.whl'
    check 'Dask: a bag of mailboxes has the rows of trawl map' \
        'PYTHONPATH=$top/contrib/dask "$tmp/venv/bin/python" -B "$here/recipes.py" bag "$tmp/dask" "$tmp"/dask/*.mbox "$tmp/dask/many.mbox.gz"'
else
    skip 'Dask' 'no Python with headers, Dask, pandas, setuptools, wheel, venv and pip'
fi
finish
