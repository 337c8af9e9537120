#!/bin/sh
# t_compilers.sh - the tests of the kernels, cross-compiled for aarch64 and run by QEMU's user mode; the
# programs of tests/examples and the initializers of the headers, compiled by clang
#
# On aarch64 itself t_kernel tests the NEON kernel. CROSS and EMULATOR may name other programs.
#
. tests/support/lib.sh

: "${CROSS:=aarch64-linux-gnu-gcc}"

# emulator: prints the name of the emulator, if there is one.
emulator() {
    for name in ${EMULATOR-qemu-aarch64 qemu-aarch64-static}; do
        there "cmd:$name" && echo "$name" && return
    done
}

run=$(emulator)
export run

if ! there "cross:${CROSS%-gcc}"; then
    skip 'the kernels on aarch64' "no $CROSS that can link"
elif [ -z "$run" ]; then
    skip 'the kernels on aarch64' 'no QEMU for programs of aarch64'
else
    for name in t_kernel t_escape t_decode; do
        export name
        check "$name is built without a warning" '"$CROSS" -std=c11 -O2 -Wall -Wextra -Wpedantic -Wshadow -Werror \
            -D_DEFAULT_SOURCE -static -Isrc/lib -Isrc -Itests/lib -Itests -Itests/support -o "$tmp/$name" "tests/lib/kernel/$name.c" src/lib/kernel/*.c'
        check "$name: each kernel gives the right answers" '"$run" "$tmp/$name" >"$tmp/$name.said" ||
            { grep "^not ok" "$tmp/$name.said"; exit 1; }'
    done
    check 'and one of them is NEON' 'grep "^ok .*TRAWL_CPU=neon" "$tmp/t_kernel.said"'
fi

if have clang clang++; then
    check 'clang compiles what knows only the headers' 'FACE_CC=clang FACE_CXX=clang++ sh tests/examples/t_face.sh'
else
    skip 'clang compiles what knows only the headers' 'no clang'
fi
finish
