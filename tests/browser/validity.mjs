// validity.mjs - the pages are valid HTML by html-validate, and well-formed XML by Python's parser
//
// HTML: documents of all kinds, and fragments in a document. XML: documents and fragments with
// --xhtml; their text is compared, too.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { packages } from './chrome.mjs';
import { displayed } from './oracles.mjs';
import { convert } from './inputs.mjs';
import { none, ok } from './tap.mjs';

// The recommended rules, without those about style: blanks, line lengths, the spelling of the
// doctype.
const rules = {
    elements: ['html5'],
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
        'no-trailing-whitespace': 'off', 'long-title': 'off', 'doctype-style': 'off', 'void-style': 'off',
        'require-sri': 'off', 'no-inline-style': 'error', 'no-raw-characters': 'error', 'attr-quotes': 'error',
        'valid-id': ['error', { relaxed: true }], // by the standard: no blanks
        'prefer-native-element': 'off', 'element-required-content': 'error',
    },
};

const page = (fragment, element) => Buffer.concat([
    Buffer.from(`<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>x</title></head><body><h1>x</h1><${element}>\n`),
    fragment, Buffer.from(`</${element}></body></html>\n`)]);

// Kinds of pages. html-validate is slow, so each kind gets another third of testdata and some of
// the hostile texts. The first kinds are the common ones, and get the most texts.
const kinds = [['--page', '--outline', '--toc'], [], ['--page', '--no-structure'], ['--structure', '--both'],
    ['--both', '--class', 'a "b', '--rel', 'nofollow', '--target', 'reader'],
    ['--page', '--toc', '--no-style', '--title', '<"&\'>'],
    ['--page', '--css', 'a > b { color: red } /* </style><script> */']];

// invalid INPUTS PIECES WHOLE: returns the faults of these documents, or of fragments unless WHOLE.
export async function invalid(inputs, pieces, whole, element = 'pre') {
    const { HtmlValidate, StaticConfigLoader } = packages('html-validate');
    const validator = new HtmlValidate(new StaticConfigLoader({ root: true, ...rules }));
    const faults = [];

    for (const [i, written] of pieces.entries()) {
        const document = whole ? written : page(written, element);
        const report = await validator.validateString(document.toString('utf8'), inputs[i].name);

        faults.push(...report.results.flatMap(({ messages }) => messages).map((m) =>
            `${inputs[i].name}, line ${m.line}: ${m.ruleId}: ${m.message}: ${document.toString().split('\n')[m.line - 1]?.slice(0, 300)}`));
    }
    return faults;
}

async function html(hostile, whole) {
    for (const [rank, options] of kinds.entries()) {
        const inputs = [...whole.filter((_, i) => i % 3 === rank % 3),
            ...hostile.filter((_, i) => i % (rank < 3 ? 6 : 20) === rank)];

        none(await invalid(inputs, convert(inputs, options), options.includes('--page'), options.includes('--structure') ? 'div' : 'pre'), `${inputs.length} texts are valid HTML, ${options.join(' ') || 'as fragments'}`);
    }
}

const checker = `
import sys, os, xml.etree.ElementTree as tree
def text(e):
    own = '' if 'trawl-note' in e.get('class', '').split() else (e.text or '') + ''.join(map(text, e))
    return own + (e.tail or '')
def check(name):
    try:
        root = tree.fromstring(open(name + '.xml', 'rb').read())
    except tree.ParseError as error:
        return 'is not well-formed: %s' % error
    main = root.find('.//{http://www.w3.org/1999/xhtml}main')
    still = root if main is None else main.find('{http://www.w3.org/1999/xhtml}pre')
    flows = main is not None and main.get('class') == 'trawl-text'
    still = main if flows else still
    still.tail = None
    got, wanted = text(still), open(name + '.txt', encoding='utf-8', newline='').read()
    if flows:
        got, wanted = ''.join(got.split()), ''.join(wanted.split())
    return '' if got == wanted else 'reads %r, wanted %r' % (got[:300], wanted[:300])
for line in sys.stdin:
    name = line.rstrip('\\n')
    fault = check(name)
    if fault:
        print(os.path.basename(name) + ' ' + ascii(fault))
`;

function xml(inputs, options) {
    const directory = mkdtempSync(path.join(tmpdir(), 'trawl-xml-'));
    const whole = options.includes('--page');
    const names = convert(inputs, ['--xhtml', ...options]).map((written, i) => {
        const name = path.join(directory, String(i));

        writeFileSync(`${name}.xml`, whole ? written : Buffer.concat([Buffer.from('<r>'), written, Buffer.from('</r>')]));
        writeFileSync(`${name}.txt`, displayed(inputs[i].bytes));
        return name;
    });
    const python = spawnSync('python3', ['-c', checker], { input: names.join('\n') + '\n', encoding: 'utf8' });

    rmSync(directory, { recursive: true });
    ok(python.status === 0, 'python3 runs', python.stderr);
    none((python.stdout || '').split('\n').filter(Boolean).map((line) => `${inputs[parseInt(line, 10)].name}: ${line}`),
        `${inputs.length} texts are well-formed XML, --xhtml ${options.join(' ')}`);
}

export async function validity({ hostile, whole, all }) {
    await html(hostile, whole.filter(({ bytes }) => bytes.length < 8000));
    xml(all, []);
    xml(all, ['--page', '--title', '<"&\'>']);
    xml(hostile, ['--page', '--no-structure']);
    xml(hostile, ['--both']);
}
