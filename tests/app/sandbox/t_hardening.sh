#!/bin/sh
# t_hardening.sh - the built programs, the library and the extension have the protections of the
# compiler and the linker; libraries that are loaded late are not taken from the working folder
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp
B=${B:-build}
config=$B/config.mk

# value NAME: prints a variable of config.mk.
value() {
    sed -n "s/^$1 = *//p" "$config"
}

# ---- Files ----

# elf_of FILE: writes what readelf prints about FILE to $tmp/elf.
elf_of() {
    readelf -hldW --dyn-syms "$1" >"$tmp/elf" 2>/dev/null
}

# has_note FILE: succeeds when the file is marked for the processor's control-flow protection.
has_note() {
    readelf -nW "$1" 2>/dev/null | grep -q 'IBT, SHSTK\|BTI'
}

# start_has_note: succeeds when the C library's start files have this mark; without it there, the
# linker omits it from programs.
start_has_note() {
    for start in Scrt1.o crti.o crtn.o; do
        has_note "$(${CC:-cc} -print-file-name=$start)" || return 1
    done
}

if ! have readelf || [ "$(value SHARED)" != elf ]; then
    skip 'the protections' 'no readelf, or no ELF files'
elif [ -z "$(value HARDEN)" ]; then
    lacks 'the protections' 'this build has none, as builds with sanitizers'
else
    for file in "$B"/trawl "$B"/trawl-pick "$B"/trawl-archive "$B"/libtrawl.so.*.*.* "$B"/trawl.so; do
        [ -f "$file" ] || continue
        name=${file##*/}
        export file
        elf_of "$file"
        case $name in
        *.so*) check "$name: position-independent" 'grep "Type: *DYN" "$tmp/elf"' ;;
        *) check "$name: a position-independent program" 'grep "Type: *DYN" "$tmp/elf" && grep "FLAGS_1.*PIE" "$tmp/elf"' ;;
        esac
        check "$name: read-only after relocation, and bound at the start" 'grep GNU_RELRO "$tmp/elf" && grep "(FLAGS).*BIND_NOW" "$tmp/elf"'
        check "$name: no executable stack" 'grep "GNU_STACK .* RW " "$tmp/elf" && ! grep "GNU_STACK .*E" "$tmp/elf"'
        check "$name: no segment is writable and executable" '! grep "LOAD .* RWE " "$tmp/elf"'
        check "$name: no search path, no relocations of code" '! grep "RPATH\|RUNPATH\|TEXTREL" "$tmp/elf"'
        check "$name: stack canaries" 'grep "__stack_chk_fail\|__stack_chk_guard" "$tmp/elf"'
        if value HARDEN | grep -q FORTIFY && nm -D "$(ldd "$B/trawl" | sed -n 's/.*=> \(.*libc\.so[^ ]*\).*/\1/p')" 2>/dev/null | grep -q __memcpy_chk; then
            check "$name: copies are checked (_FORTIFY_SOURCE)" 'grep "__mem[a-z]*_chk" "$tmp/elf"'
        else
            lacks "$name: copies are checked" 'the C library has no such functions'
        fi
        if start_has_note; then
            check "$name: marked for control-flow protection" 'has_note "$file"'
        fi
    done
    if value HARDEN | grep -q 'fcf-protection\|branch-protection'; then
        check 'objects are marked for control-flow protection' 'for o in "$B"/src/trawl/main.o "$B"/src/lib/find/deliver.o "$B"/src/lib/kernel/kernel.o; do has_note "$o" || exit 1; done'
    else
        lacks 'objects are marked for control-flow protection' 'the compiler has no such option'
    fi
fi

# ---- Libraries that are loaded late ----

export B config
check 'libraries are named by their sonames, without a folder' \
    'for l in IDN2_SO ZLIB ZSTD LZMA BZIP2; do v=$(value HAVE_$l); case $v in "" | *.so.[0-9]* | *.[0-9]*.dylib) ;; *) exit 1 ;; esac; case $v in */*) exit 1 ;; esac; done'
printf '#include <stdlib.h>\n__attribute__((constructor)) static void begin(void) { _Exit(99); }\n' >"$tmp/fake.c"
if ! have gzip || ! (cd "$tmp" && ${CC:-cc} -shared -fPIC -o libz.so.1 fake.c) 2>/dev/null; then
    skip 'a library in the working folder' 'no compiler for a library, or no gzip'
    finish
fi
for l in libidn2.so.0 libzstd.so.1 liblzma.so.5 libbz2.so.1.0; do cp "$tmp/libz.so.1" "$tmp/$l"; done
gzip -c testdata/tour/letter.txt >"$tmp/letter.gz"
printf 'http://b\303\274cher.example/\n' >"$tmp/idn"
# Shows that the library would be loaded if the working folder were searched.
check_status 'the planted library works' 99 'cd "$tmp" && LD_LIBRARY_PATH=$tmp "$TRAWL" letter.gz'
check 'not from the working folder' 'cd "$tmp" && "$TRAWL" letter.gz | grep mirror'
check 'not with an empty LD_LIBRARY_PATH' 'cd "$tmp" && LD_LIBRARY_PATH= "$TRAWL" letter.gz | grep mirror'
check 'nor libidn2' 'cd "$tmp" && LD_LIBRARY_PATH= "$TRAWL" -t json idn | grep xn--bcher-kva'
finish
