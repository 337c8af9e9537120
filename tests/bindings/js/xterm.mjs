// xterm.mjs - the addon in a terminal of xterm.js: URLs that were broken in 60 ways, and their cells

import { createRequire } from 'node:module';
import path from 'node:path';

import { none, ok, same } from '../../browser/tap.mjs';

// 203 bytes, as the sign-in of a command-line program prints it.
const url = 'https://auth.example.com/oauth/authorize?response_type=code&client_id=app_EMxamEEZ73f0CkXaXp7hrann&redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fauth%2Fcallback&scope=openid%20profile&state=kfjsdkfjdskfjdkab';
const pieces = (width) => url.match(new RegExp(`.{1,${width}}`, 'g'));
const frame = (rows, width) => [`╭${'─'.repeat(width + 2)}╮`, ...rows.map((row) => `│ ${row.padEnd(width)} │`), `╰${'─'.repeat(width + 2)}╯`].join('\r\n');

// What a program writes to a screen of `columns` columns.
const layouts = {
    soft: () => `Open this address:\r\n${url}\r\nthen wait.\r\n`,
    'soft after text': () => `漢字 and words first: ${url}\r\nthen wait.\r\n`,
    hard: (columns) => `Open this address:\r\n${pieces(columns).join('\r\n')}\r\n\r\nthen wait.\r\n`,
    'cursor-addressed': (columns) => `\x1b[2J${pieces(columns).map((row, i) => `\x1b[${3 + i};1H${row}`).join('')}\x1b[20;1Hthen wait.`,
    framed: (columns) => `${frame(['Sign in:', ...pieces(columns - 4), '', 'then wait.'], columns - 4)}\r\n`,
    'hanging indent': (columns) => `  * ${pieces(columns - 4).join('\r\n    ')}\r\n\r\nthen wait.\r\n`,
};
const widths = [42, 48, 53, 60, 66, 72, 80, 90, 100, 120];

const written = (terminal, text) => new Promise((resolve) => { terminal.write(text, resolve); });

// The text of a range of cells.
function textOf(terminal, { start, end }) {
    let text = '';

    for (let y = start.y; y <= end.y; y++) {
        const line = terminal.buffer.active.getLine(y - 1);

        text += line.translateToString(false, y === start.y ? start.x - 1 : 0, y === end.y ? end.x : terminal.cols);
    }
    return text;
}

// All links of the screen, each range once.
function linksOf(addon, terminal) {
    const all = new Map();

    for (let y = 1; y <= terminal.buffer.active.length; y++)
        for (const link of addon.links(terminal, y) ?? [])
            all.set(JSON.stringify(link.range), link);
    return [...all.values()];
}

async function layout(addon, Terminal, name, columns) {
    const terminal = new Terminal({ cols: columns, rows: 24, allowProposedApi: true });

    await written(terminal, layouts[name](columns));
    const links = linksOf(addon, terminal);
    const isWhole = links.length > 0 && links.every(({ text }) => text === url);
    const cells = links.map(({ range }) => textOf(terminal, range)).join('');

    return { name: `${name}, ${columns} columns`, isWhole, isRight: !isWhole || cells === url, links };
}

// xterm's terminal without a screen has no providers of links, so this test passes its own object.
function provider(addon, { cols, buffer }) {
    const calls = [];

    addon.activate({ cols, buffer, registerLinkProvider: ({ provideLinks }) => {
        provideLinks(1, (links) => calls.push(links.length));
        provideLinks(302, (links) => calls.push(links));
        return { dispose: () => calls.push('disposed') };
    } });
    addon.dispose();
    same(JSON.stringify(calls), '[1,null,"disposed"]', 'it registers a provider of links');
}

export async function xterm(load) {
    const { TrawlLinksAddon } = load('trawl-links/xterm');
    const { Terminal } = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'))('@xterm/headless');
    const opened = [];
    const addon = new TrawlLinksAddon((event, target) => opened.push(target));
    const all = [];

    for (const name of Object.keys(layouts))
        for (const columns of widths)
            all.push(await layout(addon, Terminal, name, columns));
    const broken = all.filter(({ isWhole }) => !isWhole);

    ok(broken.length <= 2, `${all.length - broken.length} of ${all.length} layouts give the whole URL`, broken.map(({ name, links }) => `${name}: ${links.map(({ text }) => text).join(' ')}`).join('\n'));
    none(all.filter(({ isRight }) => !isRight).map(({ name, links }) => `${name}: ${JSON.stringify(links.map(({ range }) => range))}`), 'its cells are those of the URL');

    const terminal = new Terminal({ cols: 60, rows: 50, allowProposedApi: true });

    await written(terminal, `漢字 http://a.example/漢 x\r\n${'some words of a log, http://b.example/x and more\r\n'.repeat(300)}javascript:alert(1) file:///etc/passwd\r\n`);
    const [wide] = addon.links(terminal, 1);

    same(JSON.stringify(wide.range), JSON.stringify({ start: { x: 6, y: 1 }, end: { x: 24, y: 1 } }), 'the cells of wide characters');
    wide.activate({});
    same(opened.join(), 'http://a.example/漢', 'a click calls the handler with the URL');
    same(addon.links(terminal, 302), undefined, 'no link with another scheme');
    await written(terminal, 'see BUG-12 here\r\n');
    const tickets = new TrawlLinksAddon((event, target) => opened.push(target), { rules: [{ match: /BUG-(\d+)/, url: 'https://bugs.example/$1' }] });

    same(JSON.stringify(tickets.links(terminal, 303).map(({ text, range }) => [text, range.start.x, range.end.x])), '[["https://bugs.example/12",5,10]]', 'patterns of the caller');
    const times = Array.from({ length: 50 }, (_, i) => {
        const from = performance.now();

        addon.links(terminal, 201 + i);
        return performance.now() - from;
    }).sort((one, other) => one - other);

    ok(times[25] < 5, `a row under the pointer: ${times[25].toFixed(2)} ms`);
    let rows = 0;
    const line = { isWrapped: true, length: 40, translateToString: () => `${'x'.repeat(19)} ${'y'.repeat(20)}` };
    const run = { cols: 40, buffer: { active: { length: 1e5, getLine: () => ++rows && line } } };

    same(addon.links(run, 5e4), undefined, 'a run of 100,000 wrapped rows');
    ok(rows < 1000, `reads 4 KB around the pointer: ${rows} calls`);
    const long = `https://a.example/${'x'.repeat(3900)}`;
    const narrow = new Terminal({ cols: 30, rows: 200, allowProposedApi: true });

    await written(narrow, `${long} `);
    same(addon.links(narrow, 66)[0].text, long, 'a URL of 3.9 KB is whole');
    provider(addon, terminal);
}
