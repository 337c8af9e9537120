// command.mjs - the command writes the same as the library's writer; its JSON and tables have no
// control characters (F7)
//
// The other tests convert with emit_file, which uses only the library. Here the command must give
// the same bytes for every file of testdata, read as text, so that those tests also cover the
// command. TRAWL names the command.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { convert } from './inputs.mjs';
import { none, ok } from './tap.mjs';

export const trawl = process.env.TRAWL || path.join(process.env.B || 'build', 'trawl');

// Options of the command, and the equivalent options of emit_file. In a page the command also finds
// message-ids. With structure, it reads the text twice, to make an outline.
const ways = [
    [[], []],
    [['--fragment', '--live', 'news', '--hyphen', 'both'], ['--live', 'news', '--both']],
    [['--xhtml', '--rel', 'me "you"', '--class', 'a b', '--target', 't'], ['--xhtml', '--rel', 'me "you"', '--class', 'a b', '--target', 't']],
    [['--page', '--find', '-msgid'], ['--page', '--outline'], 'titled'],
    [['--page', '--find', '-msgid', '--keep-lines', '--css', 'none'], ['--page', '--outline', '--keep-lines', '--no-style'], 'titled'],
    [['--page', '--find', '-msgid', '--xhtml', '--title', 'A <title> & "more"'], ['--page', '--outline', '--xhtml', '--title', 'A <title> & "more"']],
    [['--page', '--find', '-msgid', '--toc'], ['--page', '--outline', '--toc'], 'titled'],
    [['--structure'], ['--structure', '--outline']],
    [['--link-template', 'https://out.example/?u=%u'], ['--link-template', 'https://out.example/?u=%u']],
];

// run ARGS INPUT: the output. Status 2 is an error unless it reports a limit (E20, R31) or a part that was not read.
export function run(args, input) {
    const child = spawnSync(trawl, args, { input, maxBuffer: 1 << 30 });
    const limits = /^(trawl: .*\((E\d+|R31)\)\n)+$/.test(child.stderr);

    if (child.status === null || (child.status > 1 && !limits))
        throw new Error(`trawl ${args.join(' ')}: ${child.error || child.signal || child.stderr}`);
    return child.stdout;
}

function sameBytes(all) {
    // The command unpacks compressed files, and skips binaries and signatures.
    const whole = all.filter(({ name }) => !/^testdata\/(packed|mail)\//.test(name));

    for (const [command, library, titled] of ways) {
        const faults = whole.filter((file) => {
            const title = titled ? ['--own-title', '--title', path.basename(file.name)] : [];

            return !run(['-f', 'text', '-t', 'html', ...command, file.name]).equals(convert([file], [...library, ...title])[0]);
        });

        none(faults.map(({ name }) => name), `trawl -t html ${command.join(' ')}: the library's bytes, ${whole.length} files`);
    }
    for (const format of ['term', 'md', 'notes'])
        none(whole.filter((file) => !run(['-f', 'text', '-t', format, file.name]).equals(convert([file], ['--format', format])[0]))
            .map(({ name }) => name), `trawl -t ${format}: the library's bytes`);
}

const control = /[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// recordFaults BYTES READ: returns the lines that are faulty, those for which READ throws or
// returns false.
function recordFaults(bytes, read) {
    return decoder.decode(bytes).split('\n').slice(0, -1).flatMap((line) => {
        try {
            return read(line) && !control.test(line.replaceAll('\t', '')) ? [] : [line];
        } catch (error) {
            return [`${error.message}: ${line}`];
        }
    });
}

// Each text is a separate file, since links end with the file.
function records(texts) {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'command-'));
    const names = texts.map(({ bytes }, i) => {
        const name = path.join(directory, `${i}\u202e\u0001\t.txt`);

        writeFileSync(name, bytes);
        return name;
    });
    const options = ['--display', '--context', '200', '--find', '+domain,+msgid,+ip,+localhost,+netpath', '--join'];
    const json = run(['-t', 'json', ...options, ...names]);
    const table = run(['-t', 'tsv', ...options, ...names]);

    rmSync(directory, { recursive: true });
    none(recordFaults(json, (line) => !line.includes('\t') && typeof (JSON.parse(line).context ?? JSON.parse(line).limit) === 'string'), 'F7: JSON');
    none(recordFaults(table, (line) => line.split('\t').length === 39), 'F7: a table');
    ok(json.filter((byte) => byte === 10).length > texts.length / 2, 'most of the texts have links');
}

export function command({ hostile, whole }) {
    sameBytes(whole);
    records([...hostile, ...whole.filter(({ name }) => !name.startsWith('testdata/packed/'))]);
}
