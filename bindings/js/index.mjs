// index.mjs - the package: links of texts, HTML and mail, by libtrawl as WebAssembly
//
// A text is encoded into the memory of a module, which finds its links and leaves a record of 32-bit
// words for each. Places are UTF-16 code units, as everywhere in JavaScript.

import { DECIDING, divided, expect, fail, FINDING, given, hasColon, list, SWITCHES } from './arguments.mjs';
import { Anchor, decider } from './decide.mjs';
import { load, loadNow, randomize } from './load.mjs';
import { withRules } from './rules.mjs';

// ---- Options ----

// The bits of trawl.h.
const FIND = ['url', 'www', 'addr', 'email', 'domain', 'msgid', 'hdr', 'ip', 'localhost', 'netpath', 'html', 'osc8'];
const LIGHT = 2048 + 15; // url, www, addr, email, osc8
const PROFILES = ['mail', 'uts58', , 'screen']; // the third one needs PCRE2
const NOTATIONS = ['auto', 'none', 'asciidoc', 'markdown', 'texinfo'];
// The options of HTML.
const HTML = {
    toHtml: { texts: { live: 'list', rel: 'string', className: 'string', target: 'string', title: 'string', lang: 'string' }, switches: { page: 1, xhtml: 2, both: 4, structure: 32 } },
    linkify: { texts: { live: 'list', rel: 'string', className: 'string', target: 'string', skip: 'list' }, others: { ignoreTags: 'list', textMax: 'count' }, switches: { noText: 2, noRel: 4, punycode: 8 } },
};
const ANCHORS = 1;
const MAIL_KINDS = ['auto', 'text', 'message'];
const WANT = { links: 2, text: 2 | 4 | 8, explain: 16 };
const REFANG = 2;
const CANONICAL = ['canonical', 'scheme', 'normal', 'ascii', 'display', 'surt'];
// The functions of the modules, and those of `mail` alone, which has the tables for them.
const FORMS = ['canonical', 'defang', 'ascii', 'host'];
const MORE_FORMS = ['scheme', 'normal', 'display', 'surt', 'unwrap', 'site'];

function numberOf(name, value, names) {
    const at = value === undefined ? 0 : names.indexOf(value);

    return at < 0 ? fail(name, value, names) : at;
}

function bitsOf(name, values, names) {
    return values.reduce((bits, value) => bits | 1 << numberOf(name, value, names), 0);
}

// Returns false if a text has none of the characters with which the links of LIGHT begin.
function mayLink(text) {
    if (hasColon(text) || text.includes('@') || text.includes('\x1b'))
        return true;
    for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1))
        if (/(?:www|ftp)\S*$/i.test(text.slice(Math.max(0, at - 12), at))) // also "www3."
            return true;
    return false;
}

const keys = new WeakMap();

// Equal options have equal keys. Those of a frozen object are remembered.
function keyOf(options, want) {
    if (keys.has(options))
        return keys.get(options)[want];
    const text = JSON.stringify(given(options), (_, value) => (/^(?:function|symbol|bigint)$/.test(typeof value) ? String(value) : value));

    if (Object.isFrozen(options))
        keys.set(options, Object.fromEntries(Object.values(WANT).map((each) => [each, `${each} ${text}`])));
    return `${want} ${text}`;
}

// ---- Modules ----

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const RAW = 0xFFFFFFFF;
const WORDS = 11; // of a js_record
const NONE = Object.freeze([]);
const NONE_GIVEN = Object.freeze({});
const MOST_SCANS = 16;

// A module with one vector instruction: `i8x16.splat (i32.const 0)`.
const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]);
const fileOf = (part) => (WebAssembly.validate(simd) ? `${part}-simd` : part);

// Converts a host beyond ASCII by the class URL of the engine. The label that is added at the end
// keeps digits from being read as an IP address.
function hostOf(name) {
    try {
        return new URL(`http://${name}.x`).hostname.slice(0, -2);
    } catch {
        return '';
    }
}

// One instance of a module, with its settings.
class Engine {
    constructor(module) {
        // Converts the host in bytes `from` to `from + n` of the memory. Writes at most `size` bytes
        // to `to`.
        const host = (from, n, to, size) => {
            const bytes = encoder.encode(hostOf(this.text(from, n)));

            if (bytes.length > size)
                return 0;
            this.bytes().set(bytes, to);
            return bytes.length;
        };
        // Of the functions of WASI, only random_get() is used. The others return an error.
        const wasi = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 8]));

        wasi.random_get = (at, n) => {
            randomize(this.bytes().subarray(at, at + n));
            return 0;
        };
        this.x = new WebAssembly.Instance(module, {
            trawl: { host, decide: (...link) => this.decide(...link) }, wasi_snapshot_preview1: wasi,
        }).exports;
        this.x._initialize();
        this.memory = new Uint8Array(this.x.memory.buffer);
        this.scans = new Map();
        this.isLight = new Set(); // of these, those that find nothing but LIGHT
        this.view = new Uint8Array(0); // of the input; a view has no length when the memory has moved
        this.room = 0;
        [this.kinds, this.flags, this.whys] = [0, 1, 2].map((number) => this.names(number));
        this.flagsOf = new Map();
    }

    // The memory moves when it grows.
    bytes() {
        if (this.memory.buffer !== this.x.memory.buffer)
            this.memory = new Uint8Array(this.x.memory.buffer);
        return this.memory;
    }

    words(at, n) {
        return new Uint32Array(this.x.memory.buffer, at, n);
    }

    text(from, n) {
        return decoder.decode(this.bytes().subarray(from, from + n));
    }

    name(number, i) {
        const at = this.x.name(number, i);

        return this.text(at, this.bytes().indexOf(0, at) - at);
    }

    // All names of a list. Some lists begin at 1.
    names(number) {
        const names = [this.name(number, 0)];

        do
            names.push(this.name(number, names.length));
        while (names.at(-1) !== 'unknown');
        return names.slice(0, -1);
    }

    // Writes a text to the input, and returns its length there.
    put(text, from = 0, name = 'text') {
        if (typeof text !== 'string')
            expect(name, 'string', text);
        const most = from + text.length * 3 + 1;

        if (most > this.room) {
            this.input = this.x.input(most + 4096);
            this.room = this.input === 0 ? 0 : most + 4096;
        }
        if (this.room === 0)
            throw new RangeError('trawl: the text is too long for the memory');
        if (this.view.length !== this.room)
            this.view = new Uint8Array(this.x.memory.buffer, this.input, this.room);
        return encoder.encodeInto(text, from > 0 ? this.view.subarray(from) : this.view).written;
    }

    // Writes option texts, each with a NUL, and returns their length.
    putTexts(texts) {
        for (const text of texts)
            if (text.includes('\0'))
                throw new RangeError('trawl: an option contains NUL');
        return this.put(texts.map((text) => `${text}\0`).join(''));
    }

    checked(result) {
        if (result < 0)
            throw new Error(`trawl: ${this.name(3, result)}`);
        return result;
    }

    // Opens a scan with options.
    open(options, want) {
        divided(FINDING, options, {});
        const finding = bitsOf('find', list(options.find), FIND);

        this.putTexts([list(options.schemes).join(','), list(options.tlds).join('\n'), options.base ?? '']);
        const scan = this.x.open(finding, bitsOf('options', SWITCHES.filter((name) => options[name]), SWITCHES),
            want, numberOf('profile', options.profile, PROFILES), options.columns ?? 0, numberOf('notation', options.notation, NOTATIONS));

        if (scan === 0)
            throw new RangeError('trawl: these options do not go together, or memory is short');
        this.isLight[finding & ~LIGHT ? 'delete' : 'add'](scan);
        return scan;
    }

    // The scan for options. The last few scans are kept open.
    scan(options, want = WANT.links) {
        if (options === undefined && want === WANT.links)
            return this.plain ??= this.open({}, want);
        const key = keyOf(options ?? NONE_GIVEN, want);
        let scan = this.scans.get(key);

        if (scan === undefined) {
            scan = this.open(options ?? {}, want);
            if (this.scans.size === MOST_SCANS) {
                const [[oldest, handle]] = this.scans;

                this.x.shut(handle);
                this.scans.delete(oldest);
            }
            this.scans.set(key, scan);
        }
        return scan;
    }

    flagNames(low, high) {
        if (low === 0 && high === 0)
            return NONE;
        const key = high * 2 ** 32 + low;
        let names = this.flagsOf.get(key);

        if (names === undefined) {
            names = Object.freeze(this.flags.filter((_, bit) => (bit < 32 ? low >>> bit : high >>> bit - 32) & 1));
            this.flagsOf.set(key, names);
        }
        return names;
    }

    // The links of the last call. Its text was `text`, which begins at unit `base` of the whole
    // text.
    links(count, text, base = 0) {
        const links = new Array(this.checked(count));

        if (count === 0)
            return links;
        const records = this.words(this.x.records(), count * WORDS);
        const strings = this.strings();

        for (let i = 0, r = 0; i < count; i++, r += WORDS) {
            const start = records[r + 3];
            const end = records[r + 4];
            const whole = text.slice(start, end);
            const pieces = records[r + 8] > 1 ? this.spans(records[r + 7], records[r + 8]) : null;

            links[i] = {
                url: records[r + 5] === RAW ? whole : strings(records[r + 5], records[r + 6]),
                kind: this.kinds[records[r]], start: base + start, end: base + end,
                raw: pieces ? pieces.map(([from, to]) => text.slice(from, to)).join(' ') : whole,
                flags: this.flagNames(records[r + 1], records[r + 2]),
                spans: base > 0 && pieces ? pieces.map((span) => span.map((unit) => base + unit)) : pieces,
                alts: records[r + 9] > 0 ? this.alts(records[r + 7] + (pieces ? 2 * pieces.length : 0), records[r + 9], strings) : NONE,
            };
        }
        return links;
    }

    // A function that returns a string of the last call. If all strings are ASCII, they are decoded
    // at once.
    strings() {
        const at = this.x.bytes();
        const n = this.x.size();
        const all = n > 0 ? this.text(at, n) : '';

        return all.length === n ? (from, length) => all.slice(from, from + length) : (from, length) => this.text(at + from, length);
    }

    spans(at, n) {
        const words = this.words(this.x.words() + 4 * at, 2 * n);

        return Array.from({ length: n }, (_, i) => [words[2 * i], words[2 * i + 1]]);
    }

    alts(at, n, strings) {
        const words = this.words(this.x.words() + 4 * at, 3 * n);

        return Array.from({ length: n }, (_, i) =>
            ({ url: strings(words[3 * i], words[3 * i + 1]), why: this.whys[words[3 * i + 2]] }));
    }

    result(n) {
        return this.text(this.x.bytes(), this.checked(n));
    }

    // The module calls this for each link, if the caller decides. Writes the changes to the input, and
    // returns their number.
    decide(isNew, kind, count) {
        const [low, high, ...lengths] = this.words(this.x.words(), 3 + 2 * count);
        let at = this.x.bytes();
        const [text, ...pairs] = lengths.map((n) => this.text((at += n) - n, n));
        const old = Object.fromEntries(pairs.flatMap((name, i) => (i % 2 ? [] : [[name, pairs[i + 1]]])));
        const anchor = new Anchor(isNew === 1, { ...old }, text, this.kinds[kind], this.flagNames(low, high));
        const { deciding } = this;

        try {
            const changes = !deciding.decide(anchor) ? [['u', '']] : [
                ...pairs.flatMap((name, i) => (i % 2 || Object.hasOwn(anchor.attributes, name) ? [] : [[`-${i / 2}`, '']])),
                ...Object.entries(anchor.attributes).filter(([name, value]) => old[name] !== value).map(([name, value]) => [`=${Object.hasOwn(old, name) ? name : name.toLowerCase()}`, value]),
                ...(anchor.text === text ? [] : [['t', anchor.text]]),
            ];

            this.putTexts(changes.flat().map((word) => word.replaceAll('\0', '\ufffd')));
            return changes.length;
        } catch (error) {
            deciding.failed = { error };
            return -1;
        }
    }
}

const engines = new Map();

function engine(part) {
    if (!engines.has(part))
        engines.set(part, new Engine(loadNow(fileOf(part))));
    return engines.get(part);
}

// Loads a part. node loads parts by itself. `source` is the WebAssembly.Module of the part, or its
// bytes.
export async function init(part = 'find', source = undefined) {
    if (!['find', 'html', 'mail'].includes(part))
        fail('init', part, ['find', 'html', 'mail']);
    const module = source === undefined ? await load(fileOf(part)) :
        source instanceof WebAssembly.Module ? source : await WebAssembly.compile(expect('source', 'module', source));

    if (!engines.has(part))
        engines.set(part, new Engine(module));
}

export function version() {
    return engine('find').name(4, 0);
}

// How many bytes of memory each loaded module has.
export function memory() {
    return [...engines.values()].map(({ x }) => x.memory.buffer.byteLength);
}

// ---- Links ----

function found(e, text, options) {
    if (options?.rules !== undefined) {
        const { rules, ...finding } = options;

        return withRules(found(e, text, finding), text, rules, finding.pageLinks);
    }
    const scan = e.scan(options);

    if (typeof text === 'string' && e.isLight.has(scan) && !mayLink(text))
        return [];
    const n = e.put(text);

    return e.links(e.x.find(scan, n, n === text.length), text);
}

export function find(text, options) {
    return found(engine('find'), text, options);
}

export function at(text, offset, options) {
    if (options?.rules !== undefined)
        return find(text, options).find(({ start, end }) => start <= offset && offset < end) ?? null;
    const e = engine('find');
    const scan = e.scan(options);
    const n = e.put(text);

    return e.links(e.x.at(scan, n, n === text.length, expect('offset', 'count', offset)), text)[0] ?? null;
}

export function explain(text, options) {
    const { from, ...finding } = given(options);
    const e = engine(from === undefined ? 'find' : 'mail');
    const scan = e.scan(finding, WANT.explain);
    const n = e.put(text);
    const isAscii = n === text.length;
    const count = e.checked(from === undefined ? e.x.find(scan, n, isAscii) : e.x.mail(scan, n, isAscii, numberOf('from', from, MAIL_KINDS), 0));
    const records = e.words(e.x.records(), count * WORDS);
    const strings = e.strings();
    const decisions = [];

    for (let r = 0; r < records.length; r += WORDS) {
        const [start, end, at, length, rule] = [3, 4, 5, 6, 10].map((word) => records[r + word]);

        if (rule > 0)
            decisions.push({ start, end, rule: strings(at, rule), what: strings(at + rule, length) });
    }
    return decisions;
}

function formOf(form, url) {
    const which = MORE_FORMS.indexOf(form);
    const e = engine(which < 0 ? 'find' : 'mail');
    const n = e.put(url, 0, 'url');

    return e.result(which < 0 ? e.x.form(FORMS.indexOf(form), n) : e.x.more_form(which, n));
}

export function canonical(url, form = 'canonical') {
    return CANONICAL.includes(form) ? formOf(form, url) : fail('form', form, CANONICAL);
}

export function same(one, other) {
    return canonical(one) === canonical(other);
}

export function host(url) {
    return formOf('host', url) || null;
}

// The part `mail` has the Public Suffix List.
export function site(url) {
    return formOf('site', url) || null;
}

export function unwrap(url) {
    return formOf('unwrap', url) || null;
}

export function resolve(base, ref, rule = '3986') {
    const e = engine('find');

    e.putTexts([expect('base', 'string', base), expect('ref', 'string', ref)]);
    return e.result(e.x.resolve(numberOf('rule', rule, ['3986', '3986-loose', '1630'])));
}

// The text with its pieces replaced: [start, end, new text], in order.
function replaced(text, pieces) {
    let at = 0;
    const parts = pieces.map(([start, end, piece]) => {
        const part = text.slice(at, start) + piece;

        at = end;
        return part;
    });

    return parts.join('') + text.slice(at);
}

export function defang(text, options) {
    const form = (piece) => formOf('defang', piece);

    return replaced(text, find(text, options).flatMap((link) => link.spans ?? [[link.start, link.end]])
        .map(([start, end]) => [start, end, form(text.slice(start, end))]));
}

// ---- Growing text ----

const shut = new FinalizationRegistry(({ x, scan }) => x.shut(scan));

export class Scanner {
    #options;
    #engine = engine('find');
    #scan;
    #text = '';
    #base = 0;
    #decided = 0;
    #half = '';

    constructor(options) {
        this.#options = given(options);
        this.#scan = this.#engine.open(this.#options, WANT.text);
        shut.register(this, { x: this.#engine.x, scan: this.#scan }, this);
    }

    static stream(options) {
        const scanner = new Scanner(options);
        const pass = (links, controller) => links.forEach((link) => controller.enqueue(link));

        return new TransformStream({
            transform: (text, controller) => pass(scanner.feed(text), controller),
            flush: (controller) => pass(scanner.finish(), controller),
        });
    }

    // Holds back the first half of a surrogate pair at the end.
    feed(text) {
        const all = this.#half + expect('text', 'string', text);
        const last = all.charCodeAt(all.length - 1);
        const whole = last >= 0xD800 && last < 0xDC00 ? all.length - 1 : all.length;

        this.#half = all.slice(whole);
        return this.#read(all.slice(0, whole), false);
    }

    finish() {
        const links = this.#read(this.#half, true);

        shut.unregister(this);
        this.#engine.x.shut(this.#scan);
        this.#scan = 0;
        return links;
    }

    #read(text, last) {
        const e = this.#engine;

        if (this.#scan === 0)
            throw new Error('trawl: the scanner has finished; make a new one');
        this.#text += text;
        const links = e.links(e.x.feed(this.#scan, e.put(text), last), this.#text, this.#base);

        this.#decided = this.#base + e.x.decided(this.#scan);
        const dropped = e.x.drop(this.#scan);

        this.#text = this.#text.slice(dropped);
        this.#base += dropped;
        return links;
    }

    // What may become links when more text comes. Their ends may change, so they have no URL.
    provisional() {
        return find(this.#text + this.#half, this.#options)
            .map(({ kind, start, end, raw }) => ({ url: null, kind, start: this.#base + start, end: this.#base + end, raw }))
            .filter(({ end }) => end > this.#decided);
    }
}

// ---- HTML, and mail ----

// Returns the types of all options that a function for HTML takes besides those of finding.
const typesOf = ({ texts, switches, others }) => ({ ...texts, ...DECIDING, ...others, ...Object.fromEntries(Object.keys(switches).map((key) => [key, 'boolean'])) });
const HTML_TYPES = { toHtml: typesOf(HTML.toHtml), linkify: typesOf(HTML.linkify) };

// Divides options into those of a function for HTML and those of finding. The latter are undefined
// if there are none.
function htmlOptions(name, options) {
    const [own, finding] = options === undefined ? [{}, {}] : divided(HTML_TYPES[name], options);

    return [own, Object.keys(finding).length > 0 ? finding : undefined];
}

// Calls a function for HTML.
function htmlCall(name, call, text, own, finding) {
    const e = engine('html');
    const { texts, switches } = HTML[name];
    const scan = e.scan(finding, WANT.text);

    if (name === 'linkify' && typeof text === 'string' && e.isLight.has(scan) && !/[<&]/.test(text) && !mayLink(text))
        return text;
    const bits = Object.entries(switches).reduce((all, [key, bit]) => (own[key] ? all | bit : all), 0);
    const from = e.putTexts(Object.keys(texts).map((key) => list(own[key]).join(',')));

    return e.result(call(e.x, scan, from, e.put(text, from, name === 'linkify' ? 'html' : 'text'), bits));
}

// Calls linkify() of the module, which calls `decide` for each link, if it is given.
function linkified(html, decide, own, finding, more = 0) {
    const e = engine('html');
    const outer = e.deciding;
    const deciding = { decide };

    try {
        e.deciding = deciding;
        const result = htmlCall('linkify', (x, scan, from, n, bits) => x.linkify(scan, from, n, bits | more, own.textMax ?? 0, Boolean(decide)), html, own, finding);

        if (deciding.failed)
            throw deciding.failed.error;
        return result;
    } finally {
        e.deciding = outer;
    }
}

export function linkify(html, options) {
    const [{ ignoreTags, truncate, ...own }, finding] = htmlOptions('linkify', options);
    const decides = Object.keys(own).some((key) => key in DECIDING);

    if (ignoreTags !== undefined)
        own.skip = [...list(own.skip), ...list(ignoreTags)];
    if (!decides)
        own.textMax ??= truncate;
    return linkified(html, decides && decider({ ...own, truncate }), own, finding, own.callback ? ANCHORS : 0);
}

export function toHtml(text, options) {
    const [own, finding] = htmlOptions('toHtml', options);
    const html = htmlCall('toHtml', (x, scan, from, n, bits) => x.to_html(scan, from, n, bits), text, own, finding);

    if (!Object.keys(own).some((key) => key in DECIDING))
        return html;
    // The links of the text, by the addresses that they have in the page.
    const e = engine('html');
    const links = new Map();

    for (const link of found(e, text, finding)) {
        const href = e.result(e.x.form(FORMS.indexOf('ascii'), e.put(link.url))).replace(/^[^:]*:/, (scheme) => scheme.toLowerCase());
        const alike = links.get(href);

        if (alike)
            alike.all.push(link);
        else
            links.set(href, { all: [link], at: 0 });
    }
    const decide = decider(own);

    return linkified(html, (anchor) => {
        const alike = links.get(anchor.href);
        const link = alike?.all[Math.min(alike.at++, alike.all.length - 1)]; // the last one again, for a link in pieces

        if (!link && /^(?:#|$)/.test(anchor.href ?? '')) // of the table of contents
            return true;
        return decide(Object.assign(anchor, { new: true }, link && { kind: link.kind, flags: link.flags }));
    }, {}, undefined, ANCHORS | HTML.linkify.switches.noText);
}

function mailLinks(source, kind, bits, options) {
    const e = engine('mail');
    const scan = e.scan(options);
    const n = e.put(source, 0, 'source');

    return e.links(e.x.mail(scan, n, n === source.length, kind, bits), source);
}

export function mail(source, options) {
    const { from = 'auto', ...finding } = given(options);

    return mailLinks(source, numberOf('from', from, MAIL_KINDS), 0, finding);
}

// The text that replaces a URL that was made harmless: the URL without what the library added to
// it.
function written({ url, kind, flags }) {
    if (flags.includes('scheme-implied'))
        return url.slice(url.indexOf('://') + 3);
    return kind === 'email' || kind === 'addr' ? url.replace(/^mailto:/, '') : url;
}

export function refang(text) {
    let at = 0;
    const links = mailLinks(expect('text', 'string', text), MAIL_KINDS.indexOf('text'), REFANG).filter(({ flags, start, end }) => {
        const isNext = flags.includes('refanged') && start >= at;

        at = isNext ? end : at;
        return isNext;
    });

    return replaced(text, links.map((link) => [link.start, link.end, written(link)]));
}
