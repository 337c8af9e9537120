// run.mjs - the corpus of attacks in Chromium and in Firefox
//
//     node tests/browser/corpus/run.mjs [whole]
//
// Run from the root of the project with B, TRAWL, CHROMIUM and FIREFOX set: see t_corpus.sh. With
// "whole" each browser reads all attacks in each place. Without it, Chromium reads each attack in a
// third of the places, and Firefox reads one attack in four of them. Of the pages of an archive,
// Chromium reads all with "whole", else one in 40; Firefox reads one in 5, else one in 20, since
// Firefox 153 loads no more than 350 pages with a stylesheet in frames.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { archive, makeArchive } from './archive.mjs';
import { attacks } from './attacks.mjs';
import { startFirefox } from '../firefox.mjs';
import { group, mailbox, places } from './places.mjs';
import { planted } from './planted.mjs';
import { faultsOf } from './verdicts.mjs';
import { rewrite } from '../rewrite/rewrite.mjs';
import { sealed } from '../rewrite/sealed.mjs';
import { start } from '../chrome.mjs';
import { done, none, note, ok } from '../tap.mjs';

const whole = process.argv[2] === 'whole';

// read BROWSER NAME SOME EVERY: checks the attacks SOME in every place, and one in EVERY pages of an
// archive.
async function read(browser, name, some, every) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corpus-'));
    const box = mailbox(group(some, 1, whole), folder);
    const from = Date.now();
    const sets = places(some, box, whole);
    let count = 0;

    note(`${name} ${browser.version}`);
    for (const set of sets) {
        none(await faultsOf(browser, set), `${name}: ${set.wanted.length} attacks as ${set.name}`);
        count += set.wanted.length;
    }
    await planted(browser, sets[1]);
    await archive(browser, makeArchive(box.mail, folder), sets[4].wanted.map(({ subject }) => subject), every);
    note(`${name}: ${some.length} attacks, ${count} of them in ${sets.length} places, ${((Date.now() - from) / 1000).toFixed(1)} s`);
    rmSync(folder, { recursive: true });
}

// inBrowser START NAME SOME EVERY
async function inBrowser(begin, ...rest) {
    const browser = await begin();

    try {
        await read(browser, ...rest);
        if (whole)
            await rewrite(browser, rest[0], { count: 600, documents: rest[0] === 'Chromium' ? 600 : 0, whole });
    } finally {
        await browser.stop();
    }
}

const all = attacks();

ok(all.length >= 1000, `${all.length} attacks`);
if (process.env.CHROMIUM)
    await inBrowser(start, 'Chromium', all, whole ? 1 : 40);
if (process.env.FIREFOX)
    await inBrowser(startFirefox, 'Firefox', all.filter(({ text }, i) => whole || i % 4 === 0 || text.includes('\u05d0')), whole ? 5 : 20);
if (whole && process.env.CHROMIUM)
    await sealed(start, 'Chromium', { whole });
if (whole && process.env.FIREFOX)
    await sealed(startFirefox, 'Firefox', { whole, most: 72 });
process.exitCode = done();
