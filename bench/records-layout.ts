// The measurement behind the layout of the records tables (docs/adr/0005-table-layout.md), so that it can be
// repeated:
//   node bench/records-layout.ts [rows, default 1000000] [rounds, default 5]
// Fills the real tables and the alternatives worth remembering with the same calls, asks each the same
// questions in turn, and prints for each the median time, the CPU time as a ratio to the chosen layout, and
// the bytes a row takes on disk.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openEngine, type Params, type RecordsEngine } from '../server/src/store/records/engine/engine.ts';
import { hashId, idHashText } from '../server/src/store/records/writer/dedup/id-hash.ts';
import { schema } from '../server/src/store/records/migrations/0001-schema.ts';
import { Measurement, type Measured } from './lib/measure.ts';
import { BUSY_ACCOUNT, DAYS, insertSampleCallsSql } from './lib/sample-calls.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 5);
const REPEATS = 3;
const data = path.join(import.meta.dirname, '.data', 'records-layout');

interface Layout {
  name: string;
  statements: string[];
  /** Whether call_ids maps an id to its call. */
  idTable: boolean;
}

/** The statement with one thing changed; a change that no longer applies must not go unnoticed. */
function changed(statement: string, ...changes: [from: string, to: string][]): string {
  return changes.reduce((sql, [from, to]) => {
    if (!sql.includes(from)) throw new Error(`The schema has no "${from}" any more. Correct the benchmark.`);
    return sql.replaceAll(from, to);
  }, statement);
}

const [calls = '', ...others] = schema.statements;
const layouts: Layout[] = [
  { name: 'chosen', statements: schema.statements, idTable: true },
  {
    name: 'bloom on id',
    statements: [
      changed(calls, [
        'INDEX by_trace',
        'INDEX by_id id TYPE bloom_filter(0.01) GRANULARITY 4,\n  INDEX by_trace',
      ]),
    ],
    idTable: false,
  },
  {
    name: 'granule 8192',
    statements: [
      changed(
        calls,
        ['index_granularity = 1024, min_compress_block_size = 16384', 'index_granularity = 8192'],
        ['GRANULARITY 8', 'GRANULARITY 1'],
      ),
      ...others,
    ],
    idTable: true,
  },
  {
    name: 'ZSTD tags',
    statements: [changed(calls, ['CODEC(LZ4)', 'CODEC(ZSTD(1))']), ...others],
    idTable: true,
  },
];

interface Sample {
  id: string;
  trace_id: string;
  session_id: string;
}

const WINDOW = (days: number) =>
  `account = {account: UInt32} AND timestamp >= now64(3) - toIntervalDay(${Math.min(days, DAYS)})`;

type Question = (sample: Sample, layout: Layout) => { sql: string; params?: Params };

const questions: Record<string, Question> = {
  'newest 50': () => ({ sql: `SELECT * FROM calls WHERE ${WINDOW(90)} ORDER BY timestamp DESC LIMIT 50` }),
  'by id': ({ id }, { idTable }) =>
    idTable
      ? {
          sql: `SELECT * FROM calls WHERE account = {account: UInt32} AND id = {id: String} AND timestamp IN
            (SELECT timestamp FROM call_ids WHERE account = {account: UInt32} AND id_hash = {hash: UInt64}) LIMIT 1`,
          params: { id, hash: idHashText(hashId(id)) },
        }
      : {
          sql: 'SELECT * FROM calls WHERE account = {account: UInt32} AND id = {id: String} LIMIT 1',
          params: { id },
        },
  trace: ({ trace_id: trace }) => ({
    sql: 'SELECT * FROM calls WHERE account = {account: UInt32} AND trace_id = {trace: String} ORDER BY timestamp LIMIT 500',
    params: { trace },
  }),
  session: ({ session_id: session }) => ({
    sql: 'SELECT * FROM calls WHERE account = {account: UInt32} AND session_id = {session: String} ORDER BY timestamp',
    params: { session },
  }),
  'tag filter, 90 d': () => ({
    sql: `SELECT * FROM calls WHERE ${WINDOW(90)} AND tags['userId'] = {user: String} ORDER BY timestamp DESC LIMIT 50`,
    params: { user: `user-${Math.floor(Math.random() * 5_000)}` },
  }),
  'top 200 by cost, 90 d': () => ({
    sql: `SELECT * FROM calls WHERE ${WINDOW(90)} ORDER BY cost_usd DESC LIMIT 200`,
  }),
  'cost by model, 30 d': () => ({
    sql: `SELECT model, sum(cost_usd), count(), max(timestamp) FROM calls WHERE ${WINDOW(30)} GROUP BY model`,
  }),
  'cost by day, 90 d': () => ({
    sql: `SELECT toStartOfDay(timestamp) AS day, sum(cost_usd), count() FROM calls WHERE ${WINDOW(90)} GROUP BY day`,
  }),
  'by tag, 30 d': () => ({
    sql: `SELECT tags['feature'] AS tag, sum(cost_usd), count() FROM calls WHERE ${WINDOW(30)} GROUP BY tag`,
  }),
  'percentiles, 90 d': () => ({
    sql: `SELECT quantilesExactInclusive(0.5, 0.95, 0.99, 0.999)(latency_ms), max(latency_ms) FROM calls WHERE ${WINDOW(90)}`,
  }),
};

/** Queries of pre-aggregated tables, in place of the raw query of the same name. */
const preAggregated: Record<string, string> = {
  'cost by model, 30 d': `SELECT model, sum(cost_usd), sum(calls), max(last_seen) FROM agg_15m
    WHERE account = {account: UInt32} AND bucket >= now() - 30 * 86400 GROUP BY model`,
  'cost by day, 90 d': `SELECT toStartOfDay(bucket) AS day, sum(cost_usd), sum(calls) FROM agg_15m
    WHERE account = {account: UInt32} AND bucket >= now() - ${DAYS} * 86400 GROUP BY day`,
};

const databaseOf = (layout: Layout): string => `layout_${layout.name.toLowerCase().replaceAll(' ', '_')}`;

const open = (database: string): Promise<RecordsEngine> =>
  openEngine({ kind: 'embedded', path: data }, { database, readSeconds: 600 });

async function fill(layout: Layout, source: RecordsEngine): Promise<RecordsEngine> {
  const engine = await open(databaseOf(layout));
  for (const statement of layout.statements) await engine.command(statement);
  await engine.command(
    `INSERT INTO calls SELECT * FROM ${source.database}.calls ORDER BY timestamp
     SETTINGS max_execution_time = 0, max_memory_usage = 0, max_insert_threads = 1, max_block_size = 65536`,
  );
  for (const table of layout.idTable ? ['calls', 'call_ids', 'agg_15m'] : ['calls']) {
    await engine.command(`OPTIMIZE TABLE ${table} FINAL SETTINGS max_execution_time = 0`);
  }
  return engine;
}

async function bytesPerRow(engine: RecordsEngine): Promise<string> {
  const parts = await engine.query<{ table: string; bytes: number }>(
    `SELECT table, sum(bytes_on_disk) / ${rows} AS bytes FROM system.parts
     WHERE active AND database = currentDatabase() AND rows > 0 GROUP BY table ORDER BY bytes DESC`,
  );
  return parts.map(({ table, bytes }) => `${table} ${bytes.toFixed(1)}`).join(' + ');
}

async function compare(engines: Map<Layout, RecordsEngine>, samples: Sample[]): Promise<void> {
  const names = layouts.map(({ name }) => name);
  console.log(
    ['question'.padEnd(24), ...names.map((name) => name.padStart(20)), 'agg_15m'.padStart(20)].join(''),
  );
  for (const [name, ask] of Object.entries(questions)) {
    const measured = new Map<string, Measurement>();
    const time = (label: string, engine: RecordsEngine, sql: string, params: Params = {}) =>
      measured
        .getOrInsert(label, new Measurement())
        .time(() => engine.query(sql, { account: BUSY_ACCOUNT, ...params }));
    // Interleaved, so that other load on the machine affects every layout alike. The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      if (round === 1) measured.clear();
      for (const [layout, engine] of engines) {
        for (let repeat = 0; repeat < REPEATS; repeat++) {
          const sample = samples[(round * REPEATS + repeat) % samples.length];
          if (!sample) throw new Error('The busy account has no calls. Use more rows.');
          const { sql, params } = ask(sample, layout);
          await time(layout.name, engine, sql, params);
          const instead = layout.name === 'chosen' ? preAggregated[name] : undefined;
          if (instead) await time('agg_15m', engine, instead);
        }
      }
    }
    const chosen = measured.get('chosen')?.result();
    const cells = [...names, 'agg_15m'].map((label) =>
      cell(measured.get(label)?.result(), chosen).padStart(20),
    );
    console.log([name.padEnd(24), ...cells].join(''));
  }
}

const cell = (measured: Measured | undefined, chosen: Measured | undefined): string =>
  measured && chosen
    ? `${measured.p50Ms.toFixed(1)} ms  x${(measured.cpuMs / chosen.cpuMs).toFixed(2)}`
    : '-';

await rm(data, { recursive: true, force: true });
const source = await open('layout_source');
await source.command(calls);
await source.command(insertSampleCallsSql(rows));
const samples = await source.query<Sample>(
  `SELECT id, trace_id, session_id FROM calls WHERE account = ${BUSY_ACCOUNT} ORDER BY cityHash64(id) LIMIT 1000`,
);
const engines = new Map<Layout, RecordsEngine>();
for (const layout of layouts) engines.set(layout, await fill(layout, source));

console.log(`${rows} calls, median of ${rounds * REPEATS}; x: CPU time as a ratio to the chosen layout\n`);
await compare(engines, samples);
console.log('\nbytes per call on disk');
for (const [layout, engine] of engines) console.log(`${layout.name.padEnd(24)}${await bytesPerRow(engine)}`);
for (const engine of [source, ...engines.values()]) await engine.close();
await rm(data, { recursive: true, force: true });
