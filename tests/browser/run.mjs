// run.mjs - runs the browser tests. Run from the root of the project with B and CHROMIUM set: see
// t_browser.sh

import { files, random, specTexts, strewn } from './inputs.mjs';
import { axe } from './axe.mjs';
import { charsets } from './charsets.mjs';
import { start } from './chrome.mjs';
import { clicks } from './clicks.mjs';
import { command } from './command.mjs';
import { content } from './content.mjs';
import { messages } from './messages.mjs';
import { site } from './site.mjs';
import { reflow } from './reflow.mjs';
import { rewrite } from './rewrite/rewrite.mjs';
import { seal } from './rewrite/seal.mjs';
import { sealed } from './rewrite/sealed.mjs';
import { rulesByNumber } from './rules.mjs';
import { done, note, ok } from './tap.mjs';
import { validity } from './validity.mjs';

const corpus = 'testdata/hostile/xss.txt';

function inputs() {
    const hostile = specTexts(corpus);
    const together = { name: `all of ${corpus}`, bytes: Buffer.concat(hostile.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])) };
    const specs = ['rows', 'rules', 'uts58'].flatMap((name) => specTexts(`testdata/spec/${name}.txt`));
    // Leaves out the lists of links of messages and the labels of lines, since these files are all
    // alike.
    const whole = files('testdata').filter(({ name }, i) => !/\.(links|blocks)$/.test(name) || i % 25 === 0);

    return {
        hostile,
        whole,
        all: [...hostile, together, ...whole, ...specs, ...random(150), ...strewn([...hostile, ...specs], 300)],
        documentsOf: [...hostile, together, ...whole],
    };
}

// timed NAME WORK: runs a part; with names as arguments, only these parts.
async function timed(name, work) {
    if (process.argv.length > 2 && !process.argv.includes(name, 2))
        return;
    const from = Date.now();

    await work();
    note(`${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
}

const texts = inputs();
const browser = await start();

ok(texts.hostile.length >= 200, `${texts.hostile.length} hostile texts, ${texts.all.length} in all`);
note(`Chromium ${browser.version}`);
try {
    await timed('command', () => command(texts));
    await timed('rules', () => rulesByNumber(browser));
    await timed('charsets', () => charsets(browser));
    await timed('content', () => content(browser, texts));
    await timed('reflow', () => reflow(browser, texts));
    await timed('axe', () => axe(browser));
    await timed('messages', () => messages(browser));
    await timed('site', () => site(browser));
    await timed('rewrite', () => rewrite(browser, 'Chromium', { count: 600, documents: 0, whole: false }));
    await timed('seal', () => seal(browser, Number(process.env.TRAWL_TEST_SEALED ?? 120), Number(process.env.TRAWL_TEST_SEALED_SEED ?? 1)));
    await timed('sealed', () => sealed(() => ({ ...browser, stop() {} }), 'Chromium'));
    await timed('clicks', () => clicks(browser));
    await timed('validity', () => validity(texts));
} finally {
    await browser.stop();
}
process.exitCode = done();
