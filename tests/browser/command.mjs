// command.mjs - the command writes the same as the library's writer; its JSON and tables have no
// control characters (F7)
//
// The other tests convert with emit_file, which uses only the library. Here the command must give
// the same bytes as emit_file for every file of testdata, read as text. So the other tests also
// cover the command. TRAWL names the command.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { convert } from './inputs.mjs';
import { none, ok } from './tap.mjs';

export const trawl = process.env.TRAWL || path.join(process.env.B || 'build', 'trawl');

// Options of the command, and the equivalent options of emit_file. In a page the command also finds
// message-ids. With structure, it reads the text twice, to make an outline.
const ways = [
    [[], []],
    [['--live', 'news', '--join=both'], ['--live', 'news', '--both']],
    [['--to=xhtml', '--attr', 'rel=me "you"', '--attr', 'class=a b', '--attr', 'target=t'], ['--xhtml', '--rel', 'me "you"', '--class', 'a b', '--target', 't']],
    [['--page', '--find', '-msgid'], ['--page', '--outline'], 'titled'],
    [['--page', '--find', '-msgid', '--structure=lines', '--css', 'none'], ['--page', '--outline', '--keep-lines', '--no-style'], 'titled'],
    [['--page', '--find', '-msgid', '--to=xhtml', '--title', 'A <title> & "more"'], ['--page', '--outline', '--xhtml', '--title', 'A <title> & "more"']],
    [['--page', '--find', '-msgid', '--toc'], ['--page', '--outline', '--toc'], 'titled'],
    [['--structure'], ['--structure', '--outline']],
    [['--link-template', 'https://out.example/?u=%u'], ['--link-template', 'https://out.example/?u=%u']],
];

// refuse ARGS STATUS STDERR: throws after an error. Status 2 is an error unless the command reports a limit (E20,
// R31) or a part that was not read; it may also tell that URLs have bytes that are not UTF-8.
function refuse(args, status, stderr) {
    if (!(status === 0 || status === 1 || (status === 2 && /^(trawl: .*(\((E\d+|R31)\)|; --charset NAME tells how to read them)\n)+$/.test(stderr))))
        throw new Error(`trawl ${args.join(' ')}: ${status} ${stderr}`);
}

// run ARGS INPUT: the output.
export function run(args, input) {
    const child = spawnSync(trawl, args, { input, maxBuffer: 1 << 30 });

    refuse(args, child.status, child.error || child.signal || child.stderr);
    return child.stdout;
}

const word = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// runEach INPUTS ARGS: the output for the bytes of each input, with the arguments that ARGS returns for it.
// A shell starts the commands, in half the time that node takes.
export function runEach(inputs, args) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'each-'));
    const all = inputs.map(args);
    const script = all.map((some, i) => `${[path.resolve(trawl), ...some].map(word).join(' ')} <${folder}/${i}.in >${folder}/${i}.out 2>${folder}/${i}.err; echo $?\n`);

    inputs.forEach(({ bytes }, i) => writeFileSync(`${folder}/${i}.in`, bytes));
    const { stdout } = spawnSync('sh', [], { input: script.join(''), encoding: 'latin1' });
    const statuses = stdout.split('\n');
    const written = all.map((some, i) => {
        refuse(some, Number(statuses[i]), readFileSync(`${folder}/${i}.err`, 'utf8'));
        return readFileSync(`${folder}/${i}.out`);
    });

    rmSync(folder, { recursive: true });
    return written;
}

// Every third way converts all files, each other way a third of them. The name of a file can be its
// title, so all files are called "text".
function sameBytes(all) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'same-'));
    // The command unpacks compressed files, and skips binaries and signatures.
    const whole = all.filter(({ name }) => !/^testdata\/(packed|mail)\//.test(name)).map(({ name, bytes }, i) => {
        const copy = path.join(folder, String(i), 'text');

        mkdirSync(path.dirname(copy));
        writeFileSync(copy, bytes);
        return { name, bytes, copy };
    });
    const formats = [['term', '--color=never'], ['md'], ['notes']].map((words) => [['-t', ...words], ['--format', words[0]]]);
    const pages = ways.map(([command, library, titled]) => [['-t', 'html', ...command], [...library, ...(titled ? ['--own-title', '--title', 'text'] : [])]]);

    for (const [k, [command, library]] of [...pages, ...formats].entries()) {
        const some = whole.filter((_, i) => k % 3 === 0 || i % 3 === k % 3);
        const wanted = convert(some, library);
        const got = runEach(some, ({ copy }) => ['-f', 'text', ...command, copy]);

        none(some.filter((_, i) => !got[i].equals(wanted[i])).map(({ name }) => name), `trawl ${command.join(' ')}: the library's bytes, ${some.length} files`);
    }
    rmSync(folder, { recursive: true });
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
    const options = ['--spell=display', '--context', '200', '--find', '+domain,+msgid,+ip,+localhost,+netpath', '--join'];
    const json = run(['-t', 'json', ...options, ...names]);
    const table = run(['-t', 'tsv', ...options, ...names]);

    rmSync(directory, { recursive: true });
    none(recordFaults(json, (line) => !line.includes('\t') && typeof (JSON.parse(line).context ?? JSON.parse(line).limit) === 'string'), 'F7: JSON');
    none(recordFaults(table, (line) => line.split('\t').length === 12), 'F7: a table');
    ok(json.filter((byte) => byte === 10).length > texts.length / 2, 'most of the texts have links');
}

export function command({ hostile, whole }) {
    sameBytes(whole);
    records([...hostile, ...whole.filter(({ name }) => !name.startsWith('testdata/packed/'))]);
}
