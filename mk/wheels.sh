#!/bin/sh
# wheels.sh DIRECTORY PYTHON [ARCH...] - makes wheels that need only glibc, into DIRECTORY/wheels
#
# ARCH is amd64 or arm64; without it, both are made. PCRE2 and libidn2 are compiled from the source
# packages of this machine's Debian and linked statically, so the wheel has the same tables as the
# command on this Debian. libidn2 uses its own copy of parts of libunistring, since no libunistring
# is unpacked. Everything is compiled for the glibc of Debian 11, whose headers and libraries
# mmdebstrap unpacks; the headers of CPython are those of Debian 12. Needs apt with its lists,
# mmdebstrap, dpkg-dev, and for another processor its cross compiler. The wheel has the licences of
# both libraries. That of libidn2 is the LGPL: with the sdist, the module can be linked again.
set -eu

out=$1 python=$2
shift 2
[ $# -gt 0 ] || set -- amd64 arm64
mkdir -p "$out/wheels/all" && out=$(cd "$out/wheels" && pwd)
tmp=$out/apt
mkdir -p "$tmp/lists/partial" "$tmp/cache/archives/partial"
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh

# unpack SUITE ARCH PACKAGES: unpacks packages and what they need into SUITE-ARCH.
unpack() {
    [ ! -d "$out/$1-$2" ] || return 0
    find_suite "$1"
    # shellcheck disable=SC2154  # find_suite sets suite
    grep " $suite main" "$tmp/sources" >"$tmp/one.list"
    apt_settings >"$tmp/apt.conf"
    rm -rf "$out/new"
    mmdebstrap --quiet --variant=extract --architectures="$2" --aptopt="$tmp/apt.conf" --include="$3" \
        "$suite" "$out/new" "$tmp/one.list"
    # The linker would look for the targets of absolute links on this machine.
    find "$out/new" -type l -lname '/*' | while read -r link; do
        ln -sfn "$out/$1-$2$(readlink "$link")" "$link"
    done
    mv "$out/new" "$out/$1-$2"
}

# configured LIBRARY OPTION...: runs its configure in an empty folder, and enters it. The generated
# files of the sources are not made again.
configured() {
    rm -rf "${in:?}/$1" && mkdir -p "$in/$1" "$in/libs/lib/pkgconfig" "$in/libs/include" && cd "$in/$1"
    source=$(echo "$out/$1"-*/)
    shift
    "${source}configure" -q --host="$triplet" --prefix="$in/libs" --disable-shared --enable-static \
        --disable-dependency-tracking ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=: \
        CC="$cc" CFLAGS='-O2 -fPIC -fvisibility=hidden' "$@"
}

# pcre2, libidn2: compile these libraries for $triplet by $cc, into $in/libs.
pcre2() {
    [ ! -f "$in/libs/lib/libpcre2-8.a" ] || return 0
    configured pcre2
    "$make" -s libpcre2-8.la
    cp src/pcre2.h "$in/libs/include" && cp libpcre2-8.pc "$in/libs/lib/pkgconfig"
    cp .libs/libpcre2-8.a "$in/libs/lib"
}
libidn2() {
    [ ! -f "$in/libs/lib/libidn2.a" ] || return 0
    configured libidn2 --disable-doc --disable-nls
    # The old names of two functions are only for the shared library.
    sed -i '/define HAVE_SYMVER_ALIAS_SUPPORT/d' config.h
    for folder in gl unistring lib; do "$make" -s -C "$folder"; done
    cp lib/idn2.h "$in/libs/include" && cp libidn2.pc "$in/libs/lib/pkgconfig"
    cp lib/.libs/libidn2.a "$in/libs/lib"
}

# wheel ARCH: makes the wheel, below $in.
wheel() {
    unpack bullseye "$1" libc6-dev
    unpack bookworm "$1" libpython3.11-dev
    mkdir -p "$in/headers/$triplet"
    cp -R "$out/bookworm-$1/usr/include/python3.11" "$in/headers"
    cp -R "$out/bookworm-$1/usr/include/$triplet/python3.11" "$in/headers/$triplet"
    (pcre2)
    (libidn2)
    export PKG_CONFIG_LIBDIR="$in/libs/lib/pkgconfig" PKG_CONFIG_PATH=
    "$make" -s B="$in" CC="$cc" AR="$triplet-ar" OBJCOPY="$triplet-objcopy" CFLAGS=-O3 "$in/libtrawl.a"
    # Python's own flags name the folder of this machine's libraries, so those of Debian 11 come first.
    CC=$cc CFLAGS="-I$in/headers/python3.11 -I$in/headers" LDFLAGS="-L$in/libs/lib -L=/usr/lib/$triplet" \
        TRAWL_LICENCES=$out/licences TRAWL_LICENCE=' AND (LGPL-3.0-or-later OR GPL-2.0-or-later)' \
        sh mk/python.sh "$in" "$python"
}

make=${MAKE:-make}
sh mk/sources.sh "$out" pcre2 libidn2 >"$out/log" 2>&1 || { tail -n 20 "$out/log" >&2 && exit 1; }
mkdir -p "$out/licences"
cp "$(echo "$out"/pcre2-*/LICENCE)" "$out/licences/LICENSE.pcre2"
for name in COPYING COPYING.LESSERv3 COPYINGv2 COPYING.unicode; do
    cp "$(echo "$out"/libidn2-*/"$name")" "$out/licences/LICENSE.libidn2.$name"
done
for arch; do
    case $arch in
    amd64) triplet=x86_64-linux-gnu ;;
    arm64) triplet=aarch64-linux-gnu ;;
    *) echo "wheels.sh: ARCH is amd64 or arm64, not $arch" >&2 && exit 2 ;;
    esac
    in=$out/$arch cc="$triplet-gcc --sysroot=$out/bullseye-$arch"
    # Not in the condition of if or ||, where -e has no effect.
    set +e
    (set -e; wheel "$arch") >"$in.log" 2>&1
    status=$?
    set -e
    [ "$status" -eq 0 ] || { tail -n 40 "$in.log" >&2 && exit 1; }
    rm -f "$out/all"/*"$(echo "$triplet" | cut -d - -f 1)".whl
    cp "$in"/python/trawl-*.whl "$out/all"
done
ls "$out"/all/*.whl
