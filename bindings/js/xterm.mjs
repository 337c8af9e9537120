// xterm.mjs - an addon for xterm.js: links that a terminal or a program has broken over several rows
//
//     terminal.loadAddon(new TrawlLinksAddon());
//
// The rows around the pointer become one text. A row that the terminal wrapped is joined to the next
// one. trawl joins what programs broke, by the shape of the text and the width of the screen. A link
// has a range for each of its pieces, all with the whole URL.

import { divided, expect, FINDING } from './arguments.mjs';
import { find } from './index.mjs';

// This many rows are read above and below the pointer. A longer link is cut.
const AROUND = 64;
// And as much of a run that the terminal wrapped, in cells.
const WRAPPED = 4096;

function openInTab(event, url) {
    const opened = globalThis.open();

    if (opened) {
        opened.opener = null;
        opened.location.href = url;
    }
}

// The text of a row, and the column of each of its UTF-16 units.
function readRow(line, isWhole) {
    const plain = line.translateToString(!isWhole);

    if (/^[ -~]*$/.test(plain))
        return { text: plain, columns: null };
    let text = '';
    const columns = [];

    for (let x = 0; x < line.length; x++) {
        const cell = line.getCell(x);
        // A wide character has a second cell. Where it did not fit into the row, the last cell is
        // empty.
        const isGap = cell.getWidth() === 0 || (isWhole && x === line.length - 1 && cell.getChars() === '');
        const chars = isGap ? '' : cell.getChars() || ' ';

        for (let i = 0; i < chars.length; i++)
            columns.push({ x, width: cell.getWidth() });
        text += chars;
    }
    return { text: isWhole ? text : text.trimEnd(), columns };
}

// The rows around row y (from 0) as one text, and where each row begins in it.
function readRows(buffer, y) {
    const most = WRAPPED / (buffer.getLine(y)?.length || 80);
    let from = Math.max(0, y - AROUND);

    while (from > 0 && y - from < most && buffer.getLine(from).isWrapped)
        from--;
    const rows = [];
    let text = '';

    for (let row = from; row < buffer.length && (row <= y + AROUND || (row < y + most && buffer.getLine(row).isWrapped)); row++) {
        const isWhole = buffer.getLine(row + 1)?.isWrapped ?? false;
        const read = readRow(buffer.getLine(row), isWhole);

        rows.push({ row, start: text.length, columns: read.columns });
        text += isWhole ? read.text : `${read.text}\n`;
    }
    return { text, rows };
}

// The cell of a unit of the text, as xterm.js counts cells. With `isEnd`, the last cell of its
// character.
function cellOf(rows, unit, isEnd) {
    const { row, start, columns } = rows.findLast(({ start: first }) => first <= unit);
    const { x, width } = columns?.[unit - start] ?? { x: unit - start, width: 1 };

    return { x: x + (isEnd ? width : 1), y: row + 1 };
}

export class TrawlLinksAddon {
    #handler;
    #options;
    #hooks;
    #provider;

    constructor(handler = openInTab, options = {}) {
        const [{ hover, leave }, finding] = divided({ hover: 'function', leave: 'function' }, options, { ...FINDING, rules: true });

        this.#handler = expect('handler', 'function', handler);
        this.#options = { find: ['url', 'www'], schemes: ['http', 'https', 'ftp'], profile: 'screen', ...finding };
        this.#hooks = { hover, leave };
    }

    activate(terminal) {
        this.#provider = terminal.registerLinkProvider({
            provideLinks: (y, callback) => callback(this.links(terminal, y)),
        });
    }

    dispose() {
        this.#provider?.dispose();
    }

    // The links that have a cell in row y (from 1), or undefined.
    links(terminal, y) {
        const { text, rows } = readRows(terminal.buffer.active, y - 1);
        const { hover, leave } = this.#hooks;
        const links = find(text, { columns: terminal.cols, ...this.#options })
            .flatMap(({ url, start, end, spans }) => (spans ?? [[start, end]]).map(([from, to]) => ({
                text: url,
                range: { start: cellOf(rows, from, false), end: cellOf(rows, to - 1, true) },
                activate: (event) => this.#handler(event, url),
                hover: hover && ((event) => hover(event, url)),
                leave: leave && ((event) => leave(event, url)),
            })))
            .filter(({ range }) => range.start.y <= y && y <= range.end.y);

        return links.length > 0 ? links : undefined;
    }
}
