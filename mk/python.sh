#!/bin/sh
# python.sh DIRECTORY [PYTHON] - makes a wheel and an sdist of the Python package in DIRECTORY/python
#
# The sdist has the sources of the library. The wheel is linked with DIRECTORY/libtrawl.a, so it is
# built with the same flags. PYTHON needs setuptools and wheel. Neither uses the network. The wheel
# and the sdist are made from the folder DIRECTORY/python/source, and finished by
# packaging/python/finish.py. TRAWL_LICENCES is a folder with the licences of libraries that are
# linked statically, and TRAWL_LICENCE has their names for the SPDX expression. The same sources,
# tools and folder give the same bytes.
set -eu

out=$1/python python=${2:-python3}
rm -rf "$out"
mkdir -p "$out/source"
library=$(cd "$1" && pwd)/libtrawl.a
cp -R bindings/python/. "$out/source"
find "$out/source" -name __pycache__ -exec rm -rf {} +
cp -R src/lib "$out/source/lib"
cp -R include "$out/source/include"
cp src/gen/probe.sh "$out/source/probe.sh"
cp LICENSE src/gen/LICENSE.* "$out/source" # setuptools takes them by their names
# Two lists of files: a build with the part url leaves out the second, any other the first.
{
    sed -n 's/^judges = //p' Makefile | sed 's/%//g'
    sed -n 's/.*call part,url,\(src[^,]*\),.*/\1/p' Makefile
} | sed 's|src/lib|lib|g' >"$out/source/judges"
[ -z "${TRAWL_LICENCES-}" ] || cp "$TRAWL_LICENCES"/* "$out/source"
sed -n 's/^\([a-z]*\)=\(.*\)/s|@\1@|\2|/p' packaging/address >"$out/addresses"
echo "s|@licence@|${TRAWL_LICENCE-}|" >>"$out/addresses"
sed -f "$out/addresses" bindings/python/pyproject.toml >"$out/source/pyproject.toml"
finish=$PWD/packaging/python/finish.py
cd "$out/source"
TRAWL_LIBRARY=$library "$python" -c '
from setuptools import build_meta
build_meta.build_sdist("..")
build_meta.build_wheel("..")' >../log 2>&1 || {
    cat ../log >&2
    exit 1
}
rm -rf build
cd ..
"$python" "$finish" trawl-*.whl trawl-*.tar.gz >names
sed 's|^|python/|' names
