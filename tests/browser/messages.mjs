// messages.mjs - messages as pages, by the command: markup in parts, fields and names never becomes
// markup of the page
//
// Converts all of testdata/mail and random messages (hostile_mail.mjs) as fragments, half of them
// also as documents, and a quarter with --structure=none. Checks what content.mjs checks: elements,
// attributes, requests, dialogs. Each href must be a live link that the command lists, or lead to a
// message of the page.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run, runEach } from './command.mjs';
import { bare, strangers } from './content.mjs';
import { madeMail } from './hostile_mail.mjs';
import { files } from './inputs.mjs';
import { boxes, documents } from './chrome.mjs';
import { agrees, isUri, judge } from './oracles.mjs';
import { none, ok } from './tap.mjs';
import { invalid } from './validity.mjs';

const batch = 80;
const asText = /\.(html|txt)$/; // not messages

const kindOf = ({ name }) => (/\.html$/.test(name) ? ['-f', 'html'] : asText.test(name) ? ['-f', 'text'] : /^made/.test(name) ? [] : ['-f', 'auto']);
const written = (inputs, options) => runEach(inputs, (input) => [...kindOf(input), '-t', 'html', ...options]);

// linksOf INPUTS: returns for each message the result of judge() for every link; links of both
// forms of a part come twice.
const linksOf = (inputs) => runEach(inputs, (input) => [...kindOf(input), '-t', 'json', '--uniq=none', '--headers', 'all', '--find', '+msgid']).map((listing) => {
    const lines = listing.toString('utf8').split('\n').slice(0, -1);

    return lines.map((line) => JSON.parse(line)).filter(({ limit }) => !limit).map(({ url, bytes }) => judge(bytes ? Buffer.from(bytes, 'hex') : Buffer.from(url)));
});

// Ids of messages, and of headings and references in them.
const inner = /^#(mid-[A-Za-z0-9._-]+|[a-z0-9.-]+)$/;

function anchorFaults(box, wanted) {
    const hrefs = [...new Set(box.anchors.map(({ href }) => href))].filter((href) => !(inner.test(href) && box.ids.includes(href.slice(1))));

    return [
        ...hrefs.filter((href) => href === null || !isUri(href)).map((href) => `href is not a URI: ${href}`),
        ...hrefs.filter((href) => href !== null && !wanted.some((link) => agrees(href, link) && link !== 'dead')).map((href) => `not a live link: ${href}`),
        ...box.anchors.filter(({ direction, href }) => direction !== 'ltr' && !inner.test(href)).map(({ href }) => `not in <bdi dir="ltr">: ${href}`),
        ...box.anchors.filter(({ text, href }) => text === '' && !inner.test(href)).map(({ href }) => `an anchor without text: ${href}`),
        ...box.anchors.filter(({ href, leadsTo }) => !inner.test(href) && !/^(https?|mailto):/.test(leadsTo)).map(({ leadsTo }) => `the browser would go to ${leadsTo}`),
    ];
}

// Each id is one of the writer's, and occurs once.
const idFaults = ({ ids }) => [
    ...ids.filter((id) => !inner.test(`#${id}`)).map((id) => `the id ${id}`),
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `twice the id ${id}`),
];

const textFaults = ({ text }, { shown = [], unseen = [] }) => [
    ...shown.filter((word) => !text.includes(word)).map((word) => `${word} is not shown`),
    ...unseen.filter((word) => text.includes(word)).map((word) => `${word} is shown`),
];

const own = /^(section class id|span class hidden)$/; // besides those of a text

function faultsOf(box, input, links, isPage) {
    const elements = isPage ? box.elements.filter((shape) => !own.test(shape)) : box.elements;

    return [...strangers({ ...box, elements }).map((shape) => `<${shape}>`), ...idFaults(box), ...anchorFaults(box, links), ...textFaults(box, input)]
        .map((fault) => `${input.name}: ${fault}`);
}

async function fragments(browser, inputs, links) {
    const pieces = written(inputs, []);
    const faults = [];

    for (let from = 0; from < inputs.length; from += batch) {
        const some = inputs.slice(from, from + batch);
        const front = '<!DOCTYPE html><meta charset="utf-8"><title>x</title><div id="all">';
        const page = [Buffer.from(front), ...pieces.slice(from, from + batch).flatMap((html) =>
            [Buffer.from('<pre class="box">\n'), html, Buffer.from('</pre>')]), Buffer.from('</div>')];

        faults.push(...(await browser.show(Buffer.concat(page))).map((what) => `${some[0].name} and on: ${what}`));
        const found = await boxes(browser, '.box');

        if (found.length !== some.length || found.some(({ inPlace }) => !inPlace))
            faults.push(`${some[0].name} and on: ${found.length} boxes of ${some.length}; one broke out`);
        some.forEach((input, i) => faults.push(...(found[i] ? faultsOf(found[i], input, links[from + i], false) : [])));
    }
    none(faults, `${inputs.length} messages as fragments: text, links, elements, attributes, requests, dialogs`);
    const third = (_, i) => i % 3 === 0;

    none(await invalid(inputs.filter(third), pieces.filter(third), false), 'a third of them are valid HTML');
}

// Removes the stylesheet, which content.mjs checks.
const withoutStyle = (html) => Buffer.from(html.toString('utf8').replace(/<style>[^]*?<\/style>/, ''));

async function pages(browser, inputs, links, options) {
    const whole = written(inputs, ['--page', '--title', 'A title', ...options]);
    const { seen, happened } = await documents(browser, whole, 'main');
    const first = JSON.stringify(seen[0].around);
    const faults = [...happened];

    seen.forEach(({ box, around }, i) => {
        faults.push(...faultsOf(box, inputs[i], links[i], true));
        if (JSON.stringify(around) !== first)
            faults.push(`${inputs[i].name}: the document around it differs: ${JSON.stringify(around)}`);
    });
    none(faults, `${inputs.length} messages as documents ${options.join(' ')}`);
    const third = (_, i) => i % 3 === 1 + options.length;

    none(await invalid(inputs.filter(third), whole.filter(third).map(withoutStyle), true), `another third is valid HTML ${options.join(' ')}`);
    return seen.map(({ box }) => bare(box.text));
}

// The title of a page is its file name if the text has none; several files are one page.
async function names(browser) {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'messages-'));
    const bad = ['<script>alert(1)<', '"><img src=x onerror=alert(1)>', '<title><script>alert(1)', '&lt;b&gt; --> \'', '\u202e\u0001x'].map((name) => path.join(directory, name));

    bad.forEach((name) => writeFileSync(name, 'From: <b>\nContent-Type: text/html; name="<script>alert(1)</script>"\n\n<p>http://a.example/ <script>alert(1)</script>\n'));
    const whole = [...bad.map((name) => [name]), bad].map((some) => run(['-t', 'html', '--page', ...some], ''));
    const { seen, happened } = await documents(browser, whole);

    rmSync(directory, { recursive: true });
    none([...happened, ...seen.flatMap(({ box, around }) => [...strangers(box).filter((s) => !own.test(s)), ...(around.scripts || around.comments ? ['a script or a comment'] : []),
        ...around.head.map((e) => e.split(' ')[0]).filter((e) => !['html', 'head', 'meta', 'title', 'style', 'body'].includes(e))])], 'file names are not markup');
    none(bad.slice(0, 4).filter((name, i) => seen[i].around.title !== path.basename(name)), 'file names are the title, unchanged');
}

export async function messages(browser) {
    const made = madeMail(200);
    const inputs = [...files('testdata/mail').filter(({ name }) => !/\.links$/.test(name)), ...made];
    const links = linksOf(inputs);

    ok(inputs.length >= 400 && links.flat().length > 1000, `${inputs.length} messages, ${links.flat().length} links`);
    await fragments(browser, inputs, links);
    const isEven = (_, i) => i % 2 === 0;
    const flowing = await pages(browser, inputs.filter(isEven), links.filter(isEven), []);
    const isSome = (_, i) => i % 4 === 0;
    const still = await pages(browser, inputs.filter(isSome), links.filter(isSome), ['--structure=none']);

    none(inputs.filter(isSome).filter((_, i) => still[i] !== flowing[2 * i]).map(({ name }) => `${name}: other words with --structure=none`), 'the same words with and without structure');
    await names(browser);
}
