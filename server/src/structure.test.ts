// Rules for the parts of the server that the linter cannot check: how features depend on each other, that state
// belongs to an app (core/process-state.ts) and not to a file, and that an exported name includes its domain.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = new URL('./', import.meta.url);
const sources = globSync('**/*.ts', { cwd: SRC.pathname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(new URL(file, SRC), 'utf8') }));

type Arrows = Map<string, Set<string>>;

const arrowTo = (arrows: Arrows, from: string, to: string): void => {
  if (from !== to) arrows.getOrInsertComputed(from, () => new Set()).add(to);
};

/** Imports between features, services and compat, also of types. */
function importArrows(): Arrows {
  const arrows: Arrows = new Map();
  for (const { file, text } of sources) {
    const from = /^(?:features|services|compat)\/[^/.]+(?=\/)/.exec(file)?.[0];
    if (from === undefined) continue;
    for (const [, layer, name] of text.matchAll(
      /(?:from|import\()\s*'#(features|services|compat)\/([\w-]+)'/g,
    ))
      arrowTo(arrows, from, `${layer}/${name}`);
  }
  return arrows;
}

/** The hooks of core/hooks.ts with the type that each returns. */
function hookResults(): Map<string, string> {
  const text = sources.find(({ file }) => file === 'core/hooks.ts')?.text ?? '';
  const members = /^export interface Hooks \{\n(.*?)^\}/ms.exec(text)?.[1] ?? '';
  const found = members.matchAll(/^ {2}(\w+)\?: (.*?);\n(?= {2}(?:\/\*\*|\w)|$(?![\s\S]))/gms);
  return new Map([...found].map(([, name = '', type = '']) => [name, type.split(' => ').at(-1) ?? '']));
}

const RETURNS_NOTHING = /^(?:void|Promise<(?:void|unknown)>)$/;

/** A feature that uses the result of a hook depends on the features behind it, although it does not import them. */
function hiddenArrows(): Arrows {
  const arrows: Arrows = new Map();
  const features = sources.filter(({ file }) => file.startsWith('features/'));
  const roomsWith = (hook: string, inModule: boolean): Set<string> =>
    new Set(
      features
        .filter(({ file }) => file.endsWith('/module.ts') === inModule)
        .filter(({ text }) => inModule || text.includes("'#core/hooks'"))
        .filter(({ text }) => new RegExp(String.raw`(?<!function )\b${hook}\b`).test(text))
        .map(({ file }) => roomOf(file)),
    );
  for (const [hook, result] of hookResults()) {
    if (RETURNS_NOTHING.test(result)) continue;
    for (const from of roomsWith(hook, false))
      for (const to of roomsWith(hook, true)) arrowTo(arrows, from, to);
  }
  return arrows;
}

function allArrows(): Arrows {
  const arrows = importArrows();
  for (const [from, others] of hiddenArrows()) for (const to of others) arrowTo(arrows, from, to);
  return arrows;
}

/** The rooms on a way from this one back to itself. */
function ringFrom(arrows: Arrows, start: string): string[] | null {
  const before = new Map<string, string>();
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of arrows.get(at) ?? []) {
      if (to === start) {
        const ring = [at];
        for (let up = before.get(at); up !== undefined; up = before.get(up)) ring.unshift(up);
        return ring;
      }
      if (before.has(to)) continue;
      before.set(to, at);
      open.push(to);
    }
  }
  return null;
}

it('features, services and compat depend on each other in no ring, also through types and hooks', () => {
  const arrows = allArrows();
  expect(arrows.size).toBeGreaterThan(40);
  expect([...arrows.keys()].flatMap((room) => ringFrom(arrows, room)?.join(' -> ') ?? [])).toEqual([]);
});

it('features stand on at most four floors', () => {
  const arrows = allArrows();
  const floorOf = (feature: string): number => {
    const below = [...(arrows.get(feature) ?? [])].filter((room) => room.startsWith('features/'));
    return 1 + Math.max(0, ...below.map(floorOf));
  };
  const tooHigh = [...arrows.keys()].filter((room) => room.startsWith('features/') && floorOf(room) > 4);
  // Move what two features need to services/. Report what happened to others by a hook.
  expect(tooHigh).toEqual([]);
});

it('a hook reports an event, and no feature uses what it returns', () => {
  const results = hookResults();
  expect(results.size).toBeGreaterThan(8);
  // `needs…` is asked so that an event carries no more than its listeners use.
  const calls = [...results].filter(
    ([name, result]) => !(name.startsWith('on') ? RETURNS_NOTHING : /^boolean$/).test(result),
  );
  expect(calls).toEqual([]);
  expect([...results.keys()].filter((name) => !/^(?:on|needs)[A-Z]/.test(name))).toEqual([]);
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
  'core/content/messages/message-hashes.ts': MEMO,
  'core/content/messages/message-memory.ts': 'the keys are made with secrets of the accounts of an app',
  'core/content/messages/request-messages.ts':
    'random bytes, fetched in bulk; each is used once in a process',
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
  'otlp/labels.ts': MEMO,
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
