// archive.mjs - the attacks as an archive: the pages of trawl site, its feed and search, and the pages
// of trawl report and trawl query

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { documents } from '../chrome.mjs';
import { run } from '../command.mjs';
import { bare, strangers } from '../content.mjs';
import { files } from '../inputs.mjs';
import { isUri } from '../oracles.mjs';
import { feed, markup, pieces } from '../site.mjs';
import { none, ok } from '../tap.mjs';

// turned: runs in the page. Returns the rows of lists whose parts are not, from left to right, in the
// order of the source. A text that changes the direction could move its neighbours so.
function turned() {
    return Array.from(document.querySelectorAll('li, p')).filter((row) => {
        const boxes = Array.from(row.querySelectorAll('bdi, time'), (e) => Array.from(e.getClientRects())).filter((all) => all.length === 1).flat();

        return boxes.some((box, i) => i > 0 && Math.abs(box.top - boxes[i - 1].top) < 4 && box.left < boxes[i - 1].right - 1);
    }).map((row) => row.textContent.slice(0, 200));
}

// makeArchive MAIL FOLDER: indexes the mailbox; returns the paths of its site, report and query.
export function makeArchive(mail, folder) {
    const [db, site, report, query] = ['links.db', 'site', 'report.html', 'query.html'].map((name) => path.join(folder, name));

    run(['index', '-q', db, mail], '');
    run(['site', '-q', '--search', '--title', 'A <list> & "more"', '--base', 'https://x.example/', db, '-o', site], '');
    writeFileSync(report, run(['report', '--limit', '2000', db], ''));
    writeFileSync(query, run(['query', '-t', 'html', db], ''));
    return { site, report, query };
}

// Most of the elements are those of the plots.
const inReport = /^(html|head|meta|title|style|body|main|header|footer|nav|section|article|h[1-6]|p|ul|ol|li|a|table|thead|tbody|tr|th|td|caption|figure|figcaption|details|summary|div|span|b|i|em|strong|code|small|br|hr|dl|dt|dd|time|bdi|svg|g|rect|path|line|text|tspan|circle|polyline|title|desc|script|label|input|button)\b/;

// The page of trawl report: its only script is the one that trawl writes, links are safe, and no
// text is markup.
async function report(browser, file) {
    const page = readFileSync(file);
    const { seen: [{ box }], happened } = await documents(browser, [page]);
    const text = page.toString('utf8');
    const scripts = text.match(/<script\b/gi).length;
    const elements = box.elements.filter((shape) => !inReport.test(shape) || / (on\w*|formaction|srcdoc|src|action|background|xlink:href)\b/.test(shape));

    none([...happened, ...elements.map((shape) => `<${shape}>`), ...(scripts === 1 ? [] : [`${scripts} scripts`]), ...(box.directions ? ['a raw control of directions'] : []),
        ...box.ids.filter((id, i) => box.ids.indexOf(id) !== i).map((id) => `twice the id ${id}`),
        ...box.anchors.filter(({ leadsTo }) => !/^(https?:|mailto:)|#/.test(leadsTo)).map(({ leadsTo }) => `the browser would go to ${leadsTo}`)],
    `trawl report: ${box.elements.length} shapes of elements`);
}

// The page of trawl query: a table of links, names and subjects.
async function table(browser, file) {
    const { seen: [{ box, around }], happened } = await documents(browser, [readFileSync(file)]);
    const more = { table: [], thead: [], tbody: [], tr: [], th: [], td: [] };

    none([...happened, ...strangers(box, more).map((shape) => `<${shape}>`), ...(around.scripts ? ['a script'] : []), ...(box.directions ? ['a raw control of directions'] : []),
        ...box.anchors.filter(({ href, rel, direction }) => !isUri(href) || rel !== 'nofollow noopener noreferrer ugc' || direction !== 'ltr').map(({ href }) => `not a safe link: ${href}`)],
    `trawl query -t html: ${box.anchors.length} links`);
}

// Every subject is in the lists, as text, and no text moves its neighbours. To show that the test
// finds such texts, the effect of <bdi> is removed for a second count.
async function subjects(browser, there, wanted) {
    const lists = [...there].filter((name) => /^(subjects|senders|months\/)[^/]*\.html$/.test(name));
    const texts = [];
    const faults = [];
    let moved = 0;

    for (const name of lists) {
        await browser.page.goto(`${browser.site.origin}/site/${name}`);
        texts.push(bare(await browser.page.evaluate(() => document.body.textContent)));
        faults.push(...(await browser.page.evaluate(turned)).map((row) => `${name}: moves its neighbours: ${row}`));
        await browser.page.addStyleTag({ content: 'bdi { unicode-bidi: normal }' });
        moved += (await browser.page.evaluate(turned)).length;
    }
    const all = texts.join('\n');

    ok(lists.length >= 2 && moved > 0, `${lists.length} lists; without <bdi>, texts move their neighbours`);
    none([...faults, ...wanted.filter((subject) => !all.includes(subject)).map((subject) => `not in the lists: ${JSON.stringify(subject)}`)], `${wanted.length} subjects are in the lists, as text`);
}

// archive BROWSER MADE WANTED EVERY: checks the site and the two pages. Of the pages of messages, senders and hosts
// it checks one in EVERY.
export async function archive(browser, { site, report: page, query }, wanted, every) {
    const there = new Set(files(site).map(({ name }) => path.relative(site, name)));
    const pages = [...there].filter((name) => name.endsWith('.html') && name !== 'report.html').filter((name, i) => !/^[maht]\//.test(name) || i % every === 0);

    browser.site.folder = site;
    await markup(browser, site, pages, there);
    await feed(browser, site);
    pieces(site, there);
    await subjects(browser, there, wanted);
    await report(browser, page);
    await table(browser, query);
}
