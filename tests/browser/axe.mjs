// axe.mjs - accessibility: no page breaks a rule of axe-core, light or dark, on a desktop or a phone

import { readFileSync } from 'node:fs';

import { packages } from './chrome.mjs';
import { convert, files } from './inputs.mjs';
import { none, ok } from './tap.mjs';

const views = [
    { name: 'light', width: 1000, colorScheme: 'light' },
    { name: 'dark', width: 1000, colorScheme: 'dark' },
    { name: 'phone', width: 360, colorScheme: 'light' },
];

// Returns "rule: element" for each violation in the page.
async function violations(page, source) {
    await page.evaluate(source);
    return page.evaluate(async () => (await globalThis.axe.run(document)).violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 2).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 100)}: ${failureSummary.slice(0, 160)}`)));
}

// A page is at most as wide as the window.
const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

// accessible BROWSER PAGES NAME [VIEWS]: checks pages, each with the HTML or an address.
export async function accessible(browser, pages, name, some = views) {
    const source = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
    const faults = [];

    for (const { name: view, width, colorScheme } of some) {
        await browser.page.emulateMedia({ colorScheme });
        await browser.page.setViewportSize({ width, height: 800 });
        for (const page of pages) {
            await (page.address ? browser.page.goto(page.address) : browser.show(page.html));
            faults.push(...(await violations(browser.page, source)).map((fault) => `${page.name}, ${view}: ${fault}`));
            if (await browser.page.evaluate(isTooWide))
                faults.push(`${page.name}, ${view}: wider than the window`);
        }
    }
    await browser.page.emulateMedia({ colorScheme: 'light' });
    await browser.page.setViewportSize({ width: 1280, height: 720 });
    none(faults, `axe-core: ${pages.length} ${name}`);
}

// Documents of all kinds: some in each view, the others in one view each.
export async function axe(browser) {
    const mail = files('testdata/mail').filter(({ name }) => /\/(html-tables|zones-gmail|digest|signed)\.eml$/.test(name));
    const inputs = [...files('testdata/structure').filter(({ name }) => /structure\/[a-z0-9]+\.txt$/.test(name)),
        ...files('testdata').filter(({ name }) => /^testdata\/(sample|rfc-like)\.txt$/.test(name)), ...mail];
    const pages = (options) => convert(inputs, ['--page', '--title', 'A text', ...options]).map((html, i) => ({ name: inputs[i].name, html }));
    const toc = pages(['--outline', '--toc']);

    ok(inputs.length > 20, `${inputs.length} texts for axe-core`);
    await accessible(browser, toc.filter((_, i) => i % 4 === 0), 'pages --toc');
    for (const [k, view] of views.entries())
        await accessible(browser, toc.filter((_, i) => i % 4 === k + 1), `pages --toc, ${view.name}`, [view]);
    await accessible(browser, pages([]).filter((_, i) => i % 3 === 0), 'pages', views.slice(2));
    await accessible(browser, pages(['--keep-lines']).filter((_, i) => i % 3 === 1), 'pages --keep-lines', views.slice(1, 2));
}
