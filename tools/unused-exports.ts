// Finds exports that no other file imports. Such a name is dead code, or its `export` is needless. `node
// tools/unused-exports.ts --fix` removes needless exports; dead code is removed by hand.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Name {
  kind: 'Name' | 'NamespaceObject' | 'Default' | 'All' | 'AllButDefault' | 'None';
  name: string | null;
}

interface ParsedModule {
  staticImports: { moduleRequest: { value: string }; entries: { importName: Name }[] }[];
  staticExports: {
    start: number;
    entries: { moduleRequest: { value: string } | null; importName: Name; exportName: Name }[];
  }[];
  dynamicImports: { moduleRequest: { start: number; end: number } }[];
}

interface Parser {
  parseSync: (file: string, text: string) => { module: ParsedModule; errors: unknown[] };
}

// The parser comes with the bundler of the dashboard.
const { parseSync } = createRequire(fileURLToPath(import.meta.resolve('vite')))('rolldown/utils') as Parser;

const root = fileURLToPath(new URL('..', import.meta.url));
const WORKSPACES = ['server', 'sdk', 'cli', 'web'];
/** Files that something other than an import loads: a script, a test runner, a package's users. */
const ENTRY =
  /\.config\.ts$|\.d\.ts$|\/setup\.ts$|^tools\/|^(?:bench|proofs)\/[^/]+\.ts$|^sdk\/src\/(?:reading\/)?index\.ts$|\/migrations\//;
const EVERYTHING = '*';

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'));
const known = new Set(files);
const texts = new Map<string, string>();
const exportsOf = new Map<string, Map<string, number>>();
const used = new Map<string, Set<string>>();

interface PackageFile {
  name: string;
  imports?: Record<string, string>;
  exports?: Record<string, string | { import?: string; default?: string }>;
}

const packages = WORKSPACES.map((folder) => {
  const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
  const { name, imports = {}, exports: faces = {} } = JSON.parse(text) as PackageFile;
  return { folder, name, imports, faces };
});

/** The longest pattern that matches wins, as in Node. */
function mapped(specifier: string, map: Record<string, unknown>): string | null {
  const matches = Object.entries(map).flatMap(([pattern, target]) => {
    const [head = '', tail] = pattern.split('*');
    const file = typeof target === 'string' ? target : null;
    if (file === null) return [];
    if (tail === undefined) return specifier === pattern ? [{ length: Infinity, file }] : [];
    if (!specifier.startsWith(head) || !specifier.endsWith(tail)) return [];
    const star = specifier.slice(head.length, specifier.length - tail.length);
    return [{ length: head.length, file: file.replaceAll('*', star) }];
  });
  return matches.toSorted((left, right) => right.length - left.length)[0]?.file ?? null;
}

function resolve(from: string, specifier: string): string | null {
  const found = candidate(from, specifier);
  if (found === null) return null;
  const file = path.normalize(found);
  return [file, `${file}.ts`, `${file}.tsx`, `${file}/index.ts`].find((each) => known.has(each)) ?? null;
}

function candidate(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  const home = packages.find(({ folder }) => from.startsWith(`${folder}/`));
  if (specifier.startsWith('#') && home) {
    const target = mapped(specifier, home.imports);
    return target === null ? null : path.join(home.folder, target);
  }
  const owner = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!owner) return null;
  const target = mapped(`.${specifier.slice(owner.name.length)}`, owner.faces);
  return target === null ? null : path.join(owner.folder, target);
}

function use(from: string, specifier: string, names: readonly string[]): void {
  const file = resolve(from, specifier);
  if (file === null) return;
  const all = used.getOrInsertComputed(file, () => new Set());
  for (const name of names) all.add(name);
}

const nameOf = ({ kind, name }: Name): string =>
  kind === 'Name' && name !== null ? name : kind === 'Default' ? 'default' : EVERYTHING;

for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8');
  texts.set(file, text);
  const { module } = parseSync(file, text);
  const own = new Map<string, number>();
  exportsOf.set(file, own);
  for (const { moduleRequest, entries } of module.staticImports)
    use(
      file,
      moduleRequest.value,
      entries.map(({ importName }) => nameOf(importName)),
    );
  for (const { start, entries } of module.staticExports) {
    for (const { moduleRequest, importName, exportName } of entries) {
      if (moduleRequest) use(file, moduleRequest.value, [nameOf(importName)]);
      if (exportName.kind === 'Name' && exportName.name !== null) own.set(exportName.name, start);
    }
  }
  for (const { moduleRequest } of module.dynamicImports)
    use(file, text.slice(moduleRequest.start + 1, moduleRequest.end - 1), [EVERYTHING]);
  // A file that another thread loads by its address.
  for (const [, specifier = ''] of text.matchAll(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g))
    use(file, specifier, [EVERYTHING]);
}

const entries = new Set(
  packages.flatMap(({ folder, faces }) =>
    Object.values(faces).flatMap((face) => {
      const target = typeof face === 'string' ? face : (face.import ?? face.default);
      return target === undefined ? [] : [path.normalize(path.join(folder, target))];
    }),
  ),
);

interface Unused {
  file: string;
  name: string;
  at: number;
  /** The file itself uses the name. */
  needless: boolean;
}

const unused = [...exportsOf].flatMap(([file, names]): Unused[] => {
  if (entries.has(file) || ENTRY.test(file) || used.get(file)?.has(EVERYTHING)) return [];
  const text = texts.get(file) ?? '';
  return [...names]
    .filter(([name]) => !used.get(file)?.has(name))
    .map(([name, at]) => ({
      file,
      name,
      at,
      needless: (text.match(new RegExp(String.raw`\b${name}\b`, 'g'))?.length ?? 0) > 1,
    }));
});

/** How many unused exports are left from earlier. The number may only fall. */
const ALLOWED = 0;

if (process.argv.includes('--fix')) fix();
else report();

/** Without the `export` keyword, or without the name in a list: `export { a, b } from './c.ts'`. */
function fix(): void {
  for (const [file, some] of Map.groupBy(unused, (each) => each.file)) {
    let text = texts.get(file) ?? '';
    // From the end, so that earlier positions stay valid.
    for (const [at, names] of [...Map.groupBy(some, (each) => each.at)].toSorted(
      ([left], [right]) => right - left,
    ))
      text = text.slice(0, at) + withoutExport(text.slice(at), names);
    writeFileSync(path.join(root, file), text);
  }
  process.stdout.write('Run it again until nothing changes, then `npm run format`.\n');
}

function withoutExport(text: string, names: readonly Unused[]): string {
  // An exported name that was imported: the position is that of the import.
  if (!text.startsWith('export ')) return text;
  const list = /^export (type )?\{([^}]*)\}[^;]*;\n?/.exec(text);
  if (!list) return names.every(({ needless }) => needless) ? text.slice('export '.length) : text;
  const [statement, , inside = ''] = list;
  const unwanted = new Set(names.map(({ name }) => name));
  const kept = inside.split(',').filter((part) => {
    const name = part.trim().split(/\s+/).at(-1) ?? '';
    return name !== '' && !unwanted.has(name);
  });
  const shorter =
    kept.length === 0 ? '' : statement.replace(inside, ` ${kept.map((part) => part.trim()).join(', ')} `);
  return shorter + text.slice(statement.length);
}

function report(): void {
  if (unused.length <= ALLOWED) return;
  for (const { file, name, needless } of unused)
    process.stderr.write(`${file}: ${name} ${needless ? 'is used only here' : 'is not used'}\n`);
  process.stderr.write(
    `${unused.length} unused exports, ${ALLOWED} allowed. Run \`node tools/unused-exports.ts --fix\`.\n`,
  );
  process.exitCode = 1;
}
