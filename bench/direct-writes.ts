// What a flush of the writer for a ClickHouse server costs: the query for known ids, and the insert with its
// views, both by the code of the service.
//   node bench/direct-writes.ts [--rows=5000000] [--rounds=15]
// The server is the record engine of the tests, in its own process, with the inserts synced. The table has
// `--rows` calls, three in ten of them of the account that writes. docs/large-installations.md computes from the
// figures.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../server/src/store/records/engine/engine.ts';
import { migrateRecords } from '../server/src/store/records/migrations/migrate.ts';
import { askStored } from '../server/src/store/records/writer/direct/ask-stored.ts';
import { splitRequest } from '../server/src/store/records/writer/direct/split-request.ts';
import { insertRecords } from '../server/src/store/records/writer/direct/insert-records.ts';
import { OwnFront } from '../server/test/support/own-front.ts';
import { makeBodies } from './ingest/bodies.ts';
import { preparedCalls } from './ingest/prepared-calls.ts';
import { commit, machine } from './lib/machine.ts';
import { cpuSeconds } from './lib/process-cost.ts';
import { BUSY_ACCOUNT, insertSampleCallsSql } from './lib/sample-calls.ts';
import { encodeRecords } from '../server/src/store/records/writer/rows/encode-records.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '15' },
  },
});
const rounds = Number(values.rounds);
const SIZES = [100, 1_000, 10_000];
/** The engine generates the sample in statements of this size, each within its time limit. */
const FILL_ROWS = 1_000_000;
const hold = { msLeft: () => Infinity };
console.log(`${machine()}; load ${loadavg()[0]?.toFixed(1)}; ${commit()}`);

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-direct-'));
const front = await OwnFront.start(folder);
const engine = await openEngine({ kind: 'server', url: front.url });
const note = (name: string, value: number): void =>
  console.log(`${name.padEnd(28)} ${value < 10 ? value.toPrecision(3) : value.toFixed(1)}`);

/** The shortest wall time of a round in milliseconds, and the mean CPU time of the server and of this process. */
async function timed(work: (round: number) => Promise<void>) {
  const times: number[] = [];
  const serverCpu = cpuSeconds(front.pid);
  const clientCpu = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work(round);
    times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(clientCpu);
  return {
    // The shortest, because the machine may be busy with other work.
    ms: Math.min(...times),
    serverMs: ((cpuSeconds(front.pid) - serverCpu) * 1_000) / rounds,
    clientMs: (user + system) / 1_000 / rounds,
  };
}

try {
  await migrateRecords(engine);
  for (let filled = 0; filled < Number(values.rows); filled += FILL_ROWS)
    await engine.command(insertSampleCallsSql(Math.min(FILL_ROWS, Number(values.rows) - filled)), {});
  const merged = await (async () => {
    const began = cpuSeconds(front.pid);
    for (const table of ['calls', 'call_ids', 'agg_15m', 'arrivals'])
      await engine.command(`OPTIMIZE TABLE ${table} FINAL`, {});
    return cpuSeconds(front.pid) - began;
  })();
  // Each row was written again once, in all tables.
  note('mergeCpuMicros', (merged * 1e6) / Number(values.rows));
  const empty = await timed(async () => {
    await engine.query('SELECT 1 AS one');
  });
  // What the front of the tests takes for any statement, which a server does not.
  note('empty.serverMs', empty.serverMs);
  const bodies = makeBodies('ingest', 1, false);
  for (const size of SIZES) {
    const flushes = Array.from({ length: rounds }, () => {
      const records = preparedCalls(bodies, size);
      return splitRequest({ account: BUSY_ACCOUNT, quota: Infinity, encoded: encodeRecords(records) });
    });
    const asked = await timed(async (round) => {
      await askStored(engine)(flushes[round]?.records ?? [], hold);
    });
    const inserted = await timed(async (round) => {
      await insertRecords(engine)(flushes[round]?.records ?? [], randomUUID(), hold);
    });
    note(`ask.${size}.ms`, asked.ms);
    note(`ask.${size}.serverMs`, asked.serverMs);
    note(`insert.${size}.ms`, inserted.ms);
    note(`insert.${size}.serverMs`, inserted.serverMs);
    note(`write.${size}.clientMs`, asked.clientMs + inserted.clientMs);
  }
} finally {
  await engine.close();
  await front.kill();
  rmSync(folder, { recursive: true, force: true });
}
