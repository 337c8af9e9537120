// js.mjs FOLDER VERSION - makes the package for node and browsers in FOLDER from bindings/js, and
// in FOLDER-scalar the package of its modules without vector instructions
//
// web/ has the sources. node/ has them as CommonJS, and modules that export the same again, so that a
// program that uses both forms loads the library once.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder, version] = process.argv.slice(2);
const from = 'bindings/js';
const read = (name) => readFileSync(path.join(from, name), 'utf8');

// Rewrites the forms of import and export that bindings/js uses.
function commonJs(source) {
    const names = [];
    const body = source
        .replace(/^import \{(.*?)\} from '(.*?)';$/gm, (_, list, name) => `const {${list}} = require('${name.replace('.mjs', '.cjs')}');`)
        .replace(/^export ((?:async )?function|class|const) (\w+)/gm, (_, what, name) => {
            names.push(name);
            return `${what} ${name}`;
        })
        .replaceAll('import.meta.url', "require('node:url').pathToFileURL(__filename)");

    return { names, text: `'use strict';\n${body}\nmodule.exports = { ${names.join(', ')} };\n` };
}

const scalar = `${folder}-scalar`;

for (const part of [path.join(folder, 'web'), path.join(folder, 'node'), scalar])
    mkdirSync(part, { recursive: true });
for (const name of readdirSync(from).filter((file) => file.endsWith('.mjs') && file !== 'load.node.mjs')) {
    const base = name.replace('.mjs', '');
    const { names, text } = commonJs(read(name === 'load.mjs' ? 'load.node.mjs' : name));

    writeFileSync(path.join(folder, 'web', name), read(name));
    writeFileSync(path.join(folder, 'node', `${base}.cjs`), text);
    writeFileSync(path.join(folder, 'node', name), `export { ${names.join(', ')} } from './${base}.cjs';\n`);
}
for (const name of readdirSync(from).filter((file) => /\.d\.ts$|\.md$/.test(file)))
    copyFileSync(path.join(from, name), path.join(folder, name));
// The licence of trawl, and the licences of the tables.
for (const file of ['LICENSE', ...readdirSync('src/gen').filter((name) => name.startsWith('LICENSE.')).map((name) => `src/gen/${name}`)])
    for (const to of [folder, scalar])
        copyFileSync(file, path.join(to, path.basename(file)));

const { name, description, license, engines, keywords, ...other } = JSON.parse(read('package.json'));
const address = Object.fromEntries([...readFileSync('packaging/address', 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map((line) => line.slice(1)));
const common = {
    license,
    author: `${address.authors} <${address.contact}>`,
    homepage: address.home,
    repository: { type: 'git', url: `git+${address.repository}` },
    bugs: { email: address.contact },
    keywords,
    engines,
};

writeFileSync(path.join(scalar, 'README.md'), `# The scalar modules of ${name}\n\nThe README of ${name} says when this package is needed.\n`);
writeFileSync(path.join(scalar, 'package.json'), `${JSON.stringify({ version, name: `${name}-scalar`, description: `${description} (modules for engines without vector instructions)`, ...common, sideEffects: false, exports: { './*.wasm': './*.wasm' } }, null, 4)}\n`);
// Written last, since make compares its time.
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ version, name, description, ...common, ...other }, null, 4)}\n`);
