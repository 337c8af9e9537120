#!/bin/sh
# t_web.sh [whole | long] - the package for node and browsers: its links beside those of the command,
# types, markdown-it, xterm.js, Chromium and Firefox; the playground
#
# "whole" reads hostile texts of 512 KB instead of 128, "long" also 1,000,000 random texts instead of
# 20,000.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${B:=build}"
form=${1-short} here=tests/bindings/js
needs_npm 'the package for node and browsers' clang wasm-ld wasm:
. tests/make.sh
# All modules but that of mail without vector instructions, which no test here uses.
if ! mk -j2 "$B/js/package.json" "$B/js/find-simd.wasm" "$B/js/html-simd.wasm" "$B/js/mail-simd.wasm" \
    "$B/js-scalar/find.wasm" "$B/js-scalar/html.wasm" >"$tmp/make" 2>&1; then
    check 'the modules are made' 'cat "$tmp/make"; false'
    finish
fi
version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)
export here form version

# Installs the files of "npm pack" as npm does.
mkdir -p "$tmp/user/node_modules/trawl-links"
check 'npm pack' 'cd "$tmp/user" && npm pack --silent --ignore-scripts "$OLDPWD/$B/js" >packed &&
    tar -xzf "$(cat packed)" -C node_modules/trawl-links --strip-components=1'
user=$tmp/user
export user
packed="$(cd src/gen && ls LICENSE.*)"' LICENSE README.md find-simd.wasm html-simd.wasm mail-simd.wasm dom.d.ts index.d.ts markdown-it.d.ts
    package.json wasm.d.ts xterm.d.ts node/arguments.cjs node/arguments.mjs node/decide.cjs node/decide.mjs node/dom.cjs node/dom.mjs node/index.cjs node/index.mjs node/load.cjs node/load.mjs node/markdown-it.cjs node/markdown-it.mjs
    node/rules.cjs node/rules.mjs node/xterm.cjs node/xterm.mjs web/arguments.mjs web/decide.mjs web/dom.mjs web/index.mjs web/load.mjs web/markdown-it.mjs web/rules.mjs web/xterm.mjs'
export packed
check_same 'the package has these files' '(cd "$user/node_modules/trawl-links" && find . -type f | sed "s|^\./||" | sort)' \
    'printf "%s\n" $packed | sort'
check 'packed again it has the same bytes' 'cd "$user" && mkdir again &&
    npm pack --silent --ignore-scripts --pack-destination again "$OLDPWD/$B/js" >/dev/null && cmp "$(cat packed)" again/*.tgz'
check_test 'it has at most 1.1 MB' -le 1153433 'wc -c <"$user/$(cat "$user/packed")"'
check_test 'the module of find has at most 150 KB with gzip' -le 153600 'gzip -9c "$B/js/find-simd.wasm" | wc -c'
# Without vector instructions the modules of the other package are needed.
check_test 'an engine without vector instructions gets the name of the other package' = 'trawl: this engine has no vector instructions; install the package trawl-links-scalar' \
    'cd "$user" && node -e "WebAssembly.validate = () => false; try { require(\"trawl-links\").find(\"a:\"); } catch (error) { console.log(error.message); }"'
cp -r "$B/js-scalar" "$user/node_modules/trawl-links-scalar"
check_test 'it has no dependencies' = '' 'grep "\"dependencies" "$user/node_modules/trawl-links/package.json"'
check_test 'require and import give the same functions' = true 'cd "$user" && node --input-type=module -e "
    import { createRequire } from \"node:module\"; import { find } from \"trawl-links\"; import { LinkifyTrawl } from \"trawl-links/markdown-it\";
    const require = createRequire(process.cwd() + \"/x.js\");
    console.log(find === require(\"trawl-links\").find && LinkifyTrawl === require(\"trawl-links/markdown-it\").LinkifyTrawl);"'
# tsc ARGUMENT...: compiles files in $user, where the packages that they import are linked.
for package in @xterm markdown-it linkify-it; do
    ln -s "$TRAWL_NPM/node_modules/$package" "$user/node_modules/$package"
done
tsc() (
    cd "$user" && node "$TRAWL_NPM/node_modules/typescript/bin/tsc" --noEmit --strict --target es2022 --lib es2022,dom,dom.asynciterable --module nodenext "$@"
)
awk '/^```js$/ { out = ENVIRON["user"] "/readme-" ++n ".mts"; next } /^```/ { out = "" } out { print > out }' bindings/js/README.md
echo 'declare const terminal: import("@xterm/xterm").Terminal;' >"$user/readme.d.ts"
check 'the types fit, and the examples in README.md compile (TypeScript)' 'cp "$here/typed.ts" "$here/linkify.ts" "$user" && tsc typed.ts linkify.ts $(cd "$user" && ls readme*)'
# markdown-it 14 has its types in packages of their own.
check 'the types fit those of markdown-it 14' 'for package in markdown-it linkify-it mdurl; do
        rm -f "$user/node_modules/$package" && cp -r "$TRAWL_NPM/node_modules/@types/$package" "$user/node_modules/" || exit 1
    done && tsc linkify.ts'
tap_note "node $(node --version)"
for module in find html mail; do
    tap_note "$module: $(wc -c <"$B/js/$module-simd.wasm") bytes, $(node -p "require('zlib').brotliCompressSync(require('fs').readFileSync('$B/js/$module-simd.wasm')).length") with brotli"
done

# run_node SCRIPT ARGUMENT...: the checks that a script prints, without its plan.
VERSION=$version
export VERSION
run_node() {
    script=$1
    shift
    node "$here/$script" "$@" >"$tmp/lines" 2>&1 || echo "not ok - $script: exit status" >>"$tmp/lines"
    while IFS= read -r line; do
        case $line in
        'ok '*) tap_result 0 "${line#* - }" ;;
        'not ok '*) tap_result 1 "${line#* - }" || : ;;
        1..*) ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$tmp/lines"
}
run_node run.mjs same "$user" "$form"
run_node run.mjs core "$user" "$form"
run_node run.mjs hostile "$user" "$form"
run_node run.mjs markdown "$user"
run_node run.mjs xterm "$user"
run_node run.mjs react "$user"
run_node run.mjs light "$user"

if have browser:firefox; then
    FIREFOX=$(browser_of firefox)
    export FIREFOX
    run_node browsers.mjs "$user/node_modules/trawl-links" firefox
else
    skip 'the package in Firefox' 'no Firefox; make deps check-bindings installs it'
fi
if have browser:chromium; then
    CHROMIUM=$(browser_of chromium)
    export CHROMIUM
    run_node browsers.mjs "$user/node_modules/trawl-links" chromium
    check 'make web' 'mk web'
    run_node playground.mjs "$B/web/playground.html"
else
    skip 'the package and the playground in a browser' 'no Chromium; make deps check-bindings installs it'
fi
finish
