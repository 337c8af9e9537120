// rewrite.mjs - hostile fragments before and after "trawl rewrite", in a browser
//
// Each fragment is put into an element of its own, as programs do that show what people wrote: a
// script sets it as the content of a <div>, and its scripts are run. Some fragments are also tested
// as documents. Nothing may run or be requested, neither before nor after the rewrite. Apart from
// the <a>, the elements, their attributes and the text must stay the same. An address that trawl
// wrote must not run code. An <a> may have only the attributes that trawl gives it or that the
// fragment had.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { trawl } from '../command.mjs';
import { fragments } from './fragments.mjs';
import { none, ok } from '../tap.mjs';

// The options, and whether the text stays as it was.
const sets = [
    [['--link'], true],
    [['--defang'], false],
    [['--unwrap'], false],
    [['--link', '--unwrap', '--untrack'], true],
    [['--untrack'], false],
    [['--link', '--to', 'https://go.example/?u={url}&h={host}&s={site}'], true],
    [['--to', '/go?"\'<x>{raw}'], false],
    [['--drop'], true],
    [['--link', '--attr', 'rel=">\'<x>', '--attr', "class='> onclick=alert(1) \"", '--attr', 'target="><img src=x onerror=alert(1)>'], true],
    [['--link', '--short', '9', '--spell=punycode'], false],
    [['--link', '--live', 'ftp,news,gopher', '--find', '+domain,+ip'], true],
    [['--link', '--skip', 'p,b', '--find', '+addr,+netpath'], true],
];

// seen INFRAMES: runs in the page. For each fragment {tree, text, anchors}; the tree is without <a>.
function seen(inFrames) {
    const shape = (e, list) => {
        for (const child of e.children) {
            if (child.localName === 'a' && child.namespaceURI === 'http://www.w3.org/1999/xhtml') {
                shape(child, list);
                continue;
            }
            list.push(`${child.namespaceURI} ${child.localName} ${Array.from(child.attributes, (a) => `${a.name}=${JSON.stringify(a.value)}`).sort().join(' ')}`);
            shape(child, list);
            if (child.content)
                shape(child.content, list);
            list.push('>');
        }
        return list;
    };
    const texts = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
        let text = '';

        while (walker.nextNode())
            text += walker.currentNode.nodeType === Node.COMMENT_NODE ? `<!--${walker.currentNode.data}-->` : walker.currentNode.data;
        return text;
    };
    const anchors = (root) => [root, ...Array.from(root.querySelectorAll('template'), (t) => t.content)].flatMap((r) => Array.from(r.querySelectorAll('a')));
    const roots = inFrames ? Array.from(document.querySelectorAll('iframe'), (f) => f.contentDocument) : Array.from(document.querySelectorAll('#all > .box'));
    const inPlace = inFrames || (document.body.children.length === 2 && document.getElementById('all').children.length === roots.length);

    return roots.map((root) => ({
        inPlace, tree: shape(root, []), text: texts(root),
        anchors: anchors(root).map((a) => ({ leadsTo: String(a.href), href: a.getAttribute('href'), names: Array.from(a.attributes, ({ name }) => name) })),
    }));
}

// A page that puts each of the fragments into an element of its own, and runs their scripts.
function pageOf(some) {
    const texts = JSON.stringify(some.map((bytes) => bytes.toString('utf8'))).replace(/</g, '\\u003c');

    return Buffer.from(`<!DOCTYPE html><meta charset="utf-8"><title>x</title><body><div id="all"></div><script>
        for (const html of ${texts}) {
            const box = document.createElement('div');
            const range = document.createRange();

            box.className = 'box';
            document.getElementById('all').append(box);
            range.selectNodeContents(box);
            box.append(range.createContextualFragment(html));
        }</script>`);
}

const documentOf = (bytes) => Buffer.concat(['<!DOCTYPE html><meta charset="utf-8"><title>x</title><div id="box">', bytes, '</div><p id="after">after'].map((part) => Buffer.from(part)));

// load BROWSER ALL INFRAMES: returns {inPlace, tree, text, anchors, happened} for each fragment.
async function load(browser, all, inFrames) {
    const found = [];
    const together = inFrames ? 25 : 140;

    for (let from = 0; from < all.length; from += together) {
        const some = all.slice(from, from + together);
        const happened = await (inFrames ? browser.showFrames(some.map(documentOf)) : browser.show(pageOf(some)));
        const now = await browser.page.evaluate(seen, inFrames);

        // It is not known which of the fragments did it, so the first one gets all events.
        found.push(...now.map((one, i) => ({ ...one, happened: i === 0 ? happened.map((what) => `this one or the next ${some.length - 1}: ${what}`) : [] })));
    }
    return found;
}

const gets = ['href', 'rel', 'target', 'class', 'title'];

// compared BEFORE AFTER SAMETEXT: returns the faults of a fragment.
function compared(before, after, sameText) {
    const at = before.tree.findIndex((line, i) => line !== after.tree[i]);
    const had = new Set(before.anchors.map(({ href }) => href));
    const names = new Set([...gets, ...before.anchors.flatMap((a) => a.names)]);

    return [
        ...after.happened,
        ...(after.inPlace ? [] : ['it left its element']),
        ...(at >= 0 || before.tree.length !== after.tree.length ? [`the tree: ${before.tree[at]} became ${after.tree[at < 0 ? before.tree.length : at]}`] : []),
        ...(sameText && before.text !== after.text ? [`the text: ${JSON.stringify(before.text)} became ${JSON.stringify(after.text)}`] : []),
        ...after.anchors.filter(({ leadsTo, href }) => href !== null && !had.has(href) && !/^(h(tt|xx)ps?|mailto|ftp|news|gopher):/.test(leadsTo)).map(({ href }) => `leads to ${href}`),
        ...after.anchors.flatMap((a) => a.names.filter((name) => !names.has(name))).map((name) => `the attribute ${name}`),
    ];
}

// rewritten OPTIONS ALL: the fragments as the command writes them.
function rewritten(options, all) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rewrite-'));
    const names = all.map((_, i) => path.join(folder, `${i}.html`));

    mkdirSync(folder, { recursive: true });
    all.forEach(({ bytes }, i) => writeFileSync(names[i], bytes));
    const { status, stderr } = spawnSync(trawl, ['rewrite', '-i', ...options, ...names], { encoding: 'utf8' });
    const written = names.map((name) => readFileSync(name));

    ok(status === 0 && stderr === '', `trawl rewrite ${options.join(' ')}`, `${status} ${stderr}`);
    rmSync(folder, { recursive: true });
    return written;
}

// What a rewriter with a fault would have written.
const planted = [
    ['a quote is not escaped', (text) => text.replace(/href="[^"]*&(quot|#34);[^"]*"/g, (value) => value.replace(/&(quot|#34);/g, '"'))],
    ['references are decoded', (text) => text.replace(/&(lt|#60);/g, '<')],
    ['a link is put into a value', (text) => text.replace(/title='(http:[^' ]*)/g, 'title=\'<a href=\'$1\'>$1</a>')],
    ['an element is left', (text) => text.replace(/(http:[^<]*)<b/g, '<a href="http://x.example/">$1</a></div><b')],
    ['an address is decoded', (text) => text.replace(/href="https:[^"]*url=(javascript[^"]*)"/g, (_, to) => `href="${decodeURIComponent(to.replace(/%[89a-f].|%22/gi, ''))}"`)],
];

// faults BROWSER BEFORE WRITTEN SAMETEXT INFRAMES: returns the faults of each fragment.
async function faults(browser, before, written, sameText, inFrames = false) {
    const after = await load(browser, written, inFrames);

    return before.map((one, i) => compared(one, after[i], sameText));
}

async function plantedOnes(browser, name, all, before) {
    const linked = rewritten(['--link'], all).map((bytes) => bytes.toString('latin1'));

    for (const [what, plant] of planted) {
        const mine = all.map((_, i) => i).filter((i) => plant(linked[i]) !== linked[i]).slice(0, 10);
        const found = await faults(browser, mine.map((i) => before[i]), mine.map((i) => Buffer.from(plant(linked[i]), 'latin1')), true);

        ok(found.some((some) => some.length > 0), `${name}: found when ${what} (${found.filter((some) => some.length > 0).length} of ${mine.length})`);
    }
}

// inDocuments BROWSER NAME ALL: compares the fragments as documents.
async function inDocuments(browser, name, all) {
    const before = await load(browser, all.map(({ bytes }) => bytes), true);
    const written = rewritten(['--link'], all);
    const found = await faults(browser, before, written, true, true);

    none(all.flatMap((one, i) => found[i].map((what) => `${one.name}: ${what}\n${one.bytes}\n${written[i]}`)), `${name}: ${all.length} of them as documents`);
}

// rewrite BROWSER NAME {COUNT, WHOLE, DOCUMENTS}: compares COUNT fragments with each set of options,
// or, without WHOLE, each fragment with one of the sets in turn; and DOCUMENTS of them as documents.
// (Firefox reports broken UTF-8 of a document as an error of a script.)
export async function rewrite(browser, name, { count, whole, documents }) {
    const all = fragments(count);
    const before = await load(browser, all.map(({ bytes }) => bytes), false);
    let changed = 0;

    none(before.flatMap(({ happened, inPlace }, i) => [...happened, ...(inPlace ? [] : ['out of place'])].map((what) => `${all[i].name}: ${what}`)), `${name}: in ${count} fragments nothing runs`);
    for (const [k, [options, sameText]] of sets.entries()) {
        const mine = all.map((_, i) => i).filter((i) => whole || i % sets.length === k);
        const written = rewritten(options, mine.map((i) => all[i]));
        const found = await faults(browser, mine.map((i) => before[i]), written, sameText);

        changed += mine.filter((i, n) => !written[n].equals(all[i].bytes)).length;
        none(mine.flatMap((i, n) => found[n].map((what) => `${all[i].name}: ${what}\n${all[i].bytes}\n${written[n]}`)), `${name}: ${mine.length} fragments, ${options.join(' ')}`);
    }
    ok(changed > count / 2, `${name}: ${changed} of them change`);
    if (documents > 0)
        await inDocuments(browser, name, all.slice(0, documents));
    await plantedOnes(browser, name, all, before);
}
