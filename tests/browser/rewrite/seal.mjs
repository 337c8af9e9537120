// seal.mjs - pages with addresses, before and after "trawl rewrite --seal", in a browser
//
// Each page is one way to lead to http://evil.example/: an element and an attribute, a spelling of
// the address, and markup before it that changes how a parser reads the rest. Before the seal each
// page is live: an address of the document leads there, or the browser requests it. After --to,
// --defang or --drop, addresses and requests lead only to the template; the text is the same; and
// the page does not change when it is sealed again. Every page is tried with --to, and with either
// --defang or --drop.

import { runEach } from '../command.mjs';
import { none, note, ok } from '../tap.mjs';
import { shapes } from './shapes.mjs';

// ---- Pages ----

const spellings = [
    'http://evil.example/x', 'HTTP://EVIL.example/', 'https://evil.example', 'http:\\\\evil.example\\x', 'http:/evil.example/', 'https:evil.example',
    '//evil.example/x', '\\\\evil.example/x', '/\\evil.example/', 'ht\ttp://evil.example/', 'h\nttp://ev\nil.example/', ' http://evil.example/ ',
    '\u0001http://evil.example/', 'http:////evil.example', 'http://user:pw@evil.example/', 'http://good.example@evil.example/', 'http://evil.example:80/?a&b=c#d',
    'http://evil%2eexample/', 'http://\uff45vil.example/', 'http://evil\u3002example/', 'http://good.example\\@evil.example/', 'http://x.evil.example/a b"c\'d<e>',
];
const escapes = [
    (s) => s, (s) => s.replace(/[^]/g, (c) => `&#${c.codePointAt(0)};`), (s) => s.replace(/[^]/g, (c) => `&#x${c.codePointAt(0).toString(16)}`),
    (s) => s.replace(':', '&colon;').replace(/\//g, '&sol;').replace('\t', '&Tab;').replace('\n', '&NewLine;'),
];
const quotes = [
    (s) => `"${s.replace(/&(?!#|colon|sol|Tab|New)/g, '&amp;').replace(/"/g, '&quot;')}"`,
    (s) => `'${s.replace(/&(?!#|colon|sol|Tab|New)/g, '&amp;').replace(/'/g, '&#39;')}'`,
    (s) => s.replace(/&(?!#|colon|sol|Tab|New)/g, '&amp;').replace(/[\s"'<>=`]/g, (c) => `&#${c.charCodeAt(0)};`),
];
const css = (s) => s.replace(/[\t\n]/g, '').replace(/["'\\<>]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `).trim();

// Elements with the address: `u` is the address in quotes, `r` the address without quotes.
const carriers = [
    (u) => `<a href=${u}>text</a>`, (u) => `<A HREF = ${u} >text</A >`, (u) => `<a/href=${u}>text</a>`, (u) => `<a x=1 href=${u} href=#>text</a>`,
    (u) => `<map name=m><area href=${u}></map>`, (u) => `<form action=${u}><button>text</button></form>`, (u) => `<form><button formaction=${u}>text</button></form>`,
    (u) => `<form><input type=submit formaction=${u}></form>`, (u) => `<img src=${u} alt=text>`, (u) => `<input type=image src=${u}>`, (u) => `<iframe src=${u}></iframe>`,
    (u) => `<embed src=${u}>`, (u) => `<object data=${u}></object>`, (u) => `<video src=${u}></video>`, (u) => `<video poster=${u}></video>`, (u) => `<audio src=${u}></audio>`,
    (u) => `<video><source src=${u}></video>`, (u) => `<link rel=stylesheet href=${u}>`, (u) => `<link rel=icon href=${u}><link rel=preload as=image href=${u}>`,
    (u) => `<table background=${u}><td>text</table>`, (u) => `<svg><a href=${u}><text y=20>text</text></a></svg>`, (u) => `<svg><a xlink:href=${u}><text y=20>text</text></a></svg>`,
    (u) => `<svg><image href=${u} width=9 height=9 /></svg>`, (u) => `<svg><image xlink:href=${u} width=9 height=9 /></svg>`, (u) => `<svg><feImage href=${u} /></svg><a href=${u}>text</a>`,
    (u) => `<svg><foreignObject><a href=${u}>text</a></foreignObject></svg>`, (u) => `<math><mtext><a href=${u}>text</a></mtext></math>`, (u) => `<math href=${u}><mi>x</mi></math><a href=${u}>text</a>`,
    (u, r) => `<iframe srcdoc="&lt;a href=&quot;${r.replace(/[\s&"'<>]/g, (c) => `&amp;#${c.charCodeAt(0)};`)}&quot;&gt;text"></iframe>`,
    (u, r) => `<img srcset="${r.trim().replace(/[\t\n]/g, '').replace(/["&<>\s]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)} 1x">`,
    (u, r) => `<p style="background:url(${css(r)})">text`, (u, r) => `<p style="background:url(&quot;${css(r)}&quot;)">text`, (u, r) => `<style>body{background:url('${css(r)}')}</style>text`,
    (u, r) => `<style>@import "${css(r)}";</style>text`, (u, r) => `<style>p{background:image-set("${css(r)}" 1x)}</style><p>text`, (u, r) => `<style>p{--x:"${css(r)}";background:image-set(var(--x) 1x)}</style><p>text`,
    (u, r) => `<style>@\\69 mport u\\72l("${css(r)}");</style>text`, (u, r) => `<svg><style>rect{fill:red}</style></svg><p style="list-style:url(${css(r)})">text`,
    (u, r) => `<p style="b\\61 ckground:/**/URL( ${css(r)} )">text`, (u) => `<template shadowrootmode=open><a href=${u}>text</a></template>`,
    (u) => `<a href=# ping=${u}>text</a><img src=${u}>`, (u) => `<base href=${u}><a href="y">text</a>`, (u) => `<noembed></noembed><a href=${u}>text</a>`,
    (u) => `<button><a href=${u}>text</a></button>`, (u) => `<a href=${u}><table><td></a>text</table>`, (u) => `<script src=${u}></script>`, (u) => `<frameset><frame src=${u}></frameset>`,
];

const html = 'text/html; charset=utf-8';

// Markup before the element, in which the element still works.
const prefixes = [
    '', '', '', '<!DOCTYPE html>', '<p>', '<b><i>', '<table>', '<table><tr><td>', '<svg></svg>', '<svg><title></title></svg>', '<svg><desc>', '<math><mtext>', '<svg><style></style></svg>',
    '<svg><title><p></p></title></svg>', '<select></select>', '<select><option>x</select>', '<noscript></noscript>', '<noscript><!--</noscript>', '<noscript><p title="</noscript>', '<noscript><style></noscript>',
    '<title><a></title>', '<textarea></a></textarea>', '<style><a></style>', '<xmp><p></xmp>', '<!-->', '<!--->', '<!-- x --!>', '<?x >', '</x y>', '<!x>', '<svg><![CDATA[>]]></svg>', '<![CDATA[>', '<x><![CDATA[ ]]>',
    '<math><annotation-xml encoding="text/html">', '<svg><foreignObject><svg></svg>', '<form><math><mtext></form><form><mglyph><style></math>', '<svg></p><style><a id="</style>', '<math><mi></math>', '<svg><p>', '<table><colgroup><template></template>',
    '<iframe></iframe>', '<noframes></noframes>', '<plaintext/ ></plaintext', '<a><table><a>', '<button><p></button>', '<object><p></object>', '<p title="', '<p title=\'">\'>', '<html><head></head>', '<body><head>', '<svg><script></script></svg>', '<script></script>', '<script><!--<script></script>--></script>',
    '<select><xmp></select>', '<select><style></style></select>', '<frameset></frameset><noframes></noframes>', '<table><style></style><script></script>', '<svg><textarea></svg>', '\u0000<p\u0000>', '<p x=1 x=2 "=3>', '\ufeff', '<div hidden>', '<!DOCTYPE html PUBLIC "x>',
];

// pages COUNT SEED: made pages, the same ones for a seed.
function pages(count, seed) {
    let state = seed;
    const below = (n) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % n;
    };
    const one = (list) => list[below(list.length)];
    const all = [];

    for (let i = 0; i < count; i++) {
        const address = i % 3 === 0 ? spellings[0] : one(spellings);
        const escaped = one(escapes)(address);
        const quote = escaped === address ? one(quotes) : quotes[0];

        all.push({ bytes: Buffer.from(one(i % 2 === 0 ? prefixes : ['', '<p>']) + carriers[i % carriers.length](quote(escaped), address) + (below(4) === 0 ? ' more' : '')), type: html });
    }
    return all;
}

// ---- In the browser ----

// addresses: runs in the page. For each frame {leads: where its elements lead, text}.
function addresses() {
    const leads = (root, base) => Array.from(root.querySelectorAll('*')).flatMap((e) => {
        const list = [];
        const add = (value) => {
            try {
                list.push(new URL(value, base).href);
            } catch {
                list.push(''); // leads nowhere
            }
        };

        if (/^(a|area|base|link)$/.test(e.localName)) {
            for (const name of ['href', 'xlink:href', 'ping'])
                if (e.hasAttribute(name))
                    add(e.getAttribute(name));
        }
        for (const name of ['action', 'formaction'])
            if (e.hasAttribute(name))
                add(e.getAttribute(name));
        if (e.localName === 'math' && e.hasAttribute('href'))
            add(e.getAttribute('href'));
        // As in section 4.2.5.3 of the HTML standard.
        if (e.localName === 'meta' && /^refresh$/i.test(e.httpEquiv)) {
            const [, rest = ''] = /^\s*[\d.]+(?:\s+|\s*[;,]\s*)(.*)$/s.exec(e.content) ?? [];

            if (rest)
                add(rest.replace(/^url\s*=\s*/i, '').replace(/^(["'])(.*?)(\1.*)?$/s, '$2'));
        }
        if (e.content?.querySelectorAll)
            list.push(...leads(e.content, base));
        if (e.shadowRoot)
            list.push(...leads(e.shadowRoot, base));
        if (e.localName === 'iframe' && e.contentDocument)
            list.push(...leads(e.contentDocument, e.contentDocument.baseURI));
        return list;
    });

    return Array.from(document.querySelectorAll('iframe'), ({ contentDocument: d }) => d &&
        { leads: leads(d, d.baseURI), text: (d.body?.innerText ?? '').replace(/\s+/g, ' ').trim() });
}

const together = 20;

// shaped: the pages of shapes.mjs.
function shaped() {
    return shapes.map((shape) => {
        const { page, type = html, changes = false } = typeof shape === 'string' || Buffer.isBuffer(shape) ? { page: shape } : shape;

        return { bytes: Buffer.from(page), type, changes };
    });
}

// look BROWSER PAGES: returns {leads, text} for each page, and the requests of all pages.
async function look(browser, all) {
    const seen = [];
    const asked = [];

    for (let from = 0; from < all.length; from += together) {
        const some = all.slice(from, from + together);

        asked.push(...(await browser.showFrames(some)).map((what) => `${what} (of ${from} to ${from + some.length - 1})`));
        seen.push(...await browser.page.evaluate(addresses));
    }
    return { seen, asked };
}

function sealed(pages, options) {
    const written = runEach(pages, () => ['rewrite', '--seal', ...options]);

    return pages.map(({ type }, i) => ({ bytes: written[i], type }));
}

const template = 'https://go.example/?u=';
const sets = [[['--to', `${template}{url}`], () => true], [['--defang'], (i) => i % 2 === 0], [['--drop'], (i) => i % 2 === 1]];
const evil = /evil\.example|evil%2eexample|good\.example/i;

const shown = ({ bytes }) => JSON.stringify(bytes.toString().slice(0, 300));

export async function seal(browser, count, seed) {
    const every = [...shaped(), ...pages(count, seed)];
    const before = await look(browser, every);
    const live = before.seen.filter((page) => page?.leads.some((url) => evil.test(url))).length;

    note(`${every.length} pages: ${live} lead to evil.example, ${before.asked.filter((what) => evil.test(what)).length} requests of it`);
    ok(live > count / 3 && before.asked.some((what) => evil.test(what)), 'before, the pages are live');
    for (const [options, isMine] of sets) {
        const name = `--seal ${options[0]}`;
        const all = every.filter((_, i) => isMine(i));
        const untouched = before.seen.filter((_, i) => isMine(i));
        const after = sealed(all, options);
        const again = sealed(after, options);
        const { seen, asked } = await look(browser, after);
        const own = browser.site.origin;
        const inside = (url) => url === '' || url.startsWith(template) || /^(mailto|tel|sms|cid|mid|hxxps?|fxp|about):/.test(url) || url.startsWith(`${own}/page/`);
        const faults = seen.flatMap((page, i) => (page?.leads ?? []).filter((url) => !inside(url) || (options[0] === '--drop' && url.startsWith(template)))
            .map((url) => `${i}: ${shown(all[i])} leads to ${url}: ${shown(after[i])}`));

        none(faults, `${name}: nothing leads outside`);
        none(asked.filter((what) => /^(request|reached|dialog|a )/.test(what) && !what.includes(template) && !/ (data|about|hxxps?):/.test(what) && !/^request Image [^ ]*\/page\/\d+ /.test(what)), `${name}: nothing is requested outside`);
        none(after.flatMap((page, i) => (again[i].bytes.equals(page.bytes) ? [] : [`${i}: ${shown(all[i])}\n${shown(page)}\n${shown(again[i])}`])),
            `${name}: sealed again, the same`);
        none(seen.flatMap((page, i) => (all[i].changes || page?.text === untouched[i]?.text ? [] : [`${i}: ${shown(all[i])}: ${JSON.stringify(untouched[i]?.text)}, after ${JSON.stringify(page?.text)}`])),
            `${name}: the text is the same`);
    }
}
