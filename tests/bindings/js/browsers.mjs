// browsers.mjs FOLDER BROWSER - the package in Chromium or Firefox: the links of node over testdata,
// all parts, and the addon in a terminal of xterm.js
//
// same.mjs compares the links of node with those of the command.

import { createRequire } from 'node:module';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { packages, start } from '../../browser/chrome.mjs';
import { startFirefox } from '../../browser/firefox.mjs';
import { done, none, same } from '../../browser/tap.mjs';
import { dom } from './dom.mjs';
import { specs, wholes } from './same.mjs';

const [, , from, name] = process.argv;
const folder = path.resolve(from);
const trawl = createRequire(import.meta.url)(path.join(folder, 'node/index.cjs'));
const site = mkdtempSync(path.join(os.tmpdir(), 'trawl-site-'));
const xterm = path.dirname(packages.resolve('@xterm/xterm/package.json'));

for (const [source, to] of [[folder, 'package'], [path.join(xterm, 'lib/xterm.mjs'), 'xterm.mjs'], [path.join(xterm, 'css/xterm.css'), 'xterm.css']])
    cpSync(source, path.join(site, to), { recursive: true });

const browser = await { chromium: () => start({ viewport: { width: 900, height: 600 } }), firefox: startFirefox }[name]();
const { page } = browser;

browser.site.folder = site;

async function parts() {
    const texts = [...wholes(), ...specs()].map(({ bytes }) => bytes.toString());
    const got = await page.evaluate(async (list) => {
        const all = await import('/site/package/web/index.mjs');
        const early = (() => {
            try {
                return all.find('x').length;
            } catch (error) {
                return error.message;
            }
        })();

        await all.init();
        await all.init('html');
        await all.init('mail');
        return { early, links: list.map((text) => JSON.stringify(all.find(text))), html: all.linkify('http://a.example/'), text: all.refang('hxxp://a[.]example/') };
    }, texts);

    same(got.early, 'trawl: in a browser, call "await init(\'find\')" first', `${browser.version}: a call before init`);
    none(texts.filter((text, i) => got.links[i] !== JSON.stringify(trawl.find(text))).map((text) => JSON.stringify(text)), `${texts.length} texts have the links that node finds`);
    same(`${got.html} ${got.text}`, `${trawl.linkify('http://a.example/')} http://a.example/`, 'linkify and refang');
}

async function terminal() {
    await page.setContent('<!DOCTYPE html><title>x</title><link rel="stylesheet" href="/site/xterm.css"><div id="screen"></div>');
    await page.evaluate(async () => {
        const [{ Terminal }, { TrawlLinksAddon }, { init }] = await Promise.all(['/site/xterm.mjs', '/site/package/web/xterm.mjs', '/site/package/web/index.mjs'].map((name) => import(name)));
        const screen = new Terminal({ cols: 40, rows: 10 });

        await init();
        globalThis.opened = [];
        screen.loadAddon(new TrawlLinksAddon((event, url) => globalThis.opened.push(url)));
        screen.open(document.getElementById('screen'));
        await new Promise((resolve) => { screen.write('Open this address:\r\nhttps://a.example/path/that/is/long/and/\r\ngoes/on?x=1\r\n\r\nthen wait.\r\n', resolve); });
    });
    const box = await (await page.$('.xterm-screen')).boundingBox();
    const [width, height] = [box.width / 40, box.height / 10];

    for (const [column, row] of [[5, 1], [4, 2], [4, 4]]) {
        await page.mouse.move(box.x + (column + 0.4) * width, box.y + (row + 0.5) * height);
        await setTimeout(300);
        await page.mouse.down();
        await page.mouse.up();
    }
    const url = 'https://a.example/path/that/is/long/and/goes/on?x=1';

    same((await page.evaluate(() => globalThis.opened)).join(' '), `${url} ${url}`, 'a click on each piece of a broken URL opens it; one beside it does nothing');
}

try {
    await page.goto(`${browser.site.origin}/`);
    await parts();
    await dom(page, browser.version);
    await terminal();
} finally {
    await browser.stop();
    rmSync(site, { recursive: true });
}
process.exitCode = done();
