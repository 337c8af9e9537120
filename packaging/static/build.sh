#!/bin/sh
# build.sh VERSION PROCESSOR FOLDER - makes the static programs of Linux, and packs them into
# FOLDER/trawl-VERSION-linux-PROCESSOR.tar.gz
#
# PROCESSOR is x86_64 or aarch64. The programs need no library and no file of the system. They are
# built with the C library musl and the libraries of libraries.sh; the same sources give the same
# bytes. Called by "make static".
set -eu
version=$1 processor=$2
mkdir -p "$3/static" && out=$(cd "$3" && pwd) source=$PWD
name=trawl-$version-linux-$processor share=$name/share room=$out/static/$processor
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CC CFLAGS CPPFLAGS LDFLAGS PARTS

mkdir -p "$room"
if [ "$processor" = "$(uname -m)" ]; then
    host='' compiler=${MUSL_GCC:-musl-gcc}
else
    host=$processor-linux-gnu
    compiler=$(sh packaging/static/cross.sh "$room/musl" "$host")
fi
sh packaging/static/libraries.sh "$room/libraries" "$compiler" ${host:+"$host"}

root=$room/libraries/root
PKG_CONFIG_LIBDIR=$root/lib/pkgconfig make --no-print-directory -s -j2 B="$room/build" CC="$compiler" \
    CFLAGS='-O2 -ffunction-sections -fdata-sections -Werror=implicit-function-declaration' \
    CPPFLAGS="-isystem $root/include -D_XOPEN_SOURCE=700" \
    LDFLAGS="-static -L$root/lib -Wl,--gc-sections" PKG_CONFIG='pkg-config --static' PREFIX=/usr/local \
    "$room/build/trawl" "$room/build/trawl-pick" "$room/build/trawl-archive"

cd "$room"
rm -rf "${name:?}"
mkdir -p "$name/bin" "$name/libexec/trawl" "$share/man/man1" "$share/man/man5" "$share/trawl/licenses"
cp build/trawl "$name/bin"
cp build/trawl-pick build/trawl-archive "$name/libexec/trawl"
"${host:+$host-}strip" "$name"/bin/* "$name"/libexec/trawl/*
cp "$source"/doc/*.1 "$share/man/man1"
cp "$source"/doc/*.5 "$share/man/man5"
for completion in bash:bash-completion/completions/trawl zsh:zsh/site-functions/_trawl fish:fish/vendor_completions.d/trawl.fish; do
    mkdir -p "$(dirname "$share/${completion#*:}")"
    ${host:+"qemu-$processor"} build/trawl help completion "${completion%%:*}" >"$share/${completion#*:}"
done
cp -R "$source/contrib/rules" "$share/trawl"
cp "$source"/src/gen/LICENSE.* libraries/licenses/* "$share/trawl/licenses"
cp "$source/LICENSE" "$source/packaging/static/README" "$name"
{ echo 'musl, and' && sort libraries/done/*; } >"$share/trawl/licenses/libraries"
find "$name" -exec touch -h -d "@$time" {} +
find "$name" | LC_ALL=C sort >list
tar --owner=0 --group=0 --numeric-owner --format=ustar --no-recursion -cf - -T list | gzip -9n >"$out/$name.tar.gz"
ls -l "$out/$name.tar.gz"
