// The calls of request bodies, read and prepared as the service does it.
import { CONTENT_LIMIT, priceBook } from '../../server/src/otlp/index.ts';
import { prepare, preparationBy } from '../../server/src/features/ingest/prepare.ts';
import { readRecord } from '../../server/src/features/ingest/read-record.ts';
import type { Incoming } from '../../server/src/store/records/writer/writer.ts';
import type { Bodies } from './bodies.ts';

const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];
const CONSENTS = { plaintextStorage: false, aiHelper: false, piiRedaction: true };

type PreparedCall = Extract<Incoming, { kind: 'call' }>;

export function preparedCalls(bodies: Bodies, count: number): PreparedCall[] {
  const nowMs = Date.now();
  const rules = { providers: new Set(PROVIDERS), nowMs, retentionDays: 90 };
  const how = preparationBy(
    {
      account: 1,
      consents: CONSENTS,
      retentionDays: 90,
      providers: PROVIDERS,
      anyProvider: false,
      keys: null,
      searchable: false,
      contentLimit: CONTENT_LIMIT,
    },
    priceBook(),
    { from: 'json', door: 'strict', project: 1, receivedAtMs: nowMs, sharedMessages: null },
  );
  const calls: PreparedCall[] = [];
  while (calls.length < count) {
    const { records } = JSON.parse(bodies.next(0).toString()) as { records: unknown[] };
    for (const record of records) {
      const read = readRecord(record, rules);
      if (!read.ok) throw new Error(read.rejection.rule);
      const incoming = prepare(read.call, how);
      if (incoming.kind === 'call' && calls.length < count) calls.push(incoming);
    }
  }
  return calls;
}
