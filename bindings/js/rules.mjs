// rules.mjs - links by the caller's rules: the text of a rules file, see trawl-rules(5), or an
// array of { match, url }
//
// Patterns are regular expressions of JavaScript, for characters, not bytes. With a trigger, they
// see its line, at most 1024 characters after it. Rules over several lines ("lines") are refused.

const KEYWORDS = ['trigger', 'match', 'before', 'url'];
const STRONG = ['wrap', 'angle', 'osc8'];
const AHEAD = 1024;
const LEFT = 16;
let last = { text: '', rules: [] };

// Compiles a rule of a file. The flag "u" makes syntax that only PCRE2 has an error.
function compiled({ trigger, match, before, url, fault }) {
    const [, flags = '', source] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(match ?? '');

    if (!trigger || !source || !/^(?!javascript|vbscript|data)[a-z][a-z0-9+.-]*:|^#/i.test(url))
        fault('a rule needs "trigger", "match", and "url" with a scheme, such as "https://", or with "#"');
    try {
        return { trigger, match: new RegExp(source, `${flags}gu`), before: Number(before ?? 0), url };
    } catch ({ message }) {
        return fault(message);
    }
}

function parse(text) {
    const rules = [];

    text.split(/\r?\n/).forEach((row, i) => {
        const [, word = '#', value] = /^\s*(\S+)\s*(.*?)\s*$/.exec(row) ?? [];
        const fault = (why) => {
            throw new RangeError(`trawl: rules, line ${i + 1}: ${why}`);
        };

        if (word === 'rule')
            rules.push({ fault });
        else if (KEYWORDS.includes(word) && value !== '' && rules.length > 0)
            rules.at(-1)[word] = word === 'trigger' ? [...rules.at(-1).trigger ?? [], value] : value;
        else if (word[0] !== '#')
            fault(`expected "rule", or after it ${KEYWORDS.join(', ')} with a value; not "${word}"`);
    });
    return rules.map(compiled);
}

function rulesOf(rules) {
    if (typeof rules === 'string')
        return (last = last.text === rules ? last : { text: rules, rules: parse(rules) }).rules;
    if (!Array.isArray(rules) || !rules.every((rule) => rule?.match instanceof RegExp && /^[sf]\w+$/.test(typeof rule.url)))
        throw new TypeError('trawl: option rules: expected the text of a rules file, or an array of { match: RegExp, url: string or function }');
    return rules;
}

const encoded = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function urlOf({ url }, match) {
    const write = url[0] === '#' ? (text) => text.toLowerCase().replace(/[^a-z0-9.-]/g, '-') : encoded;

    return typeof url === 'function' ? url(match) : url.replace(/\$(?:(\d)|\{(\d+)\}|\{(\w+)\}|\$)/g, (all, digit, number, name) =>
        (all === '$$' ? '$' : write(match[digit ?? number] ?? match.groups?.[name] ?? '')));
}

// Returns the leftmost match of a rule that includes its trigger, from `at` to `end`.
function matchAt({ match, before = 0 }, text, at, end) {
    const left = Math.max(0, at - before - LEFT);
    const from = left + text.slice(left, at).lastIndexOf('\n') + 1;
    const [rest] = text.slice(end, end + AHEAD).split('\n', 1);
    const seen = text.slice(from, end + rest.length);

    for (match.lastIndex = Math.max(from, at - before) - from; match.lastIndex <= at - from;) {
        const found = match.exec(seen);

        if (!found || found.index > at - from)
            return null;
        if (found.index + found[0].length >= end - from)
            return { found, start: from + found.index, end: from + found.index + found[0].length };
        match.lastIndex = found.index + 1;
    }
    return null;
}

// Yields the matches of a rule, with the offsets of their triggers.
function* hits(rule, text) {
    for (const trigger of rule.trigger ?? [])
        for (let at = text.indexOf(trigger); at >= 0; at = text.indexOf(trigger, at + 1)) {
            const hit = matchAt(rule, text, at, at + trigger.length);

            if (hit)
                yield { ...hit, at, rule };
        }
    if (!rule.trigger)
        for (const found of text.matchAll(rule.match.global ? rule.match : new RegExp(rule.match, `${rule.match.flags}g`)))
            yield { found, start: found.index, end: found.index + found[0].length, at: found.index, rule };
}

// Returns the links of a text and of the rules. <URL:...> wins over a rule, and a rule over links
// in running text that do not begin before its trigger.
export function withRules(links, text, rules, pageLinks) {
    const strong = links.filter(({ kind }) => STRONG.includes(kind));
    let [i, end] = [0, 0];
    const own = rulesOf(rules).filter(({ url }) => pageLinks || url[0] !== '#').flatMap((rule) => [...hits(rule, text)])
        .sort((one, other) => one.start - other.start)
        .filter((hit) => {
            while (strong[i]?.end <= hit.start)
                i++;
            return hit.start < hit.end && !(strong[i]?.start < hit.end);
        }).map((hit) => ({ at: hit.at, link: { url: urlOf(hit.rule, hit.found), kind: 'rule', start: hit.start, end: hit.end, raw: hit.found[0], flags: [], spans: null, alts: [] } }));

    return [...own, ...links.map((link) => ({ at: link.start, link }))]
        .sort((one, other) => one.at - other.at || (other.link.kind === 'rule') - (one.link.kind === 'rule') || other.link.end - one.link.end)
        .map(({ link }) => link).filter((link) => link.start >= end && (end = link.end));
}
