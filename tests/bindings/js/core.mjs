// core.mjs - the functions of the package: results, options, errors, growing text, memory

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { files } from '../../browser/inputs.mjs';
import { none, same } from '../../browser/tap.mjs';

// A generator of numbers below n, the same every time.
export function dice(seed) {
    let state = seed;

    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 2 ** 32 * n);
    };
}

const json = (value) => JSON.stringify(value);
const refused = (call, error) => {
    try {
        call();
        return 'nothing';
    } catch (thrown) {
        return thrown instanceof error ? thrown.message : `${thrown}`;
    }
};

function results(trawl) {
    const text = 'Zoë \u{1f600}: <URL:http://a.example/lo\nng>, www.example.org';

    same(json(trawl.find(text)), json([
        { url: 'http://a.example/long', kind: 'wrap', start: 13, end: 35, raw: 'http://a.example/lo ng', flags: [], spans: [[13, 32], [33, 35]], alts: [] },
        { url: 'https://www.example.org', kind: 'www', start: 38, end: 53, raw: 'www.example.org', flags: ['scheme-implied'], spans: null, alts: [] },
    ]), 'find: places are UTF-16');
    same(json(trawl.find('http://a.example/b-\nc').map(({ alts }) => alts)), json([[{ url: 'http://a.example/b-c', why: 'join' }, { url: 'http://a.example/bc', why: 'join' }]]), 'find: other readings');
    same(json([10, 13, 33, 34, 36, 52, 53, 99].map((at) => trawl.at(text, at)?.start ?? null)), json([null, 13, 13, 13, null, 38, null, null]), 'at: the link of a unit');
    same(json(trawl.explain('http://a.example/x)').map(({ rule, start, end }) => [rule, start, end])), json([['M5', 0, 18], ['D4', 0, 18]]), 'explain: rules and places');
    same(trawl.canonical('HTTP://B\u00fccher.Example:80/%7ejoe'), 'http://xn--bcher-kva.example/~joe', 'canonical, with a host beyond ASCII');
    same(trawl.canonical('http://\uff11\u3002\uff12/'), 'http://1.2/', 'a host of digits is not read as an address');
    same(['scheme', 'normal', 'ascii', 'display', 'surt'].map((form) => trawl.canonical('http://www.B\u00fccher.Example/%7eA/?utm_source=x&b=%C3%BC', form)).join(' '),
        'http://www.xn--bcher-kva.example/~A/?utm_source=x&b=%C3%BC http://www.xn--bcher-kva.example/~A/?b=%C3%BC http://www.xn--bcher-kva.example/%7eA/?utm_source=x&b=%C3%BC http://www.b\u00fccher.example/~A/?utm_source=x&b=\u00fc example,xn--bcher-kva,www)/~A/?utm_source=x&b=%C3%BC', 'other forms');
    same(json([trawl.same('HTTP://a.example:80', 'http://a.example/'), trawl.host('http://joe@WWW.Example.org.:8080/'), trawl.host('x'), trawl.site('http://www.a.example.co.uk/'), trawl.site('x')]), '[true,"www.example.org",null,"example.co.uk",null]', 'same, host and site');
    same(json([trawl.unwrap('https://www.google.com/url?q=http://a.example/x&sa=D'), trawl.unwrap('http://a.example/')]), '["http://a.example/x",null]', 'unwrap');
    same([trawl.resolve('http://a.example/b/c', '../d?e'), trawl.resolve('http://a.example/b', 'http:c', '3986-loose')].join(' '), 'http://a.example/d?e http://a.example/c', 'resolve');
    same(trawl.defang('\u00e9 https://a.example/b, joe@a.example'), '\u00e9 hxxps://a[.]example/b, joe@a[.]example', 'defang');
    same(trawl.refang('\u00e9 hxxps://www[.]a[.]com/x, joe@a[.]com, www[.]a[.]com'), '\u00e9 https://www.a.com/x, joe@a.com, www.a.com', 'refang');
    same(trawl.toHtml('a & http://a.example/', { rel: 'me', target: '_blank' }), 'a &amp; <bdi dir="ltr"><a href="http://a.example/" rel="me" target="_blank">http://a.example/</a></bdi>', 'toHtml');
    same([['', { page: true, xhtml: true }, 'xml:lang='], ['<http://a.example/b-\nc>', { both: true }, '[or '], ['* a\n* b\n', { structure: true }, '<ul>']]
        .filter(([text, options, sign]) => trawl.toHtml(text, options).includes(sign) && !trawl.toHtml(text, { page: options.page }).includes(sign)).length, 3, 'toHtml: xhtml, both, structure');
    same(trawl.linkify('<B>http://a.example/long &c <pre>http://b.example/', { rel: 'me', className: 'c', skip: ['pre'], textMax: 8 }),
        '<B><a href="http://a.example/long" rel="me" class="c" title="http://a.example/long">http://\u2026</a> &c <pre>http://b.example/', 'linkify');
    same(json(trawl.mail('Subject: caf\u00e9 http://s.example/\n\nhttp://b.example/\n', { from: 'message' }).map(({ url, start }) => [url, start])), json([['http://s.example/', 14], ['http://b.example/', 33]]), 'mail');
    same(json(trawl.find('\ud800http://a.example/\udc00 \ud800').map(({ start, end }) => [start, end])), json([[1, 19]]), 'lone surrogates are read as U+FFFD');
    same(trawl.find('\ufeffhttp://a.example/')[0].start, 1, 'a byte-order mark');
    same(trawl.find('').length + trawl.find('\0').length, 0, 'empty texts');
    same(trawl.find(`${'x'.repeat(3e6)} http://a.example/ ${'\u00e9'.repeat(1e6)} http://b.example/`).map(({ start }) => start).join(), '3000001,4000020', 'a text of five megabytes');
}

function options(trawl) {
    const count = (text, chosen) => trawl.find(text, chosen).length;

    same(count('a.com/x www.a.com joe@a.com //b.com/x', { find: ['domain'] }), 2, 'option find, a list');
    same(count('a.com/x www.a.com joe@a.com //b.com/x', { find: 'www,email,netpath' }), 3, 'option find, words');
    same(count('http://a.example/x ftp://b.example/', { schemes: ['ftp'] }), 1, 'option schemes');
    same(trawl.find('see http://a.example/of-pears-\nand-plums', { profile: 'screen', columns: 30 })[0].url, 'http://a.example/of-pears-and-plums', 'options profile and columns');
    same(count('joe@a.com joe@a.onion', { tlds: ['onion'] }), 1, 'option tlds');
    same(trawl.find('<URL:../b>', { base: 'http://a.example/c/d' })[0].url, 'http://a.example/b', 'option base');
    for (let i = 0; i < 100; i++)
        trawl.find('http://a.example/', { columns: i });
    same(trawl.find('http://a.example/', { columns: 3 }).length, 1, 'more settings than are kept');
    same(trawl.find('http://a.example/', null).length, 1, 'null for no options');
    same(refused(() => trawl.find('', { profile: 'letter', columns: 3 }), RangeError), "trawl: profile: unknown 'letter'; known: mail, uts58, screen", 'an unknown profile');
    same(refused(() => trawl.find('', { find: 'urls' }), RangeError).slice(0, 27), "trawl: find: unknown 'urls'", 'an unknown kind');
    const undecided = [trawl.find, (text, chosen) => [trawl.at(text, 1, chosen)], (text, chosen) => [trawl.explain(text, chosen)[0]], (text, chosen) => new trawl.Scanner(chosen).feed(text) && [text]];

    same(undecided.map((call) => call('http://a.example/', { rules: undefined, fnd: undefined }).length).join(), '1,1,1,1', 'an option that is undefined counts as not given');
    none(['toString', 'constructor'].filter((name) => !refused(() => trawl.find('', { [name]: true }), RangeError).startsWith(`trawl: options: unknown '${name}'`)), 'the names of every object are not options');
    same(refused(() => trawl.find('', { base: 'a\0b' }), RangeError), 'trawl: an option contains NUL', 'a NUL in an option');
}

// Each wrong argument is named, with what is expected.
function errors(trawl) {
    const wrong = [
        [() => trawl.find(null), 'text: expected a string, not null'],
        [() => trawl.find(42, {}), 'text: expected a string, not 42'],
        [() => trawl.find(['a']), 'text: expected a string, not ["a"]'],
        [() => trawl.find('', 'url'), "options: expected an object, not 'url'"],
        [() => trawl.find('', { fnd: 'url' }), "options: unknown 'fnd'; known: find, profile,"],
        [() => trawl.find('', { columns: '80' }), "option columns: expected a whole number from 0, not '80'"],
        [() => trawl.find('', { columns: -1 }), 'option columns: expected a whole number from 0, not -1'],
        [() => trawl.find('', { tlds: [1] }), 'option tlds: expected a string, or an array of strings, not [1]'],
        [() => trawl.find('', { join: 1 }), 'option join: expected true or false, not 1'],
        [() => trawl.at('x', 1.5), 'offset: expected a whole number from 0, not 1.5'],
        [() => trawl.canonical(), 'url: expected a string, not of type undefined'],
        [() => trawl.canonical('', 'short'), "form: unknown 'short'; known: canonical, scheme,"],
        [() => trawl.resolve('x'), 'ref: expected a string'],
        [() => trawl.explain('', { from: 'letter' }), "from: unknown 'letter'; known: auto, text, message"],
        [() => trawl.mail(new Uint8Array(), { from: 'text' }), 'source: expected a string, not bytes; new TextDecoder()'],
        [() => trawl.linkify(null), 'html: expected a string, not null'],
        [() => trawl.linkify('', { rel: ['me'] }), 'option rel: expected a string, not ["me"]'],
        [() => trawl.linkify('', { title: 'x' }), "options: unknown 'title'; known: live, rel, className, target, skip, callback,"],
        [() => trawl.find('', { join: 1n }), 'option join: expected true or false, not of type bigint'],
        [() => trawl.canonical('', Symbol('s')), "form: unknown 'Symbol(s)'"],
        [() => trawl.linkify('http://a.example/', { callback: (a) => { a.attributes = null; } }), 'attributes: expected an object, not null'],
        [() => trawl.toHtml('', { page: 'yes' }), "option page: expected true or false, not 'yes'"],
        [() => trawl.linkify('', { callback: 1 }), 'option callback: expected a function, not 1'],
        [() => trawl.linkify('http://a.example/', { callback: (a) => { a.href = 1; } }), 'attribute href: expected a string, not 1'],
        [() => trawl.linkify('http://a.example/', { attributes: { 'a b': '' } }), "attribute 'a b': expected a name"],
        ...[trawl.linkify, trawl.toHtml].map((call) => [() => call('http://a.example/', { attributes: { ['x'.repeat(32)]: '' } }), `attribute '${'x'.repeat(32)}': expected a name of at most 31 letters`]),
        [() => trawl.toHtml('http://a.example/', { format: () => 5 }), "the link's text: expected a string, not 5"],
        ...['callback', 'validate', 'format'].map((name) => [() => trawl.linkify('http://a.example/', { [name]: async () => false }), 'the result of your function: expected a value, not a Promise']),
        ...[trawl.linkify, trawl.toHtml].map((call) => [() => call('www.a.example', { defaultProtocol: 'javascript' }), "option defaultProtocol: expected 'http' or 'https', not 'javascript'"]),
        [() => trawl.refang(), 'text: expected a string'],
        [() => new trawl.Scanner().feed(), 'text: expected a string, not of type undefined'],
    ];

    none(wrong.filter(([call, message]) => !refused(call, Error).startsWith(`trawl: ${message}`)).map(([call, message]) => `${call}: ${refused(call, Error)}, not ${message}`),
        `${wrong.length} wrong arguments are named, with what is expected`);
    const types = readFileSync('bindings/js/index.d.ts', 'utf8');
    const [, known] = refused(() => trawl.find('', { x: 1 }), RangeError).split('known: ');

    none(Object.keys(trawl).filter((name) => !new RegExp(`^export (?:function|class) ${name}\\b`, 'm').test(types)), 'index.d.ts has all functions');
    none(known.split(', ').filter((name) => !types.includes(`    ${name}?: `)), 'and all options of find');
}

// The caller decides about links.
function decisions(trawl) {
    const seen = [];
    const html = '<B>http://a.example/x</b> &c <A HREF="/q" id=i>old</A> joe@b.example http://bad.example/';
    const decided = trawl.linkify(html, { rel: 'me', callback(anchor) {
        seen.push(`${anchor.new} ${anchor.kind} ${anchor.href} ${anchor.text}`);
        anchor.attributes = { ...anchor.attributes, id: null, target: '_blank', title: '"<&' };
        anchor.text = anchor.text.toUpperCase();
        // A callback may call the package.
        return trawl.canonical(anchor.href) !== 'http://bad.example/' && trawl.linkify('http://b.example/', { callback: () => false }) !== '';
    } });

    same(decided, '<B><a href="http://a.example/x" rel="me" target="_blank" title="&quot;&lt;&amp;">HTTP://A.EXAMPLE/X</a></b> &c <A HREF="/q" target="_blank" title="&quot;&lt;&amp;">OLD</A> ' +
        '<a href="mailto:joe@b.example" rel="me" target="_blank" title="&quot;&lt;&amp;">JOE@B.EXAMPLE</a> http://bad.example/', 'linkify: a callback changes links, old and new, or leaves them out');
    same(seen.join(), 'true bare http://a.example/x http://a.example/x,false html /q old,true email mailto:joe@b.example joe@b.example,true bare http://bad.example/ http://bad.example/', 'it gets the links in order');
    const own = new Error('of the caller');

    same((() => {
        try {
            return trawl.linkify(html, { callback() { throw own; } });
        } catch (error) {
            return error;
        }
    })(), own, 'its errors are passed on');
    same(trawl.linkify(html, { callback: () => {} }), trawl.linkify(html), 'a callback that changes nothing');
    same(trawl.linkify('<a @click=x [b]=c *ngIf=d href=/q>old</a>', { callback: (anchor) => { anchor.attributes.title = 't'; } }), '<a @click=x [b]=c *ngIf=d href=/q title="t">old</a>', 'attributes of a page may have any name');
    same(trawl.linkify('<a @Click=x =\u00c9=1 d\0=2 "e href=/q @click=z>old</a>', { callback(anchor) { anchor.attributes = { href: '/r', '=\u00e9': null, '=\u00c9': '<' }; } }), '<a/ =\u00c9="&lt;" href="/r">old</a>', 'and a callback may change and remove them');
    const [short, long] = [31, 32].map((n) => 'x'.repeat(n));

    same(trawl.linkify(`<a href=/q ${long}=1 ${short}=2>old</a>`, { callback(anchor) { anchor.attributes = { href: '/r', [short]: Object.keys(anchor.attributes).length.toString() }; } }), `<a href="/r" ${long}=1 ${short}=2>old</a>`, 'attributes with long names stay, and callbacks do not get them');
    same(refused(() => trawl.linkify('<a @click=x href=/q>old</a>', { callback: (anchor) => { anchor.attributes['@focus'] = 'y'; } }), RangeError).slice(0, 27), "trawl: attribute '@focus': ", 'but not set others');
    same(trawl.linkify(html, { noText: true, callback: ({ new: isNew }) => isNew }), html.replace('<A HREF="/q" id=i>old</A>', 'old'), 'noText: only the links that were there');
    const options = { rel: 'me', defaultProtocol: 'http', truncate: 9, attributes: { class: 'c' }, ignoreTags: ['i'], validate: { email: false }, format: { url: (text) => text.replace('http://', '') } };
    const text = 'www.a.com joe@b.example http://c.example/';

    same(trawl.linkify(`<i>${text}</i> ${text}`, options), `<i>${text}</i> <a href="http://www.a.com" rel="me" class="c">www.a.com</a> joe@b.example <a href="http://c.example/" rel="me" class="c" title="c.example/">c.exampl\u2026</a>`, 'options that decide about links');
    same(trawl.toHtml('a<b http://a.example/lo\nng www.b.org, joe@c.example', { callback: (anchor) => { anchor.attributes = { href: anchor.href, class: anchor.kind }; return anchor.kind !== 'email'; } }),
        'a&lt;b <bdi dir="ltr"><a href="http://a.example/lo" class="bare">http://a.example/lo</a></bdi>\nng <bdi dir="ltr"><a href="https://www.b.org" class="www">www.b.org</a></bdi>, <bdi dir="ltr">joe@c.example</bdi>', 'toHtml: a callback gets the kinds of the text');
    same(trawl.toHtml('http://a.example/x', { truncate: 12, rel: 'me' }), '<bdi dir="ltr"><a href="http://a.example/x" rel="me" title="http://a.example/x">http://a.ex\u2026</a></bdi>', 'toHtml: truncate');
    const undecided = ['HTTP://A.EXAMPLE/', '<URL:http://a.example/b\n c>', 'MAILTO:joe@a.example', '<mailto:Joe@A.example?subject=x>', 'http://b\u00fccher.example/'];

    same(undecided.map((each) => trawl.toHtml(each, { callback: () => false })).filter((each) => each.includes('<a')).join(), '', 'toHtml: no link is made without a decision');
    same(trawl.toHtml('<URL:HTTP://a.example/b\n c>', { callback: (anchor) => { anchor.attributes = { href: anchor.href, class: anchor.kind }; } }).match(/class="\w+"/g).join(), 'class="wrap",class="wrap"', 'toHtml: both pieces of a link have its kind');
    same(trawl.toHtml('http://a.example/ '.repeat(20000), { callback: () => {} }).split('</a>').length, 20001, 'toHtml: many links with the same address');
}

const file = `# references
rule rfc
    trigger  RFC
    match    \\bRFC[ -]?(\\d{1,5})\\b
    url      https://www.rfc-editor.org/rfc/rfc$1
rule bug
    trigger  #
    trigger  Bug
    match    (?:#|Bug )(?<number>\\d+)
    url      https://bugs.example/\${number}?$$
rule page
    trigger  (
    before   32
    match    \\b([a-z][\\w.-]+)\\(([1-8])\\)
    url      https://manpages.example/$1.$2
rule at
    trigger @
    match (?i)@([a-z]+'?)
    url https://social.example/\${1}
`;

// Links by rules, beside those of the command.
function rules(trawl) {
    const texts = ['RFC 1738, RFC12 xRFC 3 http://a.example/RFC12 http://a.example/x#12 see ls(1) and <http://a.example/RFC12> bug #12. joe@b.example',
        '@ZOE\' #12http://b.example/ www.a.com#12 <URL:RFC12> <URL:http://a.example/ RFC 12>', 'Bug 7\nBug\n8 x.ls(1) ls(9) printf(3)(1) RFC\n12', `${'x'.repeat(2000)}ls(1)${'#'.repeat(2000)}1`, '# #1 #1# RFC 123456', 'rfc(1) ls (1) RFC-1(2)'];
    const folder = mkdtempSync(path.join(tmpdir(), 'trawl-rules-'));

    writeFileSync(path.join(folder, 'own.rules'), file);
    const faults = texts.filter((text) => {
        const { stdout } = spawnSync(path.resolve(process.env.TRAWL), ['-f', 'text', '-t', 'json', '--fields', 'url,kind,spans', '--rules', path.join(folder, 'own.rules')], { input: text, encoding: 'utf8' });
        const here = trawl.find(text, { rules: file }).map(({ url, kind, start, end, spans }) => json({ url, kind, spans: spans ?? [[start, end]] }));

        return here.join('\n') !== stdout.trim();
    });

    rmSync(folder, { recursive: true });
    none(faults, `${texts.length} texts have the links of the command with rules`);
    same(trawl.at('see RFC 12.', 6, { rules: file })?.url, 'https://www.rfc-editor.org/rfc/rfc12', 'at, with rules');
    const own = [{ match: /\b[A-Z]+-(\d+)/, url: 'https://t.example/$1' }, { match: /@(?<who>\w+)/, url: ({ groups }) => `https://s.example/${groups.who}` }];

    same(trawl.find('see AB-12, CD-3 and @joe', { rules: own }).map(({ url }) => url).join(' '), 'https://t.example/12 https://t.example/3 https://s.example/joe', 'patterns of the caller');
    same(refused(() => trawl.find('', { rules: 'rule x\nlines 2' }), RangeError).slice(0, 50), 'trawl: rules, line 2: expected "rule", or after it', 'rules over several lines are refused');
    same(refused(() => trawl.find('', { rules: 'rule x\n trigger a\n match \\h\n url x:y' }), RangeError).slice(0, 42), 'trawl: rules, line 1: Invalid regular expr', 'and what only PCRE2 knows');
    same(refused(() => trawl.find('', { rules: [{}] }), TypeError).slice(0, 29), 'trawl: option rules: expected', 'and what is not a rule');
    const numbers = 'rule bug\n trigger #\n match #(\\d+)\n url https://bugs.example/$1';

    same(trawl.find('# '.repeat(2e5) + '#12', { rules: numbers }).map(({ start, end }) => `${start} ${end}`).join(), '400000 400003', 'a long line with many triggers');
}

// Texts without a sign of a link never enter the module. Counts the calls of its function find().
export function light(load) {
    const { Instance } = WebAssembly;
    let calls = 0;

    WebAssembly.Instance = function (...given) {
        const { exports } = new Instance(...given);

        return { exports: { ...exports, find: (...args) => ++calls && exports.find(...args), linkify: (...args) => ++calls && exports.linkify(...args) } };
    };
    const { find, linkify } = load('trawl-links');
    const { LinkifyTrawl } = load('trawl-links/markdown-it');
    const [schemes, fuzzy] = [new LinkifyTrawl(), new LinkifyTrawl({ fuzzyLink: true })];

    for (const text of ['The bridge, e.g. the arches (both of them) is down; ask 1.2.', 'www', 'ftp of www', 'Joe wrote: at 12: no:', '漢字、。', '']) {
        same(find(text).length + find(text, { schemes: 'http' }).length, 0, `no link in ${JSON.stringify(text)}`);
        same(linkify(text), text, 'linkify makes no link in it');
        same(schemes.test(text) || schemes.match(text) !== null || schemes.matchAtStart(text) !== null, false, 'nor for LinkifyTrawl');
    }
    same(calls, 0, 'texts without a sign of a link never enter the module');
    same(fuzzy.test('The bridge. It is down ...and gone.'), false, 'a stop between words does not make a domain');
    same(calls, 0, 'and do not enter it for fuzzy links');
    same(['a:\n', 'a@b', '<URL:x>', 'WWW.a.com', 'see ftp.a.com', 'www3.a.com', '\x1b]8;;x'].map((text) => find(text) && calls).join(), '1,2,3,4,5,6,7', 'texts that may have links do');
    same(['&', '<', ':a', '<p>'].map((text) => linkify(text) && calls).join(), '8,9,10,11', 'HTML that may have links does, too');
    same(linkify('a.com', { find: 'domain' }), '<a href="https://a.com" rel="nofollow noopener noreferrer ugc">a.com</a>', 'linkify looks for other kinds');
    same(find('a.com', { find: 'domain' }).length, 1, 'other kinds are always looked for');
    none(files('testdata').map(({ bytes }) => bytes.toString()).filter((text) => text.length < 1e5).flatMap((text) => text.split('\n\n'))
        .filter((text) => !/:[^ ]|[@\x1b]|(?:www|ftp)\S*\./i.test(text) && find(text, { find: ['url', 'www', 'addr', 'email', 'osc8', 'msgid'] }).length > 0), 'texts of testdata without such a sign have no links');
}

// Links of a text in pieces.
function inPieces(trawl, text, below, largest) {
    const scanner = new trawl.Scanner();
    const links = [];
    const faults = [];

    for (let at = 0; at < text.length;) {
        const n = 1 + below(largest);
        const decided = scanner.feed(text.slice(at, at + n));

        at += n;
        links.push(...decided);
        for (const link of scanner.provisional())
            if (link.url !== null || link.start >= link.end || link.end > Math.min(at, text.length) || text.slice(link.start, link.start + 2) !== link.raw.slice(0, 2))
                faults.push(json(link));
    }
    return { links: [...links, ...scanner.finish()], faults };
}

async function growing(trawl) {
    const below = dice(5);
    const part = ['http://a.example/x', ' ', '\n', '\u00e9', '\u{1f600}', '<URL:http://b.example/lo\nng>', 'www.c.example', ', ', 'joe@d.example', '漢字 ', 'word '.repeat(400)];
    const faults = [];

    for (let i = 0; i < 60; i++) {
        const text = Array.from({ length: 3 + below(60) }, () => part[below(part.length)]).join('');
        const got = inPieces(trawl, text, below, [1, 7, 100, 5000][i % 4]);

        faults.push(...got.faults);
        if (json(got.links) !== json(trawl.find(text)))
            faults.push(`${json(text.slice(0, 300))}\n${json(got.links).slice(0, 300)}\n${json(trawl.find(text)).slice(0, 300)}`);
    }
    none(faults, 'Scanner: the links of a text in pieces are those of the whole; provisional ones have no URL');
    const scanner = new trawl.Scanner();

    scanner.feed('see http://good.exam');
    same(json(scanner.provisional()), json([{ url: null, kind: 'bare', start: 4, end: 20, raw: 'http://good.exam' }]), 'Scanner: a link that may grow');
    same(scanner.feed('ple/ now ').map(({ url }) => url).join(), 'http://good.example/', 'Scanner: the link when it is decided');
    same(scanner.provisional().length, 0, 'Scanner: then it is not provisional');
    scanner.finish();
    same(refused(() => scanner.feed('x'), Error), 'trawl: the scanner has finished; make a new one', 'Scanner: nothing comes after the end');
    const stream = trawl.Scanner.stream({ find: 'url' });
    const writer = stream.writable.getWriter();
    const urls = [];

    writer.write('a http://a.exa');
    writer.write('mple/ b@c.example http://b.example/');
    writer.close();
    for await (const { url } of stream.readable)
        urls.push(url);
    same(urls.join(' '), 'http://a.example/ http://b.example/', 'Scanner.stream: a TransformStream');
}

// random TRAWL COUNT: spans are in order and inside the text, and no call traps.
function random(trawl, count) {
    const below = dice(7);
    const part = ['http://', 'www.', 'a.com', '@', '<URL:', '>', '/', '.', '\n', ' ', '-', '(', ')', '\u00e9', '\ud83d\ude00', '。', '\u202e', '\0', '"', '%', '&amp;', '> ', 'x', 'ftp', ':', '|'];
    const unit = () => String.fromCharCode([0xD800 + below(0x800), below(0x10000), below(0x80)][below(3)]);
    const faults = [];
    const profiles = [undefined, { profile: 'screen', columns: 20 }, { find: 'url,www,domain,email,ip,localhost,netpath', allDomains: true }];

    for (let i = 0; i < count && faults.length < 10; i++) {
        const text = Array.from({ length: below(24) }, () => (below(3) ? part[below(part.length)] : unit())).join('');
        const links = trawl.find(text, profiles[i % 3]);
        let end = 0;

        for (const link of links) {
            for (const [from, to] of link.spans ?? [[link.start, link.end]]) {
                if (!(from >= end && from < to && to <= text.length))
                    faults.push(`${json(text)}: ${json(link)}`);
                end = to;
            }
            if (!link.spans && link.raw !== text.slice(link.start, link.end))
                faults.push(`${json(text)}: raw ${json(link)}`);
        }
    }
    none(faults, `${count} random texts with lone surrogates: spans in order`);
}

// The memory of a page does not grow from call to call.
function memory(trawl) {
    const text = 'see http://a.example/x, www.b.example and joe@c.example. '.repeat(200);
    const call = (i) => {
        trawl.find(text, { columns: i % 40 });
        trawl.explain(text.slice(0, 100));
        trawl.linkify(text.slice(0, 1000), { className: `c${i % 50}` });
        trawl.toHtml(text.slice(0, 1000));
        trawl.refang(text.slice(0, 500));
        const scanner = new trawl.Scanner();

        scanner.feed(text);
        scanner.finish();
    };
    const sizes = () => trawl.memory().join();

    for (let i = 0; i < 100; i++)
        call(i);
    const before = sizes();

    for (let i = 0; i < 1000; i++)
        call(i);
    same(sizes(), before, 'memory is constant over 1,000 calls');
}

export async function core(trawl, isWhole) {
    results(trawl);
    options(trawl);
    errors(trawl);
    decisions(trawl);
    rules(trawl);
    await growing(trawl);
    random(trawl, isWhole ? 1_000_000 : 20_000);
    memory(trawl);
    same(trawl.version(), process.env.VERSION, 'version');
}
