// report.mjs - a page of trawl report in a browser
//
//     node report.mjs check PAGE     prints lines of 0 (good) or 1, and what was checked
//     node report.mjs load PAGE      does the same without clicks

import { pathToFileURL } from 'node:url';
import path from 'node:path';

import { packages } from './chrome.mjs';

const [what, file] = process.argv.slice(2);
const address = pathToFileURL(path.resolve(file)).href;
const { chromium } = packages('playwright-core');
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
});
let failed = 0;

// Opens the page in a window. `happened` has what the page did besides loading.
async function open(options) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
    const page = await context.newPage();
    const happened = [];

    page.on('console', (m) => happened.push(`console: ${m.text()}`));
    page.on('pageerror', (e) => happened.push(`error: ${e.message}`));
    page.on('dialog', (d) => { happened.push('a dialog'); d.dismiss(); });
    page.on('request', (r) => { if (r.url() !== address) happened.push(`request: ${r.url()}`); });
    await page.goto(address);
    return { page, happened, close: () => context.close() };
}

function result(faults, name) {
    failed += faults.length > 0;
    process.stdout.write(`${faults.length > 0 ? 1 : 0} ${name}\n`);
    for (const fault of faults.slice(0, 8))
        process.stderr.write(`${name}: ${fault}\n`);
}

// ---- In the page ----

// Returns the texts whose contrast to their background is below 4.5.
function paleTexts() {
    const parse = (c) => (c.match(/[\d.]+/g) || []).map(Number);
    const light = ([r, g, b]) => [r, g, b].reduce((sum, v, i) => {
        const s = v / 255;

        return sum + [0.2126, 0.7152, 0.0722][i] * (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4);
    }, 0);
    const groundOf = (e) => {
        for (; e; e = e.parentElement) {
            const c = parse(getComputedStyle(e).backgroundColor);

            if (c.length === 3 || c[3] > 0)
                return c;
        }
        return [255, 255, 255];
    };
    const faults = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

    while (walk.nextNode()) {
        const e = walk.currentNode.parentElement;

        if (!walk.currentNode.data.trim() || !e.getClientRects().length || e.closest('script, title, desc'))
            continue;
        const style = getComputedStyle(e);
        const [a, b] = [light(parse(e.closest('svg') ? style.fill : style.color)), light(groundOf(e))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

        if (contrast < 4.5)
            faults.add(`${contrast.toFixed(2)} <${e.localName} class="${e.getAttribute('class') || ''}">`);
    }
    return [...faults];
}

// Returns the texts of plots that are smaller than 10 pixels, and the plots that go beyond the
// window.
function badPlots() {
    const faults = new Set();

    for (const svg of document.querySelectorAll('svg[role=img]')) {
        const box = svg.getBoundingClientRect();

        if (box.width === 0)
            continue;
        if (box.right > document.documentElement.clientWidth + 1)
            faults.add(`a plot ends at ${box.right}`);
        for (const text of svg.querySelectorAll('text')) {
            const size = parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a;

            if (size < 10)
                faults.add(`a text of ${size.toFixed(1)} pixels`);
            if (text.getBoundingClientRect().right > document.documentElement.clientWidth)
                faults.add(`a text that is cut off: ${text.textContent}`);
        }
    }
    for (const figure of document.querySelectorAll('figure')) {
        const shown = [...figure.querySelectorAll('svg[role=img]')].filter((s) => s.getBoundingClientRect().width > 0);

        if (shown.length !== 1)
            faults.add(`${shown.length} drawings of a plot`);
    }
    return [...faults];
}

const column = (page, table, n) => page.$$eval(`#${table} tbody tr:not([hidden])`,
    (rows, n) => rows.map((r) => Number(r.cells[n].dataset.v)), n);

// ---- Checks ----

async function checkTables() {
    const { page, happened, close } = await open();
    const faults = [];
    const shown = () => page.$$eval('#posted-t tbody tr:not([hidden])', (rows) => rows.map((r) => r.textContent));
    const all = await page.$$eval('#posted-t tbody tr', (rows) => rows.length);

    if ((await shown()).length !== Math.min(all, 10))
        faults.push(`${(await shown()).length} rows at first`);
    await page.click('#posted button.more');
    if ((await shown()).length !== all)
        faults.push(`${(await shown()).length} rows of ${all}`);
    result(faults.splice(0), 'a button shows the rows after the tenth');
    for (const [n, name] of [[1, 'Messages'], [2, 'Senders'], [4, 'First']]) {
        const button = page.locator('#posted-t thead button', { hasText: new RegExp(`^${name}$`) });

        for (let i = 0; i < 2; i++) {
            await button.click();
            const values = await column(page, 'posted-t', n);
            const order = await button.locator('xpath=..').getAttribute('aria-sort');
            const sorted = [...values].sort((a, b) => (order === 'ascending' ? a - b : b - a));

            if (!order || String(values) !== String(sorted) || values.length !== all)
                faults.push(`${name} ${order}: ${values}`);
        }
    }
    result(faults.splice(0), 'a click on a name sorts, and a second one the other way round');
    await page.fill('#posted input', 'HTTP bo');
    const found = await shown();
    if (found.length === 0 || found.length === all || found.some((t) => !/http/i.test(t) || !/bo/i.test(t)))
        faults.push(`${found.length} rows`);
    if (await page.textContent('#posted [role=status]') !== `${found.length} of ${all}`)
        faults.push('the number of rows');
    await page.fill('#posted input', '');
    if ((await shown()).length !== all)
        faults.push('an empty field hides rows');
    result(faults.splice(0), 'the search field filters');
    await page.focus('#posted-t thead button');
    await page.keyboard.press('Enter');
    if (!await page.getAttribute('#posted-t thead th', 'aria-sort'))
        faults.push('no order');
    result(faults, 'the keyboard sorts, too');
    result(happened, 'no messages, errors, dialogs or requests');
    await close();
}

async function checkWithoutScript() {
    const { page, happened, close } = await open({ javaScriptEnabled: false });
    const hidden = await page.locator('tbody tr').evaluateAll((rows) => rows.filter((r) =>
        !r.closest('details') && r.getClientRects().length === 0).length).catch(() => -1);

    result(hidden > 0 || happened.length > 0 ? [`${hidden} rows are hidden`, ...happened] : [], 'without scripts all rows are there');
    await close();
}

async function checkWindows() {
    const { page, happened, close } = await open();

    await page.$$eval('details', (all) => all.forEach((d) => { d.open = true; }));
    for (const colorScheme of ['light', 'dark']) {
        const faults = [];

        await page.emulateMedia({ colorScheme });
        for (const width of [320, 360, 480, 610, 768, 1280]) {
            await page.setViewportSize({ width, height: 700 });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);

            faults.push(...(wide > width ? [`${width}: ${wide} wide`] : []), ...(await page.evaluate(badPlots)).map((f) => `${width}: ${f}`));
            if (width === 360 || width === 1280)
                result(await page.evaluate(paleTexts), `${colorScheme}, ${width} wide: all texts have a contrast of 4.5`);
        }
        result(faults, `${colorScheme}: the page fits windows from 320 pixels on, and plots have readable texts`);
    }
    result(happened, 'no messages, errors, dialogs or requests in any window');
    await close();
}

if (what === 'check')
    await checkTables();
await checkWithoutScript();
await checkWindows();
await browser.close();
process.exit(failed > 0 ? 1 : 0);
