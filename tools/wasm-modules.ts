// The WebAssembly modules of the server, assembled from their text. Each .wat file becomes a TypeScript module
// beside it that exports the bytes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import wabt from 'wabt';

const MODULES = ['server/src/core/content/words/scan.wat', 'server/src/core/content/seal/pack.wat'];

/** The TypeScript modules by their paths. */
export async function wasmModules(root: string): Promise<Record<string, string>> {
  const assembler = await wabt();
  const written = MODULES.map((file) => {
    const { dir, base, name } = path.parse(file);
    const module = assembler.parseWat(base, readFileSync(path.join(root, file), 'utf8'));
    module.validate();
    const bytes = Buffer.from(module.toBinary({}).buffer).toString('base64');
    module.destroy();
    const text = `// Assembled from ${base} by \`npm run generate\`.\nexport const ${name.toUpperCase()}_WASM =\n  '${bytes}';\n`;
    return [`${dir}/${name}-wasm.ts`, text];
  });
  return Object.fromEntries(written) as Record<string, string>;
}
