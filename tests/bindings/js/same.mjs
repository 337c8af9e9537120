// same.mjs - the links of the package are those of the command, with their places, flags and readings
//
// Tests the files of testdata and the texts of testdata/spec that are UTF-8, since the package reads
// strings.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { files, specTexts } from '../../browser/inputs.mjs';
import { none, ok } from '../../browser/tap.mjs';

// Flags of trawl_mail.h. The command also sets them in a text.
const ofMail = ['signature', 'one-click', 'mismatch', 'pixel', 'unsubscribe', 'again', 'conditional'];
const screens = ['screens.txt'];
// Inputs whose links the command finds by more than the functions of trawl.h. In a text its mail
// reader handles the folds of calendars, clear-signed lines, overstrikes and uuencode. And its verdicts, for
// which it uses PCRE2, decide which reading of a broken URL comes first.
const exceptions = ['mail/card-quoted.eml', 'mail/card.vcf', 'mail/clear-signed.eml', 'mail/inline-uu.eml',
    'mail/overstruck.eml', 'mail/vcard.eml',
    'breaks.txt B144', 'rules.txt R3zc', 'rules.txt R20yi', 'rules.txt R8xi', 'rules.txt R8xj', 'rules.txt R8xk', 'rules.txt R8xo']
    .map((name) => (name.startsWith('mail/') ? `testdata/${name}` : name));

const isText = ({ bytes }) => bytes.length > 0 && bytes.length < 1e6 && Buffer.from(bytes.toString()).equals(bytes);

// The files of testdata, and the texts in the files of testdata/spec.
export const wholes = () => files('testdata').filter(isText);
export const specs = () => files('testdata/spec').flatMap(({ name }) => specTexts(name)).filter(isText);
const isSame = ({ name }) => !exceptions.includes(name);

const before = new Map();

// Returns the links that the command finds. Calls with the same options and as many inputs share the
// results of the first one, since same() compares the same inputs each time.
function ofCommand(inputs, options) {
    const call = `${inputs.length} ${options}`;

    if (!before.has(call))
        before.set(call, run(inputs, options));
    return before.get(call);
}

function run(inputs, options) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'trawl-js-'));
    const names = inputs.map(({ bytes }, i) => {
        writeFileSync(path.join(folder, String(i)), bytes);
        return String(i);
    });
    const args = ['-f', 'text', '-t', 'json', '--fields', 'url,kind,spans,flags,alt,file', '--find', 'url,www,addr,email,osc8', ...options];
    const { stdout, error } = spawnSync(path.resolve(process.env.TRAWL), [...args, ...names], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 });
    const links = inputs.map(() => []);

    rmSync(folder, { recursive: true });
    if (error)
        throw error;
    for (const link of stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter(({ limit }) => limit === undefined))
        links[Number(link.file)].push(link);
    return links;
}

// wanted() and got() return a link as {url, kind, spans, flags, alts}, with places in UTF-16.
function wanted({ url, kind, spans, flags = [], alt = [] }, bytes) {
    return { url, kind, spans: spans.map((span) => span.map((at) => bytes.toString('utf8', 0, at).length)), flags: flags.filter((name) => !ofMail.includes(name)), alts: alt };
}

const got = ({ url, kind, start, end, spans, flags, alts }) =>
    ({ url, kind, spans: spans ?? [[start, end]], flags: flags.filter((name) => !ofMail.includes(name)), alts });

function compare(trawl, inputs, options, args, name) {
    const links = ofCommand(inputs, args);
    const counts = { links: 0, wide: 0, joined: 0, alts: 0 };
    const faults = inputs.flatMap(({ name: input, bytes }, i) => {
        const text = bytes.toString();
        const here = trawl.find(text, options).map(got);
        const there = links[i].map((link) => wanted(link, bytes));

        counts.links += there.length;
        counts.wide += text.length < bytes.length && there.length > 0;
        counts.joined += there.filter(({ spans }) => spans.length > 1).length;
        counts.alts += there.filter(({ alts }) => alts.length > 0).length;
        const at = there.findIndex((link, k) => JSON.stringify(link) !== JSON.stringify(here[k]));

        return at < 0 && here.length === there.length ? [] :
            [`${input}: ${here.length} links, ${there.length} of the command\n  got    ${JSON.stringify(here[at])}\n  wanted ${JSON.stringify(there[at])}`];
    });

    none(faults, `${name}: ${inputs.length} texts, ${counts.links} links`);
    return counts;
}

export function same(load, prefix = '') {
    const trawl = load('trawl-links');
    const lines = specs().filter(isSame);
    const counts = compare(trawl, wholes().filter(isSame), { otherEnds: true }, [], `${prefix}testdata`);

    ok(counts.links > 3000 && counts.wide > 30 && counts.joined > 50 && counts.alts > 50, 'they have joined links, characters beyond ASCII and other readings', JSON.stringify(counts));
    compare(trawl, lines, { otherEnds: true }, [], `${prefix}testdata/spec`);
    compare(trawl, lines.filter(({ name }) => screens.some((file) => name.startsWith(file))), { otherEnds: true, profile: 'screen', columns: 40 }, ['--profile', 'screen', '--columns', '40'], `${prefix}profile screen`);
    compare(trawl, lines, { otherEnds: true, profile: 'uts58', find: ['url'] }, ['--profile', 'uts58', '--find', 'url'], `${prefix}profile uts58`);
}
