// site.mjs - trawl site in a browser: the markup of its pages, axe-core, validity, search
//
// The site has the messages of testdata, a made list, and messages of attacks (hostile_mail.mjs).
// No text, name, subject, message-id, name of an attachment or host of a link becomes markup or a
// script, neither in a page nor in the feed or the pieces of the search. Every page is read by the
// browser; axe-core and html-validate check each kind of page.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

import { accessible } from './axe.mjs';
import { documents, start } from './chrome.mjs';
import { run } from './command.mjs';
import { strangers } from './content.mjs';
import { attackMail, madeMail } from './hostile_mail.mjs';
import { files } from './inputs.mjs';
import { isUri } from './oracles.mjs';
import { none, ok, same } from './tap.mjs';
import { invalid } from './validity.mjs';

const rel = 'nofollow ugc';

const patch = `Fixes: 0123456789ab ("kite")\nAcked-by: B <b@a.example>\n\n${readFileSync('testdata/structure/diff.txt')}`;

// make: makes a site in a folder; returns its path.
function make(folder) {
    const mail = path.join(folder, 'mail');
    const list = spawnSync('python3', ['-B', 'tests/archive/site/list.py', '40']);
    const [db, site] = [path.join(folder, 'links.db'), path.join(folder, 'site')];

    mkdirSync(mail);
    writeFileSync(path.join(mail, 'list.mbox'), list.stdout);
    writeFileSync(path.join(mail, 'patches.mbox'), [0, 1].map((n) => `From x Thu Jan  1 00:00:00 1970\nFrom: Ann <ann@a.example>\n` +
        `Message-ID: <p${n}@a.example>\nSubject: [PATCH ${n}/1] kite\nReferences: <p0@a.example>\n\n${patch}\n`).join(''));
    for (const { name, bytes } of [...attackMail(), ...madeMail(40)])
        writeFileSync(path.join(mail, name.replace(/\W+/g, '-')), bytes);
    run(['index', '-q', db, mail, 'testdata/mail'], '');
    run(['site', '-q', '--search', '--title', 'A <list> & "more"', '--base', 'https://x.example/', db, '-o', site], '');
    return site;
}

// ---- Markup ----

const own = {
    a: ['aria-current', 'aria-label', 'download'], article: ['id'], details: ['class'], summary: [], h3: ['class'], section: ['aria-labelledby'], dl: ['class'], dt: [], dd: [],
    strong: ['aria-current'], img: ['alt', 'loading', 'src'], ul: ['class'], nav: ['aria-label', 'class'], h2: ['class', 'id'], li: ['class'],
    time: ['datetime'], div: ['aria-label', 'role', 'tabindex'], table: [], thead: [], tbody: [], tr: [], th: ['scope'], td: [],
};
const hasSearch = (name) => /^(index|search)\.html$/.test(name);
const ofSearch = { label: ['for'], input: ['autocomplete', 'id', 'type'], p: ['aria-live', 'id'], ul: ['class', 'id'], script: ['src'] };

function markupFaults(name, { box, around }, there) {
    const strange = strangers(box, hasSearch(name) ? { ...own, ...ofSearch } : own);
    const leads = box.anchors.filter(({ leadsTo }) => leadsTo.includes('/site/')).map(({ leadsTo }) => leadsTo.replace(/^.*?\/site\/|#.*/g, ''));
    const away = box.anchors.filter(({ leadsTo }) => !leadsTo.includes('/site/'));

    return [
        ...strange.map((shape) => `<${shape}>`),
        ...leads.filter((to) => !there.has(to)).map((to) => `no page ${to}`),
        ...away.filter((a) => !isUri(a.href) || !/^(https?|mailto):/.test(a.leadsTo) || (a.rel !== rel && !(a.rel === 'nofollow' && a.leadsTo.startsWith('mailto:')))).map(({ href }) => `not a safe link: ${href}`),
        ...box.ids.filter((id, i) => !/^[a-z0-9.-]+$/.test(id) || box.ids.indexOf(id) !== i).map((id) => `the id ${id}`),
        ...(/unseenw\d+x/.test(box.text + around.title) ? ['shows what is not text'] : []),
        ...(around.scripts === (hasSearch(name) ? 1 : 0) && around.comments === 0 ? [] : ['a script or a comment']),
        ...around.head.filter((e) => !/^(html lang="en"|head|title|body|meta (charset|name|http-equiv)="[^<>]*|link rel="(stylesheet|alternate)" .*href="(\.\.\/)*(style\.css|feed\.xml)")$/.test(e)),
    ].map((fault) => `${name}: ${fault}`);
}

export async function markup(browser, site, pages, there) {
    const { seen, happened } = await documents(browser, pages.map((name) => `/site/${name}`));

    none([...happened.filter((what) => !/request (Stylesheet|Script) \S*\/site\/(style\.css|search\.js)$/.test(what) && !/request Image \S*\/site\/m\/[0-9a-f]{2}\/[0-9a-f]{38}\/\d+\.(png|jpg|gif|webp)$/.test(what)),
        ...seen.flatMap((page, i) => markupFaults(pages[i], page, there))], `${pages.length} pages: elements, attributes, links, requests, dialogs`);
    ok(seen.some(({ box }) => box.text.includes('<script>alert(1)</script>')), 'attacks are shown as text');
}

// The feed is well-formed XML with nothing but elements of Atom; texts are not markup.
export async function feed(browser, site) {
    const faults = await browser.page.evaluate((text) => {
        const all = Array.from(new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('*'));
        const names = ['feed', 'title', 'id', 'updated', 'link', 'entry', 'author', 'name', 'email', 'generator', 'summary', 'published', 'content'];

        return all.filter((e) => e.namespaceURI !== 'http://www.w3.org/2005/Atom' || !names.includes(e.localName) ||
            (e.getAttribute('type') ?? 'text') === 'html' || /^(?!https?:)/.test(e.getAttribute('href') ?? 'http:')).map((e) => e.outerHTML.slice(0, 200));
    }, readFileSync(path.join(site, 'feed.xml'), 'utf8'));

    none(faults, 'the feed has nothing but elements of Atom');
}

// Each piece calls trawl_found() with its name and rows of a word, a page and a label.
export function pieces(site, there) {
    const some = [...there].filter((name) => /^search\/[^/]+\.js$/.test(name));
    const faults = some.filter((name) => {
        const calls = [];

        try {
            vm.runInNewContext(readFileSync(path.join(site, name), 'utf8'), { trawl_found: (...args) => { calls.push(JSON.stringify(args)); } });
        } catch (error) {
            return true;
        }
        const [of, rows] = calls.length === 1 ? JSON.parse(calls[0]) : [];

        return of !== path.basename(name, '.js') || !rows.every((row) => row.length === 3 && row.every((s) => typeof s === 'string') && there.has(row[1]));
    });

    ok(some.length > 30, `${some.length} pieces of the search`);
    none(faults, 'each piece of the search only has its rows');
}

// ---- Search ----

// Types words into the search page at an address. A click on the first result has to lead to a page
// with these words. Here the Content-Security-Policy of the pages is not bypassed.
async function search(browser, address, place) {
    const { page } = browser;
    const happened = [];
    const keep = (what) => happened.push(what.message?.() ?? what.text?.() ?? String(what));

    page.setDefaultTimeout(10000);
    page.on('dialog', keep).on('console', keep).on('pageerror', keep);
    await page.goto(`${address}/search.html`);
    await page.fill('#q', 'script');
    await page.waitForSelector('#found li');
    ok(await page.locator('#found *:not(li):not(a)').count() === 0, `${place}: results are text`);
    await page.fill('#q', 'Ines Costa');
    await page.waitForFunction(() => /^\d+ found|^The first/.test(document.getElementById('note').textContent) &&
        /ines costa/i.test(document.querySelector('#found a')?.textContent));
    await page.click('#found a');
    await page.waitForSelector('h1');
    ok(/Ines Costa/.test(await page.textContent('h1')), `${place}: a name leads to the page of a sender`, page.url());
    await page.goto(`${address}/search.html`);
    await page.fill('#q', 'parser socket');
    await page.waitForSelector('#found a');
    await page.click('#found a');
    await page.waitForSelector('h1');
    ok(/parser socket/i.test(await page.textContent('h1')), `${place}: words of a subject lead to the message`, page.url());
    same(happened.join('\n'), '', `${place}: no messages, errors or dialogs`);
    for (const event of ['dialog', 'console', 'pageerror'])
        page.removeListener(event, keep);
}

// ---- All ----

// oneOfEach PAGES: one page of each kind, two of messages.
function oneOfEach(pages) {
    const kinds = [/^index/, /^subjects\.html/, /^senders\.html/, /^hosts\.html/, /^search/, /^report/, /^subjects-/, /^months\/....-..\.html/,
        /^months\/....-..-threads\.html/, /^t\//, /^a\//, /^h\//, /^m\/2/, /^m\/7/];

    return kinds.map((kind) => pages.find((name) => kind.test(name))).filter(Boolean);
}

export async function site(browser) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'site-'));
    const made = make(folder);
    const there = new Set(files(made).map(({ name }) => path.relative(made, name)));
    const pages = [...there].filter((name) => name.endsWith('.html'));
    // trawl report has tests of its own. Of the pages of messages, senders and hosts, every other one with an
    // attack is checked, and every tenth of the others.
    const hasAttack = (name) => readFileSync(path.join(made, name), 'utf8').includes('alert');
    const own = pages.filter((name, i) => name !== 'report.html' && (!/^[mah]\//.test(name) || (i % 2 === 0 && (i % 10 === 0 || hasAttack(name)))));
    const patches = pages.filter((name) => /^[mt]\//.test(name) && readFileSync(path.join(made, name), 'utf8').includes('aria-label="Patches'));
    const some = [...oneOfEach(pages), ...patches.slice(-2)];
    const valid = [...new Set([...some, ...own.filter((_, i) => i % 12 === 0)])].map((name) => ({ name, bytes: readFileSync(path.join(made, name)) }));

    ok(own.length > 300, `${own.length} pages`);
    browser.site.folder = made;
    await markup(browser, made, own, there);
    await feed(browser, made);
    pieces(made, there);
    none(await invalid(valid, valid.map(({ bytes }) => bytes), true), `${valid.length} pages of a site are valid HTML`);
    await accessible(browser, some.map((name) => ({ name, address: `${browser.site.origin}/site/${name}` })), 'pages of a site');
    const strict = await start({ bypassCSP: false });

    strict.site.folder = made;
    await search(strict, `${strict.site.origin}/site`, 'over http');
    await search(strict, pathToFileURL(made).href, 'from a folder');
    await strict.stop();
    rmSync(folder, { recursive: true });
}
