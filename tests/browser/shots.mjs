// shots.mjs - takes pictures of pages: node shots.mjs ("make shots"), into $B/shots
//
// testdata/sample.txt as a document: light, dark, as wide as a phone, with --reflow, and as
// printed. And the lines of testdata/rfc-like.txt that have the most wrappers of RFC 1738.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { start } from './chrome.mjs';
import { convert } from './inputs.mjs';

const into = path.join(process.env.B || 'build', 'shots');

const shots = [
    { name: 'light', width: 820 },
    { name: 'dark', width: 820, colorScheme: 'dark' },
    { name: 'phone', width: 390, scale: 2 },
    { name: 'phone-dark', width: 390, scale: 2, colorScheme: 'dark' },
    { name: 'reflow', width: 820, options: ['--reflow'] },
    { name: 'reflow-phone', width: 390, scale: 2, options: ['--reflow'] },
    { name: 'print', width: 720, media: 'print' },
    { name: 'rfc', width: 760, text: 'rfc-like.txt', options: ['--live', 'ftp,news,prospero'], lines: [132, 218] },
];

// Returns the part of the page with these lines of its text, counted from 1.
function clipOf([first, last]) {
    const text = document.createTreeWalker(document.querySelector('pre'), NodeFilter.SHOW_TEXT);
    let line = 1, top = null, bottom = 0;

    while (text.nextNode() && line <= last) {
        for (let i = 0; i < text.currentNode.data.length && line <= last; i++) {
            const range = document.createRange();

            range.setStart(text.currentNode, i);
            range.setEnd(text.currentNode, i + 1);
            if (line >= first) {
                top ??= range.getBoundingClientRect().top;
                bottom = Math.max(bottom, range.getBoundingClientRect().bottom);
            }
            line += text.currentNode.data[i] === '\n';
        }
    }
    return { x: 0, y: top - 6, width: document.documentElement.clientWidth, height: bottom - top + 12 };
}

mkdirSync(into, { recursive: true });
for (const { name, width, scale = 1, colorScheme = 'light', media = 'screen', text = 'sample.txt', options = [],
    lines } of shots) {
    const browser = await start({ viewport: { width, height: 600 }, deviceScaleFactor: scale, colorScheme });
    const file = path.join(into, `${name}.png`);

    await browser.page.emulateMedia({ media, colorScheme });
    await browser.show(convert([{ bytes: readFileSync(`testdata/${text}`) }], ['--page', '--title', text, ...options])[0]);
    const clip = lines ? await browser.page.evaluate(clipOf, lines) : undefined;

    await browser.page.screenshot({ path: file, fullPage: true, clip });
    const wide = await browser.page.evaluate(() => document.documentElement.scrollWidth);

    process.stdout.write(`${file}${wide > width ? `, wider than the window: ${wide}` : ''}\n`);
    await browser.stop();
}
