#!/bin/sh
# t_package.sh - the Python package: its wheel in a fresh venv, its examples, its tests, its stubs
#
# The venv has the packages of the system. With sanitizers, their library is loaded before Python.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}" "${CC:=cc}"

if ! have python3 py:setuptools py:wheel py:ensurepip py:pip pydev: py:pytest py:hypothesis ||
    ! python=$(python_with 'setuptools, wheel, pip, ensurepip, pytest, hypothesis'); then
    skip 'the Python package' 'no Python with headers, setuptools, wheel, venv, pip, pytest and hypothesis'
    finish
fi
here=tests/bindings/python
export python here

# The sanitizer does not check memory that Python's own allocator divides. Leaks are not reported,
# since Python keeps memory to its end.
preload=
case $(cat "$B/flags") in
*-fsanitize=thread* | *-fsanitize=memory*)
    lacks 'the Python package' 'Python is not built with this sanitizer'
    finish
    ;;
*-fsanitize=address*) preload=$($CC -print-file-name=libasan.so) ;;
esac

# in_venv PROGRAM...: runs a Python program with the package.
in_venv() {
    LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 PYTHONPATH='' "$tmp/venv/bin/python" -W ignore::DeprecationWarning "$@"
}

check 'a wheel and an sdist' 'sh mk/python.sh "$B" "$python"'
check_test 'the wheel is for the limited interface' -eq 1 'find "$B/python" -name "trawl-*-cp311-abi3-*.whl" | wc -l'
for made in "$B"/python/trawl-*.whl "$B"/python/trawl-*.tar.gz; do
    export made
    check_test "the licences of the tables are in ${made##*.}" = 'LICENSE LICENSE.publicsuffix LICENSE.unicode LICENSE.whatwg' \
        '"$python" -m tarfile -l "$made" 2>/dev/null >"$tmp/list" || "$python" -m zipfile -l "$made" >"$tmp/list"; grep -o "LICENSE[.a-z]*" "$tmp/list" | sort -u | xargs'
done
check 'tags, metadata, the same bytes' '"$python" -m pytest -q -p no:cacheprovider "$here/test_finish.py"'
check 'a venv' '"$python" -m venv --system-site-packages --without-pip "$tmp/venv"'
check 'the wheel is installed without a network' \
    '"$tmp/venv/bin/python" -m pip install -q --no-index --no-deps "$B"/python/trawl-*.whl'
check 'examples' 'in_venv "$here/doctests.py" bindings/python/README.md'
check 'tests' 'in_venv -m pytest -q -p no:cacheprovider "$here/test_core.py" --command "$TRAWL"'
if have node npm:; then
    TRAWL_NPM=$(npm_folder) # apache-arrow, which reads columns
    export TRAWL_NPM
fi
check 'columns of texts' 'in_venv -m pytest -q -p no:cacheprovider "$here/test_many.py"'
if have py:bleach py:linkify_it py:markdown_it; then
    check 'the same results as bleach and linkify-it-py' \
        'in_venv -m pytest -q -p no:cacheprovider "$here/test_compat.py"'
    [ -n "$preload" ] ||
        check 'their time grows with the text' 'in_venv -m pytest -q -p no:cacheprovider "$here/test_growth.py"'
else
    skip 'the same results as others' 'no bleach, linkify-it-py or markdown-it-py'
fi
if [ -n "$preload" ]; then
    lacks 'mypy, pandas' 'they are tested without a sanitizer'
else
    # refused CHECKER...: prints the lines of refused.py in which the type checker finds a mistake.
    refused() {
        "$@" 2>&1 | sed -n 's/.*refused\.py:\([0-9]*\):.* error: .*/\1/p; s/.*refused\.py:\([0-9]*\): error: .*/\1/p' | sort -un
    }
    sed -n '/  # refused$/=' "$here/refused.py" >"$tmp/wanted"
    if have py:mypy; then
        # Later versions of mypy know Unpack without this option.
        mypy='in_venv -m mypy --strict --enable-incomplete-feature=Unpack --cache-dir '$tmp/mypy
        export mypy
        check 'mypy --strict' '$mypy "$here/typed.py"'
        check_test 'mypy --strict refuses mistakes, and nothing else' = "$(cat "$tmp/wanted")" 'refused $mypy "$here/refused.py"'
    else
        skip 'mypy' 'there is no mypy'
    fi
    if have node npm:; then
        pyright="node $(npm_folder)/node_modules/pyright/index.js -p $tmp/checked"
        export pyright
        mkdir "$tmp/checked" && cp "$here/typed.py" "$here/refused.py" "$tmp/checked"
        printf '{"typeCheckingMode": "strict", "venvPath": "%s", "venv": "venv"}\n' "$tmp" >"$tmp/checked/pyrightconfig.json"
        check_test 'pyright refuses mistakes, and nothing else' = "$(cat "$tmp/wanted")" 'refused $pyright'
        check_test 'pyright accepts the typed program' = '' '$pyright | grep "typed.py:"'
    else
        skip 'pyright' 'there is no node or no npm:'
    fi
fi
check 'the typed program runs' 'in_venv "$here/typed.py"'
if [ -n "$preload" ]; then
    :
elif have py:pandas && "$TRAWL" index -q "$tmp/links.db" testdata/tour/archive.mbox 2>"$tmp/.index"; then
    sed -n '/^import pandas$/,/^```$/{/^```/!p;}' bindings/python/README.md >"$tmp/recipe.py"
    check_test 'the recipe for pandas' -ge 3 'cd "$tmp" && in_venv recipe.py | grep -c "example"'
else
    skip 'pandas' 'there is no pandas, or no SQLite'
fi
check 'without the others: no import of bleach, linkify_it and html5lib' \
    'in_venv -S -c "import sys; sys.path.append(sys.argv[1]); import trawl.compat.bleach, trawl.compat.linkify_it; assert not {\"bleach\", \"linkify_it\", \"html5lib\"} & set(sys.modules)" "$(echo "$tmp"/venv/lib/python3*/site-packages)"'
finish
