// run.mjs - compares the HTML tokenizer with parse5: the same text, tags and attributes, in the
// same order
//
// As in parse5's parser, a tree controls the tokenizer. No page may differ, except where parse5 7.3
// reads unlike the standard (tree_pages.py says where): these pages are counted.

import { readFileSync } from 'node:fs';

import { done, none, note, ok } from '../../browser/tap.mjs';
import { chance, fromFiles, maker, spoil } from './pages.mjs';
import { byParser, byTrawl } from './tokens.mjs';

const references = readFileSync('src/gen/html_references.tsv', 'latin1').split('\n')
    .filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')[0]);

// Constructs that parse5 reads unlike the standard where this affects raw text.
const unlike = /<(select|template)|<!\[CDATA\[|<\/(tbody|thead|tfoot|foreignobject|desc|title|m[inos]|mtext|annotation-xml)/i;

function difference(page, got, wanted) {
    const at = wanted.findIndex((token, i) => JSON.stringify(token) !== JSON.stringify(got[i]));
    const i = at < 0 ? wanted.length : at;

    return `${page.name}: ${JSON.stringify(page.text.slice(0, 400))}\n  token ${i}: got ${JSON.stringify(got[i])}\n` +
        `  wanted ${JSON.stringify(wanted[i])}`;
}

function compare(pages, oracle) {
    return pages.filter((page) => {
        page.wanted = oracle(page.text);
        return JSON.stringify(page.wanted) !== JSON.stringify(page.got);
    }).map((page) => difference(page, page.got, page.wanted));
}

function testPages(name, pages) {
    for (const step of [0, 7]) {
        const got = byTrawl(pages.map((page) => page.text), step);

        ok(got.length === pages.length, `${name}: ${pages.length} pages`);
        none(pages.filter((_, i) => !got[i]?.tiles).map((page) => page.name), `${name}: calls tile the pages`);
        pages.forEach((page, i) => {
            page.got = got[i].list;
        });
        none(compare(pages.filter((page) => !unlike.test(page.text)), byParser),
            `${name}: the same as parse5's parser${step ? `, in pieces of ${step}` : ''}`);
    }
    const others = pages.filter((page) => unlike.test(page.text));
    note(`${name}: of ${others.length} pages that parse5 may read otherwise ${compare(others, byParser).length} differ`);
}

function generated(count) {
    const make = maker(references);
    const pages = [];

    for (let i = 0; i < count; i += 1) {
        const c = chance(i + 1);
        pages.push({ name: `made ${i}`, text: make(c, i % 4 === 3) });
    }
    return pages;
}

function spoilt(count, whole) {
    const pages = [];

    for (let i = 0; i < count; i += 1) {
        const c = chance(1000003 + i);
        pages.push({ name: `spoilt ${i}`, text: spoil(c, c.one(whole).text, c.one(whole).text) });
    }
    return pages;
}

const own = fromFiles('testdata/html');
const made = generated(2500);
const every = references.map((name, i) => `${name}<a href="${i}&${name}" src=&${name}x alt='&${name}=' title=&${name}>&${name}x &`);

testPages('pages of testdata', own);
testPages('all of testdata, read as HTML', fromFiles('testdata').filter((page) => page.text.length < 200000));
testPages('every reference', [{ name: 'one page', text: `&${every.join('')}` }]);
testPages('random pages', made);
testPages('damaged pages', spoilt(2500, [...own, ...made]));
process.exit(done());
