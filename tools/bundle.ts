// Makes server/dist: `tracewell-server` in a few files, for a quick start (server/src/command/bundle.ts). Run
// by `npm ci` and `npm run build`. It contains our own modules and packages of many small modules; other
// packages are imported as usual.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE, INPUTS, inputOf, PROGRAM } from '../server/src/command/bundle.ts';

interface Plugin {
  name: string;
  transform: (code: string, id: string) => { code: string } | null;
}

interface Chunk {
  fileName: string;
  code: string;
  moduleIds: string[];
}

interface Rolldown {
  rolldown: (options: {
    input: Record<string, string>;
    platform: 'node';
    transform: { target: 'esnext' };
    external: (id: string, importer: string | undefined) => boolean;
    plugins: Plugin[];
  }) => Promise<{
    generate: (options: Record<string, string>) => Promise<{ output: Chunk[] }>;
    close: () => Promise<void>;
  }>;
}

// Rolldown is a dependency of Vite.
const { rolldown } = createRequire(fileURLToPath(import.meta.resolve('vite')))('rolldown') as Rolldown;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages of many small modules, and those that every start loads: a module of a package costs a start a third of
 * a millisecond. What they import is bundled with them. The bundler itself may need the last one.
 */
export const BUNDLED: readonly string[] = [
  'fastify',
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/cors',
  '@fastify/helmet',
  '@fastify/proxy-addr',
  '@fastify/static',
  '@clickhouse/client',
  'json-p3',
  'pino',
  'typebox',
  'zod',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  'openapi-fetch',
  'kysely',
  'commander',
  '@tracewell/cli',
  '@tracewell/sdk',
  '@oxc-project/runtime',
];

const isOutside = (id: string, importer: string | undefined): boolean =>
  isBuiltin(id) ||
  (!/^[./#]/.test(id) &&
    !path.isAbsolute(id) &&
    !importer?.includes('/node_modules/') &&
    !BUNDLED.some((name) => `${id}/`.startsWith(`${name}/`)));

/**
 * Files that run in their own threads, or are loaded by one. They are in the bundle too: otherwise Node would strip
 * the types of the 110 modules of the thread that prepares requests at each of its starts.
 */
const THREADS: Readonly<Record<string, string>> = {
  'prepare-thread': 'server/src/features/ingest/thread/prepare-thread.ts',
  'merged-observations': 'server/src/compat/langfuse/tracing/merged-observations.ts',
  'merged-runs': 'server/src/compat/langsmith/merged-runs.ts',
  'read-payloads': 'server/src/compat/litellm/read-payloads.ts',
  'read-spans': 'server/src/compat/helicone/read-spans.ts',
  'whole-runs': 'server/src/compat/langsmith/whole-runs.ts',
  'sandbox-thread': 'server/src/services/scores/evaluators/sandbox-thread.ts',
};

/** Not modules, but they decide the result: import names, package versions, this file. */
const SETTINGS = [
  'cli/package.json',
  'sdk/package.json',
  'server/package.json',
  'node_modules/.package-lock.json',
  'tools/bundle.ts',
].map((file) => path.join(ROOT, file));

interface BundleForm {
  name: string;
  entry: string;
  /** The final place of the bundle relative to the sources, if it is built elsewhere. */
  place?: string;
}

const PROGRAM_FORM: BundleForm = { name: path.parse(PROGRAM).name, entry: 'server/src/command/program.ts' };

/** Returns the folders of the packages that are in it. */
export async function makeBundle(
  folder = fileURLToPath(BUNDLE),
  { name, entry, place = folder }: BundleForm = PROGRAM_FORM,
): Promise<string[]> {
  const files = new Set(SETTINGS);
  const plugin: Plugin = {
    name: 'tracewell',
    transform: (code, id) => {
      const isOurs = id.startsWith(ROOT) && !id.includes('node_modules');
      if (isOurs) files.add(id);
      return isOurs && code.includes('import.meta.url') ? { code: placed(code, relative(place, id)) } : null;
    },
  };
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries({ [name]: entry, ...THREADS }).map(([key, file]) => [key, path.join(ROOT, file)]),
    ),
    platform: 'node',
    // Node supports the newest syntax.
    transform: { target: 'esnext' },
    external: isOutside,
    plugins: [plugin],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: `[name]${path.extname(PROGRAM)}`,
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { fileName, code } of output) writeFileSync(path.join(folder, fileName), inAscii(code));
  // The files of a package never change, so it needs no list of inputs.
  if (place === folder) {
    const inputs = [...files].map((file) => [path.relative(folder, file), inputOf(file)]);
    writeFileSync(path.join(folder, INPUTS), JSON.stringify(Object.fromEntries(inputs)));
  }
  return [...new Set(output.flatMap(({ moduleIds }) => moduleIds.flatMap(packageOf)))].toSorted();
}

const packageOf = (file: string): string[] => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];

const RAW = /String\.raw`[^`]*[\u0080-\uFFFF][^`]*`/;

/**
 * One character beyond Latin-1 makes V8 keep the text of a whole file in two bytes for each character. So they are
 * escaped, which means the same in strings, in templates and in regular expressions.
 */
function inAscii(code: string): string {
  const [raw] = RAW.exec(code) ?? [];
  if (raw !== undefined)
    throw new Error(`This would change in the bundle, so write it as a plain string: ${raw}`);
  return code.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Files beside a module stay there and are resolved from there; threads are beside the bundle. `source` is
 * the path from the bundle to the module.
 */
const placed = (code: string, source: string): string =>
  code.replaceAll(
    /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g,
    (found, file?: string) =>
      file !== undefined && file in THREADS
        ? `new URL('./${file}${path.extname(PROGRAM)}', import.meta.url)`
        : found.replace('import.meta.url', `new URL(${source}, import.meta.url).href`),
  );

const relative = (folder: string, file: string): string =>
  JSON.stringify(path.relative(folder, file).replaceAll(path.sep, '/'));

if (import.meta.main) await makeBundle();
