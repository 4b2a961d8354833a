// Makes server/dist: `tracewell-server` in a few files, for a quick start (server/src/command/bundle.ts). Run
// by `npm ci` and `npm run build`. It contains our own modules and packages of many small modules; other
// packages are imported as usual.
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE, INPUTS, inputOf, PROGRAM } from '../server/src/command/bundle.ts';

interface Plugin {
  name: string;
  transform: (code: string, id: string) => { code: string } | null;
}

interface Rolldown {
  rolldown: (options: {
    input: Record<string, string>;
    platform: 'node';
    transform: { target: 'esnext' };
    external: (id: string, importer: string | undefined) => boolean;
    plugins: Plugin[];
  }) => Promise<{
    write: (options: Record<string, string>) => Promise<{ output: { moduleIds?: string[] }[] }>;
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
  rmSync(folder, { recursive: true, force: true });
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
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: `[name]${path.extname(PROGRAM)}`,
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  // The files of a package never change, so it needs no list of inputs.
  if (place === folder) {
    const inputs = [...files].map((file) => [path.relative(folder, file), inputOf(file)]);
    writeFileSync(path.join(folder, INPUTS), JSON.stringify(Object.fromEntries(inputs)));
  }
  return [...new Set(output.flatMap(({ moduleIds }) => moduleIds?.flatMap(packageOf) ?? []))].toSorted();
}

const packageOf = (file: string): string[] => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];

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
