// sealed.mjs - pages that attack the values of a seal, in a browser
//
// The pages are those of tests/trawl/sealed.py: styles, srcset, ping, refresh, srcdoc and foreign
// content, in which an address, a script or a form of it appears only after bytes have changed. A
// sealed page is harmless if it requests, runs and opens nothing outside of the template, also when
// its links are clicked.

import { spawnSync } from 'node:child_process';
import { runEach } from '../command.mjs';
import { none, note, ok } from '../tap.mjs';

const template = 'https://go.example/?u=';
const modes = [['--to', `${template}{url}`], ['--defang'], ['--drop']];
const together = 32;

// made: the pages of sealed.py, or [] without Python.
export function made() {
    const { status, stdout } = spawnSync('python3', ['-B', 'tests/trawl/sealed.py', '--pages'], { encoding: 'utf8', maxBuffer: 1 << 26 });

    return status === 0 ? JSON.parse(stdout).map((page) => ({ bytes: Buffer.from(page), type: 'text/html; charset=utf-8' })) : [];
}

// clickAll: runs in the page. Clicks the links that send a ping, in each frame.
async function clickAll() {
    const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
    const inFrames = (d) => Array.from(d.querySelectorAll('iframe'), (f) => f.contentDocument).filter(Boolean).flatMap((inner) => [inner, ...inFrames(inner)]);

    await wait(50);
    for (const d of inFrames(document))
        for (const a of d.querySelectorAll('a[ping]'))
            a.click();
    await wait(150);
}

// happenings BEGIN PAGES MOST: what the pages did, and which ones were shown then. A browser shows at
// most MOST pages.
async function happenings(begin, pages, most) {
    const all = [];

    for (let first = 0; first < pages.length; first += most) {
        const browser = await begin();
        const end = Math.min(first + most, pages.length);

        for (let from = first; from < end; from += together) {
            const some = pages.slice(from, Math.min(from + together, end));
            const happened = await browser.showFrames(some);

            await browser.page.evaluate(clickAll);
            all.push(...[...happened, ...browser.since()].map((what) => `${what} (of ${from} to ${from + some.length - 1})`));
        }
        await browser.stop();
    }
    return all;
}

// isOutside WHAT MODE: true for an event that a sealed page must not cause. "#" in srcset is the page
// itself.
function isOutside(what, [mode]) {
    if (!/^(request|reached|dialog|a )/.test(what) || /^request \w+ (data:image\/|about:|hxxps?:|cid:|mid:)/.test(what))
        return false;
    return !(mode === '--to' && what.includes(template)) && !/^(request \w+ http:\/\/127\.0\.0\.1:\d+|reached the server: )\/page\/\d+(#\S*)? /.test(what);
}

// sealed BEGIN NAME {whole, most, pages}: seals half of the pages, each in one of the modes; with
// `whole` all pages in all modes. BEGIN starts a browser, which shows at most `most` pages.
export async function sealed(begin, name, { whole = false, most = Infinity, pages = made() } = {}) {
    const before = await happenings(begin, pages.filter((_, i) => whole || i % 8 === 0), most);

    note(`${name}: ${pages.length} pages, ${before.filter((what) => what.includes('evil.example')).length} requests of evil.example before`);
    ok(before.some((what) => /evil\.example/.test(what)) && before.some((what) => /^dialog/.test(what)), `${name}: before, the pages are live`);
    for (const [i, mode] of modes.entries()) {
        const mine = pages.filter((_, k) => whole || k % (2 * modes.length) === i);
        const written = runEach(mine, () => ['rewrite', '--seal', ...mode]);
        const after = await happenings(begin, mine.map(({ type }, k) => ({ bytes: written[k], type })), most);

        none(after.filter((what) => isOutside(what, mode)), `${name}: --seal ${mode[0]}: ${mine.length} pages load, run and open nothing`);
    }
}
