#!/bin/sh
# long.sh - what takes minutes: the sdist compiled in fresh venvs, whole and without PCRE2; bad
# addresses; 100,000 calls; times beside bleach and linkify-it-py
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}" "${MAKE:=make}"

if ! have python3 py:setuptools py:wheel py:ensurepip py:pip pydev: py:pytest py:hypothesis ||
    ! python=$(python_with 'setuptools, wheel, pip, ensurepip, pytest, hypothesis'); then
    skip 'the Python package' 'no Python with headers, setuptools, wheel, venv, pip, pytest and hypothesis'
    finish
fi
here=tests/bindings/python
export python here
check 'a wheel and an sdist' 'sh mk/python.sh "$B" "$python"'
for parts in find,html,mail,url find,html,mail; do
    export parts
    check "the sdist is installed: $parts" '"$python" -m venv --system-site-packages "$tmp/$parts" &&
        TRAWL_PARTS=$parts "$tmp/$parts/bin/python" -m pip install -q --no-build-isolation --no-index "$B"/python/trawl-*.tar.gz'
done
check 'examples' '"$tmp/find,html,mail,url/bin/python" "$here/doctests.py"'
check 'tests, and 100,000 calls' '"$tmp/find,html,mail,url/bin/python" -m pytest -q -p no:cacheprovider "$here/test_core.py" --command "$TRAWL" --calls 12500'
check 'without PCRE2' '"$tmp/find,html,mail/bin/python" -c "
import trawl
link = trawl.find(\"http://a.example/\")[0]
assert link.site == \"a.example\" and trawl.to_html(\"x\") == \"x\"
try:
    link.valid
except trawl.NotBuiltError:
    pass
else:
    raise SystemExit(1)"'
check 'the time of trawl.compat grows with the text' \
    'LONG=1 "$tmp/find,html,mail,url/bin/python" -m pytest -q -p no:cacheprovider "$here/test_growth.py"'
# Only the library and the command have sanitizers: to compile "all" takes longer than the tests.
sanitizers='-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=address,undefined'
export sanitizers
check 'bad addresses' '"$MAKE" --no-print-directory -s B="$B/asan" CFLAGS="$sanitizers" "$B/asan/libtrawl.a" "$B/asan/trawl" >"$tmp/asan" &&
    TRAWL=$B/asan/trawl B=$B/asan CFLAGS=$sanitizers sh tests/bindings/t_package.sh >"$tmp/asan" 2>&1 || { grep "^not ok\|^# E \|ERROR" "$tmp/asan"; false; }'
if have py:bleach py:linkify_it; then
    "$tmp/find,html,mail,url/bin/python" "$here/times.py" >"$tmp/times" 2>&1
    tap_note "$(cat "$tmp/times")"
    check 'times' '! grep "Traceback\|SLOW" "$tmp/times"'
else
    skip 'times' 'no bleach or linkify-it-py'
fi
finish
