#!/bin/sh
# t_release.sh - the tarball of a release has the same bytes wherever it is made, checksums, and a
# bill of materials
. tests/support/lib.sh
. tests/make.sh

version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
name=trawl-$version
export version name

# dist DIRECTORY: packs the sources of the current directory into a tarball in DIRECTORY.
dist() {
    mk B="$1" dist
}

# ---- The same bytes ----

check 'dist' 'umask 022 && TZ=UTC dist "$tmp/one"'
check 'dist with another umask, time zone, locale and home' \
    'umask 077 && TZ=Asia/Kathmandu LC_ALL=C.UTF-8 HOME=/nonexistent GZIP=-1 dist "$tmp/two"'
check 'an unpacked tarball, with other times, without git' \
    'mkdir "$tmp/unpacked" && cd "$tmp/unpacked" && (umask 027 && tar -xzf "$tmp/one/$name.tar.gz" --no-same-permissions) &&
    cd "$name" && find . ! -name Makefile -exec touch -t 200102030405 {} + &&
    GIT_DIR=/none TZ=America/Caracas dist "$tmp/three"'
for other in two three; do
    for file in "$name.tar.gz" "$name.spdx.json" SHA256SUMS; do
        check "$file has the same bytes ($other)" 'cmp "$tmp/one/$file" "$tmp/$other/$file"'
    done
done
check_test 'SOURCE_DATE_EPOCH sets all times' = '2001-09-09 01:46:40' \
    'SOURCE_DATE_EPOCH=1000000000 dist "$tmp/four" && TZ=UTC tar --full-time -tvzf "$tmp/four/$name.tar.gz" |
    awk "{ print \$4, \$5 }" | sort -u'

# ---- What may not be released ----

if [ -n "$(sh mk/address.sh)" ]; then
    check_test 'placeholders are refused, by their names' = 1 \
        'MAKE=false sh mk/release.sh "$version" "$tmp" 2>"$tmp/said"; echo $?; grep "contact home repository security" "$tmp/said" >"$tmp/named" || echo none'
fi
check_test 'changes that are not committed are refused' = 1 \
    'mkdir "$tmp/new" && cp -R mk packaging "$tmp/new" && cd "$tmp/new" && git init -q && PLACEHOLDER=1 MAKE=false sh mk/release.sh "$version" "$tmp" 2>"$tmp/said"; echo $?
    grep "not committed" "$tmp/said" >"$tmp/named" || echo none'

# ---- What a release collects ----

# Stands in for make: makes the files of a goal, each with its path as its text.
cat >"$tmp/goals" <<'EOF'
#!/bin/sh
out=${2#B=}
case $3 in
dist) set -- "./trawl-$version.tar.gz" "./trawl-$version.spdx.json" ;;
python) set -- "python/trawl-$version.tar.gz" ;;
check-static) set -- "./trawl-$version-linux-x86_64.tar.gz" "./trawl-$version-linux-x86_64.oci.tar" ;;
check-wheels) set -- "wheels/all/trawl-$version-one.whl" ;;
check-debian) set -- debian/build/one/trawl.deb ;;
check-npm) set -- npm/trawl-links.tgz ;;
*) exit 0 ;;
esac
for file; do
    mkdir -p "$out/${file%/*}" && echo "$file" >"$out/$file" || exit
done
EOF
chmod +x "$tmp/goals"
export GNUPGHOME="$tmp/keys" key=
if have gpg sha256sum; then
    mkdir -m 700 "$GNUPGHOME"
    key=release@trawl.example
    check 'a key for the test' 'gpg --batch --quiet --passphrase "" --quick-generate-key "$key" ed25519 sign never'
    check 'a release is collected' 'cd "$tmp/new" && git add . && git -c commit.gpgsign=false -c user.name=a -c user.email=a@trawl.example commit -qm all &&
        PLACEHOLDER=1 KEY=$key MAKE="$tmp/goals" sh mk/release.sh "$version" "$tmp/out"'
    check 'its checksums fit, and are signed' 'cd "$tmp/out/release" && sha256sum -c SHA256SUMS && gpg --verify SHA256SUMS.asc SHA256SUMS'
    check_same 'each file has a checksum' 'cut -c67- "$tmp/out/release/SHA256SUMS" | sort' \
        'cd "$tmp/out/release" && find . -type f ! -name "SHA256SUMS*" | cut -c3- | sort'
    check_same 'it has each file of its goals once' 'cd "$tmp/out/release" && find . -type f ! -name "SHA256SUMS*" -exec cat {} + | sort' \
        'cd "$tmp/out" && find . -type f ! -path "./release/*" -exec cat {} + | sort'
    gpgconf --kill gpg-agent
fi

# ---- What is in it ----

if have sha256sum; then
    check 'SHA256SUMS fits the files' 'cd "$tmp/one" && sha256sum -c SHA256SUMS'
    check_test 'and names both' -eq 2 'wc -l <"$tmp/one/SHA256SUMS"'
else
    skip 'SHA256SUMS fits the files' 'no sha256sum'
fi
if git ls-files --error-unmatch Makefile >"$tmp/git" 2>&1; then
    check_same 'has all files that git has' 'tar -tzf "$tmp/one/$name.tar.gz" | sed "s|^[^/]*/||" | sort' \
        'git -c core.quotePath=false ls-files | sort'
fi

# ---- Bill of materials ----

# broken EXPRESSION: checks that the bill of materials is refused after sed has changed it by
# EXPRESSION.
broken() {
    sed "$1" "$tmp/one/$name.spdx.json" >"$tmp/broken.json" && ! cmp -s "$tmp/one/$name.spdx.json" "$tmp/broken.json" &&
        ! python3 -B tests/packages/sbom.py "$tmp/broken.json" "$tmp/one/$name.tar.gz"
}

if have python3; then
    check 'the bill of materials is valid' \
        'python3 -B tests/packages/sbom.py "$tmp/one/$name.spdx.json" "$tmp/one/$name.tar.gz"'
    for expression in '/"created"/d' 's/SPDXID": "SPDXRef-zlib/&2/' 's/ AND MPL-2.0//' \
        's/\("checksumValue": "\)../\1xx/' 's/DEPENDS_ON/NEEDS/'; do
        check "a faulty one is noticed: $expression" 'broken "$expression"'
    done
    check_test 'it names the libraries of the build' = '' \
        'for library in pcre2 libidn2 ncurses sqlite zlib zstd xz bzip2 libgit2; do
            grep -q "SPDXRef-$library" "$tmp/one/$name.spdx.json" || echo "$library"; done'
else
    skip 'the bill of materials is valid' 'no python3'
fi
finish
