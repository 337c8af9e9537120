// shots.mjs - takes pictures of pages ("make shots")
//
// doc gets a letter and an RFC as pages, as WebP, which is half as large as PNG. $B/shots gets the
// letter and the documents of testdata/structure, light, dark, as wide as a phone, and as printed.
// RFC 1738 is read from TRAWL_SHARED or ../shared; without it, its picture is left out.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { start } from './chrome.mjs';
import { run } from './command.mjs';

const rfc = path.join(process.env.TRAWL_SHARED || '../shared', 'rfc/rfc1738.txt');
const into = path.join(process.env.B || 'build', 'shots');
const page = (file, ...options) => run(['-f', 'text', '-t', 'html', '--page', ...options, file], '');
const letter = 'testdata/sample.txt';

const kinds = [
    { ending: '', width: 900 },
    { ending: '-dark', width: 900, colorScheme: 'dark' },
    { ending: '-phone', width: 360, scale: 2 },
    { ending: '-print', width: 720, media: 'print' },
];
const shots = [
    { file: 'doc/page.webp', html: page(letter), width: 820 },
    ...(existsSync(rfc) ? [{ file: 'doc/rfc-page.webp', html: page(rfc, '--live', 'ftp,news,prospero', '--toc', '--title', 'RFC 1738'), width: 820, height: 1500 }] : []),
    ...[letter, ...['faq', 'rfc', 'readme', 'minutes'].map((name) => `testdata/structure/${name}.txt`)].flatMap((file) => kinds.map(({ ending, ...view }) =>
        ({ file: path.join(into, `${path.basename(file, '.txt')}${ending}.webp`), html: page(file, '--toc'), ...view }))),
];

mkdirSync(into, { recursive: true });
for (const { file, html, width, height, scale = 1, colorScheme = 'light', media = 'screen' } of shots) {
    const browser = await start({ viewport: { width, height: 600 }, deviceScaleFactor: scale, colorScheme });

    await browser.page.emulateMedia({ media, colorScheme });
    await browser.show(html);
    const { wide, high } = await browser.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }));

    const clip = { x: 0, y: 0, width, height: Math.min(height ?? high, high, 4000), scale: 1 };
    const session = await browser.page.context().newCDPSession(browser.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip, captureBeyondViewport: true });
    const bytes = Buffer.from(data, 'base64');

    writeFileSync(file, bytes);
    process.stdout.write(`${file}: ${Math.round(bytes.length / 1024)} KB${wide > width ? `, wider than the window: ${wide}` : ''}\n`);
    await browser.stop();
}
