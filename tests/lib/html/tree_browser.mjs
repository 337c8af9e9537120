// tree_browser.mjs - what Chromium makes of pages: a line for each word, with the link that it is in
//
//     CHROMIUM=... node tree_browser.mjs <pages
//
// The pages are those of tree_pages.py. Prints "word TAB href", or "-" outside of links, in the order
// of the document, and an empty line after each page. Scripts are off, as in DOMParser.

import { createRequire } from 'node:module';
import path from 'node:path';

import { readPages } from './read_pages.mjs';

const require = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));
const puppeteer = require('puppeteer-core');

// Runs in the browser.
function read(texts) {
    const linkOf = (node) => {
        for (let e = node.parentNode; e; e = e.parentNode)
            if (e.localName === 'a' && ((e.namespaceURI === 'http://www.w3.org/1999/xhtml' && e.hasAttribute('href')) ||
                (e.namespaceURI === 'http://www.w3.org/2000/svg' && (e.hasAttribute('href') || e.hasAttribute('xlink:href')))))
                return e.getAttribute('href') ?? e.getAttribute('xlink:href');
        return '-';
    };
    const visit = (node, lines) => {
        if (node.nodeType === 3)
            for (const word of node.data.match(/w\d+/g) ?? [])
                lines.push(`${word}\t${linkOf(node)}`);
        for (const child of node.childNodes)
            visit(child, lines);
        if (node.content)
            visit(node.content, lines);
        return lines;
    };

    return texts.map((text) => visit(new DOMParser().parseFromString(text, 'text/html'), []));
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
const pages = readPages();

for (let i = 0; i < pages.length; i += 1000)
    for (const lines of await page.evaluate(read, pages.slice(i, i + 1000)))
        process.stdout.write(`${lines.map((line) => `${line}\n`).join('')}\n`);
await browser.close();
