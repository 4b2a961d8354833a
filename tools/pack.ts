// `npm run pack [-- <folder>] [--release]`: makes the packages `tracewell` (server, command line, dashboard), `@tracewell/sdk` and
// `@tracewell/cli` as tarballs, in `dist` unless a folder is given, and those of the Python SDK where Python is at hand. ADR 60 explains their form. Without
// `--release`, npm refuses to publish `tracewell`; with it, each package that it installs must have a hash.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import cli from '../cli/package.json' with { type: 'json' };
import root from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import sdk from '../sdk/package.json' with { type: 'json' };
import server from '../server/package.json' with { type: 'json' };
import { BUNDLED, makeBundle } from './bundle.ts';
import { toPublishedForm } from './package-form.ts';
import { licensesOf } from './pack/licenses.ts';
import nodePackages from './pack/node-packages.json' with { type: 'json' };
import { makePythonPackages } from './pack/python.ts';
import { shrinkwrapOf, withoutHash, type LockedPackage } from './pack/shrinkwrap.ts';
import { NO_PYTHON } from './python.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts: string[]): string => path.join(ROOT, ...parts);
const writeJson = (file: string, value: object): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

interface PackOptions {
  isRelease?: boolean;
  /** Another version than that of the sources; tests upgrade from it. */
  version?: string;
}

export interface Tarballs {
  tracewell: string;
  sdk: string;
  cli: string;
}

/** Returns the paths of the tarballs. */
export async function makePackages(
  out: string,
  { version, isRelease = false }: PackOptions = {},
): Promise<Tarballs> {
  mkdirSync(out, { recursive: true });
  // The compiler and the bundler look for packages above the folder.
  mkdirSync(at('node_modules/.cache'), { recursive: true });
  const stage = mkdtempSync(at('node_modules/.cache/pack-'));
  try {
    return {
      tracewell: pack(
        await layOutTracewell(path.join(stage, 'tracewell'), version ?? server.version, isRelease),
        out,
      ),
      sdk: pack(layOutSdk(stage), out),
      cli: pack(layOutCli(stage), out),
    };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function pack(folder: string, out: string): string {
  const args = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', out];
  const [packed] = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  ) as { filename: string }[];
  if (!packed) throw new Error(`npm packed nothing of ${folder}.`);
  return path.join(out, packed.filename);
}

/** The folders are those of the repository without the sources, so that files find each other as they do here. */
async function layOutTracewell(folder: string, version: string, isRelease: boolean): Promise<string> {
  mkdirSync(path.join(folder, 'server'), { recursive: true });
  const packages = await makeBundle(path.join(folder, 'server/dist'), {
    name: 'main',
    entry: 'server/src/command/installed-main.ts',
    place: at('server/dist'),
  });
  cpSync(at('server/bin'), path.join(folder, 'server/bin'), {
    recursive: true,
    filter: (file) => !file.endsWith('.d.ts'),
  });
  cpSync(at('server/prices'), path.join(folder, 'server/prices'), { recursive: true });
  writeJson(path.join(folder, 'server/package.json'), {
    name: server.name,
    version,
    private: true,
    type: 'module',
  });
  const licenses = await buildDashboard(path.join(folder, 'web/dist'));
  cpSync(at('web/assets'), path.join(folder, 'web/assets'), { recursive: true });
  cpSync(at('LICENSE'), path.join(folder, 'LICENSE'));
  cpSync(at('tools/pack/readme.md'), path.join(folder, 'README.md'));
  writeFileSync(path.join(folder, 'LICENSES.md'), licensesOf(packages, licenses));
  const manifest = manifestOf(version);
  writeJson(path.join(folder, 'package.json'), { ...manifest, ...(isRelease ? {} : { private: true }) });
  const { name, dependencies, optionalDependencies, bin, engines, license } = manifest;
  const shrinkwrap = shrinkwrapOf(
    { name, version, license, dependencies, optionalDependencies, bin, engines } as typeof manifest,
    lock.packages as unknown as Record<string, LockedPackage>,
    Object.fromEntries(
      Object.entries(nodePackages.packages).map(([each, entry]) => [
        `node_modules/${each}`,
        { version: nodePackages.version, optional: true, ...entry },
      ]),
    ),
  );
  const bare = withoutHash(shrinkwrap);
  if (isRelease && bare.length > 0)
    throw new Error(
      `A release needs the hash of every package. The lock has none of ${bare.join(', ')}. Run "node tools/lock-stubs.ts" with a registry that carries them.`,
    );
  writeJson(path.join(folder, 'npm-shrinkwrap.json'), shrinkwrap);
  return folder;
}

/** Returns the licences of the packages in it. */
async function buildDashboard(folder: string): Promise<string> {
  await build({
    configFile: at('web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, manifest: false, license: { fileName: 'licenses.md' } },
  });
  const file = path.join(folder, 'licenses.md');
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return text;
}

function manifestOf(version: string) {
  const program = 'server/bin/tracewell-server.js';
  const all: Record<string, string> = { ...sdk.dependencies, ...cli.dependencies, ...server.dependencies };
  const dependencies = Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !BUNDLED.includes(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return {
    name: 'tracewell',
    version,
    description: root.description,
    license: root.license,
    type: 'module',
    // The second name is in messages and older instructions.
    bin: { tracewell: program, 'tracewell-server': program },
    dependencies,
    // Node itself, as packages without install scripts; npm takes the one for the machine.
    optionalDependencies: Object.fromEntries(
      Object.keys(nodePackages.packages).map((name) => [name, nodePackages.version]),
    ),
    engines: { node: '>=20.18' },
    publishConfig: { access: 'public', provenance: true },
  };
}

const copySources = (name: string, folder: string): void =>
  cpSync(at(name), folder, {
    recursive: true,
    filter: (file) => !/\/(?:node_modules|dist|test)$/.test(file),
  });

function layOutSdk(stage: string): string {
  const folder = path.join(stage, 'sdk');
  copySources('sdk', folder);
  toPublishedForm(folder);
  return folder;
}

/** It brings its own copy of the sdk, so that one tarball is enough. Call after `layOutSdk`. */
function layOutCli(stage: string): string {
  const folder = path.join(stage, 'cli');
  copySources('cli', folder);
  toPublishedForm(folder);
  const inside = path.join(folder, 'node_modules/@tracewell/sdk');
  mkdirSync(inside, { recursive: true });
  for (const file of ['dist', 'LICENSE', 'README.md', 'package.json'])
    cpSync(path.join(stage, 'sdk', file), path.join(inside, file), { recursive: true });
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as typeof cli;
  writeJson(file, {
    ...manifest,
    dependencies: { ...sdk.dependencies, ...manifest.dependencies },
    bundleDependencies: ['@tracewell/sdk'],
  });
  return folder;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { release: { type: 'boolean', default: false } },
  });
  const out = path.resolve(positionals[0] ?? at('dist'));
  const tarballs = await makePackages(out, { isRelease: values.release });
  for (const tarball of Object.values(tarballs)) process.stdout.write(`${path.relative('.', tarball)}\n`);
  if (!makePythonPackages(out)) process.stdout.write(`The Python SDK is left out: ${NO_PYTHON}.\n`);
}
