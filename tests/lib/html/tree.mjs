// tree.mjs - what parse5 makes of pages, in the form of tests/tools/html_tree.c
//
//     node tree.mjs [scripts] <pages

import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { readPages } from './read_pages.mjs';

const require = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));
const { Parser, defaultTreeAdapter } = await import(pathToFileURL(require.resolve('parse5')));
const scripts = process.argv[2] === 'scripts';

const spaces = { 'http://www.w3.org/1998/Math/MathML': 'math:', 'http://www.w3.org/2000/svg': 'svg:' };
const nameOf = (e) => (spaces[e.namespaceURI] ?? '') + e.tagName.toLowerCase();

function linkOf(element) {
    for (let e = element; e; e = e.parentNode) {
        if (e.tagName !== 'a')
            continue;
        const svg = spaces[e.namespaceURI] === 'svg:';
        const href = e.attrs.find((a) => a.name === 'href' && (svg || !a.prefix));
        if (href && spaces[e.namespaceURI] !== 'math:')
            return href.value;
    }
    return '-';
}

function read(text) {
    const lines = [];
    const put = (parent, chars) => {
        if (!/[^\s]/.test(chars))
            return;
        const { items, stackTop } = parser.openElements;
        const top = items[stackTop];
        const place = parent === top || parent === top.content ? 'inside' : 'before';
        const open = items.slice(0, stackTop + 1).map(nameOf).join(' ');
        for (const word of chars.split(/(?=w\d)|(?=&)/).map((w) => w.trim()).filter(Boolean))
            lines.push(`${word}\t${linkOf(parent)}\t${place}\t${open}`);
    };
    const parser = new Parser({
        scriptingEnabled: scripts,
        treeAdapter: {
            ...defaultTreeAdapter,
            insertText(parent, chars) {
                put(parent, chars);
                defaultTreeAdapter.insertText(parent, chars);
            },
            insertTextBefore(parent, chars, reference) {
                put(parent, chars);
                defaultTreeAdapter.insertTextBefore(parent, chars, reference);
            },
        },
    });

    parser.tokenizer.write(text, true);
    return lines;
}

for (const page of readPages())
    process.stdout.write(`${read(page).map((line) => `${line}\n`).join('')}\n`);
