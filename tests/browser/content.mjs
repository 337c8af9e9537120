// content.mjs - every text as a page: it shows display(source), and has exactly the right links
//
// Many fragments share a page, each in its own <pre>, so that a fragment that breaks out affects
// its neighbours; documents are checked one by one. Covers F1 to F7, F9, F11, F12.

import { agrees, decode, difference, display, displayed, isUri, judge } from './oracles.mjs';
import { convert, linksOf } from './inputs.mjs';
import { boxes, documents } from './chrome.mjs';
import { none, ok } from './tap.mjs';

const batch = 80;
const rel = 'nofollow noopener noreferrer ugc';
const block = ['class'];
const allowed = {
    a: ['aria-label', 'class', 'href', 'rel', 'title'], bdi: ['class', 'dir'], span: ['class', 'title', 'hidden'], small: block,
    pre: ['class', 'tabindex', 'role', 'aria-label'], div: block, p: block, br: [], hr: [], blockquote: block, main: block,
    footer: block, section: block, header: block, h1: ['id'], h2: ['id'], h3: ['id'], h4: ['id'], h5: ['id'], h6: ['id'],
    ul: block, ol: block, li: ['id', 'value'], dl: [], dt: ['id'], dd: [], nav: ['aria-label', 'class', 'id'],
    b: [], i: [], code: [], // of HTML mail
    table: [], thead: [], tbody: [], tr: block, th: ['class', 'colspan', 'scope'], td: ['class', 'colspan'],
};

// strangers BOX [MORE]: the elements and attributes that the writer never writes. MORE are allowed, too.
export const strangers = (box, more = {}) => box.elements.filter((shape) => {
    const [name, ...attributes] = shape.split(' ');
    const known = [allowed[name], more[name]].flat().filter((a) => a !== undefined);

    return (!allowed[name] && !more[name]) || attributes.some((a) => !known.includes(a));
});

const named = (faults, input) => faults.map((fault) => `${input.name}: ${fault}`);
// bare TEXT: the text without white space, which structure may change.
export const bare = (text) => text.replace(/\s+/g, '');

// withBackslashes: the spans, joined where only line ends and backslashes are between them, since these
// are inside the anchor. With structure, each line has its own anchor.
function withBackslashes(spans, bytes, structure) {
    return spans.reduce((joined, [from, to]) => {
        const last = joined.at(-1);
        const between = last ? bytes.subarray(last[1], from) : [];

        if (last && between.every((byte) => byte === 0x5C || (!structure && (byte === 0x0A || byte === 0x0D))))
            last[1] = to;
        else
            joined.push([from, to]);
        return joined;
    }, []);
}

// mayEnd: whether F11 allows that only the first `count` of a link's pieces are anchors: the tags of
// one more would have over 30 bytes for each byte of the link in the source.
function mayEnd(link, pieces, count) {
    const escaped = (url) => url.length + 5 * (url.match(/[&"']/g) ?? []).length;
    const source = Math.max(link.spans.at(-1)[1] - link.spans[0][0], link.url.length);
    const tag = '<a href="" rel="nofollow noopener noreferrer ugc">'.length +
        [link.href, ...link.alts.map(String)].reduce((sum, url) => sum + escaped(url), 0);

    return pieces * (link.alts.length + 1) > 30 || (count > 0 && (count + 1) * tag > 30 * source);
}

// anchorFaults: the differences between the anchors and the live links, in their order and their
// text.
function anchorFaults(anchors, links, bytes, structure) {
    const faults = [];
    let at = 0;

    for (const link of links.filter(({ href }) => href !== null)) {
        const pieces = withBackslashes(link.spans, bytes, structure).map(([from, to]) => displayed(bytes.subarray(from, to), bytes));
        const wanted = bare(pieces.join(''));
        const first = at;
        let text = '';

        for (let n = 0; n < pieces.length && bare(text) !== wanted && anchors[at]?.href === link.href; n += 1, at += 1)
            text += anchors[at].text;
        if (bare(text) !== wanted && !(wanted.startsWith(bare(text)) && mayEnd(link, pieces.length, at - first)))
            faults.push(`link to ${link.href}: the anchors read ${JSON.stringify(text)}, wanted ${JSON.stringify(pieces)}; ` +
                `the next leads to ${anchors[at]?.href}`);
    }
    if (at < anchors.length)
        faults.push(`an anchor without a live link, to ${anchors[at].href}, or one too many`);
    return faults;
}

function attributeFaults(anchors) {
    return anchors.flatMap((a) => [
        ...(a.href !== null && isUri(a.href) ? [] : [`href is not a URI: ${a.href}`]),
        ...(a.href !== null && a.href.length > 8192 ? ['href is too long'] : []),
        ...(a.rel === rel ? [] : [`rel is ${a.rel}`]),
        ...(a.direction === 'ltr' ? [] : [`not in <bdi dir="ltr">: ${a.href}`]),
        ...(/^(https?|mailto):/.test(a.leadsTo) ? [] : [`the browser would go to ${a.leadsTo}`]),
    ]);
}

// Anchors of other readings must be live readings of a link.
function readingFaults(anchors, links) {
    const wanted = links.flatMap(({ alts }) => alts).map((url) => judge(url));

    return anchors.filter(({ isNote, href }) => isNote && !wanted.some((reading) => agrees(href, reading)))
        .map(({ href }) => `not another reading of a link: ${href}`);
}

function boxFaults(box, input, links, { both = false, structure = false } = {}) {
    const wanted = structure ? bare(displayed(input.bytes)) : displayed(input.bytes);
    const text = structure ? bare(box.text) : box.text;
    // References of the outline lead to an id of the page.
    const isInner = ({ href }) => structure && /^#[a-z0-9.-]+$/.test(href);
    const anchors = box.anchors.filter((a) => !isInner(a));
    const own = anchors.filter(({ isNote }) => !isNote);

    return named([
        ...(text === wanted ? [] : [difference(text, wanted)]),
        ...strangers(box).map((shape) => `<${shape}>`),
        ...box.anchors.filter((a) => isInner(a) && (!box.ids.includes(a.href.slice(1)) || a.rel !== null)).map(({ href }) => `leads nowhere: ${href}`),
        ...box.ids.filter((id, i) => !/^[a-z0-9.-]+$/.test(id) || box.ids.indexOf(id) !== i).map((id) => `the id ${id}`),
        ...attributeFaults(anchors),
        ...anchorFaults(own, links, input.bytes, structure),
        ...(both ? readingFaults(anchors, links) : []),
        ...(both || anchors.length === own.length ? [] : ['another reading is a link without --both (F12)']),
    ], input);
}

async function fragments(browser, inputs) {
    const pieces = convert(inputs, []);
    const links = linksOf(inputs);
    const faults = [];
    const happened = [];

    for (let from = 0; from < inputs.length; from += batch) {
        const some = inputs.slice(from, from + batch);
        const written = pieces.slice(from, from + batch).flatMap((html) =>
            [Buffer.from('<pre class="box">\n'), html, Buffer.from('</pre>')]);
        const front = '<!DOCTYPE html><meta charset="utf-8"><title>x</title><div id="all">';
        const page = [Buffer.from(front), ...written, Buffer.from('</div>')];

        happened.push(...await browser.show(Buffer.concat(page)));
        const found = await boxes(browser, '.box');

        if (found.length !== some.length || found.some(({ inPlace }) => !inPlace))
            faults.push(`${some[0].name} and on: ${found.length} boxes of ${some.length}; one broke out`);
        some.forEach((input, i) => faults.push(...(found[i] ? boxFaults(found[i], input, links[from + i]) : [])));
    }
    none(faults, `${inputs.length} fragments: text, links, elements and attributes`);
    none(happened, 'no requests and no scripts');
}

// The document around the text must not depend on the text.
async function pages(browser, inputs, options = []) {
    const links = linksOf(inputs);
    const written = convert(inputs, ['--page', '--title', 'A <title> & "more"', ...options]);
    const structure = !options.includes('--no-structure');
    const { seen, happened } = await documents(browser, written, structure ? 'main' : 'pre');
    const first = JSON.stringify(seen[0].around);
    const faults = [];

    seen.forEach(({ box, around }, i) => {
        faults.push(...boxFaults(box, inputs[i], links[i], { both: options.includes('--both'), structure }));
        if (JSON.stringify(around) !== first)
            faults.push(`${inputs[i].name}: the document around it differs: ${JSON.stringify(around)} and not ${first}`);
    });
    none([...happened, ...faults], `${inputs.length} documents${options.length ? `, ${options.join(' ')}` : ''}`);
    return seen[0].around;
}

function head({ head: elements, title, styles, mode, charset, scripts, comments }) {
    const names = elements.map((e) => e.split(' ')[0]);

    ok(title === 'A <title> & "more"', 'the title is escaped', title);
    ok(mode === 'CSS1Compat' && charset === 'UTF-8', 'standards mode, UTF-8', `${mode} ${charset}`);
    ok(scripts === 0 && comments === 0, 'no script, no comment');
    ok(styles.length === 1 && !/url\(|@import|expression/i.test(styles[0]), 'one stylesheet, without requests', styles.join('\n'));
    none(names.filter((name) => !['html', 'head', 'meta', 'title', 'style', 'body'].includes(name)), 'no other elements in the head');
    ok(elements.some((e) => /^meta .*name="viewport"/.test(e)), 'the page has a viewport', elements.join('\n'));
}

// F2: a host that is cut at an invisible character is not the intended host.
const cutInHost = ({ flags, url }) => (flags & 1 << 14) !== 0 && /^https?:\/\/[^/?#]*$/i.test(decode(url));

// R39: a part of a gateway's link leads nowhere.
const isIncomplete = ({ flags }) => Math.floor(flags / 2 ** 40) % 2 === 1;

// foreign-port: a server of another protocol would read the URL as text of its protocol.
const isForeign = ({ flags }) => Math.floor(flags / 2 ** 37) % 2 === 1;

// backslash: browsers read a "\\" as "/", and would go to a host that the link does not name.
const hasBackslash = ({ flags }) => Math.floor(flags / 2 ** 41) % 2 === 1;

// A host beyond ASCII with an empty label is not a name, so it does not matter whether its other
// labels become A-labels.
const hasEmptyLabel = ({ url }) => /^https?:\/\/(?=[^/?#]*[^\0-\x7f])[^/?#]*\.\./i.test(decode(url));

// Compares the library with oracles.mjs, link by link.
function judgements(inputs, schemes) {
    const links = linksOf(inputs, schemes.length ? ['--live', schemes.join(',')] : []);
    const faults = [];
    const counts = { live: 0, dead: 0, open: 0 };

    links.forEach((some, i) => some.forEach((link) => {
        const dead = cutInHost(link) || isIncomplete(link) || isForeign(link) || hasBackslash(link);
        const wanted = dead ? 'dead' : hasEmptyLabel(link) ? 'open' : judge(link.url, schemes);
        const kind = wanted === 'open' || wanted === 'dead' ? wanted : 'live';

        counts[kind] += 1;
        if (!agrees(link.href, wanted))
            faults.push(`${inputs[i].name}: ${decode(link.url)}: href ${link.href}, wanted ${wanted} (${link.why})`);
    }));
    none(faults, `live or not${schemes.length ? `, with ${schemes.join(',')}` : ''}: ${JSON.stringify(counts)}`);
}

function cuts(inputs, options) {
    const whole = convert(inputs, options);
    const faults = [1, 2, 7, 61].flatMap((step) => convert(inputs, [...options, '--step', String(step)])
        .flatMap((html, i) => (html.equals(whole[i]) ? [] : [`${inputs[i].name}, ${step} bytes at a time`])));

    none(faults, `the same in pieces${options.length ? `, ${options.join(' ')}` : ''}`);
}

export async function content(browser, { hostile, all, documentsOf }) {
    judgements(all, []);
    judgements(all, ['ftp', 'news', 'nntp', 'gopher']);
    judgements(hostile, ['javascript', 'data', 'file', 'vbscript', 'about', 'blob', 'chrome', 'hxxp', 'wais', 'prospero']);
    await fragments(browser, all);
    head(await pages(browser, documentsOf.filter((_, i) => i % 2 === 0)));
    await pages(browser, documentsOf.filter((_, i) => i % 4 === 0), ['--no-structure']);
    await pages(browser, documentsOf.filter((_, i) => i % 2 === 1), ['--outline', '--toc']);
    await pages(browser, hostile.slice(0, 60), ['--no-style']);
    await pages(browser, hostile.filter((_, i) => i % 5 === 0), ['--both']);
    cuts(hostile, ['--page']);
    cuts(hostile, ['--page', '--no-structure']);
    cuts(hostile, ['--xhtml', '--both']);
}
