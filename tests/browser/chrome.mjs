// chrome.mjs - Chromium, a record of what a page does, and the contents of pages
//
// One browser serves all tests. Only the loopback address resolves in it, so nothing leaves the
// machine, although the Content-Security-Policy of pages is bypassed. The record has every request
// of the DevTools protocol, every request that reaches the server, dialogs, windows, messages of
// scripts, downloads.

import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { serve, tab } from './server.mjs';

// The packages are in the build directory, not next to this file.
export const packages = createRequire(path.resolve(process.env.B || 'build', 'browser/package.json'));

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

// record PAGE: records what the page does, except the request of its own document.
async function record(context, page, happened) {
    const devtools = await context.newCDPSession(page);

    page.on('dialog', (dialog) => {
        happened.push(`dialog ${dialog.type()} ${dialog.message()}`);
        dialog.dismiss().catch(() => {});
    });
    page.on('console', (message) => happened.push(`console ${message.text()}`));
    page.on('pageerror', (error) => happened.push(`script error ${error.message}`));
    page.on('popup', () => happened.push('a window'));
    page.on('download', () => happened.push('a download'));
    devtools.on('Network.requestWillBeSent', ({ request, type }) => {
        if (!request.url.endsWith('/favicon.ico') || type !== 'Other')
            happened.push(`request ${type} ${request.url}`);
    });
    await devtools.send('Network.enable');
}

export async function start(options = {}) {
    const { chromium } = packages('playwright-core');
    const data = mkdtempSync(path.join(tmpdir(), 'trawl-browser-'));
    const context = await chromium.launchPersistentContext(data, {
        executablePath: process.env.CHROMIUM, headless: true, args: flags, bypassCSP: true, ...options,
    });
    const site = await serve();
    const page = context.pages()[0] || await context.newPage();
    const happened = [];

    await record(context, page, happened);
    return {
        context, page, site,
        version: context.browser()?.version() ?? '',
        ...tab(page, site, happened),
        async stop() {
            await context.close();
            site.stop();
            rmSync(data, { recursive: true, force: true });
        },
    };
}

// ---- Pages as the browser sees them ----

// inPage {selector, framed, textIn}: runs in the page, by page.evaluate(). Returns for this
// document, or for each framed one: boxes, a {text, anchors, elements, ...} for each element that
// matches, and around, the document outside of body. The text is that of the element textIn inside,
// if that is given, without the writer's notes and table of contents. Elements are strings such
// as "a href rel", each once, sorted.
function inPage({ selector, framed, textIn }) {
    const textOf = (element) => {
        const copy = element.cloneNode(true);

        for (const added of copy.querySelectorAll('.trawl-note, .trawl-toc'))
            added.remove();
        return copy.textContent;
    };
    const shape = (e) => [e.localName, ...Array.from(e.attributes, (a) => a.name).sort()].join(' ');
    const anchor = (a) => ({
        href: a.getAttribute('href'),
        leadsTo: a.href,
        text: textOf(a),
        rel: a.getAttribute('rel'),
        isNote: a.closest('.trawl-note') !== null,
        direction: a.closest('bdi')?.getAttribute('dir') ?? '',
    });
    const box = (e) => ({
        text: textOf(textIn ? e.querySelector(textIn) ?? e : e),
        anchors: Array.from(e.querySelectorAll('a'), anchor),
        elements: [...new Set(Array.from(e.querySelectorAll('*'), shape))].sort(),
        notes: Array.from(e.querySelectorAll('.trawl-note'), (n) => n.textContent),
        titles: Array.from(e.querySelectorAll('[title]'), (t) => t.title),
        ids: Array.from(e.querySelectorAll('[id]'), (i) => i.id),
        directions: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(e.outerHTML),
        inPlace: e.parentElement?.id === 'all',
    });
    const around = (d) => ({
        head: Array.from(d.querySelectorAll('html, head, head *, body'), (e) =>
            [e.localName, ...Array.from(e.attributes, (a) => `${a.name}="${a.value}"`)].join(' ')),
        title: d.title,
        styles: Array.from(d.querySelectorAll('style'), (e) => e.textContent),
        mode: d.compatMode,
        charset: d.characterSet,
        scripts: d.scripts.length,
        comments: d.evaluate('count(//comment())', d, null, XPathResult.NUMBER_TYPE).numberValue,
    });
    const documents = framed ? Array.from(document.querySelectorAll('iframe'), (f) => f.contentDocument) : [document];

    return documents.map((d) => d && { boxes: Array.from(d.querySelectorAll(selector), box), around: around(d) });
}

// boxes BROWSER SELECTOR: the boxes of the current page.
export async function boxes(browser, selector) {
    const [{ boxes: found }] = await browser.page.evaluate(inPage, { selector, framed: false });

    return found;
}

const together = 25;

// documents BROWSER PAGES [TEXTIN]: {box, around} for the body of each page, and the record of all.
// They are loaded in frames of one origin, many at once.
export async function documents(browser, pages, textIn = '') {
    const seen = [];
    const happened = [];

    for (let from = 0; from < pages.length; from += together) {
        const some = pages.slice(from, from + together);

        happened.push(...(await browser.showFrames(some)).map((what) => `of ${from} to ${from + some.length - 1}: ${what}`));
        seen.push(...await browser.page.evaluate(inPage, { selector: 'body', framed: true, textIn }));
    }
    return { seen: seen.map((d) => d && { box: d.boxes[0], around: d.around }), happened };
}
