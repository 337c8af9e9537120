// markdown.mjs - the interface of linkify-it: links that trawl and linkify-it both find, the
// differences in README.md, rules of the caller, and markdown-it with this interface

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { files } from '../../browser/inputs.mjs';
import { none, ok, same } from '../../browser/tap.mjs';

const fuzzy = { fuzzyLink: true, fuzzyIP: true };
const alike = [
    'see http://a.example/b_(c), and (https://b.example).', 'FTP://a.example/x; x', 'mailto:joe@a.example', 'joe@a.example, "ann+x@b.co.uk"!',
    'www.a.com/x', 'a.com, b.org/x?y#z and c.co.uk/8080', '192.0.2.1/x', '//a.com/x', 'http://a.example/x...', 'http://a.example/?a=b&c=d', 'a.com。', '查看 http://a.example/x，',
    'http://[::1]:8080/x', 'http://a.example/"x"', "'http://a.example/'", 'a."b".c@d.com', '<http://a.example/x>', 'http://b\u00fccher.example/\u00fc', 'javascript:alert(1)', 'a.b', '1.2.3', 'x@y', 'http://', 'e.g. this', 'index.js',
    'gopher://a.example/', 'see //localhost:80/x, //test.123/a. and //x', 'http://localhost', '///localhost https://localhost', 'path:to:file.pm', 'http://a.example/*x*', 'http://a.example/x|y', 'a\nhttp://a.example/\nb', 'http://a.example/x http://b.example/y',
];
// A reason of the table in README.md, a text, its links by trawl, and its links by linkify-it.
const different = [
    ['new domains', 'a.dev/x', ['a.dev/x'], []],
    ['broken links', '<URL:http://a.example/lo\nng>', ['http://a.example/lo\nng'], ['http://a.example/lo']],
    ['several addresses', 'mailto:a@b.example,c@d.example', ['mailto:a@b.example,c@d.example'], ['mailto:a@b.example']],
    ['glued words', 'href=http://a.example/', ['http://a.example/'], []],
    ['headers of mailto', 'mailto:joe@a.example?subject=x', ['mailto:joe@a.example?subject=x'], ['mailto:joe@a.example']],
    ['letters before a link', '查看http://a.example/x', ['http://a.example/x'], []],
    ['users', 'ftp://joe@a.example/', ['ftp://joe@a.example/'], ['ftp://joe']],
    ['no port', 'http://a.example:99999/', ['http://a.example:99999/'], []],
    ['underscores', '_http://a.example/_', ['http://a.example/_'], []],
    ['quoted addresses', '"a b"@c.com', ['"a b"@c.com'], []],
    ['message-ids', 'Message-ID: <1@a.example>', [], ['1@a.example']],
];
const raws = (linkify, text) => (linkify.match(text) ?? []).map(({ raw }) => raw);
const told = ({ schema, index, lastIndex, raw, text, url }) => JSON.stringify({ schema, index, lastIndex, raw, text, url });

function interfaces(LinkifyTrawl, LinkifyIt) {
    const [trawl, theirs] = [new LinkifyTrawl(fuzzy), new LinkifyIt(fuzzy)];
    // linkify-it's matchAtStart() also returns a match that begins after one character.
    const list = (linkify, text) => `${linkify.test(text)} ${(linkify.match(text) ?? []).map(told).join()} ${[linkify.matchAtStart(text)].filter((match) => match?.index === 0).map(told)}`;

    none(alike.filter((text) => list(trawl, text) !== list(theirs, text)).map((text) => `${text}\n${list(trawl, text)}\n${list(theirs, text)}`), `${alike.length} texts: the matches of linkify-it`);
    none(different.filter(([, text, here, there]) => JSON.stringify([raws(trawl, text), raws(theirs, text)]) !== JSON.stringify([here, there]))
        .map(([name, text]) => `${name}: ${JSON.stringify([raws(trawl, text), raws(theirs, text)])}`), `${different.length} differences are as README.md has them`);
    const table = readFileSync('bindings/js/README.md', 'utf8');

    none(different.filter(([name]) => !table.includes(`| ${name} |`)).map(([name]) => name), 'README.md has them');
    const lines = files('testdata').filter(({ name }) => /(sample|rfc-like|message|urls)\.txt$|structure\/[a-z0-9]+\.txt$/.test(name))
        .flatMap(({ bytes }) => bytes.toString().split('\n')).filter((line) => /[:@.]/.test(line));
    const found = lines.filter((line) => trawl.test(line) || theirs.test(line));
    const equal = found.filter((line) => list(trawl, line) === list(theirs, line));

    ok(equal.length >= 0.85 * found.length && equal.length > 80, `${equal.length} of ${found.length} lines of prose have the same matches`,
        found.filter((line) => !equal.includes(line)).slice(0, 30).map((line) => `${line}\n  ${raws(trawl, line)}\n  ${raws(theirs, line)}`).join('\n'));
}

function refusal(call) {
    try {
        return String(call());
    } catch ({ message }) {
        return message;
    }
}

function settings(LinkifyTrawl) {
    const linkify = new LinkifyTrawl();
    const count = (text) => (linkify.match(text) ?? []).length;

    same(count('a.com joe@a.example http://a.example/ 192.0.2.1 http://joe@a.example/'), 2, 'the default options: schemes and addresses');
    same([linkify.match('x'), linkify.match(''), linkify.matchAtStart('x http://a.example/'), linkify.matchAtStart('a.com')].join(), ',,,', 'null without a link');
    linkify.set({ fuzzyLink: true, fuzzyEmail: false, urlAuth: true, '---': true });
    same(raws(linkify, 'a.com joe@a.example http://joe@a.example/ http://a.example/x---y').join(' '), 'a.com http://joe@a.example/ http://a.example/x', 'set');
    linkify.add('ftp:', null).add('git:', 'http:').add('@', {
        validate: (text, pos) => /^\w{2,15}/.exec(text.slice(pos))?.[0].length ?? 0,
        normalize: (match) => { match.url = `https://social.example/${match.raw.slice(1)}`; },
    }).add('tel:', { validate: /^\d+/ });
    same((linkify.match('@joe x@ann ftp://a.example/ git://b.example/ tel:12') ?? []).map(({ schema, url }) => `${schema} ${url}`).join(), '@ https://social.example/joe,git: git://b.example/,tel: tel:12', 'add');
    same(linkify.matchAtStart('@joe x').url, 'https://social.example/joe', 'matchAtStart with a rule of the caller');
    same(linkify.testSchemaAt('x http://a.example/ y', 'http:', 7), 12, 'testSchemaAt');
    same(raws(linkify, 'a.onion a.com a.unknown').join(), 'a.com', 'tlds: the built-in ones');
    same(raws(linkify.tlds('onion', true), 'a.onion a.com a.unknown').join(), 'a.onion,a.com', 'tlds: one more');
    same(raws(linkify.tlds(['onion']), 'a.onion a.com').join(), 'a.onion', 'tlds: a new list');
    same(raws(linkify.tlds('myroot', true), 'a.myroot a.onion a.com').join(), 'a.myroot,a.onion', 'tlds: one more than the list');
    same(raws(linkify.tlds('com'), 'a.myroot a.onion a.com').join(), 'a.com', 'tlds: a new list replaces what was added');
    // Rules of the caller use `re`, as those in the README of linkify-it 5 do.
    linkify.add('#', { validate: (text, pos, self) => (self.re.tag ??= new RegExp(`^\\w{1,9}(?=$|${self.re.src_ZPCc})`)).exec(text.slice(pos))?.[0].length ?? 0 });
    same(raws(linkify, '#one #two, #three\u3002 #four$ #five').join(), '#one,#two,#three,#five', 're: sources of classes of characters');
    same(`${linkify.__opts__.fuzzyEmail} ${Object.keys(linkify.__schemas__)}`, 'false http:,https:,mailto:,//,git:,@,tel:,#', '__opts__ and __schemas__');
    const versioned = LinkifyTrawl({ '@': { validate: /^\w+/ }, 'git:': 'http:' }, { fuzzyLink: true });
    const calls = [];

    same(raws(versioned, '@a b.com git://c.com').join(), '@a,b.com,git://c.com', 'as in linkify-it 5: schemas first, and without new');
    versioned.onCompile = () => calls.push(1);
    versioned.tlds(['com']).add('@', null).set({ fuzzyIP: true });
    same([calls.length, raws(new LinkifyTrawl({ 'tel:': { validate: /^\d/ } }), 'tel:1')].join(), '3,tel:1', 'onCompile; schemas alone');
    same([raws(new LinkifyTrawl().add('//', null), '//localhost').length, raws(new LinkifyTrawl().add('//', { validate: /^l/ }), '//localhost').join(), linkify.testSchemaAt('//localhost x', '//', 2)].join(), '0,//l,9', '//localhost with other rules');
    same([{ 'git:': 'http:' }, { 'ftp:': null }].map((rules) => raws(new LinkifyTrawl(rules), 'git://c.com ftp://c.com')).join(' '), 'git://c.com,ftp://c.com ', 'only the names of schemas');
    same([raws(new LinkifyTrawl(null, { fuzzyLink: true }), 'a.com'), raws(new LinkifyTrawl(null), 'a.com //b.com')].join(' '), 'a.com //b.com', 'no schemas');
    same(new LinkifyTrawl().add('http:', null).matchAtStart('//localhost/x')?.raw, '//localhost/x', '//localhost without http:');
    same(new LinkifyTrawl().matchAtStart(`//localhost/${'x'.repeat(9000)}`), null, '//localhost with a path that is too long');
    const long = [`http://user:${'p'.repeat(130)}@host.com/x`, `mailto:a@b.com,${'c'.repeat(130)}@d.com`];

    same(long.map((text) => new LinkifyTrawl({ urlAuth: true }).matchAtStart(text).raw).join(), long.join(), 'matchAtStart reads the whole authority');
    const wrong = [[() => linkify.test(null), 'text: expected a string, not null'], [() => linkify.testSchemaAt('x', 1, 0), 'schema: expected a string, not 1'],
        [() => linkify.set({ maxLength: -1 }), 'option maxLength: expected a whole number from 0'], [() => linkify.add('x:', {}), "rule of 'x:': expected"], [() => linkify.add('x:', 5), "rule of 'x:': expected"], [() => linkify.set({ fuzzyLinks: true }), "options: unknown 'fuzzyLinks'"], [() => linkify.add('x:', { validate: 1 }), "rule of 'x:': expected"],
        [() => linkify.add('x:', 'y:'), "rule of 'x:': expected"], [() => linkify.tlds(), 'list: expected a string, or an array of strings'], [() => new LinkifyTrawl([]), 'options: expected an object']];

    none(wrong.filter(([call, message]) => !refusal(call).startsWith(`trawl: ${message}`)).map(([call]) => `${call}: ${refusal(call)}`), 'wrong arguments are named');
    linkify.set({ maxLength: 20 });
    same(count('http://a.example/xxxxxxxxx http://a.example/'), 1, 'maxLength');
}

const milliseconds = (call) => {
    const { user, system } = process.cpuUsage();

    call();
    const after = process.cpuUsage();

    return (after.user + after.system - user - system) / 1000;
};

function pages(LinkifyTrawl, MarkdownIt) {
    const md = new MarkdownIt({ linkify: true, html: true });
    const theirs = md.render('http://a.example/x_y_z and joe@a.example, `http://code.example/` <a href="/">http://b.example</a> [c](http://d.example) \\http://e.example **http://f.example**');

    md.linkify = new LinkifyTrawl(fuzzy);
    same(md.render('http://a.example/x_y_z and joe@a.example, `http://code.example/` <a href="/">http://b.example</a> [c](http://d.example) \\http://e.example **http://f.example**'), theirs, 'markdown-it renders the same page');
    same(md.render('see a.com and www.b\u00fccher.com'), '<p>see <a href="http://a.com">a.com</a> and <a href="http://www.xn--bcher-kva.com">www.b\u00fccher.com</a></p>\n', 'fuzzy links');
    same(raws(md.linkify, '\u67e5\u770b \u4f8b\u3048\u3002com/x').concat(raws(md.linkify, '\u4f8b\u3048\uff0ecom/x'), raws(md.linkify, '\u4f8b\u3048\uff61com/x')).length, 3, 'fuzzy links with the full stops of East Asia');
    const line = 'A line with https://www.a.example/path?x=1, www.b.example and joe@c.example in it, 12:30, e.g. this.\n';
    const [small, large] = [1250, 10000].map((lines) => milliseconds(() => md.render(line.repeat(lines))));

    ok(large < 24 * small, `10,000 lines: ${large.toFixed(0)} ms, an eighth of them ${small.toFixed(0)}`);
}

export function markdown(load) {
    const { LinkifyTrawl } = load('trawl-links/markdown-it');
    const theirs = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));

    for (const part of ['dom', 'markdown-it', 'xterm']) {
        const types = readFileSync(`bindings/js/${part}.d.ts`, 'utf8');

        none(Object.keys(load(`trawl-links/${part}`)).filter((name) => !new RegExp(`^export (?:function|class|const) ${name}\\b`, 'm').test(types)), `${part}.d.ts has all names`);
    }
    interfaces(LinkifyTrawl, theirs('linkify-it').LinkifyIt);
    settings(LinkifyTrawl);
    pages(LinkifyTrawl, theirs('markdown-it').MarkdownIt ?? theirs('markdown-it'));
}
