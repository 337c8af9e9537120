// server.mjs - a server on loopback for the pages of tests, and a tab of a browser that loads them

import http from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', xml: 'application/xml' };

// Returns the file for a path below /site/, or undefined.
function fileOf(folder, url) {
    try {
        const name = /^\/site\/([a-z0-9/.-]+)$/.exec(url)[1];

        return { bytes: readFileSync(path.join(folder, name)), type: types[name.split('.').pop()] };
    } catch {
        return undefined;
    }
}

// serve [CHANGE]: serves pages by path, and the files of `folder` below /site/, each as CHANGE returns it.
// asked has the path, query and headers of every other request.
export async function serve(change = (bytes) => bytes) {
    const pages = new Map();
    const asked = [];
    const server = http.createServer((request, response) => {
        const page = pages.get(request.url) ?? fileOf(all.folder, request.url);

        // The browser requests the icon by itself.
        if (!page && request.url !== '/favicon.ico')
            asked.push({ url: request.url, headers: request.headers });
        response.writeHead(200, { 'content-type': page ? page.type : 'text/html' });
        response.end(page ? change(page.bytes) : '<!DOCTYPE html><title>arrived</title><p>arrived');
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

// tab PAGE SITE HAPPENED: functions that load pages, and return what they and their frames did except
// for requesting their own documents. HAPPENED collects events of the browser.
export function tab(page, site, happened) {
    let number = 0;
    const place = (bytes, type) => {
        number += 1;
        site.pages.set(`/page/${number}`, { bytes, type });
        return `/page/${number}`;
    };
    const load = async (first, others = []) => {
        happened.length = 0;
        site.asked.length = 0;
        await page.goto(site.origin + first, { waitUntil: 'load' });
        const own = new Set([...site.pages.keys(), ...others].map((path) => `request Document ${site.origin}${path}`));
        const events = happened.filter((event) => !own.has(event));

        site.pages.clear();
        return [...events, ...site.asked.map(({ url }) => `reached the server: ${url}`)];
    };

    return {
        show: (bytes, type = types.html) => load(place(bytes, type)),
        // ALL: pages, or paths of pages of the site.
        showFrames: (all) => load(place('<!DOCTYPE html><title>x</title>' + all.map((page) =>
            `<iframe src="${typeof page === 'string' ? page : place(page, 'text/html')}"></iframe>`).join(''), 'text/html'),
            all.filter((page) => typeof page === 'string')),
    };
}
