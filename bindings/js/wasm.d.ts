// wasm.d.ts - what an import of a module gives, with a bundler or in a worker: for init()

declare const source: BufferSource | WebAssembly.Module;
export default source;
