// Records per CPU second for preparing requests, without HTTP, log and engine: from the bytes of a body to
// the bytes of its rows, as in the thread that prepares requests.
//   node bench/prepare.ts [ingest|traces-json|traces-protobuf …] [--content] [--seconds=5]
import { createSecretKey, randomBytes } from 'node:crypto';
import { makeBodies, type Kind } from './ingest/bodies.ts';
import { median } from './lib/process-cost.ts';
import { searchKeyOf } from '../server/src/core/content/index.ts';
import { makeRecords } from '../server/src/features/ingest/make-records.ts';
import { makeSpans } from '../server/src/features/ingest/make-spans.ts';
import { preparationBy, type AccountRules } from '../server/src/features/ingest/prepare.ts';
import { freeBytes } from '../server/src/lib/free-bytes.ts';
import { Pace } from '../server/src/lib/yield-to-event-loop.ts';
import { priceBook } from '../server/src/otlp/index.ts';
import type { Incoming } from '../server/src/store/records/index.ts';
import { RecordsEncoder } from '../server/src/store/records/writer/rows/encode-records.ts';

const KINDS: readonly Kind[] = ['ingest', 'traces-json', 'traces-protobuf'];
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--')) as Kind[];
const content = args.includes('--content');
const seconds = Number(args.find((arg) => arg.startsWith('--seconds='))?.slice('--seconds='.length) ?? 5);
const SLOTS = 16;

const key = createSecretKey(randomBytes(32));
const rules: AccountRules = {
  account: 1,
  consents: { plaintextStorage: content, aiHelper: false, piiRedaction: true },
  retentionDays: 90,
  anyProvider: false,
  providers: ['openai', 'anthropic', 'google', 'mistral'],
  keys: content
    ? {
        account: 1,
        newest: { version: 1, key },
        byVersion: new Map([[1, key]]),
        search: [searchKeyOf(key)],
        unreadable: () => undefined,
      }
    : null,
  searchable: true,
};
const prices = priceBook();
const LOOK_UP = {
  matchStored: () => ({ found: new Map(), refuted: new Set<string>() }),
  findProjects: async () => new Map<string, number>(),
  findPrompts: async () => [],
  findEvents: async () => [],
};

async function prepareOne(kind: Kind, body: Buffer): Promise<number> {
  const request = { project: 1, receivedAtMs: Date.now(), door: 'strict' as const };
  const pace = new Pace();
  const encoder = new RecordsEncoder(body.length * 2);
  const take = (record: Incoming) => encoder.add(record);
  await (kind === 'ingest'
    ? makeRecords(body, preparationBy(rules, prices, { ...request, from: 'json' }), pace, take)
    : makeSpans(
        body,
        kind === 'traces-json' ? 'json' : 'protobuf',
        preparationBy(rules, prices, { ...request, from: 'otlp' }),
        pace,
        LOOK_UP,
        take,
      ));
  const { ids, rows } = encoder.encoded();
  freeBytes(new Uint8Array(rows.buffer));
  return ids.length;
}

/** Median of the rounds after the first, which warms up. */
async function rate(kind: Kind): Promise<number> {
  const bodies = makeBodies(kind, SLOTS, content);
  const rates: number[] = [];
  for (let round = 0; round <= seconds; round += 1) {
    const before = process.cpuUsage();
    const end = performance.now() + 1_000;
    let records = 0;
    for (let slot = 0; performance.now() < end; slot = (slot + 1) % SLOTS)
      records += await prepareOne(kind, Buffer.from(bodies.next(slot)));
    const { user, system } = process.cpuUsage(before);
    if (round > 0) rates.push((records * 1e6) / (user + system));
  }
  return median(rates);
}

for (const kind of named.length > 0 ? named : KINDS) {
  const perSecond = await rate(kind);
  console.log(
    `${kind.padEnd(16)} ${(perSecond / 1_000).toFixed(1).padStart(6)}k per CPU-s  ${(1e6 / perSecond).toFixed(1)} µs each`,
  );
}
