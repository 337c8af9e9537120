// wasm.d.ts - the type of an imported module, with a bundler or in a worker, for init()

declare const source: BufferSource | WebAssembly.Module;
export default source;
