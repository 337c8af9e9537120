#!/bin/sh
# static.sh [PROCESSOR...] - builds the static programs, and runs them in a folder without a C library
#
# Run by "make check-static". Programs of another processor are run by QEMU's user mode.
. tests/support/lib.sh

: "${B:=build}"
version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
text='See <http://www.example.org/a/long/
path.html>.'
link=http://www.example.org/a/long/path.html

# inside PROGRAM ARGUMENT...: runs a program of the folder, which is all that it can see.
inside() {
    if [ "$processor" = "$(uname -m)" ]; then
        chroot "$root" "$@"
    else
        program=$1
        shift
        "qemu-$processor" "$root$program" "$@"
    fi
}

# packed SUFFIX COMMAND...: checks that a file that the command packs is read.
packed() {
    suffix=$1
    shift
    printf '%s\n' "$text" | "$@" >"$root/packed.$suffix"
    check_test "$processor: reads .$suffix" = "$link" 'inside /bin/trawl "$into/packed.$suffix"'
}

[ "$(id -u)" -eq 0 ] || { skip 'static programs' 'only root can use chroot'; finish; }
have cmd:musl-gcc cmd:tclsh cmd:dpkg-source cmd:zstd cmd:xz cmd:bzip2 cmd:umoci cmd:runc || finish
[ $# -gt 0 ] || set -- x86_64 aarch64
for processor do
    if [ "$processor" != "$(uname -m)" ] && ! have "cmd:$processor-linux-gnu-gcc" "cmd:qemu-$processor"; then
        continue
    fi
    check "$processor: is built" 'sh packaging/static/build.sh "$version" "$processor" "$B"'
    name=trawl-$version-linux-$processor
    root=$tmp/$processor
    mkdir "$root" && tar -C "$root" --strip-components=1 -xf "$B/$name.tar.gz"
    into=$root
    [ "$processor" != "$(uname -m)" ] || into=
    for program in bin/trawl libexec/trawl/trawl-pick libexec/trawl/trawl-archive; do
        check "$processor: $program needs no library" '! readelf -ld "$root/$program" | grep -E "NEEDED|INTERP"'
    done
    check "$processor: --version names the libraries" \
        'inside /bin/trawl --version | grep -E "PCRE2 [0-9.]+, libidn2 [0-9.]+, zlib [0-9.]+, zstd [0-9.]+, liblzma [0-9.]+, bzip2 [0-9.]+$"'
    check_test "$processor: finds a broken link" = "$link" 'printf "%s\n" "$text" | inside /bin/trawl'
    packed gz gzip
    packed xz xz
    packed zst zstd -q
    packed bz2 bzip2
    check_test "$processor: a host beyond ASCII has its A-label" = http://xn--bcher-kva.example/ \
        'echo "http://bücher.example/" | inside /bin/trawl --spell canonical'
    if [ "$processor" = "$(uname -m)" ]; then
        cp testdata/tour/archive.mbox "$root"
        check "$processor: makes an index and a site" \
            'inside /bin/trawl index -q /links.db /archive.mbox && inside /bin/trawl query /links.db | grep . && inside /bin/trawl site -q /links.db -o /site'
        check "$processor: prints what the build of make prints" 'sh tests/platforms/smoke.sh "$root/bin/trawl" "$TRAWL"'
    fi
    check_same "$processor: has the completions of this build" 'cat "$B"/completions/trawl.*' \
        '(cd "$root/share" && cat bash-completion/completions/trawl fish/vendor_completions.d/trawl.fish zsh/site-functions/_trawl)'
    sum=$(sha256sum <"$B/$name.tar.gz")
    rm -rf "$B/static/$processor/build"
    check "$processor: is built again" 'sh packaging/static/build.sh "$version" "$processor" "$B"'
    check_test "$processor: the same bytes" = "$sum" 'sha256sum <"$B/$name.tar.gz"'
    check "$processor: is packed as an image" 'sh packaging/static/image.sh "$version" "$processor" "$B"'
    sum=$(sha256sum <"$B/$name.oci.tar")
    check "$processor: is packed again" 'sh packaging/static/image.sh "$version" "$processor" "$B"'
    check_test "$processor: the image has the same bytes" = "$sum" 'sha256sum <"$B/$name.oci.tar"'
    if [ "$processor" = "$(uname -m)" ]; then
        mkdir "$tmp/layout" && tar -C "$tmp/layout" -xf "$B/$name.oci.tar"
        check 'the image is unpacked' 'umoci unpack --image "$tmp/layout:$version" "$tmp/bundle"'
        # The text comes on standard input, as from "podman run -i".
        sed -i 's/"terminal": true/"terminal": false/' "$tmp/bundle/config.json"
        check_test 'and finds a broken link' = "$link" 'printf "%s\n" "$text" | runc --root "$tmp/runc" run -b "$tmp/bundle" trawl-test'
    fi
    tap_note "$processor: $(wc -c <"$B/$name.tar.gz") bytes packed"
done
finish
