// Calls with much in them, made by the engine itself: what an account can store in minutes, without the
// minutes.
import type { TestAccount, TestApp } from './app.ts';
import { testEngine } from './lazy-records.ts';

interface WideCalls {
  rows: number;
  /** Characters of `requestMeta.attributes.note` of each. */
  noteBytes?: number;
  /** Tags of each, with values of a few dozen characters. */
  tags?: number;
  traceId?: string;
  sessionId?: string;
}

const HOUR_MS = 3_600_000;

export async function storeWideCalls(
  app: TestApp,
  account: TestAccount,
  { rows, noteBytes = 0, tags = 1, traceId = '', sessionId = '' }: WideCalls,
): Promise<void> {
  const number = (await app.services.accounts.get(account.id))?.number ?? 0;
  const engine = await testEngine();
  await engine.command(
    `INSERT INTO calls (account, project, id, timestamp, received_at, expires_at, provider, model, price_source, tags, trace_id, span_id,
       session_id, request_meta)
     SELECT {number: UInt32}, 1, concat('wide-', toString(number)), fromUnixTimestamp64Milli({from: Int64} + toInt64(number), 'UTC') AS timestamp,
       timestamp, toDateTime('2100-01-01 00:00:00', 'UTC'), 'openai', 'gpt-5', 'catalog',
       mapFromArrays(arrayMap(at -> concat('tag', toString(at)), range({tags: UInt32})),
         arrayMap(at -> concat('value ', toString(cityHash64(number, at)), toString(cityHash64(at, number))), range({tags: UInt32}))),
       {traceId: String}, toString(number), {sessionId: String},
       if({noteBytes: UInt32} = 0, '', concat('{"attributes":{"note":"', repeat('x', {noteBytes: UInt32}), '"}}'))
     FROM numbers({rows: UInt32})
     SETTINGS max_insert_threads = 1, max_block_size = 4096, min_insert_block_size_bytes = 16000000`,
    { number, from: Date.now() - HOUR_MS, tags, traceId, sessionId, noteBytes, rows },
  );
}
