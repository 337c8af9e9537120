// load.mjs - fetches the WebAssembly modules, in browsers

// Written in full, so that bundlers see the files.
const urls = {
    'find-simd': () => new URL('../find-simd.wasm', import.meta.url),
    'html-simd': () => new URL('../html-simd.wasm', import.meta.url),
    'mail-simd': () => new URL('../mail-simd.wasm', import.meta.url),
};

export function loadNow(name) {
    throw new Error(`trawl: in a browser, call "await init('${name.replace('-simd', '')}')" first`);
}

export async function load(name) {
    if (!urls[name])
        throw new Error(`trawl: this browser has no vector instructions; pass the bytes of trawl-links-scalar/${name}.wasm to init()`);
    const response = await fetch(urls[name]());
    const bytes = new Uint8Array(await response.arrayBuffer());

    if (!response.ok || bytes[0] !== 0) // some servers answer with a page
        throw new Error(`trawl: ${response.url} is no module (status ${response.status}); "Bundlers" in README.md has what yours may need`);
    return WebAssembly.compile(bytes);
}

export function randomize(bytes) {
    crypto.getRandomValues(bytes);
}
