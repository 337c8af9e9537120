#!/bin/sh
# wheels.sh [ARCH...] - makes the wheels of "make wheels", and installs them where nothing else is
#
# Run by "make check-wheels". That for x86-64 is installed in minimal chroots of Debian 12 and 13
# with only Python and pip, without a network; that for aarch64 by the Python of Debian 12 in QEMU.
# There the examples of the package are run, and LD_DEBUG shows the libraries that it opens. Needs
# what mk/wheels.sh needs, and qemu-user.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh
: "${B:=build}"

[ $# -gt 0 ] || set -- amd64 arm64
if ! there cmd:mmdebstrap || ! there cmd:dpkg-source; then
    skip 'wheels' 'no mmdebstrap or no dpkg-dev'
    finish
fi
find_suite '' || {
    skip 'wheels' 'apt has no list of packages of Debian; apt-get update'
    finish
}
python=$(python_with 'setuptools, wheel')
export python
check "wheels are made: $*" "sh mk/wheels.sh \"\$B\" \"\$python\" $*"
all=$(cd "$B/wheels/all" && pwd)
into=$tmp/in
mkdir -p "$into" "$tmp/out"
cp tests/bindings/python/doctests.py bindings/python/README.md "$into"

# The commands that are run with each wheel; $python runs its Python, $debugged does so with LD_DEBUG.
cat >"$into/inside.sh" <<'END'
set -e
cd /trawl
pip="$python -m pip --disable-pip-version-check install -q --no-index --no-deps --root-user-action=ignore"
$pip --target site trawl-*.whl
PYTHONPATH=site $python doctests.py README.md
PYTHONPATH=site ${debugged:-env LD_DEBUG=libs $python} -c 'import trawl
assert trawl.host("http://bücher.example/") == "xn--bcher-kva.example"
assert not trawl.check("http://a b/")' 2>opened
if grep -E 'libpcre2|libidn2|libunistring' opened; then exit 1; fi
grep -q 'site/trawl/_core' opened
echo passed
END

for arch; do
    wheel=$(ls "$all"/trawl-*_"$(echo "$arch" | sed 's/amd64/x86_64/; s/arm64/aarch64/')".whl)
    export wheel
    check_test "$arch: the tag is manylinux_2_31 or older" -le 31 'echo "$wheel" | sed -n "s/.*-manylinux_2_\([0-9]*\)_.*/\1/p"'
    check_test "$arch: it has the licences of what is linked" -ge 9 '"$python" -m zipfile -l "$wheel" | grep -c dist-info/licenses/LICENSE'
    rm -f "$into"/*.whl && cp "$wheel" "$into"
    if [ "$arch" = amd64 ]; then
        for release in bookworm trixie; do
            find_suite "$release"
            rm -rf "$tmp/out" && mkdir "$tmp/out"
            chroot_make minbase python3,python3-pip "$into" "$tmp/out" \
                'unshare -n env python=python3 sh /trawl/inside.sh >"$1/trawl/out/log" 2>&1 || :' >"$tmp/chroot" 2>&1
            check "$release" 'grep -qx passed "$tmp/out/log" || { tail -n 20 "$tmp/out/log" "$tmp/chroot"; false; }'
        done
    elif ! there cmd:qemu-aarch64; then
        lacks "$arch: QEMU" 'no qemu-aarch64'
    else
        find_suite bookworm
        apt_settings >"$tmp/apt.conf"
        root=$tmp/root
        mmdebstrap --quiet --variant=extract --architectures="$arch" --aptopt="$tmp/apt.conf" \
            --include=python3,python3-pip bookworm "$root" "$tmp/sources" >"$tmp/chroot" 2>&1
        sed -e "s|/trawl\$|$into|" "$into/inside.sh" >"$into/here.sh"
        # QEMU itself opens libraries of this machine, so only its guest gets LD_DEBUG.
        qemu="-L $root $root/usr/bin/python3.11"
        export qemu
        check "$arch: QEMU" 'python="qemu-aarch64 $qemu" debugged="qemu-aarch64 -E LD_DEBUG=libs $qemu" sh "$into/here.sh" >"$tmp/log" 2>&1 || { tail -n 20 "$tmp/log" "$tmp/chroot"; false; }'
    fi
done
[ "$1" != amd64 ] || check 'built again, the bytes are the same' 'cat "$all"/*_x86_64.whl >"$tmp/before" && rm -r "$B/wheels/amd64" &&
    sh mk/wheels.sh "$B" "$python" amd64 && cat "$all"/*_x86_64.whl | cmp - "$tmp/before"'
finish
