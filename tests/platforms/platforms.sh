#!/bin/sh
# platforms.sh [PLATFORM...] - builds trawl for other processors and tests it there
#
# Run by "make check-platforms". Uses Debian's cross compilers, a folder with the libraries of the
# platform ("sysroot", unpacked by mmdebstrap) and the user mode of QEMU. i386 runs without QEMU on
# amd64. i386, arm64 and s390x run the tests of the library and of the command; the others run a
# smoke test. A platform that lacks a tool is skipped. FULL names the platforms that run all tests
# of the library and of the command instead.
#
# shellcheck disable=SC2031  # commands in single quotes are run by eval
. tests/support/lib.sh

: "${B:=build}" "${MAKE:=make}" "${FULL=i386 arm64 s390x}"
here=$(pwd)
folder=$here/$B/platforms
processors=$(getconf _NPROCESSORS_ONLN)
binfmt=/proc/sys/fs/binfmt_misc
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CC CFLAGS CPPFLAGS LDFLAGS OBJCOPY PKG_CONFIG_PATH PARTS HAVE_NCURSES HAVE_SQLITE
packages=libc6-dev,libpcre2-dev,libidn2-dev,libncurses-dev,libsqlite3-dev,zlib1g-dev,libzstd-dev,liblzma-dev,libbz2-dev

# Tests that measure time or memory, or start many threads. t_less and t_readers run programs of this
# machine on a terminal.
left_out='tests/lib/find/t_promises tests/lib/find/t_threads tests/lib/mail/t_bounded tests/lib/mail/t_limits tests/lib/html/t_hostile
    tests/lib/emit/t_less tests/lib/emit/t_memory tests/lib/find/t_rules_off'
left_out_sh='tests/trawl/t_cpu.sh tests/app/show/t_progress.sh tests/trawl/t_jobs.sh tests/trawl/t_readers.sh'
# Tests of a second or more, which take minutes under QEMU: it is 20 to 100 times slower.
slow='tests/lib/charset/t_charset tests/lib/charset/t_iconv tests/app/show/t_printable tests/lib/emit/t_html_cut tests/lib/emit/t_md
    tests/lib/emit/t_rules tests/lib/emit/t_term tests/lib/find/scan/t_scan_oom tests/lib/find/scan/t_seek tests/lib/find/t_documents
    tests/lib/find/t_each tests/lib/mail/header/t_words'
slow_sh='tests/app/io/t_packed.sh'
# t_hardening does not run for i386: its programs have a search path for the platform's libraries,
# which the test forbids.
native_sh='tests/app/sandbox/t_hardening.sh'

# describe PLATFORM: sets $triplet, $emulator, and the first 20 bytes of its programs as $magic.
describe() {
    start='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00'
    mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    case $1 in
    i386) triplet=i686-linux-gnu emulator='' ;;
    arm64) triplet=aarch64-linux-gnu emulator=qemu-aarch64 magic=$start'\xb7\x00' ;;
    riscv64) triplet=riscv64-linux-gnu emulator=qemu-riscv64 magic=$start'\xf3\x00' ;;
    ppc64el) triplet=powerpc64le-linux-gnu emulator=qemu-ppc64le magic=$start'\x15\x00' mask=${mask%????}'\x00' ;;
    armhf) triplet=arm-linux-gnueabihf emulator=qemu-arm
        magic='\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x28\x00' ;;
    s390x) triplet=s390x-linux-gnu emulator=qemu-s390x
        magic='\x7fELF\x02\x02\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x16'
        mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff' ;;
    *) return 1 ;;
    esac
    libraries=$triplet
    [ "$1" != i386 ] || libraries=i386-linux-gnu
}

# may_run PLATFORM: lets the kernel start the platform's programs by QEMU, unless it already does. The
# flag "P" keeps argv[0], which trawl passes to its programs.
registered=
may_run() {
    [ -n "$emulator" ] || return 0
    [ ! -e "$binfmt/trawl-$1" ] && [ ! -e "$binfmt/$emulator" ] || return 0
    [ -w "$binfmt/register" ] && [ "$(id -u)" -eq 0 ] &&
        printf ':trawl-%s:M::%s:%s:%s:P' "$1" "$magic" "$mask" "$(command -v "$emulator")" >"$binfmt/register" || return
    registered="$registered $1"
}
forget() {
    for name in $registered; do
        echo -1 >"$binfmt/trawl-$name"
    done
}
trap 'forget; rm -rf "$tmp"' EXIT

# get_libraries PLATFORM: unpacks Debian's packages for the platform, once.
get_libraries() {
    [ ! -d "$root/usr/include" ] || return 0
    signed=
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [ ! -f "$keyring" ] || signed="[signed-by=$keyring] "
    # Leaves out the updates, which do not change the headers and libraries to build with.
    apt-get indextargets --format "deb $signed\$(SITE) \$(RELEASE) \$(COMPONENT)" \
        'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u |
        awk '$(NF - 1) !~ /-/' | head -n 1 >"$tmp/sources"
    suite=$(awk '{ print $(NF - 1) }' "$tmp/sources")
    rm -rf "$root.new" && mmdebstrap --variant=extract --architectures="$1" --include="$packages" --format=directory \
        "$suite" "$root.new" "$tmp/sources" >"$root.log" 2>&1 || return
    # Links such as libz.so lead to /lib.
    find "$root.new/usr" "$root.new"/lib* -type l -lname '/*' | while read -r link; do
        ln -sf "$root$(readlink "$link")" "$link"
    done
    mv "$root.new" "$root"
}

# cross GOAL...: runs make for the platform.
cross() {
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/$libraries/pkgconfig:$root/usr/share/pkgconfig \
        QEMU_LD_PREFIX=$root "$MAKE" --no-print-directory -j"$processors" B="$build" \
        CC="$triplet-gcc --sysroot=$root" AR="$triplet-ar" OBJCOPY="$triplet-objcopy" CFLAGS='-O2 -g -Werror' \
        LDFLAGS="$loader" COMPLETIONS= "$@"
}

# tested: runs the tests, and prints a line with their number.
tested() {
    if [ -n "$emulator" ]; then
        skipped="$left_out_sh $slow_sh" programs="$left_out $slow"
    else
        skipped="$left_out_sh $native_sh" programs=$left_out
    fi
    for name in $programs; do
        skipped="$skipped $build/$name"
    done
    cross check TESTS='$(filter-out $(NO_TESTS),$(package_tests))' NO_TESTS="$skipped" PROVEFLAGS="-j$processors -v --timer" >"$build.log" 2>&1
    status=$?
    awk '/^ok .*# *SKIP/ { skipped++ } /^ok / { ok++ } /^not ok/ { bad++ }
        END { printf "%d checks, %d skipped, %d failed\n", ok + bad, skipped, bad }' "$build.log" >"$tmp/count"
    [ "$status" -eq 0 ] || { grep -e '^not ok' -e '^Failed' -e Wstat -e 'error:' "$build.log"; return 1; }
}

mkdir -p "$folder"
[ $# -gt 0 ] || set -- i386 arm64 s390x armhf riscv64 ppc64el
for platform do
    root=$folder/$platform.root build=$B/platforms/$platform loader=
    describe "$platform" || { check "$platform is known" false; continue; }
    if ! have mmdebstrap "cross:$triplet" || ! there "cmd:${emulator:-true}"; then
        skip "$platform" "no $triplet-gcc, $emulator or mmdebstrap"
        continue
    fi
    get_libraries "$platform" || { skip "$platform" "$(grep '^E:' "$root.log" | head -n 1)"; continue; }
    may_run "$platform" || { skip "$platform" "the kernel does not start its programs; qemu-user-binfmt"; continue; }
    if [ -z "$emulator" ]; then
        loader="-Wl,--disable-new-dtags,--dynamic-linker=$root/lib/ld-linux.so.2 -Wl,-rpath,$root/lib/$libraries:$root/usr/lib/$libraries"
        GCONV_PATH=$root/usr/lib/$libraries/gconv
        export GCONV_PATH
        # The iconv of this machine cannot load these charsets.
        printf '#!/bin/sh\nunset GCONV_PATH\nexec %s "$@"\n' "$(command -v iconv)" >"$folder/iconv" &&
            chmod +x "$folder/iconv" && PATH=$folder:$PATH
    fi
    check "$platform: builds without a warning" 'cross all'
    check "$platform: prints what the build of this machine prints" \
        'QEMU_LD_PREFIX=$root sh tests/platforms/smoke.sh "$build/trawl" "$TRAWL"'
    case " $FULL " in
    *" $platform "*)
        check "$platform: the tests of the library and of the command" tested
        tap_note "$platform: $(cat "$tmp/count")"
        ;;
    esac
    unset GCONV_PATH
done
finish
