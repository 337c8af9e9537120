// load.node.mjs - reads the WebAssembly modules in node, which may wait for a file

import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(`../${name}.wasm`, import.meta.url));

export function loadNow(name) {
    return new WebAssembly.Module(read(name));
}

export async function load(name) {
    return loadNow(name);
}

export function randomize(bytes) {
    randomFillSync(bytes);
}
