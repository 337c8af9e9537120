// load.node.mjs - reads the WebAssembly modules in node, which may wait for a file

import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// The modules without vector instructions are a package of their own.
function read(name) {
    try {
        return readFileSync(name.endsWith('-simd') ? new URL(`../${name}.wasm`, import.meta.url) : createRequire(import.meta.url).resolve(`trawl-links-scalar/${name}.wasm`));
    } catch (error) {
        throw name.endsWith('-simd') ? error : new Error('trawl: this engine has no vector instructions; install the package trawl-links-scalar');
    }
}

export function loadNow(name) {
    return new WebAssembly.Module(read(name));
}

export async function load(name) {
    return loadNow(name);
}

export function randomize(bytes) {
    randomFillSync(bytes);
}
