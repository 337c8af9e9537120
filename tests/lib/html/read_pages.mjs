// read_pages.mjs - the pages of tree_pages.py, from standard input

import { readFileSync } from 'node:fs';

// Each page is its length in decimal, a line feed, and its bytes.
export function readPages() {
    const bytes = readFileSync(0);
    const pages = [];

    for (let at = 0; at < bytes.length;) {
        const line = bytes.indexOf(10, at);
        const end = line + 1 + Number(bytes.toString('latin1', at, line));

        pages.push(bytes.toString('utf8', line + 1, end));
        at = end;
    }
    return pages;
}
