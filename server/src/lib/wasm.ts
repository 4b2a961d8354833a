// Runs WebAssembly modules. Each is written as a .wat file; `npm run generate` assembles it into a module beside
// it that exports the bytes, because those work from source, in the bundle and in a package alike.

export interface WasmMemory {
  /** A new object after the memory has grown. */
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

type Imports = Readonly<Record<string, (...values: number[]) => void>>;

/** TypeScript declares these types only in its libraries for browsers. */
interface WasmEngine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: { js: Imports }) => { exports: unknown };
}

/** Returns the exports of the module. All its imports are from "js". */
export function runWasm(base64: string, imports: Imports = {}): unknown {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WasmEngine }).WebAssembly;
  return new Instance(new Module(Buffer.from(base64, 'base64')), { js: imports }).exports;
}
