// Rules for the parts of the server that the linter cannot check: how much features depend on each other,
// that state belongs to an app (core/process-state.ts) and not to a file, and that an exported name includes
// its domain.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = new URL('./', import.meta.url);
const sources = globSync('**/*.ts', { cwd: SRC.pathname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(new URL(file, SRC), 'utf8') }));

/** Which features each feature imports. */
function featureImports(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    const feature = /^features\/([^/]+)\//.exec(file)?.[1];
    if (feature === undefined) continue;
    const others = found.getOrInsertComputed(feature, () => new Set());
    for (const [, other] of text.matchAll(/from '#features\/([\w-]+)'/g)) if (other) others.add(other);
  }
  return found;
}

it('features import few other features, and the number does not grow', () => {
  const imports = featureImports();
  const arrows = [...imports].flatMap(([from, others]) => [...others].map((to) => `${from} -> ${to}`));
  // Lower the limit when an import is removed. Code that two features need moves to services/. What one
  // feature reports to others becomes a hook.
  expect(arrows.length).toBeLessThanOrEqual(24);
  const floorOf = (feature: string): number =>
    1 + Math.max(0, ...[...(imports.get(feature) ?? [])].map(floorOf));
  expect(Math.max(...[...imports.keys()].map(floorOf))).toBeLessThanOrEqual(4);
});

/** A feature, a service, or a part of core: whatever owns tables. */
const roomOf = (file: string): string =>
  /^(?:features|services|core|compat)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? file;

/** The rooms that name each table in a matching statement. */
function roomsByTable(statement: RegExp): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const [, table = ''] of text.matchAll(statement))
      rooms.getOrInsertComputed(table, () => new Set()).add(roomOf(file));
  }
  return rooms;
}

it('few rooms touch a table of another room, and the number does not grow', () => {
  const writers = roomsByTable(/(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g);
  const readers = roomsByTable(/(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)/g);
  // Closing an account deletes rows of all other features; that is its job.
  const othersWrite = [...writers.values()].map(
    (rooms) => rooms.difference(new Set(['features/account-closing'])).size - 1,
  );
  const othersRead = [...readers].flatMap(([table, rooms]) =>
    [...rooms].filter((room) => /^(?:features|compat)/.test(room) && !writers.get(table)?.has(room)),
  );
  expect(writers.size).toBeGreaterThan(50);
  // Lower the limits when one is removed. The owner exports the query, or shared code moves to services/.
  expect(othersWrite.reduce((sum, more) => sum + Math.max(0, more), 0)).toBeLessThanOrEqual(24);
  expect(othersRead.length).toBeLessThanOrEqual(39);
});

it('every folder has a line in the table of layers', () => {
  const table = readFileSync(new URL('../../oxlint.config.ts', SRC), 'utf8');
  const folders = new Set(
    sources.flatMap(({ file }) => (file.includes('/') ? [file.split('/')[0] ?? ''] : [])),
  );
  expect([...folders].filter((folder) => !new RegExp(`^  ${folder}: `, 'm').test(table))).toEqual([]);
});

it('modules.ts lists every module', () => {
  const list = sources.find(({ file }) => file === 'modules.ts')?.text ?? '';
  const files = sources
    .map(({ file }) => file)
    .filter((file) => /^(?:features|services|compat)\/[^/]+\/module\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !list.includes(`'./${file}'`))).toEqual([]);
});

const MEMO = 'the answers of a pure function: another app gets the same';
const SCRATCH = 'a buffer that each call fills anew';
const THREAD = 'the memory of a thread, which ends with it';

/** Files with variables that outlive a call, and why these belong to no app. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'core/access/password.ts': 'all hashes of a process share its cores and memory',
  'core/content/error-label.ts': MEMO,
  'core/content/fingerprint.ts': MEMO,
  'core/content/redact/redact-value.ts': MEMO,
  'core/content/seal/nonces.ts': 'random bytes, fetched in bulk; each is used once in a process',
  'core/content/words/scan-texts.ts': SCRATCH,
  'core/content/words/word-hashes.ts': SCRATCH,
  'features/ingest/make-records.ts': MEMO,
  'features/ingest/thread/prepare-thread.ts': THREAD,
  'features/judge-trust/made-judges.ts': 'judges of a simulation; no service runs it',
  'features/public-data/model-prices.ts': MEMO,
  'http/client-disconnected.ts': 'one signal for each connection, gone with it',
  'http/validate.ts': MEMO,
  'jobs/schedule.ts': MEMO,
  'lib/glob.ts': MEMO,
  'lib/ids.ts': 'random bytes, fetched in bulk; each is used once in a process',
  'lib/list-rules.ts': MEMO,
  'lib/yield-to-event-loop.ts': 'whether the one event loop has a turn scheduled',
  'otlp/emitters.ts': MEMO,
  'otlp/observation-type.ts': MEMO,
  'otlp/prices/catalog.ts': 'the price table of the installation, which all apps of a process share',
  'otlp/prices/table/find-model.ts': MEMO,
  'otlp/provider/resolve.ts': MEMO,
  'semconv/meaning.ts': MEMO,
  'services/models/price.ts': MEMO,
  'services/prices/price-book.ts': MEMO,
  'services/scores/evaluators/code/engine.ts': THREAD,
  'services/scores/evaluators/json-schema.ts': MEMO,
  'services/scores/evaluators/sandbox-thread.ts': THREAD,
  'store/data-directory.ts': 'locks of the operating system, kept until they are released',
  'store/records/writer/dedup/id-hash.ts': SCRATCH,
};

it('state belongs to an app, except in the listed files', () => {
  const classes = sources.flatMap(({ text }) =>
    [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => name),
  );
  const lasting = new RegExp(
    String.raw`^(?:export )?(?:let |const \w+\b(?!: Readonly)[^=\n]*= new (?:Weak(?:Map|Set)\b|(?:Map|Set)(?:<.*>)?\(\)|(?:${classes.join('|')})\())`,
    'm',
  );
  const found = sources.filter(({ text }) => lasting.test(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS));
});

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type|enum|let) (\w+)/gm;

it('an exported name has its domain in front, and no two files export the same one', () => {
  const homes = new Map<string, string[]>();
  for (const { file, text } of sources) {
    if (file.endsWith('/index.ts') || file.includes('/migrations/')) continue;
    const names = text.matchAll(EXPORTED);
    // A schema and its type share a name.
    for (const name of new Set([...names].map(([, found = '']) => found)))
      homes.getOrInsertComputed(name, () => []).push(file);
  }
  expect(homes.size).toBeGreaterThan(2_000);
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
  // An index exports names unchanged.
  const renamed = sources.filter(
    ({ file, text }) => file.endsWith('/index.ts') && /^export[^;]*\b\w+ as \w+/m.test(text),
  );
  expect(renamed.map(({ file }) => file)).toEqual([]);
  const vague = /^(?:Outcome|Answer|Result|Found|Place|Piece|Source|Reason|Verdict|Failure)$/;
  expect([...homes].filter(([name]) => vague.test(name))).toEqual([]);
});

it('few names are exported by more than one file of the repository, and the number does not grow', () => {
  const root = new URL('../../', SRC);
  const homes = new Map<string, Set<string>>();
  const files = globSync('{server,web,sdk,cli}/src/**/*.{ts,tsx}', { cwd: root.pathname }).filter(
    (file) => !/\.test\.tsx?$|\/index\.ts$|\/migrations\/|\/generated\//.test(file),
  );
  for (const file of files) {
    for (const [, name = ''] of readFileSync(new URL(file, root), 'utf8').matchAll(EXPORTED))
      homes.getOrInsertComputed(name, () => new Set()).add(file);
  }
  const shared = [...homes].filter(([, places]) => places.size > 1);
  expect(homes.size).toBeGreaterThan(3_000);
  // Names of the sdk stay, because they are public. Elsewhere put the domain in front.
  expect(shared.length).toBeLessThanOrEqual(20);
});
