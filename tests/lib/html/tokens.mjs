// tokens.mjs - the tokens of a page in one form: by parse5's parser, by tests/tools/html_events
//
// The form is a list of ['text', string], ['start', name, self_closing, [[name, value], ...]] and
// ['end', name]. Text is joined over comments. Intended differences are removed: line ends (parse5
// first converts all to LF; a run of them in a value counts as one), NUL in text (the standard's
// tree builder drops it in some places, its tokenizer replaces it in others), and names, which are
// cut after 32 bytes. Only the attributes that html_events prints are compared.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const build = path.resolve(process.env.B || 'build');
const require = createRequire(path.join(process.env.TRAWL_NPM, 'package.json'));
const { Parser } = await import(pathToFileURL(require.resolve('parse5')));

const wanted = new Set(['href', 'src', 'srcset', 'action', 'formaction', 'cite', 'data', 'poster', 'ping', 'background', 'longdesc',
    'content', 'alt', 'title']);
const plain = (text) => text.replaceAll('\0', '\ufffd');
const plainValue = (text) => plain(text).replace(/[\r\n]+/g, '\n');

// lines BYTES FROM TO: this piece of the page, with line ends as parse5 converts them. A reference
// to CR is not changed.
function lines(bytes, from, to) {
    const piece = [];

    for (let i = from; i < to; i += 1)
        if (bytes[i] !== 13)
            piece.push(bytes[i]);
        else if (bytes[i + 1] !== 10)
            piece.push(10);
    return Buffer.from(piece);
}

// shortened NAME: its first 32 bytes, without a cut character at their end.
function shortened(name) {
    const bytes = Buffer.from(name);

    return bytes.length < 32 ? name : bytes.subarray(0, 32).toString('utf8').replace(/\ufffd+$/, '');
}

class Tokens {
    constructor() {
        this.list = [];
        this.text = '';
    }

    flush() {
        if (this.text)
            this.list.push(['text', plain(this.text)]);
        this.text = '';
    }

    add(...token) {
        this.flush();
        this.list.push(token);
    }
}

function recorder(tokens, next) {
    const text = (name) => (token) => {
        tokens.text += token.chars;
        next[name](token);
    };

    return {
        onCharacter: text('onCharacter'),
        onNullCharacter: text('onNullCharacter'),
        onWhitespaceCharacter: text('onWhitespaceCharacter'),
        onComment: (token) => next.onComment(token),
        onDoctype: (token) => next.onDoctype(token),
        onEof: (token) => next.onEof(token),
        onParseError: null,
        onStartTag(token) {
            tokens.add('start', shortened(token.tagName), token.selfClosing,
                token.attrs.filter((a) => wanted.has(a.name)).map((a) => [a.name, plainValue(a.value)]));
            next.onStartTag(token);
        },
        onEndTag(token) {
            tokens.add('end', shortened(token.tagName));
            next.onEndTag(token);
        },
    };
}

// byParser TEXT: the tokens of parse5's parser, with scripting off; its tree controls the
// tokenizer.
export function byParser(text) {
    const tokens = new Tokens();
    const parser = new Parser({ scriptingEnabled: false });

    parser.tokenizer.handler = recorder(tokens, parser);
    parser.tokenizer.write(text, true);
    tokens.flush();
    return tokens.list;
}

const hex = (digits) => Buffer.from(digits, 'hex');
const named = (digits) => shortened(hex(digits).toString('utf8'));

// tokensOf CALLS BYTES: the tokens of one page's calls, and whether they tile it.
function tokensOf(calls, bytes) {
    const tokens = new Tokens();
    const pieces = [];
    let attributes = [];
    let at = 0;
    let tiles = true;
    const place = (from, to) => {
        tiles = tiles && from === at && to > from;
        at = to;
    };
    const settle = () => {
        tokens.text = Buffer.concat(pieces.splice(0)).toString('utf8');
    };

    for (const [call, ...a] of calls) {
        if (call === 'text') {
            const piece = hex(a[1]);
            place(a[0], a[0] + piece.length);
            tiles = tiles && piece.equals(bytes.subarray(a[0], at));
            pieces.push(lines(bytes, a[0], at));
        } else if (call === 'reference') {
            place(a[0], a[1]);
            pieces.push(hex(a[2]));
        } else if (call === 'markup') {
            place(a[0], a[1]);
        } else if (call === 'attribute') {
            tiles = tiles && a[0] <= a[1] && a[1] <= at;
            attributes.push([hex(a[2]).toString('utf8'), plainValue(hex(a[3]).toString('utf8'))]);
        } else if (call === 'start') {
            settle();
            tokens.add('start', named(a[0]), a[1], attributes);
            attributes = [];
        } else if (call === 'end') {
            settle();
            tokens.add('end', named(a[0]));
        }
    }
    settle();
    tokens.flush();
    return { list: tokens.list, tiles: tiles && at === bytes.length };
}

// byTrawl TEXTS STEP: for each page, its tokens and whether the calls tile it. One process reads
// all pages.
export function byTrawl(texts, step) {
    const pages = texts.map((text) => Buffer.from(text));
    const child = spawnSync(path.join(build, 'tests/tools/html_events'), step ? ['--step', String(step)] : [], {
        input: Buffer.concat(pages.flatMap((bytes) => [Buffer.from(`${bytes.length}\n`), bytes])), maxBuffer: 1 << 30,
    });
    const found = [];
    let calls = [];

    if (child.status !== 0)
        throw new Error(`html_events: ${child.error || child.signal || child.stderr}`);
    for (const line of child.stdout.toString('latin1').split('\n').slice(0, -1)) {
        const call = JSON.parse(line);
        if (call[0] === 'page') {
            found.push(tokensOf(calls, pages[found.length]));
            calls = [];
        } else {
            calls.push(call);
        }
    }
    return found;
}
