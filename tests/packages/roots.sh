#!/bin/sh
# roots.sh [RELEASE...] - runs the first six commands of the README in minimal chroots of Debian 11 to 13
#
# Run by "make check-roots", after the goals that make the artefacts: the static programs of this
# processor and the Debian packages, which need Debian 12 or newer. wheels.sh and npm.sh test the
# packages for Python and node, static.sh tests the image.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh

: "${B:=build}"
version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
static=$B/trawl-$version-linux-$(uname -m).tar.gz
packages=$B/debian/build/one
for made in "$static" "$packages"; do
    [ -e "$made" ] || { skip 'the roots' "no $made; run make check-static check-debian"; finish; }
done
have mmdebstrap || finish

# six: prints a script that compares what each command prints with what the README shows.
six() {
    echo 'set -e; cd /trawl'
    awk '/^```/ { shown = /^```console/; if (typed) print "END"; typed = 0; next }
        shown && /^\$ / {
            if (typed) print "END"
            if (typed = ++n <= 6) printf "{ %s; } >got 2>&1 </dev/null\ndiff - got <<\"END\"\n", substr($0, 3)
            next
        }
        typed' README.md
}

mkdir -p "$tmp/in" && cp -R testdata "$tmp/in"
cp "$static" "$packages"/trawl_*.deb "$packages"/libtrawl1_*.deb "$tmp/in"
six >"$tmp/in/six.sh"
check_test 'the README has six commands' -eq 6 'grep -c "^diff" "$tmp/in/six.sh"'
cat >"$tmp/in/inside.sh" <<'END'
picked() {
    [ "$(trawl pick --print --first /trawl/testdata/tour/letter.txt </dev/null)" = mailto:ann@lists.example.org ]
}
tar -C /usr/local --strip-components=1 -xf /trawl/trawl-*-linux-*.tar.gz
sh /trawl/six.sh && picked && touch /trawl/out/static
rm -r /usr/local/bin/trawl /usr/local/libexec/trawl
hash -r
apt-get install -y /trawl/trawl_*.deb /trawl/libtrawl1_*.deb && sh /trawl/six.sh && picked && touch /trawl/out/packages
exit 0
END
[ $# -gt 0 ] || set -- bullseye bookworm trixie
for release; do
    find_suite "$release" || { lacks "$release" 'apt has no list of its packages; run apt-get update'; continue; }
    rm -rf "$tmp/out" && mkdir "$tmp/out"
    chroot_make minbase jq "$tmp/in" "$tmp/out" 'sh /trawl/inside.sh' >"$tmp/log" 2>&1
    for artefact in static packages; do
        [ "$release $artefact" != 'bullseye packages' ] || continue
        check "$release: $artefact" '[ -e "$tmp/out/$artefact" ] || { tail -n 30 "$tmp/log"; false; }'
    done
done
finish
