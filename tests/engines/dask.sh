#!/bin/sh
# dask.sh - Dask and Spark find the links of one run in a column of texts, by the recipes of
# doc/clusters.md
#
# Run by "make check-engines". Debian has no package of Spark. Without pyspark and pyarrow, only the
# function of its recipe runs.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/cluster/page.sh
. tests/cluster/page.sh
: "${B:=build}"

if ! have py:dask.dataframe py:pandas py:setuptools py:wheel py:ensurepip py:pip pydev: ||
    ! python=$(python_with 'dask.dataframe, pandas, setuptools, wheel, pip, ensurepip'); then
    skip 'the recipes for Dask and Spark' 'no Python with headers, Dask, pandas, setuptools, wheel, venv and pip'
    finish
fi
export python
mkdir "$tmp/made" && ln -s "$(cd "$B" && pwd)/libtrawl.a" "$tmp/made"
check 'the Python package in a venv' 'sh mk/python.sh "$tmp/made" "$python" && "$python" -m venv --system-site-packages --without-pip "$tmp/venv" &&
    "$tmp/venv/bin/python" -m pip install -q --no-index --no-deps "$tmp"/made/python/trawl-*.whl'
here=$PWD/tests/engines function=$(recipe 'Dask and Spark' 1)
export here function
mkdir "$tmp/work"
(cd "$tmp/work" && "$python" -B "$here/column.py" make "$OLDPWD/testdata") || exit 2
cd "$tmp/work" || exit 2

# program N: writes block N, with the function of block 1, to recipe.py.
program() {
    { echo "$function" && recipe 'Dask and Spark' "$1"; } >recipe.py
}
tap_note "Dask $("$python" -c 'import dask; print(dask.__version__)')"
check 'Dask: the recipe' 'program 2 && "$tmp/venv/bin/python" recipe.py'
check 'Dask: the links of one run' '"$python" -B "$here/column.py" same links/*'
parts='parts = (pandas.read_json(f"posts/{i}.json", lines=True) for i in range(4))
pandas.concat(map(links_of, parts)).to_json("parts.json", orient="records", lines=True)'
export parts
check 'Spark: its function, on parts of a table' 'printf "%s\n" "$function" "$parts" >recipe.py && "$tmp/venv/bin/python" recipe.py &&
    "$python" -B "$here/column.py" same parts.json'
if "$tmp/venv/bin/python" -c 'import pyspark, pyarrow' 2>/dev/null; then
    check 'Spark: the recipe' 'rm -r links && program 3 && "$tmp/venv/bin/python" recipe.py'
    check 'Spark: the links of one run' '"$python" -B "$here/column.py" same links/*.json'
else
    lacks 'Spark: the recipe' 'no pyspark and pyarrow'
fi
finish
