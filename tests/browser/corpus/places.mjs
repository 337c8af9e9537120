// places.mjs - the pages that trawl makes of the attacks, with each attack in each place of a page
// that may hold what strangers wrote
//
// A set of pages is {name, pages, type, box, wanted, more}: `box` selects the elements that hold one
// attack each; they are counted over all pages. wanted[i] has the texts that box i must show,
// compared without white space, or is null. `more` are elements and attributes besides those of a
// text.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { run, trawl } from '../command.mjs';
import { bare } from '../content.mjs';
import { chance, encodedWord, line, quoted } from '../hostile_mail.mjs';
import { convert } from '../inputs.mjs';
import { display, displayed } from '../oracles.mjs';

const together = 300; // boxes in a page

// ---- Texts, by the library ----

const around = (front, { bytes }, back) => Buffer.concat([Buffer.from(front), bytes, Buffer.from(back)]);

const texts = {
    text: ({ bytes }) => bytes,
    'a URL': (attack) => around('http://a.example/', attack, ' <URL:http://a.example/?a&amp;'.concat(attack.text.slice(0, 300), '> www.a.example/x')),
    'a host': (attack) => around('http://', attack, '.example/ <URL:http://x'.concat(attack.text.slice(0, 100), '/> mailto:x@y.example?subject=a')),
    'parts of a text': ({ bytes }) => Buffer.concat(['Contents\n\n1. ', '\n2. End\n\n1. ', '\n\nSee Section 1 and [1].\n\n- ', '\n- x\n\n> ', '\n\n  a    b\n  c    ', '\n\n[1] ', '\n\n-- \n']
        .flatMap((text) => [Buffer.from(text), bytes.subarray(0, 120)])),
};

function library(name, options, attacks, { element = 'pre', xml = false } = {}) {
    const inputs = attacks.map((attack) => ({ bytes: texts[name](attack) }));
    const written = convert(inputs, options);
    const front = xml ? '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><div id="all">' :
        '<!DOCTYPE html><meta charset="utf-8"><title>x</title><div id="all">';
    const pages = [];

    for (let from = 0; from < written.length; from += together)
        pages.push(Buffer.concat([Buffer.from(front), ...written.slice(from, from + together).flatMap((html) =>
            [Buffer.from(`<${element} class="box">${xml ? '' : '\n'}`), html, Buffer.from(`</${element}>`)]), Buffer.from(xml ? '</div></body></html>' : '</div>')]));
    return {
        name: [name, ...options].join(' '), pages, box: '.box', more: {}, type: xml ? 'application/xhtml+xml' : 'text/html; charset=utf-8',
        wanted: inputs.map(({ bytes }) => ({ whole: bare(displayed(bytes)) })),
    };
}

// ---- Messages, by the command ----

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const short = (text) => Buffer.from([...line(text)].slice(0, 60).join('')).toString();
const noBrackets = (text) => line(text).replace(/[<>[\]]/g, '');

// The attack is in every field and name, in a text with a rule's words, and in a page as text, as an
// attribute and as markup.
function message(attack, i, r) {
    const text = Buffer.from(attack.text).toString();
    const name = short(text);

    return Buffer.concat([`From a@b.example Fri Nov 20 10:00:00 2026\nFrom: ${i % 2 ? quoted(name) : encodedWord(name, r)} <joe${i % 30}@a.example>\n` +
        `To: ${quoted(name)} <${noBrackets(name)}@b.example>\nCc: ${line(text)}\nSubject: ${encodedWord(`S ${name} E`, r)}\nMessage-ID: <${noBrackets(name)}.${i}@a.example>\n` +
        `In-Reply-To: <${noBrackets(name)}-${i}@b.example>\nReferences: <${i % 7}@a.example> ${line(text)}\nDate: ${i % 5 ? `Fri, ${1 + (i % 28)} Nov 2024 10:00:00 +0100` : line(text)}\n` +
        `List-Id: ${line(text)} <x.a.example>\nList-Unsubscribe: <http://a.example/${noBrackets(name)}>, <${line(text)}>\nList-Archive: <${line(text)}>\nNewsgroups: ${line(text)}\n` +
        `Organization: ${line(text)}\nContent-Type: multipart/mixed; boundary="b-${i}"\n\n` +
        `--b-${i}\nContent-Type: text/plain; charset=utf-8; name=${quoted(name)}\nContent-Description: ${line(text)}\n\n`, attack.bytes.subarray(0, 400), `\nBug [${noBrackets(text)}]\n` +
        `--b-${i}\nContent-Type: text/plain; charset=${quoted(name)}\n\nlabel${i}\n` +
        `--b-${i}\nContent-Type: application/${line(name)}; name=${quoted(name)}\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}\n\nno\n` +
        `--b-${i}\nContent-Type: image/png; name=${quoted(name)}\nContent-Disposition: attachment; filename=${quoted(name)}\nContent-Location: ${line(text)}\n\nno\n` +
        `--b-${i}\nContent-Type: text/html; charset=utf-8\n\n<p title="${escaped(text)}">from ${escaped(name)} to</p><a href="http://a.example/${escaped(name)}" name="${escaped(name)}">` +
        `link ${escaped(name)} end</a><img alt="${escaped(name)}" src=x><div id="${escaped(name)}">`, attack.bytes, `\n--b-${i}--\n\n`].map((part) => Buffer.from(part)));
}

// Lists show U+FFFD for controls, line separators, and characters for which a text shows a name
// such as [U+202E].
const listed = (text) => display(text.replace(/[\f\u2028\u2029]|\p{Cf}/gu, (c) => (display(c) === c ? c : '\ufffd')).replace(/[\f\u2028\u2029]/g, '\ufffd'));

// What a message must show: its subject, its text, and the text of its page.
const shownOf = (attack) => ({
    subject: bare(listed(`S ${short(attack.text)} E`)),
    parts: [`S ${short(attack.text)} E`, ...[['from ', ' to']].map(([front, back]) => front + short(attack.text) + back)].map((part) => bare(display(part))),
});

const ruleText = 'rule bug\n    trigger  Bug\n    match    Bug \\[([^\\]\\n]*)\\]\n    url      https://bugs.example/$1?q=$1\n';

// mailbox ATTACKS FOLDER: writes a mailbox and a file of rules; returns their paths.
export function mailbox(attacks, folder) {
    const r = chance(3);
    const [mail, rules] = [path.join(folder, 'mail'), path.join(folder, 'rules')];

    mkdirSync(mail);
    writeFileSync(path.join(mail, 'in.mbox'), Buffer.concat(attacks.map((attack, i) => message(attack, i, r))));
    writeFileSync(rules, ruleText);
    return { mail, rules };
}

const ofMessages = { section: ['class', 'id'], span: ['class', 'hidden', 'title'] };

function mail({ mail: folder, rules }, options, attacks) {
    const html = run(['-f', 'mbox', '-t', 'html', '--page', '--rules', rules, ...options, path.join(folder, 'in.mbox')], '');

    return {
        name: ['messages', ...options].join(' '), pages: [html], box: 'section.trawl-message', more: ofMessages,
        type: options.includes('--to=xhtml') ? 'application/xhtml+xml' : 'text/html; charset=utf-8', wanted: attacks.map(shownOf),
    };
}

// ---- Names of files ----

function names(attacks) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'names-'));
    const usable = attacks.map(({ bytes }) => Buffer.from(bytes.toString('latin1').replace(/[\0/]/g, '_').slice(0, 200), 'latin1')).filter((name) => !/^\.*$/.test(name.toString('latin1')));
    const pages = usable.map((name) => {
        const file = Buffer.concat([Buffer.from(`${folder}/`), name]);

        writeFileSync(file, 'http://a.example/\n');
        const child = spawnSync('sh', ['-c', 'cd "$1" && for f in *; do "$TRAWL" -t html --page -- "$f"; done; rm -f -- * .[!.]*', 'sh', folder],
            { env: { ...process.env, TRAWL: path.resolve(trawl) } });

        return child.stdout;
    });

    rmSync(folder, { recursive: true });
    return { name: 'names of files', pages, box: 'header.trawl-top', more: {}, type: 'text/html; charset=utf-8', wanted: usable.map((name) => ({ whole: bare(displayed(name, [])) })) };
}

// ---- Markdown, by cmark ----

function markdown(attacks) {
    const html = convert(attacks, ['--format', 'md']).map((md) => spawnSync('cmark', ['--unsafe'], { input: md }).stdout);

    return {
        name: 'Markdown', box: '.box', more: { a: ['href'] }, type: 'text/html; charset=utf-8', isForeign: true, wanted: attacks.map(({ bytes }) => ({ whole: bare(displayed(bytes)) })),
        pages: [Buffer.concat([Buffer.from('<!DOCTYPE html><meta charset="utf-8"><title>x</title>'), ...html.flatMap((one) => [Buffer.from('<div class="box">'), one, Buffer.from('</div>')])])],
    };
}

// ---- All ----

// places ATTACKS BOX WHOLE: the sets of pages. BOX is a mailbox of the attacks of group 1. Without
// WHOLE, there are three groups, and each attack is in some of the places. With WHOLE, all attacks
// are in each place, even in those for which trawl runs once for each attack.
export function places(attacks, box, whole) {
    const of = (k) => group(attacks, k, whole);

    return [
        library('text', [], of(0)),
        library('a URL', ['--both'], of(1)),
        library('a host', ['--xhtml', '--live', 'news'], of(2), { xml: true }),
        library('parts of a text', ['--structure', '--outline'], of(0), { element: 'div' }),
        mail(box, ['--headers', 'all', '--toc'], of(1)),
        ...(whole ? [
            library('text', ['--xhtml', '--both', '--hyphen-drop', '--join'], of(0), { xml: true }),
            library('a URL', ['--live', 'ftp,news', '--link-template', 'https://out.example/?u=%u'], of(0)),
            library('a host', [], of(0)),
            library('parts of a text', ['--structure', '--both'], of(0), { element: 'div' }),
            mail(box, ['--structure=none'], of(1)),
            mail(box, ['--to=xhtml', '--structure=lines'], of(1)),
            mail(box, ['--live', 'ftp,news', '--join=both'], of(1)),
            markdown(of(0)),
        ] : []),
        names(attacks.filter((_, i) => whole || i % 40 === 0)),
    ];
}

// group ATTACKS K WHOLE: the attacks of group K of three, and those that begin with a Hebrew letter; with
// WHOLE all attacks.
export const group = (attacks, k, whole) => attacks.filter(({ text }, i) => whole || i % 3 === k || /^[\u05d0-\u05ea]/.test(text));
