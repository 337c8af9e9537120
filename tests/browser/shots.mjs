// shots.mjs - takes pictures of pages: node shots.mjs SITE ("make shots")
//
// doc gets a letter and an RFC as pages. doc/shots gets pages of SITE, as wide as a phone and as a
// screen, light and dark, and documents beside what txt2html and pandoc make of them. These are
// WebP, which is half as large as PNG. $B/shots gets the letter and the documents of
// testdata/structure, light, dark, as wide as a phone, and as printed. RFC 1738 is read from
// TRAWL_SHARED or ../shared; without it, or without these programs, their pictures are left out.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { start } from './chrome.mjs';
import { run } from './command.mjs';

const [site] = process.argv.slice(2);
const rfc = path.join(process.env.TRAWL_SHARED || '../shared', 'rfc/rfc1738.txt');
const into = path.join(process.env.B || 'build', 'shots');
const page = (file, ...options) => run(['-f', 'text', '-t', 'html', '--page', ...options, file], '');
const letter = 'testdata/sample.txt';

// The page of a message of the site with an attachment, a quote, a link and a long thread, and the
// page of that thread.
function messageOf(folder) {
    const names = readdirSync(path.join(folder, 'm'), { recursive: true }).filter((name) => name.endsWith('.html')).sort();
    const score = (text) => (text.includes('<h2>Attachments') ? 8 : 0) + (text.includes('<blockquote>') ? 4 : 0) + (text.includes('In reply to') ? 2 : 0) +
        Math.min(20, text.split('<li class="d').length - 1);
    const [, best] = names.slice(0, 2000).map((name) => [score(readFileSync(path.join(folder, 'm', name), 'utf8')), name])
        .sort((one, other) => other[0] - one[0] || (one[1] < other[1] ? -1 : 1))[0];
    const [, thread] = /href="[./]*(t\/[^"]*)">The whole thread/.exec(readFileSync(path.join(folder, 'm', best), 'utf8'));

    return { message: `m/${best}`, thread };
}

// The document as trawl, txt2html and pandoc show it, side by side; an empty list if one is missing.
function beside(name) {
    const file = `testdata/structure/${name}.txt`;
    const others = [['txt2html', '--titlefirst', file], ['pandoc', '-s', '-f', 'markdown', '-t', 'html5', '--metadata', `title=${name}`, file]]
        .map(([program, ...args]) => spawnSync(program, args, { encoding: 'utf8' }));
    const frames = [page(file), ...others.map(({ stdout }) => stdout)].map((html) =>
        `<iframe srcdoc="${String(html).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`);

    return others.some(({ error }) => error) ? [] : [{
        file: `doc/shots/beside-${name}.webp`, width: 1560, height: 900,
        html: `<!DOCTYPE html><title>${name}</title><style>body{margin:0;display:flex;gap:12px;background:#999}` +
            `iframe{border:0;width:512px;height:900px;background:#fff}</style>${frames.join('')}`,
    }];
}

const kinds = [
    { ending: '', width: 900 },
    { ending: '-dark', width: 900, colorScheme: 'dark' },
    { ending: '-phone', width: 360, scale: 2 },
    { ending: '-print', width: 720, media: 'print' },
];
const views = [390, 1280].flatMap((width) => ['light', 'dark'].map((colorScheme) =>
    ({ ending: `-${width}${colorScheme === 'dark' ? '-dark' : ''}`, width, colorScheme })));
// How many pixels of each page are shown, as wide as a phone and as a screen.
const heights = { lists: [888, 886], month: [890, 862], message: [852, 820], thread: [900, 860], report: [1036, 908] };
const pages = { lists: 'index.html', month: 'months/2003-05.html', ...messageOf(site), report: 'report.html' };
const shots = [
    { file: 'doc/page.webp', html: page(letter), width: 820 },
    ...(existsSync(rfc) ? [{ file: 'doc/rfc-page.webp', html: page(rfc, '--live', 'ftp,news,prospero', '--toc', '--title', 'RFC 1738'), width: 820, height: 1500 }] : []),
    ...['rfc', 'faq', 'manpage'].flatMap(beside),
    ...Object.entries(pages).flatMap(([name, address]) => views.map(({ ending, ...view }) => ({ file: `doc/shots/${name}${ending}.webp`, address, height: heights[name][view.width === 390 ? 0 : 1], ...view }))),
    ...[letter, ...['faq', 'rfc', 'readme', 'minutes'].map((name) => `testdata/structure/${name}.txt`)].flatMap((file) => kinds.map(({ ending, ...view }) =>
        ({ file: path.join(into, `${path.basename(file, '.txt')}${ending}.webp`), html: page(file, '--toc'), ...view }))),
];

for (const folder of [into, 'doc/shots'])
    mkdirSync(folder, { recursive: true });
for (const { file, html, address, width, height, scale = 1, colorScheme = 'light', media = 'screen' } of shots) {
    const browser = await start({ viewport: { width, height: 600 }, deviceScaleFactor: scale, colorScheme });

    browser.site.folder = site;
    await browser.page.emulateMedia({ media, colorScheme });
    await (html ? browser.show(html) : browser.page.goto(`${browser.site.origin}/site/${address}`));
    const { wide, high } = await browser.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }));

    const clip = { x: 0, y: 0, width, height: Math.min(height ?? high, high, 4000), scale: 1 };
    const session = await browser.page.context().newCDPSession(browser.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip, captureBeyondViewport: true });
    const bytes = Buffer.from(data, 'base64');

    writeFileSync(file, bytes);
    process.stdout.write(`${file}: ${Math.round(bytes.length / 1024)} KB${wide > width ? `, wider than the window: ${wide}` : ''}\n`);
    await browser.stop();
}
