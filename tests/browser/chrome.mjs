// chrome.mjs - Chromium, a server on loopback, a record of what a page does, and the contents of
// pages
//
// One browser serves all tests. Only the loopback address resolves in it, so nothing leaves the
// machine, although the Content-Security-Policy of pages is bypassed. The record has every request
// of the DevTools protocol, every request that reaches the server, dialogs, windows, messages of
// scripts, downloads.

import http from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The packages are in the folder that tests/npm/install.sh makes, not next to this file.
export const packages = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

// ---- The server, and pages that it serves ----

const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm', xml: 'application/xml', txt: 'text/plain', bin: 'application/octet-stream', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', pdf: 'application/pdf' };

// Returns the file for a path below /site/, or undefined.
function fileOf(folder, url) {
    try {
        const name = /^\/site\/([a-z0-9/.-]+)$/.exec(url)[1];

        return { bytes: readFileSync(path.join(folder, name)), type: types[name.split('.').pop()] ?? 'application/octet-stream' };
    } catch {
        return undefined;
    }
}

// serve [CHANGE]: serves pages by path, and the files of `folder` below /site/, each as CHANGE returns it.
// `asked` gets the path, query and headers of every other request.
export async function serve(change = (bytes) => bytes) {
    const pages = new Map();
    const asked = [];
    const server = http.createServer((request, response) => {
        const page = pages.get(request.url) ?? fileOf(all.folder, request.url);

        // The browser requests the icon by itself.
        if (!page && request.url !== '/favicon.ico')
            asked.push({ url: request.url, headers: request.headers });
        response.writeHead(200, { 'content-type': page ? page.type : 'text/html' });
        response.end(page ? change(page.bytes, page.type) : '<!DOCTYPE html><title>arrived</title><p>arrived');
    });

    const all = { server, pages, asked, origin: '', folder: '' };

    await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    all.origin = `http://127.0.0.1:${server.address().port}`;
    all.stop = () => {
        server.closeAllConnections();
        server.close();
    };
    return all;
}

// tab PAGE SITE HAPPENED: returns functions that load pages. Each returns what the pages and their
// frames did, except for requests of their own documents. HAPPENED collects events of the browser.
export function tab(page, site, happened) {
    let number = 0;
    const place = (bytes, type) => {
        number += 1;
        site.pages.set(`/page/${number}`, { bytes, type });
        return `/page/${number}`;
    };
    const reached = () => site.asked.splice(0).map(({ url }) => `reached the server: ${url}`);
    const load = async (first, others = []) => {
        happened.length = 0;
        site.asked.length = 0;
        await page.goto(site.origin + first, { waitUntil: 'load' });
        const own = new Set([...site.pages.keys(), ...others].map((path) => `request Document ${site.origin}${path}`));
        const events = happened.splice(0).filter((event) => !own.has(event));

        site.pages.clear();
        return [...events, ...reached()];
    };

    return {
        // What happened after the last load.
        since: () => [...happened.splice(0), ...reached()],
        show: (bytes, type = types.html) => load(place(bytes, type)),
        // ALL: pages, pages {bytes, type}, or paths of pages of the site.
        showFrames: (all) => load(place('<!DOCTYPE html><title>x</title>' + all.map((page) =>
            `<iframe src="${typeof page === 'string' ? page : place(page.bytes ?? page, page.type ?? 'text/html')}"></iframe>`).join(''), 'text/html'),
            all.filter((page) => typeof page === 'string')),
    };
}

// recordEvents PAGE: records dialogs, messages, errors and windows, of Playwright or Puppeteer.
export function recordEvents(page, happened) {
    page.on('dialog', (dialog) => {
        happened.push(`dialog ${dialog.type()} ${dialog.message()}`);
        dialog.dismiss().catch(() => {});
    });
    page.on('console', (message) => happened.push(`console ${message.text()}`));
    page.on('pageerror', (error) => happened.push(`script error ${error.message}`));
    page.on('popup', () => happened.push('a window'));
}

// ---- Chromium ----

// record PAGE: records what the page does, except the request of its own document.
async function record(context, page, happened) {
    const devtools = await context.newCDPSession(page);

    recordEvents(page, happened);
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
// document, or for each framed one: `boxes`, a {text, anchors, elements, ...} for each element that
// matches, and `around`, the document outside of body. The text is that of the box, or of the
// element textIn inside it if textIn is given, without the writer's notes and table of contents.
// Elements are strings such as "a href rel", each once, sorted.
function inPage({ selector, framed, textIn }) {
    const textOf = (element) => {
        const copy = element.cloneNode(true);

        for (const added of copy.querySelectorAll('.trawl-note, .trawl-toc'))
            added.remove();
        return copy.textContent;
    };
    // A link in text that flows is one anchor, with what is between its pieces hidden inside.
    const linkTextOf = (a) => {
        const copy = a.cloneNode(true);

        for (const hidden of copy.querySelectorAll('.trawl-break, .trawl-mark'))
            hidden.remove();
        return textOf(copy);
    };
    const shape = (e) => [e.localName, ...Array.from(e.attributes, (a) => a.name).sort()].join(' ');
    const anchor = (a) => ({
        href: a.getAttribute('href'),
        leadsTo: a.href,
        text: linkTextOf(a),
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
