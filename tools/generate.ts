// Generates files: from the endpoint list openapi/openapi.json, the types of the client library, the client of the
// Python SDK and the table of docs/project-keys.md, and from .wat files the modules with their bytes. `npm run generate` writes them;
// `node tools/generate.ts --check` only checks that they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { interfaceTypes } from '../sdk/interface-types.ts';
import { openApiDocument } from '../server/src/http/openapi.ts';
import { TAGS, allEndpoints } from '../server/src/modules.ts';
import { pythonClient, type OpenApi } from './python-client.ts';
import { withProjectTable } from './project-table.ts';
import { wasmModules } from './wasm-modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = openApiDocument(allEndpoints, TAGS);
// A round trip through JSON removes what schemas carry besides JSON.
const plain = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

const read = (file: string): string | null => {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
};

const PROJECT_KEYS = 'docs/project-keys.md';

const files: Record<string, string> = {
  'openapi/openapi.json': `${JSON.stringify(plain, null, 2)}\n`,
  'sdk/src/generated/interface.ts': await interfaceTypes(plain),
  [PROJECT_KEYS]: withProjectTable(read(PROJECT_KEYS) ?? '', allEndpoints),
  ...pythonClient(plain as unknown as OpenApi),
  ...(await wasmModules(root)),
};

const stale = Object.keys(files).filter((file) => read(file) !== files[file]);
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    process.stderr.write(`Out of date: ${stale.join(', ')}. Run \`npm run generate\` and commit.\n`);
    process.exitCode = 1;
  }
} else {
  for (const file of stale) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), files[file] ?? '');
  }
  process.stdout.write(stale.length === 0 ? 'Everything is up to date.\n' : `Written: ${stale.join(', ')}\n`);
}
