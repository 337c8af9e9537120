#!/bin/sh
# libraries.sh FOLDER CC [HOST] - builds the libraries that static programs are linked with
#
# Unpacks Debian's source packages into FOLDER/source, and installs static libraries and headers into
# FOLDER/root. CC is a compiler that makes static programs, such as musl-gcc. HOST is the system
# that it compiles for, if that is another one. A library with a file in FOLDER/done is not built
# again. FOLDER/licenses gets the licences.
set -eu
mkdir -p "$1/source" "$1/root/include" "$1/done" "$1/licenses"
folder=$(cd "$1" && pwd) CC=$2 host=${3-}
root=$folder/root
CFLAGS='-Os -fPIC -ffunction-sections -fdata-sections'
export CC CFLAGS CPPFLAGS="-I$root/include" LDFLAGS="-static -L$root/lib" PKG_CONFIG_LIBDIR="$root/lib/pkgconfig"

# build NAME COMMAND...: runs the commands in the source of NAME, once.
build() {
    name=$1
    shift
    [ ! -f "$folder/done/$name" ] || return 0
    cd "$(find "$folder/source" -maxdepth 1 -type d -name "$name-[0-9]*")"
    # Debian's patches change sources of generated files, which need not be generated again.
    find . -type f -exec touch -d @1000000000 {} +
    (for command; do eval "$command" || exit; done) >"$folder/$name.log" 2>&1 ||
        { tail -n 30 "$folder/$name.log" >&2; echo "libraries.sh: $name was not built; see $folder/$name.log" >&2; exit 1; }
    cp debian/copyright "$folder/licenses/$name"
    echo "$name ${PWD##*/"$name"-}" >"$folder/done/$name"
}

# configure OPTION...: configures a source for static libraries in $root.
configure() {
    sh ./configure -q ${host:+"--host=$host" "--build=$(gcc -dumpmachine)"} --prefix="$root" --enable-static --disable-shared "$@"
}
install='make -s -j2 install'
AR=${host:+$host-}ar RANLIB=${host:+$host-}ranlib
BUILD_CC=gcc
export AR RANLIB BUILD_CC

sh mk/sources.sh "$folder/source" bzip2 libidn2 libzstd ncurses pcre2 sqlite3 xz-utils zlib >"$folder/sources.log" 2>&1 ||
    { tail -n 20 "$folder/sources.log" >&2; exit 1; }

# The headers of the kernel, which musl does not have.
kernel=$(echo '#include <linux/limits.h>' | ${host:+"$host-"}gcc -E - | sed -n 's|^# .*"\(.*\)/linux/limits.h".*|\1|p' | head -n 1)
asm=$(echo '#include <asm/types.h>' | ${host:+"$host-"}gcc -E - | sed -n 's|^# .*"\(.*\)/asm/types.h".*|\1|p' | head -n 1)
ln -sfn "$kernel/linux" "$root/include/linux"
ln -sfn "$kernel/asm-generic" "$root/include/asm-generic"
ln -sfn "$asm/asm" "$root/include/asm"

build zlib 'sh ./configure --static --prefix="$root"' 'make -s -j2 libz.a' 'make -s install'
build bzip2 'make -s CC="$CC" AR="$AR" RANLIB="$RANLIB" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" libbz2.a' \
    'mkdir -p "$root/lib"' 'cp libbz2.a "$root/lib"' 'cp bzlib.h "$root/include"'
build libzstd 'make -s -j2 -C lib libzstd.a ZSTD_LIB_COMPRESSION=0 ZSTD_LIB_DICTBUILDER=0 ZSTD_LIB_DEPRECATED=0 ZSTD_LEGACY_SUPPORT=0' \
    'cp lib/libzstd.a "$root/lib"' 'cp lib/zstd.h lib/zstd_errors.h "$root/include"'
build xz-utils 'configure --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-scripts --disable-doc --disable-nls --disable-encoders' "$install"
build libidn2 'configure --disable-doc --disable-nls --disable-gcc-warnings --with-included-libunistring' \
    'make -s -j2 -C gl' 'make -s -j2 -C unistring' 'make -s -j2 -C lib install' 'make -s install-pkgconfigDATA'
build pcre2 'configure --disable-jit' 'make -s -j2 libpcre2-8.la' 'make -s install-libLTLIBRARIES install-nodist_includeHEADERS install-pkgconfigDATA'
# The programs that make sqlite3.c run here, whatever the processor of the library.
build sqlite3 'CC=gcc CFLAGS= CPPFLAGS= LDFLAGS= AR=ar sh ./configure -q --disable-tcl --disable-readline' \
    'CC=gcc LDFLAGS= make -s sqlite3.c' \
    '$CC $CFLAGS -DNDEBUG -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_FTS5 -c sqlite3.c' \
    '"$AR" rcs "$root/lib/libsqlite3.a" sqlite3.o' 'cp sqlite3.h sqlite3ext.h "$root/include"' \
    'sed "s|^prefix=.*|prefix=$root|; s|^exec_prefix=.*|exec_prefix=$root|; s|^libdir=.*|libdir=$root/lib|" sqlite3.pc >"$root/lib/pkgconfig/sqlite3.pc"'
build ncurses 'configure --enable-widec --without-progs --without-tests --without-manpages --without-cxx --without-cxx-binding --without-ada --with-fallbacks=xterm,xterm-256color,screen,screen-256color,tmux-256color,linux,vt100 --with-default-terminfo-dir=/usr/share/terminfo --with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo --enable-pc-files --with-pkg-config-libdir="$root/lib/pkgconfig"' 'make -s -j2 libs' 'make -s install.libs install.includes'
