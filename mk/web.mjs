// web.mjs PACKAGE FILE - makes the playground of bindings/js/playground, one page with all that it needs
//
// The policy of the page allows only its own script and style, by their hashes, and no request.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';

const [folder, file] = process.argv.slice(2);
const read = (name) => readFileSync(path.join('bindings/js/playground', name), 'utf8');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Joins the library and page.mjs, without imports and exports. The loader is left out, since the page
// contains the module.
const library = ['arguments', 'decide', 'rules', 'index', 'dom'].map((name) => readFileSync(path.join(folder, 'web', `${name}.mjs`), 'utf8')).join('')
    .replace(/^import .*load\.mjs.*$/m, 'const load = undefined, loadNow = undefined, randomize = (bytes) => crypto.getRandomValues(bytes);')
    .replace(/^import .*$/gm, '').replace(/^export /gm, '');
const names = [...library.matchAll(/^(?:async )?(?:function|class) (\w+)/gm)].map(([, name]) => name);
const script = `const trawl = (() => {\n${library}\nreturn { ${names.join(', ')} };\n})();\n` +
    read('page.mjs').replace(/^import (\{.*?\}) from '.*?';$/gm, 'const $1 = trawl;');

// Compiles it without running it: names that two files declare are an error here, not in the page.
new Script(`(async () => { 'use strict';\n${script}\n})`);
const style = read('page.css');
const parts = {
    POLICY: `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
    STYLE: style,
    MODULE: gzipSync(readFileSync(path.join(folder, 'mail-simd.wasm')), { level: 9 }).toString('base64'),
    SCRIPT: script,
};

mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, read('page.html').replace(/POLICY|STYLE|MODULE|SCRIPT/g, (name) => parts[name]));
