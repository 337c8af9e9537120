#!/bin/sh
# engines.sh FOLDER - the package in FOLDER in Deno, Bun, esbuild and workerd: "make check-web-engines"
#
# The engines are large, so no other test needs them. They are installed from npm into a folder of the
# user's cache.
set -u

there=${XDG_CACHE_HOME:-$HOME/.cache}/trawl/engines
mkdir -p "$there/node_modules" && rm -rf "$there/node_modules/trawl-links" || exit 1
[ -d "$there/node_modules/miniflare" ] || (
    cd "$there" && echo '{ "private": true }' >package.json &&
        npm install --silent --no-audit --no-fund esbuild@0.28.2 bun@1.4.5 deno@2.9.6 miniflare@4
    for engine in esbuild/install.js workerd/install.js bun/install.js deno/install.cjs; do
        (cd "node_modules/${engine%/*}" && node "${engine#*/}") >/dev/null 2>&1
    done
)
cp -r "$1" "$there/node_modules/trawl-links" && cd "$there" || exit 1
PATH=$there/node_modules/.bin:$PATH

cat >own.mjs <<'END'
import { find, linkify, site } from 'trawl-links';
console.log(find('x http://a.example/ y')[0].url, linkify('http://a.example/', { callback: () => false }), site('http://a.b.co.uk/'));
END
cat >bundled.mjs <<'END'
import wasm from 'trawl-links/find-simd.wasm';
import { find, init } from 'trawl-links';
await init('find', wasm);
console.log(find('x http://a.example/ y')[0].url);
END
cat >worker.mjs <<'END'
import wasm from 'trawl-links/find-simd.wasm';
import { find, init } from 'trawl-links';
export default { fetch: async (request) => { await init('find', wasm); return new Response(find(await request.text())[0].url); } };
END
cat >miniflare.mjs <<'END'
import { Miniflare } from 'miniflare';
import { readFileSync } from 'node:fs';
const modules = [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync('worker.out.mjs', 'utf8') },
    { type: 'CompiledWasm', path: 'trawl-links/find-simd.wasm', contents: readFileSync('node_modules/trawl-links/find-simd.wasm') }];
const workers = new Miniflare({ compatibilityDate: '2025-06-01', modules });
console.log(await (await workers.dispatchFetch('http://x/', { method: 'POST', body: 'x http://a.example/ y' })).text());
await workers.dispose();
END

failed=0
# is NAME WANTED COMMAND...
is() {
    name=$1 wanted=$2
    shift 2
    got=$(timeout 120 "$@" 2>&1)
    if [ "$got" = "$wanted" ]; then echo "ok - $name"; else echo "not ok - $name: $(printf %.300s "$got")" && failed=1; fi
}
bundle() {
    esbuild "$1.mjs" --bundle --format=esm --target=es2022 --log-level=error --outfile="$1.out.mjs" "$2"
}
is Deno 'http://a.example/ http://a.example/ b.co.uk' deno run -A own.mjs
is Bun 'http://a.example/ http://a.example/ b.co.uk' bun own.mjs
rm -f bundled.out.mjs worker.out.mjs
bundle bundled --loader:.wasm=binary
is 'esbuild, the module in the bundle' http://a.example/ node bundled.out.mjs
bundle worker '--external:*.wasm'
is 'workerd, the module as an import' http://a.example/ node miniflare.mjs
exit $failed
