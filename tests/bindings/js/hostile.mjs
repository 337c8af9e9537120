// hostile.mjs - time grows no faster than the text, also in texts that are made to be slow
//
// Each shape is [the text that is repeated, the text before it, the text after it].

import { packages } from '../../browser/chrome.mjs';
import { none, ok } from '../../browser/tap.mjs';

const shapes = [
    // Beginnings without an end.
    ['http://'], ['http:// '], ['<URL:'], ['<URL:http://a/ '], ['<URL:http://a/\n'], ['<'], ['<http://a'], ['<http://a.com/'], ['mailto:'],
    ['www.'], ['www. '], ['a@'], ['@'], [':a@'], ['a@b.'], ['a.'], [':'], ['://'], ['a:'], ['/'], ['('], ['[http://a'], ['"http://a'],
    ['a+'], ['a-'], ['1.'], ['%41'], ['a', '', '@'], ['a.', '', '@b.com'], ['&lt;'], ['](http://a'], ['[1]: '], ['<a href="http://a'], ['\x1b]8;;http://a'],
    // One URL or address, and what may belong to it.
    ['(', 'http://a.com/'], [')', 'http://a.com/'], ['()', 'http://a.com/'], ['"', 'http://a.com/'], ["'", 'http://a.com/x'], ['....', 'http://a'], ['.,;:!?', 'http://a.com/b'],
    ['&amp;', 'http://a.com/'], ['a', 'http://'], ['a.', 'http://'], ['%41', 'http://a.com/'], ['漢', 'http://a.com/'], ['é', 'http://'], ['[.]', 'a'], ['a.', 'a@'],
    ['?to=http://a.com/', 'http://a.com/'], ['\u{1f600}', 'http://a.com/'],
    // Lines that may continue one.
    ['-\n'], ['-\n', '<URL:http://a.com/'], ['\n> ', '<URL:http://a.com/'], ['http://a.com/\n'], ['http://a.com/-\n'], ['>\n'], ['> '], ['\n'], ['a\n', 'http://a.com/'],
    ['    http://a.com/b\n'], ['| http://a.com/b/ |\n'], ['> http://a.com/b/\n> \n'],
    // Many links, blanks, no letters.
    ['a@b.com '], ['http://a.com/b '], ['lorem ipsum http://example.com/a(b)c, user@example.com '], [' '], ['é.'], ['\ud800'], ['\0'],
];

function cpu(call) {
    const from = process.cpuUsage();

    call();
    const { user, system } = process.cpuUsage(from);

    return (user + system) / 1000;
}

// Returns whether the second text takes at most `most` times the time of the first, and the times. Takes
// the least time of up to eight runs, since other programs make a run longer, never shorter.
function grows(call, texts, most) {
    const times = texts.map(() => Infinity);
    let isLinear = false;

    for (let run = 0; run < 8 && !isLinear; run++) {
        texts.forEach((text, i) => { times[i] = Math.min(times[i], cpu(() => call(text))); });
        isLinear = times[1] <= most * Math.max(times[0], 1); // a shorter time says nothing
    }
    return { isLinear, times };
}

// The bound is n^1.5 for texts that are n times as long: half-way between linear and quadratic
// time.
function grow(calls, sizes, list = shapes) {
    const most = (sizes[1] / sizes[0]) ** 1.5;
    const faults = [];

    for (const [name, call] of Object.entries(calls))
        for (const [unit, front = '', end = ''] of list) {
            const texts = sizes.map((size) => front + unit.repeat(size / unit.length) + end);
            const { isLinear, times } = grows(call, texts, most);

            if (!isLinear)
                faults.push(`${name}, ${JSON.stringify([unit, front, end])}: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`);
        }
    none(faults, `time grows with the text: ${list.length} shapes, ${Object.keys(calls)}, ${sizes[1] >> 10} KB`);
}

export function hostile(trawl, isWhole) {
    const screen = { profile: 'screen', columns: 80 };

    grow({
        find: (text) => trawl.find(text),
        'find on a screen': (text) => trawl.find(text, screen),
        at: (text) => trawl.at(text, text.length - 1),
        linkify: trawl.linkify,
    }, isWhole ? [1 << 15, 1 << 19] : [1 << 15, 1 << 17]);
}

// The functions that call others for each link. markdown-it calls matchAtStart() at each "://".
export function hostileHosts(load) {
    const md = packages('markdown-it')({ linkify: true });
    const decided = { callback: () => {} };

    md.linkify = new (load('trawl-links/markdown-it').LinkifyTrawl)({ fuzzyLink: true, fuzzyIP: true });
    grow({ toHtml: (text) => load('trawl-links').toHtml(text, decided), parts: (text) => load('trawl-links/dom').parts(text) }, [1 << 12, 1 << 14]);
    grow({ 'markdown-it': (text) => md.render(text) }, [1 << 11, 1 << 13], shapes.filter(([unit]) => /[@.]|:\/\//.test(unit)));
    const slow = ['http://', '[http://a', '?to=http://a.com/'].map((unit) => cpu(() => md.render(`http://a.com/${unit.repeat((1 << 14) / unit.length)}`)));

    ok(Math.max(...slow) < 800, `markdown-it: 16 KB with "://" everywhere take less than 0.8 seconds: ${slow.map(Math.round)} ms`);
}
