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

export async function axe(browser, { whole }) {
    const source = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
    const inputs = [...whole, ...files('testdata/structure').filter(({ name }) => /\.txt$/.test(name)),
        ...files('testdata/mail').filter(({ name }) => /\.eml$/.test(name)).slice(0, 8)].filter(({ bytes }) => bytes.length < 60000);
    const sets = [['--page', '--title', 'A text'], ['--page', '--title', 'A text', '--reflow']];

    ok(inputs.length > 20, `${inputs.length} texts for axe-core`);
    for (const options of sets) {
        const pages = convert(inputs, options);
        const faults = [];

        for (const { name, width, colorScheme } of options.length > 3 ? views.slice(0, 1) : views) {
            await browser.page.emulateMedia({ colorScheme });
            await browser.page.setViewportSize({ width, height: 800 });
            for (const [i, page] of pages.entries()) {
                await browser.show(page);
                faults.push(...(await violations(browser.page, source)).map((fault) => `${inputs[i].name}, ${name}: ${fault}`));
                if (await browser.page.evaluate(isTooWide))
                    faults.push(`${inputs[i].name}, ${name}: wider than the window`);
            }
        }
        await browser.page.emulateMedia({ colorScheme: 'light' });
        none(faults, `axe-core: ${pages.length} pages ${options.slice(3).join(' ')}`);
    }
}
