// inputs.mjs - the texts that become pages, and the writer
//
// An input is {name, bytes}. Inputs are the files of testdata, the texts in its data files, random
// mixtures of the hostile ones, and random texts of tests/tools/emit_file.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const emitFile = path.join(process.env.B || 'build', 'tests/tools/emit_file');

function run(args, input) {
    const child = spawnSync(emitFile, args, { input, maxBuffer: 1 << 30 });

    if (child.status !== 0)
        throw new Error(`emit_file ${args.join(' ')}: ${child.error || child.signal || child.stderr}`);
    return child.stdout;
}

// unframe BYTES: splits texts in the form of emit_file --many.
function unframe(bytes) {
    const texts = [];

    for (let at = 0; at < bytes.length;) {
        const lf = bytes.indexOf(10, at);
        const n = Number(bytes.toString('latin1', at, lf));

        texts.push(bytes.subarray(lf + 1, lf + 1 + n));
        at = lf + 1 + n;
    }
    return texts;
}

// convert INPUTS OPTIONS: returns the writer's output for each, as bytes.
export function convert(inputs, options) {
    const framed = inputs.flatMap((i) => [Buffer.from(`${i.bytes.length}\n`), i.bytes]);

    return unframe(run(['--many', ...options], Buffer.concat(framed)));
}

// linksOf INPUTS OPTIONS: returns the links of each: {kind, flags, url, href or null, spans, why,
// alts}, texts as bytes.
export function linksOf(inputs, options = []) {
    const hex = (digits) => Buffer.from(digits, 'hex');

    return convert(inputs, ['--links', ...options]).map((listing) =>
        listing.toString('latin1').split('\n').slice(0, -1).map((line) => {
            const [kind, flags, url, href, spans, why, ...alts] = line.split('\t');

            return {
                kind, why,
                flags: parseInt(flags, 16),
                url: hex(url),
                href: href === '-' ? null : hex(href).toString('latin1'),
                spans: spans.split(',').map((span) => span.split('-').map(Number)),
                alts: alts.slice(0, -1).map(hex),
            };
        }));
}

// unescape FIELD: decodes \xhh, \n \r \t \\, and \*NNNc; for a character NNN times
// (tests/support/specfile.h).
export function unescape(field) {
    const text = field.toString('latin1').replace(/\\(?:x([0-9a-fA-F]{2})|([nrt\\])|\*(\d+)(.);)/g,
        (_, byte, letter, times, character) => {
            if (byte)
                return String.fromCharCode(parseInt(byte, 16));
            return letter ? { n: '\n', r: '\r', t: '\t', '\\': '\\' }[letter] : character.repeat(Number(times));
        });

    return Buffer.from(text, 'latin1');
}

// specTexts FILE: returns the second field of each line that begins with an id.
export function specTexts(file) {
    return readFileSync(file).toString('latin1').split('\n')
        .filter((line) => /^[^#\t]+\t/.test(line))
        .map((line) => line.split('\t'))
        .map(([id, text]) => ({ name: `${path.basename(file)} ${id}`, bytes: unescape(text) }));
}

export function files(directory) {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => {
        const name = path.join(directory, entry.name);

        return entry.isDirectory() ? files(name) : [{ name, bytes: readFileSync(name) }];
    });
}

export function random(count) {
    return unframe(run(['--random', String(count)])).map((bytes, i) => ({ name: `random ${i + 1}`, bytes }));
}

// strewn INPUTS COUNT: makes texts of random parts of the inputs, the same every time.
export function strewn(inputs, count) {
    const glue = ['', '', ' ', '\n', '\n> ', '>', '<URL:', 'http://a.example/', '"', '&', '-\n', '\0'].map((s) => Buffer.from(s));
    let state = 1;
    const below = (n) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % n;
    };
    const part = () => {
        const all = inputs[below(inputs.length)].bytes.subarray(0, 400);

        return below(3) ? all : all.subarray(below(all.length + 1));
    };

    return Array.from({ length: count }, (_, i) => ({
        name: `strewn ${i + 1}`,
        bytes: Buffer.concat(Array.from({ length: 3 + below(10) }, () => [part(), glue[below(glue.length)]]).flat()),
    }));
}
