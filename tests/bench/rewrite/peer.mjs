// peer.mjs - does the same as rewrite.c, by linkifyjs:  node peer.mjs FILE PASSES
//
// The packages linkifyjs and linkify-html are those in node_modules of the working directory.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const html = createRequire(process.cwd() + '/')('linkify-html');
const linkifyHtml = html.default ?? html;
const [file, passes] = process.argv.slice(2);
const texts = readFileSync(file, 'utf8').split('\0');
const count = texts.reduce((n, text) => n + linkifyHtml(text).split('</a>').length - 1, 0);
const from = process.cpuUsage();

for (let i = 0; i < Number(passes); i += 1)
    texts.forEach((text) => linkifyHtml(text));
const took = process.cpuUsage(from);

console.log(`${(took.user + took.system) / 1e6} ${count}`);
