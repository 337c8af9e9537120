// bench.mjs FOLDER - times of the package in FOLDER beside linkify-it, linkifyjs and autolinker: "make
// bench-web"
//
// Prints the load of the machine; for each package the microseconds of processor time of a call, the
// least of seven runs, and the number of links that it finds; the time to write chat lines as HTML; and
// the time of whole pages of markdown-it.

import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const [folder] = process.argv.slice(2);
const load = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));
const trawl = createRequire(import.meta.url)(path.join(path.resolve(folder), 'node/index.cjs'));
const { LinkifyTrawl } = createRequire(import.meta.url)(path.join(path.resolve(folder), 'node/markdown-it.cjs'));
const { LinkifyIt } = load('linkify-it');
const linkifyjs = load('linkifyjs');
const { Autolinker } = load('autolinker');

const words = 'The committee met on a grey morning in March, and few had slept well; the minutes of the last meeting were read, corrected, and signed. There was, as the chairman remarked (not for the first time), little to be gained by it: the old bridge would not last another winter, the new one had not been begun, and the money was spent. Mr. Harris asked whether the stones could be used again. They could not. e.g. the arches, i.e. both of them, had been blown up in 1944... ';
const prose = words.repeat(4).slice(0, 1350);
const three = `${prose.slice(0, 640)} See http://www.a.example/minutes/1994.html, or www.b.example/a; ask joe@c.example. ${prose.slice(0, 620)}`;
const line = (i) => `see https://www.site${i}.example.com/path/to/${i}/page.html?a=${i}&b=2#frag, or mail user${i}@example.org. `;
const chat = Array.from({ length: 20 }, (_, i) => [`have you seen https://github.com/example/project/pull/${i} yet?`, `lunch at ${i % 12}?`, 'ok: see www.example.org/menu, or write to joe@example.org', 'I do not think so.'][i % 4]);
const inputs = {
    'chat line': chat[0],
    'no link, 1.35 KB': prose,
    '3 links, 1.35 KB': three,
    '210 links, 10.8 KB': Array.from({ length: 105 }, (_, i) => line(i)).join('').slice(0, 10800),
    'CJK, 1.2 K': '今天的会议记录在 https://a.example/会议/2024年。请看（https://b.example/a）和其他内容，谢谢大家。'.repeat(20),
};
const [schemes, fuzzy] = [new LinkifyIt({ fuzzyEmail: false }), new LinkifyIt({ fuzzyLink: true })];
const [schemesHere, fuzzyHere] = [new LinkifyTrawl({ fuzzyEmail: false }), new LinkifyTrawl({ fuzzyLink: true })];
const calls = {
    'trawl find': (text) => trawl.find(text),
    'LinkifyTrawl, schemes': (text) => schemesHere.match(text),
    'LinkifyTrawl, fuzzy': (text) => fuzzyHere.match(text),
    'linkify-it, schemes': (text) => schemes.match(text),
    'linkify-it, fuzzy': (text) => fuzzy.match(text),
    linkifyjs: (text) => linkifyjs.find(text),
    autolinker: (text) => Autolinker.parse(text, { urls: true, email: true, phone: false }),
};

function clock() {
    const { user, system } = process.cpuUsage();

    return user + system;
}

// LinkifyTrawl keeps the links of the last text, so each call has another one.
function micros(call, text) {
    const texts = [`${text} `, `${text}  `];
    let times = 2;
    const run = () => {
        const from = clock();

        for (let i = 0; i < times; i++)
            call(texts[i & 1]);
        return clock() - from;
    };

    // The engine compiles a module anew, for speed, while it runs.
    for (let spent = 0; spent < 2e5; spent += run())
        times *= run() < 2e4 ? 2 : 1;
    return Math.min(...Array.from({ length: 7 }, run)) / times;
}

const print = (name, cells) => process.stdout.write(`${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(20)).join('')}\n`);

process.stdout.write(`node ${process.version}, ${os.cpus()[0].model}, ${os.cpus().length} processors, load ${os.loadavg()[0].toFixed(1)}\n`);
print('microseconds', Object.keys(inputs));
for (const [name, call] of Object.entries(calls))
    print(name, Object.values(inputs).map((text) => micros(call, text).toFixed(1)));
print('links', Object.values(inputs).map((text) => Object.values(calls).map((call) => call(text)?.length ?? 0).join('/')));

// The time to write chat lines as HTML, in microseconds per line.
const pages = { linkify: (text) => trawl.linkify(text), toHtml: (text) => trawl.toHtml(text), autolinker: (text) => Autolinker.link(text) };

for (const [name, call] of Object.entries(pages))
    print(`HTML, ${name}`, [(micros((blanks) => chat.forEach((text) => call(text + blanks)), '') / chat.length).toFixed(1)]);

// Whole pages of markdown-it, in milliseconds: the least of 15 renders by each in turn.
const MarkdownIt = load('markdown-it');
const mail = Array.from({ length: 600 }, (_, i) => `On ${i % 28 + 1} Mar 2026, Joe wrote:\n> ${words.slice(0, 300)}\n> ${line(i)}\n\n${words.slice(100, 400)}\n`).join('\n');
const texts = { prose: words.replaceAll('. ', '.\n\n').repeat(400), mail, dense: Array.from({ length: 3000 }, (_, i) => line(i)).join('\n\n') };

print('pages, ms', ['linkify-it', 'LinkifyTrawl', 'linkify-it, fuzzy', 'LinkifyTrawl, fuzzy']);
for (const [name, text] of Object.entries(texts)) {
    const pages = [new LinkifyIt(), new LinkifyTrawl(), fuzzy, fuzzyHere].map((linkify) => Object.assign(new MarkdownIt({ linkify: true }), { linkify }));
    const times = pages.map(() => Infinity);

    for (let run = 0; run < 15; run++)
        pages.forEach((md, i) => {
            const from = clock();

            md.render(text);
            times[i] = Math.min(times[i], clock() - from);
        });
    print(`${name}, ${text.length >> 10} KB`, times.map((time) => (time / 1000).toFixed(0)));
}
