// One of several processes that write to one ClickHouse server and one PostgreSQL: it sends what the test
// asks for, retries when the answer asks for it, and prints the outcome of each request.
import { setTimeout } from 'node:timers/promises';
import type { MetadataConfig, RecordsConfig } from '#config';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { AppError } from '#lib/app-error';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata/open';
import type { WriteOutcome } from '#records';
import { encodeRecords } from '#records/writer/rows/encode-records';
import { openEngine } from '../../src/store/records/engine/engine.ts';
import { openDirectWriter } from '../../src/store/records/writer/direct/open-direct.ts';
import { incomingCall } from './incoming.ts';

export interface Order {
  metadata: MetadataConfig;
  records: RecordsConfig;
  database: string;
  account: number;
  /** Rounds run one after another, the requests of a round concurrently. */
  rounds: { quota: number; requests: string[][] }[];
}

const order = JSON.parse(process.argv[1] ?? '') as Order;
const metadata = await Metadata.open(order.metadata);
const engine = await openEngine(order.records, {
  database: order.database,
  readSeconds: 300,
  insertSeconds: 200,
});
const writer = openDirectWriter(engine, new MetadataLedger(metadata, systemClock), systemClock);

async function send(quota: number, ids: string[]): Promise<WriteOutcome> {
  for (;;) {
    try {
      const records = ids.map((id) => incomingCall(order.account, id));
      return await writer.write({ account: order.account, quota, encoded: encodeRecords(records) });
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== 'overloaded') throw error;
      await setTimeout((error.retryAfterSeconds ?? 1) * 1_000);
    }
  }
}

const outcomes: WriteOutcome[][] = [];
for (const { quota, requests } of order.rounds) {
  outcomes.push(await Promise.all(requests.map((ids) => send(quota, ids))));
}
await writer.close();
await engine.close();
await metadata.close();
process.stdout.write(JSON.stringify(outcomes));
