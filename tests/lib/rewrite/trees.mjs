// trees.mjs - compares the trees that parse5 makes of pages before and after "trawl rewrite"
//
//     node trees.mjs TRAWL FOLDER COUNT          COUNT random pages and more; FOLDER is for files
//     node trees.mjs TRAWL FOLDER below FOLDER...  all files below these whose names end in .html or .htm
//
// The two trees may differ only in the <a> that were put in: without these, and with neighbouring
// texts joined, they must be equal, as documents and as fragments. No <a> may be put into another
// one, or into an element that cannot hold one. Without the tags that were put in, the bytes must
// be those from before, and rewriting again must change nothing.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { done, none, ok } from '../../browser/tap.mjs';
import { chance, clean, files as allFiles, fromFiles, maker, spoil } from '../html/pages.mjs';

const require = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));
const { parse, parseFragment, defaultTreeAdapter } = await import(pathToFileURL(require.resolve('parse5')));
// A fragment is the content of a <div>, as of div.innerHTML.
const div = defaultTreeAdapter.createElement('div', 'http://www.w3.org/1999/xhtml', []);
const [trawl, folder, count, ...below] = process.argv.slice(2);
const barred = new Set(['a', 'button', 'select', 'option', 'textarea', 'title', 'style', 'script', 'xmp', 'iframe', 'noembed',
    'noframes', 'noscript', 'plaintext', 'template']);

const isOurs = (node) => node.tagName === 'a' && node.attrs.some((a) => a.name === 'class' && a.value === 'put-in');

// flat NODE: the tree as a list of strings, without our <a>; counts[0] is the number of our <a>.
function flat(node, counts, faults, above = []) {
    const list = [];
    const text = (value) => {
        if (list.length > 0 && list[list.length - 1].startsWith('text '))
            list[list.length - 1] += value;
        else
            list.push(`text ${value}`);
    };
    const visit = (one, names) => {
        if (one.nodeName === '#text') {
            text(one.value);
            return;
        }
        const ours = isOurs(one);
        const name = one.tagName || one.nodeName;
        if (ours) {
            counts[0] += 1;
            const bad = names.find((n) => barred.has(n));
            if (bad)
                faults.push(`an <a> in ${bad}`);
        } else {
            list.push(`< ${one.namespaceURI || ''} ${name} ${JSON.stringify(one.attrs || one.data || '')}`);
        }
        for (const child of [...(one.childNodes || []), ...(one.content ? [one.content] : [])])
            visit(child, ours ? [...names, 'a'] : [...names, name]);
        if (!ours)
            list.push('>');
    };

    visit(node, above);
    return list;
}

function compare(page, after) {
    const faults = [];
    let links = 0;

    for (const [how, read] of [['document', parse], ['fragment', (text) => parseFragment(div, text)]]) {
        const counts = [0];
        const before = flat(read(page.text), [0], []);
        const now = flat(read(after), counts, faults);
        const at = before.findIndex((line, i) => line !== now[i]);
        if (before.length !== now.length || at >= 0)
            faults.push(`${how}: ${before[at < 0 ? now.length : at]}\n  became ${now[at < 0 ? before.length : at]}`);
        links += counts[0];
    }
    return [faults.map((fault) => `${page.name}: ${JSON.stringify(page.text.slice(0, 600))}\n  ${fault}`), links];
}

const inline = ['<b>', '</b>', '<i>', '</i>', '<span>', '</span>', '<font color=red>', '</font>', '<wbr>', '<br>', '<!-- c -->', '<code>',
    '</code>', '<nobr>', '</nobr>', '<img src=x>', '<x-y>', '</x-y>', '<u>', '</u>', '</>', '<!x>'];
const blocks = ['<p>', '</p>', '<div>', '</div>', '<ul>', '<li>', '</ul>', '<table>', '<tr>', '<td>', '</td>', '</tr>', '</table>',
    '<th>', '<caption>', '</caption>', '<tbody>', '<pre>', '</pre>', '<h1>', '</h1>', '<blockquote>', '</blockquote>', '<col>', '<hr>',
    '<form>', '</form>', '<dl><dt>', '<dd>', '</dl>', '<section>', '</section>', '</br>'];
const anchors = ['<a href=x>', '<a name=y>', '</a>', '</a>', '</a>', '<a>', '<a href="http://q.example/">'];
const odd = ['<button>', '</button>', '<select>', '<option>', '</option>', '</select>', '<textarea>', '</textarea>', '<title>', '</title>',
    '<script>', '</script>', '<style>', '</style>', '<svg>', '<svg><title>t</title></svg>', '</svg>', '<svg/>', '<math>', '<mtext>', '</math>',
    '<foreignObject>', '<desc>', '</desc>', '<![CDATA[', ']]>', '<template>', '</template>', '<noscript>', '</noscript>', '<iframe>',
    '</iframe>', '<xmp>', '</xmp>', '<object>', '</object>', '<marquee>', '</marquee>', '<!-- ', '-->', '<frameset>', '<body>', '</body>',
    '</html>', '<head>', '</head>', '<ruby>', '<rt>', '<optgroup>', '<path>', '<g>', '</g>', '<input>', '<noframes>', '</noframes>'];
const texts = ['http://a.example/', 'http://b.example/x&amp;y', 'joe@example.org', '<URL:http://c.example/>', 'http://d.exa', 'mple/z', '/e',
    ' ', ' ', '\n', 'word ', '. ', '&amp;', '&lt;http://f.example/&gt;', 'www.example.com'];

// made COUNT: pages of the fragments above; in some, few kinds of fragments.
function made(pages) {
    const list = [];

    for (let i = 0; i < pages; i += 1) {
        const c = chance(777 + i);
        const kinds = [texts, texts, texts, inline, ...(i % 2 ? [blocks] : []), ...(i % 3 ? [anchors] : []), ...(i % 4 ? [] : [odd])];
        let text = '';
        for (let n = 3 + c.less(30); n > 0; n -= 1)
            text += c.one(c.one(kinds));
        list.push({ name: `made ${i}`, text });
    }
    return list;
}

const start = /<a href="[^"]*" rel="[^"]*" class="put-in">/g;

// without BYTES: the bytes without our tags.
const without = (bytes) => bytes.split(start).map((part, i) => (i === 0 ? part : part.replace('</a>', ''))).join('');

function rewrite(files, name) {
    for (let i = 0; i < files.length; i += 1000) {
        const run = spawnSync(trawl, ['rewrite', '--attr', 'class=put-in', '-i', ...files.slice(i, i + 1000)], { encoding: 'utf8' });
        if (run.status !== 0 || run.stderr !== '')
            ok(false, `${name}: runs`, run.stderr);
    }
}

// A page is {name, text} or {name, bytes}.
function test(name, pages) {
    const files = pages.map((_, i) => path.join(folder, `${i}.html`));
    const read = () => files.map((file) => readFileSync(file).toString('latin1'));

    mkdirSync(folder, { recursive: true });
    pages.forEach((page, i) => writeFileSync(files[i], page.bytes ?? page.text));
    const before = read();
    rewrite(files, name);
    const after = read();
    const utf8 = (bytes) => Buffer.from(bytes, 'latin1').toString('utf8');
    const results = pages.map((page, i) => compare({ name: page.name, text: page.text ?? utf8(before[i]) }, utf8(after[i])));
    const linked = results.filter(([, links]) => links > 0).length;

    none(results.flatMap(([faults]) => faults), `${name}: ${pages.length} pages, links put into ${linked}`);
    none(pages.filter((_, i) => without(after[i]) !== before[i]).map((page) => page.name), `${name}: other bytes are as before`);
    rewrite(files, name);
    const again = read();
    none(pages.filter((_, i) => again[i] !== after[i]).map((page) => page.name), `${name}: rewritten again, they are the same`);
    return linked;
}

if (count === 'below') {
    const found = below.flatMap((where) => allFiles(where)).filter((name) => /\.html?$/.test(name) && statSync(name).isFile() && statSync(name).size < 4 << 20);

    for (let i = 0; i < found.length; i += 500)
        test(`${i} to ${Math.min(i + 500, found.length) - 1} of ${found.length}`, found.slice(i, i + 500).map((name) => ({ name, bytes: readFileSync(name) })));
    ok(found.length > 0, 'there are pages');
    process.exit(done());
}

const references = ['amp', 'lt', 'gt', 'quot', 'nbsp', 'amp;', 'lt;', 'copy'];
const make = maker(references);
const random = Array.from({ length: Math.ceil(count / 5) }, (_, i) => ({ name: `random ${i}`, text: clean(make(chance(i + 1), i % 4 === 3)) }));
const own = fromFiles('testdata/html');

ok(test('made pages', made(Number(count))) > count / 3, 'many of them have links');
test('random pages', random);
test('pages of testdata', own);
test('damaged pages', Array.from({ length: Math.ceil(count / 5) }, (_, i) => {
    const c = chance(1000003 + i);
    return { name: `spoilt ${i}`, text: clean(spoil(c, c.one([...own, ...random]).text, c.one([...own, ...random]).text)) };
}));
process.exit(done());
