// playground.mjs PAGE - the playground in Chromium, from its file: typing, pasting, permalinks, the
// keyboard alone, hostile text, axe, speed; with SHOTS, pictures of it into that folder

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { packages, recordEvents } from '../../browser/chrome.mjs';
import { done, none, ok, same } from '../../browser/tap.mjs';

const [file] = process.argv.slice(2);
const address = pathToFileURL(path.resolve(file)).href;
const { chromium } = packages('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
const requests = [];
const happened = [];

async function opened(options = {}, hash = '') {
    const page = await browser.newPage(options);

    page.setDefaultTimeout(120_000);
    recordEvents(page, happened);
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address + hash);
    await page.waitForSelector('body[data-ready]');
    return page;
}

// A text is shown with the next frame.
const shown = (page) => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(resolve); }));

async function fill(page, text) {
    await page.fill('#text', text);
    await shown(page);
}

async function type(page, text) {
    await page.type('#text', text);
    await shown(page);
}

const urls = (page) => page.$$eval('#links li button', (all) => all.map(({ textContent }) => textContent));
const marks = (page) => page.$$eval('#marks mark', (all) => all.map(({ textContent }) => textContent));

async function writing(page) {
    same((await urls(page)).join(' '), 'ftp://info.cern.ch/pub/www/doc;type=d ftp://ds.internic.net/rfc http://ds.internic.net/instructions/overview.html#WARNING', 'the Appendix of RFC 1738 comes first');
    await fill(page, '');
    await type(page, 'see http://a.example/x, w');
    same((await marks(page)).join(), 'http://a.example/x', 'a link is marked while its user types');
    same(await page.textContent('#status'), '1 link', 'the number of links is a status');
    await type(page, 'ww.b.com');
    same((await urls(page)).join(), 'http://a.example/x,https://www.b.com', 'and the next one');
    ok(/R\d|M\d|D\d/.test(await page.textContent('#links li dl')), 'a link has the rules that decided');
    await fill(page, 'see http://a.example/<x> & b@c.com');
    await page.selectOption('#callback', 'in a new tab');
    same(await page.textContent('#html'), 'see <a href="http://a.example/" target="_blank">http://a.example/</a>&lt;x&gt; &amp; <a href="mailto:b@c.com" target="_blank">b@c.com</a>', 'the text as HTML, with a callback');
    same(await page.textContent('#source'), "callback: (anchor) => { anchor.attributes.target = '_blank'; }", 'the source of the callback');
    await page.selectOption('#callback', 'no addresses');
    same((await page.textContent('#html')).split('<a').length, 2, 'a callback that removes addresses');
    await page.selectOption('#example', 'a sign-in that a terminal broke');
    const broken = await page.inputValue('#text');

    same((await urls(page)).join(' '), /https:\S+(?:\n {2}\S+)*/.exec(broken)[0].replace(/\s+/g, ''), 'a sign-in that a terminal broke is whole');
    await page.selectOption('#example', 'mail');
    same((await urls(page)).join(' '), 'http://example.org/a?b=1 http://example.com/notes', 'mail is decoded');
    await page.selectOption('#example', 'HTML');
    same((await urls(page)).length >= 2, true, 'HTML has the links of its attributes');
}

async function permalinks(page) {
    const text = 'a & b=c\n#http://a.example/é?x=%41 漢';

    await fill(page, text);
    await page.selectOption('#profile', 'screen');
    await page.fill('#columns', '40');
    await page.click('#permalink');
    const other = await opened({}, new URL(page.url()).hash);

    same(JSON.stringify([await other.inputValue('#text'), await other.inputValue('#profile'), await other.inputValue('#columns')]), JSON.stringify([text, 'screen', '40']), 'a permalink has the text and the settings');
    await other.close();
}

async function keyboard(page) {
    await page.selectOption('#example', 'a letter');
    await page.focus('#text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const chosen = await page.$eval('#links li.chosen button', (button) => [button.textContent, button.getAttribute('aria-pressed')].join());
    const [start, end, text] = await page.$eval('#text', (node) => [node.selectionStart, node.selectionEnd, node.value]);

    same(`${chosen} ${text.slice(start, end)}`, 'https://www.example.net/x,true www.example.net/x', 'Tab and Enter choose a link, which is selected in the text');
    same((await page.$$eval('#marks mark.chosen', (all) => all.length)), 1, 'and its mark is another one');
}

async function hostile(page) {
    const texts = readFileSync('testdata/hostile/xss.txt', 'utf8');

    const began = Date.now();

    await fill(page, `<img src=x onerror=alert(1)>http://a.example/"><script>alert(2)</script>\n</textarea></pre><mark>\n${texts.slice(0, 60000)}`);
    // Chromium sends an event for each of the 388 lines. Read one by one, they take 28 seconds.
    ok(Date.now() - began < 10_000, `lines that arrive one by one are read once: ${Date.now() - began} ms`);
    same(await page.$eval('body', (body) => body.querySelectorAll('img, script:not(#module):not([type=module]), iframe, a').length), 0, 'a hostile text makes no element');
    const bad = await opened({}, `#${new URLSearchParams({ text: '"><script>alert(1)</script>', profile: '"><b>', columns: '-9e99', from: 'x', domains: '<' })}`);

    same(await bad.inputValue('#profile'), 'mail', 'nor does a hostile permalink');
    await bad.close();
    await fill(page, 'word http://a.example/path/to/x?y=1 '.repeat(2900));
    const spent = await page.evaluate(() => Math.min(...Array.from({ length: 5 }, () => {
        const from = performance.now();

        document.getElementById('callback').dispatchEvent(new Event('input'));
        return performance.now() - from;
    })));

    // This takes 63 ms on two cores without other work.
    ok(spent < 400, `100 KB with 2,900 links: ${spent.toFixed(0)} ms`);
    same(await page.$$eval('#links li', (all) => all.length), 100, 'the first 100 links are listed');
    await page.click('#more');
    same(await page.$$eval('#links li', (all) => all.length), 2900, 'all of them on demand');
}

async function views() {
    const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
    const faults = [];

    for (const width of [390, 1280])
        for (const colorScheme of ['light', 'dark']) {
            const page = await opened({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });

            await page.selectOption('#example', 'a letter');
            await page.evaluate(axe);
            const found = await page.evaluate(async () => (await globalThis.axe.run(document)).violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)));
            const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

            faults.push(...found, ...(wide ? ['wider than the window'] : []));
            // The marks lie below the same letters of the field.
            const apart = await page.evaluate(() => {
                const [one, other] = ['marks', 'text'].map((id) => document.getElementById(id));

                return Math.abs(one.clientWidth - other.clientWidth) + Math.abs(one.scrollHeight - other.scrollHeight);
            });

            if (apart > 2)
                faults.push(`${width}: the marks are ${apart} pixels off`);
            if (process.env.SHOTS)
                await page.screenshot({ path: path.join(process.env.SHOTS, `playground-${width}-${colorScheme}.png`), fullPage: true });
            await page.close();
        }
    none(faults, 'axe-core, and the width: 390 and 1280 pixels, light and dark');
}

try {
    const page = await opened();

    await writing(page);
    await permalinks(page);
    await keyboard(page);
    await hostile(page);
    await views();
    none(requests.filter((url) => !url.startsWith(address)), 'the page requests nothing');
    none(happened, 'no dialog, no window, no error');
} finally {
    await browser.close();
}
process.exitCode = done();
