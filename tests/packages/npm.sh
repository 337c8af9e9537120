#!/bin/sh
# npm.sh - packs the packages for node, and uses them in a root that has only node
#
# Run by "make check-npm", which makes the packages; leaves them packed in $B/npm.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh
: "${B:=build}"

have cmd:npm cmd:mmdebstrap || finish
find_suite bookworm || {
    lacks 'a root with node' 'apt has no list of packages of Debian; apt-get update'
    finish
}
mkdir -p "$B/npm" "$tmp/again" "$tmp/in/node_modules" "$tmp/out" && rm -f "$B"/npm/*.tgz
for package in js js-scalar; do
    check "$package is packed" '(cd "$B/$package" && npm pack --silent --pack-destination "$OLDPWD/$B/npm" && npm pack --silent --pack-destination "$tmp/again")'
done
for packed in "$B"/npm/*.tgz; do
    name=$(basename "$packed" | sed 's/-[0-9].*//')
    check "$name: packed again, the bytes are the same" 'cmp "$packed" "$tmp/again/${packed##*/}"'
    check_test "$name: at most 1.1 MB" -le 1153434 'wc -c <"$packed"'
    check "$name: has an author and a home page" 'tar -xOf "$packed" package/package.json | grep -c -e "\"author\"" -e "\"homepage\"" | grep -x 2'
    mkdir "$tmp/in/node_modules/$name" && tar -C "$tmp/in/node_modules/$name" --strip-components=1 -xf "$packed"
done
cat >"$tmp/in/use.mjs" <<'END'
import { find, linkify } from 'trawl-links';
const [link] = find('See <URL:http://a.example/x\ny.html>.');
if (link.url !== 'http://a.example/xy.html') throw new Error(link.url);
if (!linkify('<p>www.example.org').includes('href="https://www.example.org"')) throw new Error('linkify');
console.log('passed');
END
chroot_make minbase nodejs "$tmp/in" "$tmp/out" 'sh -c "cd /trawl && unshare -n node use.mjs >out/log 2>&1" || :' >"$tmp/chroot" 2>&1
check 'node of Debian 12 finds links with it, without a network' 'grep -qx passed "$tmp/out/log" || { cat "$tmp/out/log"; tail -n 20 "$tmp/chroot"; false; }'
finish
