// shots.mjs - takes pictures of pages: node shots.mjs SITE ("make shots")
//
// Into doc: a letter and an RFC as pages, the front page of SITE and one of its messages. Into
// $B/shots: the letter and documents of testdata/structure, light, dark, as wide as a phone, and as
// printed. RFC 1738 is read from TRAWL_SHARED or ../shared; without it, that picture is left out.

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { start } from './chrome.mjs';
import { run } from './command.mjs';

const [site] = process.argv.slice(2);
const rfc = path.join(process.env.TRAWL_SHARED || '../shared', 'rfc/rfc1738.txt');
const into = path.join(process.env.B || 'build', 'shots');
const page = (file, ...options) => run(['-f', 'text', '-t', 'html', '--page', ...options, file], '');
const letter = 'testdata/sample.txt';

// The file of a message of the site with a subject and several links.
function messageOf(folder) {
    const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html')).sort();
    const score = (text) => (text.includes('<blockquote>') ? 4 : 0) + (text.includes('In reply to') ? 2 : 0) + (text.includes('<h2>Replies') ? 2 : 0) +
        Math.min(3, text.split('<a class').length - 1);

    return names.slice(0, 400).map((name) => [score(readFileSync(path.join(folder, name), 'utf8')), name])
        .sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? -1 : 1))[0][1];
}

const kinds = [
    { ending: '', width: 900 },
    { ending: '-dark', width: 900, colorScheme: 'dark' },
    { ending: '-phone', width: 360, scale: 2 },
    { ending: '-print', width: 720, media: 'print' },
];
const shots = [
    { file: 'doc/page.png', html: page(letter), width: 820 },
    ...(existsSync(rfc) ? [{ file: 'doc/rfc-page.png', html: page(rfc, '--live', 'ftp,news,prospero', '--toc', '--title', 'RFC 1738'), width: 820, height: 1500 }] : []),
    { file: 'doc/site.png', address: 'index.html', width: 820, height: 1050 },
    { file: 'doc/site-message.png', address: `m/${messageOf(path.join(site, 'm'))}`, width: 820, height: 1000 },
    ...[letter, ...['faq', 'rfc', 'readme', 'minutes'].map((name) => `testdata/structure/${name}.txt`)].flatMap((file) => kinds.map(({ ending, ...view }) =>
        ({ file: path.join(into, `${path.basename(file, '.txt')}${ending}.png`), html: page(file, '--toc'), ...view }))),
    ...['index.html', 'subjects.html', 'months/2003-05.html', 'months/2003-05-threads.html'].flatMap((name) => kinds.slice(0, 3).map(({ ending, ...view }) =>
        ({ file: path.join(into, `site-${path.basename(name, '.html')}${ending}.png`), address: name, height: 1600, ...view }))),
];

mkdirSync(into, { recursive: true });
for (const { file, html, address, width, height, scale = 1, colorScheme = 'light', media = 'screen' } of shots) {
    const browser = await start({ viewport: { width, height: 600 }, deviceScaleFactor: scale, colorScheme });

    browser.site.folder = site;
    await browser.page.emulateMedia({ media, colorScheme });
    await (html ? browser.show(html) : browser.page.goto(`${browser.site.origin}/site/${address}`));
    const { wide, high } = await browser.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }));

    await browser.page.setViewportSize({ width, height: Math.min(height ?? high, high, 4000) });
    await browser.page.screenshot({ path: file });
    process.stdout.write(`${file}: ${Math.round(statSync(file).size / 1024)} KB${wide > width ? `, wider than the window: ${wide}` : ''}\n`);
    await browser.stop();
}
