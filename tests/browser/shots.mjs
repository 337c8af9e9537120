// shots.mjs - pictures of a page: node shots.mjs ("make shots"), into $B/shots
//
// testdata/sample.txt as a document: light, dark, as wide as a phone, with paragraphs that flow, and as printed.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { start } from './chrome.mjs';
import { convert } from './inputs.mjs';

const into = path.join(process.env.B || 'build', 'shots');
const sample = [{ bytes: readFileSync('testdata/sample.txt') }];
const title = ['--page', '--title', 'sample.txt'];

const shots = [
    { name: 'light', width: 820 },
    { name: 'dark', width: 820, colorScheme: 'dark' },
    { name: 'phone', width: 390, scale: 2 },
    { name: 'phone-dark', width: 390, scale: 2, colorScheme: 'dark' },
    { name: 'reflow', width: 820, options: ['--reflow'] },
    { name: 'reflow-phone', width: 390, scale: 2, options: ['--reflow'] },
    { name: 'print', width: 720, media: 'print' },
];

mkdirSync(into, { recursive: true });
for (const { name, width, scale = 1, colorScheme = 'light', media = 'screen', options = [] } of shots) {
    const browser = await start({ viewport: { width, height: 600 }, deviceScaleFactor: scale, colorScheme });
    const file = path.join(into, `${name}.png`);

    await browser.page.emulateMedia({ media, colorScheme });
    await browser.show(convert(sample, [...title, ...options])[0]);
    await browser.page.screenshot({ path: file, fullPage: true });
    const wide = await browser.page.evaluate(() => document.documentElement.scrollWidth);

    process.stdout.write(`${file}${wide > width ? `, wider than the window: ${wide}` : ''}\n`);
    await browser.stop();
}
