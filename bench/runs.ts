// What opening a run and listing runs cost at several sizes of the store, in one process: the questions that the interface
// asks, in turn over all sizes and versions, so that other load on the machine meets all alike. Without HTTP.
//
//   node_modules/.bin/node bench/runs.ts [--calls=30000,1000000] [--rounds=15] [--code=<another checkout>] [--layouts]
//
// With `--json`, the figures are the median at the first size, its ratio to the bare SQL, and the growth to the last size.
// `--code` runs the same questions of another checkout on its own tables, filled with the same spans. `--layouts` also
// compares two ways to sort runs (docs/adr/0100-runs-are-grouped-on-reading.md).
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine, type RecordsEngine } from '../server/src/store/records/engine/engine.ts';
import type { migrateRecords } from '../server/src/store/records/migrations/migrate.ts';
import { sortedRuns, type SortedPage } from '../server/src/store/records/questions/sorted-runs.ts';
import { writeFigures, type Figures } from './lib/figures.ts';
import { percentile } from './lib/percentile.ts';
import { ACCOUNT, DAYS, fillRuns, KEPT_TABLE, keptSql, readSamples, type Sample } from './runs/fill.ts';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '30000,1000000' },
    rounds: { type: 'string', default: '15' },
    code: { type: 'string' },
    folder: { type: 'string' },
    layouts: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const sizes = given.calls.split(',').map(Number);
const rounds = Number(given.rounds);
const folder = given.folder ?? mkdtempSync(path.join(tmpdir(), 'tracewell-bench-runs-'));
const endMs = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const scope = { account: ACCOUNT, project: null, sinceMs: endMs - DAYS * 86_400_000 };

const daysBefore = (days: number) => ({ startMs: endMs - days * 86_400_000, endMs });
const pageBy = (by: 'costUsd' | 'durationMs'): SortedPage => ({
  order: { by, descending: true },
  after: null,
  limit: 50,
  nowMs: Date.now(),
});

type Read = (engine: RecordsEngine, sample: Sample) => Promise<unknown>;

const WITHIN = (days: number): string =>
  `account = ${ACCOUNT} AND timestamp >= fromUnixTimestamp64Milli(${daysBefore(days).startMs}) AND timestamp < fromUnixTimestamp64Milli(${endMs})`;

/** The shortest SQL that answers the same question, by the name of the question. Of runs by cost: that only orders them. */
const BARE: Readonly<Record<string, string>> = {
  'runs of a week by cost': `SELECT trace_id, sum(cost) AS value FROM (
SELECT trace_id, cost_usd AS cost FROM calls WHERE ${WITHIN(7)} UNION ALL SELECT trace_id, 0 FROM observations WHERE ${WITHIN(7)}
) GROUP BY trace_id ORDER BY value DESC LIMIT 50`,
  'spans of 30 days by tool': `SELECT tool, count() AS value, max(timestamp) FROM observations
WHERE ${WITHIN(30)} AND tool != '' GROUP BY tool ORDER BY value DESC`,
};

/** The names of the figures (all/table.ts). */
const FIGURES = {
  'open a run of 10 spans': 'open',
  'newest 50 runs, and content for previews': 'newest',
  'runs of a week by cost': 'byCost',
  'spans of 30 days by tool': 'tools',
  'runs of 30 days by tag': 'byTag',
};

/** The same questions of a checkout. */
async function readsOf(root: string): Promise<Record<string, Read>> {
  const at = (file: string) => path.join(root, 'server/src/store/records/questions', file);
  const [
    { selectTrace },
    { selectTraceSpans },
    { selectTraceList, selectSortedTraces },
    { selectSealedContent },
    { selectAggregate },
  ] = await Promise.all(
    ['trace.ts', 'trace-spans.ts', 'traces.ts', 'content.ts', 'aggregate.ts'].map((file) => import(at(file))),
  );
  return {
    'open a run of 10 spans': async (engine, { traceId }) => {
      const found = await selectTrace(traceId, 500).run(engine, scope);
      const refs = found.calls.map(
        ({ call: { id, timestampMs } }: { call: { id: string; timestampMs: number } }) => ({
          id,
          timestampMs,
        }),
      );
      if (found.calls.length + found.observations.length !== 10)
        throw new Error('It has another number of spans.');
      await selectSealedContent(refs).run(engine, scope);
    },
    'its outline': (engine, { traceId }) =>
      selectTraceSpans(traceId, { after: null, limit: 5_001 }).run(engine, scope),
    'newest 50 runs, and content for previews': async (engine) => {
      const { traces } = await selectTraceList({ calls: {} }, { after: null, limit: 50 }).run(engine, scope);
      if (traces.length !== 50) throw new Error('There are fewer runs.');
      const refs = traces.flatMap(({ firstCall, lastCall, root }: Record<string, object | null>) =>
        [root, firstCall, lastCall].filter((ref) => ref !== null),
      );
      await selectSealedContent(refs).run(engine, scope);
    },
    'runs of a week by cost': (engine) =>
      selectSortedTraces({ calls: daysBefore(7) }, pageBy('costUsd')).run(engine, scope),
    'spans of 30 days by tool': (engine) =>
      selectAggregate(daysBefore(30), { of: 'spans', axis: 'tool', metric: 'count' }).run(engine, scope),
    'runs of 30 days by tag': (engine) =>
      selectAggregate(daysBefore(30), { of: 'runs', axis: 'tag', tagKey: 'feature', metric: 'count' }).run(
        engine,
        scope,
      ),
    ...Object.fromEntries(
      Object.entries(BARE).map(([name, sql]): [string, Read] => [
        `${name}, bare`,
        (engine) => engine.query(sql),
      ]),
    ),
  };
}

interface Place {
  name: string;
  engine: RecordsEngine;
  samples: Sample[];
  reads: Record<string, Read>;
}

const here = path.join(import.meta.dirname, '..');
const checkouts = [
  { name: 'here', root: here },
  ...(given.code ? [{ name: 'other', root: given.code }] : []),
];
const places: Place[] = [];
for (const calls of sizes) {
  for (const { name, root } of checkouts) {
    const database = `runs_${name}_${calls}`;
    const isFilled = existsSync(path.join(folder, 'engine', 'metadata', database));
    const engine = await openEngine(
      { kind: 'embedded', path: path.join(folder, 'engine') },
      { database, readSeconds: 600 },
    );
    const migrate = (await import(path.join(root, 'server/src/store/records/migrations/migrate.ts')))
      .migrateRecords as typeof migrateRecords;
    if (!isFilled) {
      await migrate(engine);
      const began = performance.now();
      await fillRuns(engine, calls, endMs);
      console.log(`${database} filled in ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    places.push({
      name: `${name} ${calls}`,
      engine,
      samples: await readSamples(engine),
      reads: await readsOf(root),
    });
  }
}

/** Milliseconds of wall time and of CPU time, the engine's threads included. */
const took = new Map<string, { wall: number; cpu: number }[]>();
async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const used = process.cpuUsage();
  const began = performance.now();
  await work();
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  took.getOrInsertComputed(name, () => []).push({ wall, cpu: (user + system) / 1_000 });
}

for (let round = -2; round < rounds; round += 1) {
  for (const question of Object.keys(places[0]?.reads ?? {})) {
    for (const { name, engine, samples, reads } of places) {
      const sample = samples[(round + 2) % samples.length];
      const read = reads[question];
      if (sample && read) await timed(`${question} | ${name}`, () => read(engine, sample));
    }
  }
  if (round === -1) took.clear();
}

if (given.layouts) {
  const week = { startMs: endMs - 14 * 86_400_000, endMs: endMs - 7 * 86_400_000 };
  for (const { name, engine } of places.filter((place) => place.name.startsWith('here'))) {
    await engine.command(KEPT_TABLE);
    const kept = await engine.query<{ rows: string }>('SELECT count() AS rows FROM runs_kept');
    if (kept[0]?.rows === '0')
      for (const from of ['calls', 'observations'])
        await timed(`fill a kept table from ${from} | ${name}`, () => engine.command(keptSql(from)));
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      for (const by of ['costUsd', 'durationMs'] as const) {
        for (const [of, calls] of [
          ['a week', week],
          ['90 days', {}],
        ] as const) {
          await timed(`runs of ${of} by ${by}: grouped on reading | ${name}`, () =>
            sortedRuns(engine, scope, 'runs', { calls }, pageBy(by)),
          );
          const value = by === 'costUsd' ? 'sum(cost)' : 'max(ended) - min(began)';
          const having =
            'startMs' in calls ? `HAVING min(began) >= ${calls.startMs} AND min(began) < ${calls.endMs}` : '';
          await timed(`runs of ${of} by ${by}: kept by run | ${name}`, () =>
            engine.query(
              `SELECT trace_id, ${value} AS value FROM runs_kept WHERE account = ${ACCOUNT} GROUP BY trace_id ${having} ORDER BY value DESC, trace_id DESC LIMIT 51`,
            ),
          );
        }
      }
    }
    const disk = await engine.query<{ table: string; bytes: string }>(
      `SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase() AND table IN ('calls', 'observations', 'run_times', 'runs_kept') GROUP BY table ORDER BY table`,
    );
    console.log(
      name,
      disk.map(({ table, bytes }) => `${table} ${Math.round(Number(bytes) / 1e6)} MB`).join(', '),
    );
  }
}

const median = (name: string, of: 'wall' | 'cpu'): number =>
  percentile(took.get(name)?.map((one) => one[of]) ?? [], 0.5);
for (const name of took.keys()) {
  const [cpu, wall] = (['cpu', 'wall'] as const).map((of) => median(name, of).toFixed(1).padStart(8));
  console.log(`${cpu} ms CPU ${wall} ms  ${name}`);
}
const figures: Figures = {};
for (const [question, figure] of Object.entries(FIGURES)) {
  const [first, last] = [sizes[0], sizes.at(-1)].map((calls) =>
    median(`${question} | here ${calls}`, 'wall'),
  ) as [number, number];
  const toBare = first / median(`${question}, bare | here ${sizes[0]}`, 'wall');
  Object.assign(figures, {
    [`runs.${figure}.ms`]: first,
    [`runs.${figure}.growth`]: last / first,
    ...(question in BARE ? { [`runs.${figure}.toBare`]: toBare } : {}),
  });
}
writeFigures(figures);
if (given.folder === undefined) rmSync(folder, { recursive: true, force: true });
process.exit(0);
