// markdown-it.mjs - the links of trawl by the interface of linkify-it, for markdown-it
//
//     md.linkify = new LinkifyTrawl({ fuzzyLink: true });
//
// trawl decides what a link is; schemas, options and matches are those of linkify-it.

import { divided, expect, hasColon, list } from './arguments.mjs';
import { at, find } from './index.mjs';

const OPTIONS = { fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false, urlAuth: false, '---': false, maxLength: 10000, tlds: [] };
const TYPES = { ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, 'boolean'])), maxLength: 'count', tlds: 'list', rebuilder: 'object' };
const SCHEMAS = ['http:', 'https:', 'ftp:', 'mailto:', '//'];
// The schema of a link by its kind. The text of other links begins with their schema.
const SCHEMA_OF = { email: 'mailto:', addr: 'mailto:', netpath: '//', www: '', domain: '', ip: '', localhost: '' };
// Every link without a scheme contains this, unless it is an address.
const DOT = /[^\s.]\.[^\s.]|[\u3002\uff0e\uff61]/;
// Top-level domains with which a bare host is a link, as in linkify-it. With any other, the host
// needs a path.
const SURE = /^(?:..|xn--.*|biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|рф)$/iu;

// In a long word, a link at the start is first looked for in this many units.
const NEAR = 128;

// A class of characters, as the source of a regular expression without flags.
function classOf(property) {
    const isOne = new RegExp(`\\p{${property}}`, 'u');
    const all = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((unit) => isOne.test(unit));

    return `[${all.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`;
}

// Returns whether a host is the last field of "path:to:file.pm".
function isPath(text, { kind, start }) {
    return kind === 'domain' && text[start - 1] === ':' && /:[^\s:]*:$/.test(text.slice(Math.max(0, start - 64), start));
}

export class Match {
    constructor(text, schema, index, lastIndex) {
        this.schema = schema.toLowerCase();
        this.index = index;
        this.lastIndex = lastIndex;
        this.raw = text.slice(index, lastIndex);
        this.text = this.raw;
        this.url = this.raw;
    }
}

// The length of what a rule of the caller finds at `pos`. The rule is a function or, as in older versions, a regular
// expression.
function lengthBy(rule, text, pos, self) {
    if (typeof rule.validate === 'function')
        return Number(rule.validate(text, pos, self));
    return rule.validate.exec(text.slice(pos))?.[0].length ?? 0;
}

// "//localhost" and "//test.123" are links for linkify-it, but trawl does not accept their hosts.
const HOSTS = /(?<![\p{L}\p{N}:/])(\/\/(?:localhost|[\w-]+(?:\.[\w-]+)*\.\d+))(?![\w-])\S*/giu;

// Returns false if each "//" follows a colon, as in "http://": HOSTS, which is slower, finds nothing.
function mayHaveHost(text) {
    let at = text.indexOf('//');

    while (at > 0 && text[at - 1] === ':')
        at = text.indexOf('//', at + 2);
    return at >= 0;
}

class Linkify {
    #schemas = new Map(SCHEMAS.map((name) => [name, {}]));
    #options = OPTIONS;
    #more = []; // top-level domains besides those of trawl
    #finding;
    #ending; // for the ends of HOSTS
    #own; // the schemas with a rule of the caller
    #last = { text: '', places: [] };
    #long = { text: '', end: 0 }; // begins with a URL that is too long and has no other URL inside
    #re;

    // As in linkify-it 6, or as in older versions with rules for schemas first.
    constructor(first, options) {
        const isRules = options !== undefined || Object.entries(expect('options', 'object', first ?? {})).some(([name, value]) => /:$|^\/\/$/.test(name) || typeof value?.validate === 'function' || value?.validate instanceof RegExp);

        this.set((isRules ? options : first) ?? {});
        for (const [schema, rule] of Object.entries(isRules ? first ?? {} : {}))
            this.add(schema, rule);
    }

    set(options = {}) {
        const [{ tlds = this.#options.tlds, ...own }] = divided(TYPES, options, {});

        this.#options = { ...this.#options, ...own, tlds: list(tlds) };
        return this.#changed();
    }

    get __opts__() {
        return this.#options;
    }

    get __schemas__() {
        return Object.fromEntries(this.#schemas);
    }

    // For rules of the caller: sources of character classes, and room for their own expressions.
    get re() {
        if (!this.#re) {
            const [src_Cc, src_Z, src_P] = ['Cc', 'Z', 'P'].map(classOf);

            this.#re = { src_Any: '[^]', src_Cc, src_Z, src_P, src_ZPCc: [src_Z, src_P, src_Cc].join('|'), src_ZCc: [src_Z, src_Cc].join('|'), cache: {} };
        }
        return this.#re;
    }

    add(schema, rule = null) {
        expect('schema', 'string', schema);
        // A string is the name of a schema with the same rule, as in older versions.
        const { validate, normalize } = (typeof rule === 'string' ? this.#schemas.get(rule) : rule) ?? {};
        const isRule = typeof rule === 'string' ? this.#schemas.has(rule) : typeof validate === 'function' || validate instanceof RegExp;

        if ((rule !== null && !isRule) || !/^[uf]/.test(typeof normalize))
            throw new TypeError(`trawl: rule of '${schema}': expected the name of a schema, or an object whose validate and normalize are functions`);
        if (rule === null)
            this.#schemas.delete(schema);
        else
            this.#schemas.set(schema, { validate, normalize });
        return this.#changed();
    }

    tlds(names, keepOld = false) {
        const added = [expect('list', 'list', names)].flat().map((name) => name.toLowerCase());

        this.#more = keepOld ? [...this.#more, ...added] : [];
        if (!keepOld)
            this.#options = { ...this.#options, tlds: added };
        return this.#changed();
    }

    #changed() {
        const { fuzzyLink, fuzzyEmail, fuzzyIP, tlds } = this.#options;
        this.#own = [...this.#schemas].filter(([, { validate }]) => validate);
        const kinds = { url: true, netpath: this.#schemas.has('//'), www: fuzzyLink && this.#schemas.has('http:'), email: fuzzyEmail && this.#schemas.has('mailto:') };

        Object.assign(kinds, { addr: kinds.email, domain: kinds.www, ip: kinds.www && fuzzyIP });
        this.#finding = {
            find: Object.keys(kinds).filter((kind) => kinds[kind]), notation: 'none', allDomains: true,
            schemes: [...this.#schemas.keys()].filter((name) => name.endsWith(':')).map((name) => name.slice(0, -1)),
        };
        if (tlds.length > 0)
            this.#finding.tlds = [...tlds, ...this.#more];
        else if (this.#more.length > 0)
            Object.assign(this.#finding, { anyTld: true, otherEnds: true });
        Object.freeze(this.#finding);
        this.#ending = Object.freeze({ ...this.#finding, schemes: ['http'] });
        this.#last = { text: '', places: [] };
        this.#long = { text: '', end: 0 };
        this.onCompile();
        return this;
    }

    // Called after each change, as in older versions; for classes that extend this one.
    onCompile() {}

    // The place of a link in the form of linkify-it, or null if the options exclude the link. Only a
    // link over several lines has its URL in it, since that is not its text.
    #place(link) {
        const { kind, flags, raw, start, end, spans } = link;
        const schema = SCHEMA_OF[kind] ?? raw.slice(0, raw.indexOf(':') + 1).toLowerCase();
        const rule = schema === '' ? {} : this.#schemas.get(schema);
        const dashes = this.#options['---'] ? raw.indexOf('---') : -1;

        if (!rule || rule.validate || (flags.includes('userinfo') && !this.#options.urlAuth) || (kind in SCHEMA_OF && !this.#isHost(link)))
            return null;
        return { schema, index: start, lastIndex: dashes > 0 ? start + dashes : end, url: spans && link.url };
    }

    // Returns whether a link without a scheme has a top-level domain that makes it a link.
    #isHost({ kind, flags, raw }) {
        const top = /^[^/?#:]*\.([^./?#:]+)/.exec(raw)?.[1].toLowerCase() ?? '';

        if (this.#more.includes(top))
            return true;
        return !flags.includes('unknown-tld') &&
            (kind !== 'domain' || this.#options.tlds.length > 0 || SURE.test(top) || /[/?#:]/.test(raw));
    }

    // The place of one of HOSTS at the start of a word, or null.
    #hostAtStart(word) {
        const { index, 1: host } = [...word.matchAll(HOSTS)][0] ?? {};

        if (index !== 0 || !this.#schemas.has('//') || this.#schemas.get('//').validate)
            return null;
        const link = at(`http://a.com${word.slice(host.length)}`, 0, this.#ending);

        return link && { schema: '//', index, lastIndex: link.end + host.length - 'http://a.com'.length };
    }

    // The places of HOSTS, and of what the caller's rules find.
    #others(text) {
        const hosts = !mayHaveHost(text) ? [] : [...text.matchAll(HOSTS)].map(({ 0: word, index }) => [index, this.#hostAtStart(word)]).filter(([, place]) => place)
            .map(([index, place]) => ({ ...place, index, lastIndex: index + place.lastIndex }));

        return hosts.concat(this.#own.flatMap(([schema]) =>
            [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${schema.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`, 'giu'))].map(({ index }) => {
                const from = index + schema.length;

                return { schema, index, lastIndex: from + this.testSchemaAt(text, schema, from) };
            }).filter(({ index, lastIndex }) => lastIndex > index + schema.length)));
    }

    #places(text) {
        if (text !== this.#last.text) {
            const all = this.#others(text);
            let end = 0;

            for (const link of find(text, this.#finding)) {
                const place = isPath(text, link) ? null : this.#place(link);

                if (place)
                    all.push(place);
            }
            all.sort((one, other) => one.index - other.index || other.lastIndex - one.lastIndex);
            this.#last = { text, places: all.filter(({ index, lastIndex }) => {
                const isNext = index >= end && lastIndex - index <= this.#options.maxLength;

                end = isNext ? lastIndex : end;
                return isNext;
            }) };
        }
        return this.#last.places;
    }

    #match(text, { schema, index, lastIndex, url }) {
        const match = new Match(text, schema, index, lastIndex);

        match.url = url ?? match.url;
        const { normalize } = this.#schemas.get(match.schema) ?? {};

        if (normalize)
            normalize(match, this);
        else
            this.normalize(match);
        return match;
    }

    pretest(text) {
        return hasColon(expect('text', 'string', text)) || text.includes('@') || text.includes('//') || (this.#options.fuzzyLink && DOT.test(text)) || this.#own.length > 0;
    }

    test(text) {
        return this.pretest(text) && this.#places(text).length > 0;
    }

    testSchemaAt(text, schema, pos) {
        const rule = this.#schemas.get(expect('schema', 'string', schema).toLowerCase());

        expect('text', 'string', text);
        if (rule?.validate)
            return lengthBy(rule, text, pos, this);
        const from = pos - schema.length;
        const place = rule && this.#atStart(text.slice(from, from + this.#options.maxLength));

        return place?.schema === schema.toLowerCase() ? place.lastIndex - schema.length : 0;
    }

    match(text) {
        const places = this.pretest(text) ? this.#places(text) : [];

        return places.length > 0 ? places.map((place) => this.#match(text, place)) : null;
    }

    // The place of a link at the start of the text, or null. Reads only the first word, and of a long
    // one no more than a link may need, since markdown-it calls this at every "://".
    #atStart(text) {
        const [word] = /^\S*/.exec(text.slice(0, this.#options.maxLength));
        const from = this.#long.text.length - text.length;

        if (from >= 0 && from < this.#long.end && this.#long.text.startsWith(word, from))
            return null;
        for (let most = NEAR, end = 0; word; most *= 4) {
            const near = word.slice(0, most);
            const link = at(near, 0, this.#finding);

            if (!link && end > 0)
                this.#long = { text, end };
            if (near === word || ((!link || 2 * link.end < most) && /^[^/]*\/\/[^/?#]*[/?#]/.test(near)))
                return link?.start === 0 ? this.#place(link) : this.#hostAtStart(word);
            end = link?.end ?? 0;
        }
        return null;
    }

    matchAtStart(text) {
        const own = this.#ownAtStart(expect('text', 'string', text));
        const place = own ?? (this.#schemas.has(/^[^:/]*(?::|\/\/)/.exec(text.slice(0, 64))?.[0].toLowerCase()) ? this.#atStart(text) : null);

        return place && place.schema !== '' && text.slice(0, place.schema.length).toLowerCase() === place.schema ? this.#match(text, place) : null;
    }

    #ownAtStart(text) {
        for (const [schema] of this.#own) {
            const length = text.slice(0, schema.length).toLowerCase() === schema.toLowerCase() ? this.testSchemaAt(text, schema, schema.length) : 0;

            if (length > 0)
                return { schema, index: 0, lastIndex: schema.length + length };
        }
        return null;
    }

    normalize(match) {
        if (match.schema === '' && !/^https?:/i.test(match.url))
            match.url = `http://${match.url}`;
        if (match.schema === 'mailto:' && !/^mailto:/i.test(match.url))
            match.url = `mailto:${match.url}`;
    }
}

// Can be called without "new", as the class of older versions.
export const LinkifyTrawl = new Proxy(Linkify, { apply: (type, self, args) => new type(...args) });
