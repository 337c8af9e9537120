// chrome.mjs - the browser, a server on loopback, and a record of all that a page tries to do
//
// One browser serves all tests. No name but the loopback address resolves in it, so nothing leaves the machine whatever a
// page does, its own Content-Security-Policy not being asked; what it tried is in the record all the same: every request
// that the DevTools protocol tells of, every one that reaches the server, dialogs, windows, messages of scripts, downloads.

import http from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The packages stand in the build directory, not beside this file.
export const packages = createRequire(path.resolve(process.env.B || 'build', 'browser/package.json'));

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

// serve: pages by their path, and the path, query and headers of every request that is for none of them.
async function serve() {
    const pages = new Map();
    const asked = [];
    const server = http.createServer((request, response) => {
        const page = pages.get(request.url);

        // A browser asks for this one on its own account, once in a while.
        if (!page && request.url !== '/favicon.ico')
            asked.push({ url: request.url, headers: request.headers });
        response.writeHead(200, { 'content-type': page ? page.type : 'text/html' });
        response.end(page ? page.bytes : '<!DOCTYPE html><title>arrived</title><p>arrived');
    });

    await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    return { server, pages, asked, origin: `http://127.0.0.1:${server.address().port}` };
}

// record PAGE: keeps what it does. Its own document is no event.
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
    let number = 0;
    const place = (bytes, type) => {
        number += 1;
        site.pages.set(`/page/${number}`, { bytes, type });
        return `/page/${number}`;
    };
    // Loads a page that is there, and tells what it and its frames did, other than being asked for.
    const load = async (first) => {
        happened.length = 0;
        site.asked.length = 0;
        await page.goto(site.origin + first, { waitUntil: 'load' });
        const own = new Set(Array.from(site.pages.keys(), (path) => `request Document ${site.origin}${path}`));
        const events = happened.filter((event) => !own.has(event));

        site.pages.clear();
        return [...events, ...site.asked.map(({ url }) => `reached the server: ${url}`)];
    };

    await record(context, page, happened);
    return {
        context, page, site,
        version: context.browser()?.version() ?? '',
        show: (bytes, type = 'text/html; charset=utf-8') => load(place(bytes, type)),
        showFrames: (all) => load(place('<!DOCTYPE html><title>x</title>' +
            all.map((bytes) => `<iframe src="${place(bytes, 'text/html')}"></iframe>`).join(''), 'text/html')),

        async stop() {
            await context.close();
            site.server.closeAllConnections();
            site.server.close();
            rmSync(data, { recursive: true, force: true });
        },
    };
}
