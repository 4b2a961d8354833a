// The constants of the plan, each with its source: the code of the product, a measurement of this repository,
// the documentation of ClickHouse, or an assumption. docs/large-installations.md lists them.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOCK_PATIENCE_MS } from '../../server/src/core/record-changes/usage-ledger.ts';
import { POOL_CONNECTIONS } from '../../server/src/store/metadata/postgres.ts';
import { AT_ONCE } from '../../server/src/store/records/writer/direct/ask-stored.ts';
import { LOOK_PAUSE_MS } from '../../server/src/store/records/writer/direct/complete-writes.ts';
import { FLUSH_LANES, FLUSH_LIMITS } from '../../server/src/store/records/writer/direct/direct-writer.ts';
import { splitRequest } from '../../server/src/store/records/writer/direct/split-request.ts';
import { LARGE_ROWS } from '../../server/src/store/records/writer/direct/insert-records.ts';
import { makeBodies } from '../ingest/bodies.ts';
import { preparedCalls } from '../ingest/prepared-calls.ts';
import type { Figures } from '../lib/figures.ts';
import { encodeRecords } from '../../server/src/store/records/index.ts';

export interface Costs {
  lanes: typeof FLUSH_LANES;
  flush: typeof FLUSH_LIMITS;
  largeRows: number;
  askAtOnce: number;
  lockPatienceMs: number;
  /** CPU time of a process's thread for a request with this number of records. */
  prepareMs: (records: number) => number;
  /** What PostgreSQL adds to a flush: its lock, its note and its commit. */
  ledgerMs: (rows: number) => number;
  completeMs: number;
  /** CPU of ClickHouse for the query of known ids. */
  askMs: (rows: number) => number;
  insertMs: (rows: number) => number;
  /** The part of an insert that no core works on. */
  syncMs: number;
  mergeMs: (rows: number) => number;
  mergeParts: number;
  mergeThreads: number;
  bufferMs: number;
  bufferBytes: number;
  delayParts: number;
  throwParts: number;
  /** A record while it waits, in memory. */
  waitingBytes: number;
  /** A row as it goes to ClickHouse. */
  rowBytes: number;
}

interface Constant {
  name: string;
  value: string;
  source: 'code' | 'measured' | 'documented' | 'assumed';
  where: string;
}

const results = (name: string): Figures | null => {
  const file = fileURLToPath(new URL(`../results/${name}.json`, import.meta.url));
  if (!existsSync(file)) return null;
  const { figures } = JSON.parse(readFileSync(file, 'utf8')) as { figures: Figures };
  return figures;
};

/** Between measured points, and beyond the last two, on a straight line. */
export function between(points: readonly (readonly [at: number, value: number])[]): (at: number) => number {
  return (at) => {
    const next = points.findIndex(([x]) => x >= at);
    const right = Math.max(1, next === -1 ? points.length - 1 : next);
    const [[fromX, fromY] = [0, 0], [toX, toY] = [1, 0]] = [points[right - 1], points[right]];
    return Math.max(0, fromY + ((at - fromX) * (toY - fromY)) / (toX - fromX));
  };
}

const SIZES = [100, 1_000, 10_000] as const;
/** Measured beside other work, with fsync (docs/adr/0029-unfinished-writes.md). */
const LEDGER_MS = [
  [0, 1.9],
  [100, 4.4],
  [1_000, 5],
  [10_000, 27],
] as const;

/** Defaults of ClickHouse 26. */
const CLICKHOUSE = {
  bufferMs: 200,
  bufferBytes: 10 * 1_048_576,
  delayParts: 1_000,
  throwParts: 3_000,
  mergeThreads: 16,
};
/** Parts that one merge takes: `merge_selector_base`, from which on a merge is worth it. */
const MERGE_PARTS = 5;
/** A part may be up to 150 GB, so a row that came with 10,000 others is written this often. */
const MERGES_OF_A_ROW = 7;

export interface Measured {
  costs: Costs;
  /** Bytes of a record in a request, before compression. */
  bodyBytes: number;
  /** On disk, all tables, merged. */
  diskBytes: number;
  connectionsPerProcess: number;
  constants: readonly Constant[];
}

const SAMPLE = 1_000;

export function measured(): Measured {
  const service = results('full') ?? results('quick');
  const direct = results('direct');
  const scale = JSON.parse(
    readFileSync(fileURLToPath(new URL('../results/scale.json', import.meta.url)), 'utf8'),
  ) as { cells: { bytesPerRecord: number }[] };
  if (!service || !direct) throw new Error('bench/all.ts and bench/direct-writes.ts come first.');
  const figure = (from: Figures, name: string): number => {
    const { [name]: value } = from;
    if (value === undefined) throw new Error(`There is no figure ${name}.`);
    return value;
  };
  const emptyMs = figure(direct, 'direct.empty.serverMs');
  /** CPU of the server without what the front of the tests takes for each statement. */
  const points = (name: 'ask' | 'insert') =>
    SIZES.map((size) => {
      const statements = name === 'ask' ? Math.ceil(size / AT_ONCE) : 1;
      return [size, figure(direct, `direct.${name}.${size}.serverMs`) - statements * emptyMs] as const;
    });
  const bodies = makeBodies('ingest', 1, false);
  const bodyBytes = bodies.next(0).length / bodies.records;
  const { records, bytes } = splitRequest({
    account: 1,
    quota: Infinity,
    encoded: encodeRecords(preparedCalls(bodies, SAMPLE)),
  });
  const rowBytes = records.reduce((sum, { row }) => sum + row.length, 0) / SAMPLE;
  const perCpuSecond = figure(service, 'ingest.perCpuSecond');
  const writeMs = figure(direct, 'direct.write.10000.clientMs') / 10_000;
  const prepareMs = 1_000 / perCpuSecond + writeMs;
  const mergeMicros = figure(direct, 'direct.mergeCpuMicros');
  const syncMs = figure(direct, 'direct.insert.100.ms') - figure(direct, 'direct.insert.100.serverMs');
  const costs: Costs = {
    lanes: FLUSH_LANES,
    flush: FLUSH_LIMITS,
    largeRows: LARGE_ROWS,
    askAtOnce: AT_ONCE,
    lockPatienceMs: LOCK_PATIENCE_MS,
    prepareMs: (count) => count * prepareMs,
    ledgerMs: between(LEDGER_MS),
    completeMs: LOOK_PAUSE_MS,
    askMs: between(points('ask')),
    insertMs: between(points('insert')),
    syncMs: Math.max(1, syncMs),
    mergeMs: (rows) => (rows * mergeMicros * MERGES_OF_A_ROW) / 1_000,
    mergeParts: MERGE_PARTS,
    ...CLICKHOUSE,
    waitingBytes: bytes / SAMPLE,
    rowBytes,
  };
  const diskBytes = Math.max(...scale.cells.map(({ bytesPerRecord }) => bytesPerRecord));
  return {
    costs,
    bodyBytes,
    diskBytes,
    connectionsPerProcess: 2 * POOL_CONNECTIONS,
    constants: constantsOf(costs, { bodyBytes, diskBytes, prepareMs, mergeMicros }),
  };
}

const round = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });

function constantsOf(
  costs: Costs,
  made: { bodyBytes: number; diskBytes: number; prepareMs: number; mergeMicros: number },
): Constant[] {
  const { lanes, flush } = costs;
  const code = (name: string, value: string, where: string): Constant => ({
    name,
    value,
    source: 'code',
    where,
  });
  const other = (source: Constant['source'], name: string, value: string, where: string): Constant => ({
    name,
    value,
    source,
    where,
  });
  const writer = '`direct-writer.ts`';
  return [
    code('flushes at a time in a process', `${lanes.free} + ${lanes.wait} that waits for locks`, writer),
    code(
      'a flush at most',
      `${flush.maxRows.toLocaleString('en')} records, ${flush.maxBytes >> 20} MiB`,
      writer,
    ),
    code('records that wait in a process', `${flush.maxWaitingBytes >> 20} MiB, then 503`, writer),
    code('a request waits for its flush', `${flush.patienceMs / 1_000} s, then 503`, writer),
    code('through the buffer of ClickHouse', `fewer than ${costs.largeRows} rows`, '`insert-records.ts`'),
    code('ids in one query', costs.askAtOnce.toLocaleString('en'), '`ask-stored.ts`'),
    code(
      'PostgreSQL connections of a process',
      `${POOL_CONNECTIONS} to read, ${POOL_CONNECTIONS} to write`,
      '`postgres.ts`',
    ),
    code('a record that waits, in memory', `${round(costs.waitingBytes)} bytes`, '`split-request.ts`'),
    code('a row on its way to ClickHouse', `${round(costs.rowBytes)} bytes`, '`call-row.ts`'),
    other('measured', 'a record in a request', `${round(made.bodyBytes)} bytes of JSON`, '`bench/ingest`'),
    other(
      'measured',
      'CPU of a process for a record',
      `${round(made.prepareMs * 1_000)} µs`,
      '`bench/ingest.ts`, `bench/direct-writes.ts`',
    ),
    other(
      'measured',
      'PostgreSQL in a flush',
      `${LEDGER_MS.map(([, ms]) => ms).join(', ')} ms for ${LEDGER_MS.map(([rows]) => rows.toLocaleString('en')).join(', ')} records`,
      '[ADR 29](adr/0029-unfinished-writes.md)',
    ),
    other(
      'measured',
      'CPU of ClickHouse to look for known ids',
      `${round(costs.askMs(100))} ms for 100, ${round(costs.askMs(2_000))} ms for 2,000`,
      '`bench/direct-writes.ts`',
    ),
    other(
      'measured',
      'CPU of ClickHouse for an insert with its views',
      `${round(costs.insertMs(100))} ms for 100, ${round(costs.insertMs(10_000))} ms for 10,000`,
      '`bench/direct-writes.ts`',
    ),
    other(
      'measured',
      'waiting for the disk in an insert',
      `${round(costs.syncMs)} ms`,
      '`bench/direct-writes.ts`',
    ),
    other(
      'measured',
      'CPU of ClickHouse to merge a row once',
      `${round(made.mergeMicros)} µs`,
      '`bench/direct-writes.ts`',
    ),
    other('measured', 'a record on disk', `${round(made.diskBytes)} bytes`, '`bench/scale.ts`'),
    other(
      'documented',
      'buffer of ClickHouse',
      `${costs.bufferMs} ms or ${costs.bufferBytes >> 20} MiB`,
      '`async_insert_busy_timeout_max_ms`',
    ),
    other(
      'documented',
      'parts of a partition',
      `inserts slow down at ${costs.delayParts.toLocaleString('en')}, fail at ${costs.throwParts.toLocaleString('en')}`,
      '`parts_to_delay_insert`, `parts_to_throw_insert`',
    ),
    other(
      'assumed',
      'merges of a row in its life',
      `${MERGES_OF_A_ROW}, of ${MERGE_PARTS} parts each`,
      'parts of 10,000 rows grow to 150 GB',
    ),
  ];
}
