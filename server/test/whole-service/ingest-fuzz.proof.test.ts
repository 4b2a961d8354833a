// Arbitrary input to the two endpoints that take bytes: a correct status with a reason, never a 500, and
// exactly the acknowledged records are charged. Seeded, so that a failure can be repeated: TEST_FUZZ_SEED and
// TEST_FUZZ_REQUESTS change the run.
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { decodeFixture, otlpFixtures } from '#test/support/otlp-fixtures';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';
import { disturb, scratch } from '../support/disturbed.ts';
import { Chance, jsonOf } from '../support/schema-fuzz.ts';

const SEED = Number(process.env['TEST_FUZZ_SEED'] ?? 20_261_115);
const REQUESTS = Number(process.env['TEST_FUZZ_REQUESTS'] ?? 1_500);
const TIME_MS = 60_000;

const ODD_NANOS = ['0', '1', '18446744073709551615', '9223372036854775807'];
const ODD_VALUES = [
  { intValue: '9223372036854775807' },
  { intValue: '-9223372036854775808' },
  { doubleValue: Number.NaN },
  { doubleValue: Number.POSITIVE_INFINITY },
  { doubleValue: 1e308 },
  { doubleValue: -1e308 },
  { doubleValue: 5e-324 },
];

/** Valid in its form, with a time or a number at the limit of the wire format. */
function atTheEdge(r: Chance, span: SampleSpan): SampleSpan {
  const edged = structuredClone(span);
  if (r.is(0.3)) edged.startTimeUnixNano = r.pick(ODD_NANOS);
  if (r.is(0.3)) edged.endTimeUnixNano = r.pick(ODD_NANOS);
  for (const attribute of edged.attributes) {
    if (r.is(0.3) && !('stringValue' in attribute.value)) attribute.value = r.pick(ODD_VALUES);
  }
  return edged;
}

const captures = otlpFixtures().filter(
  (fixture) => fixture.body.length < 100_000 && decodeFixture(fixture).ok,
);

interface Attempt {
  url: '/v1/ingest' | '/v1/traces';
  body: Buffer;
  headers: Record<string, string>;
}

function attempt(r: Chance): Attempt {
  const ingest = r.next() < 0.5;
  const [json, protobuf] = ['application/json', 'application/x-protobuf'];
  let type = json;
  let body: Buffer;
  if (ingest) {
    const records = Array.from({ length: r.below(6) }, () =>
      sampleRecord({ requestMeta: { input: 'hello' } }),
    );
    body = Buffer.from(jsonOf(disturb(r, { records })));
  } else if (r.next() < 0.3) {
    const capture = r.pick(captures);
    type = capture.encoding === 'json' ? json : protobuf;
    body = capture.body;
  } else {
    const spans = Array.from({ length: r.below(5) }, () => (r.next() < 0.5 ? inference() : plain({ n: 1 })));
    const tree = exportOf(r.is(0.5) ? spans.map((span) => atTheEdge(r, span)) : spans);
    if (r.next() < 0.5) body = Buffer.from(jsonOf(disturb(r, tree)));
    else {
      type = protobuf;
      body = Buffer.from(encodeTree(tree));
    }
  }
  if (r.next() < 0.4) body = scratch(r, body);
  const headers: Record<string, string> = {
    'content-type': r.next() < 0.03 ? r.pick(['', 'text/plain', protobuf]) : type,
  };
  const compression = r.next();
  if (compression < 0.3) {
    const [name, compress] = r.pick([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['zstd', zstdCompressSync],
    ] as const);
    body = compress(body);
    if (r.next() < 0.2) body = scratch(r, body);
    headers['content-encoding'] = name;
  } else if (compression < 0.33) headers['content-encoding'] = r.pick(['gzip', 'br', 'zstd', 'identity']);
  if (r.next() < 0.2) headers['accept'] = r.pick(['*/*', json, protobuf, ';;', 'application/json;q=0']);
  return { url: ingest ? '/v1/ingest' : '/v1/traces', body, headers };
}

const STATUSES = new Set([200, 400, 413, 415]);

/** The fault of an answer; null if there is none. */
function faultOf(reply: LightMyRequestResponse, stored: number): string | null {
  if (!STATUSES.has(reply.statusCode)) return `status ${reply.statusCode}`;
  const isProtobuf = reply.headers['content-type'] === 'application/x-protobuf';
  const answer: Record<string, unknown> = isProtobuf ? {} : reply.json();
  if (reply.statusCode === 200) {
    const accepted = answer['accepted'];
    return typeof accepted === 'number' && stored > accepted ? `charged ${stored} for ${accepted}` : null;
  }
  if (stored !== 0) return `charged ${stored} and turned down`;
  const { error, reason } = answer;
  return typeof error === 'string' && /^\w+$/.test(String(reason)) ? null : 'no reason';
}

async function usageOf(app: TestApp, account: TestAccount): Promise<number> {
  const { number } = (await app.services.accounts.get(account.id)) ?? { number: 0 };
  return app.services.records.usage(number);
}

describe('hostile bytes at /v1/ingest and /v1/traces', () => {
  it(`${REQUESTS} requests of seed ${SEED}`, { timeout: TIME_MS * 2 }, async () => {
    const app = await openTestApp();
    const account = await app.account();
    const r = new Chance(SEED);
    const until = performance.now() + TIME_MS;
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    for (let at = 0; at < REQUESTS && performance.now() < until; at += 1) {
      const { url, body, headers } = attempt(r);
      const before = await usageOf(app, account);
      const reply = await account.call('POST', url, body, headers);
      const fault = faultOf(reply, (await usageOf(app, account)) - before);
      if (fault)
        faults.push(`${at}: ${fault}: ${url} ${JSON.stringify(headers)} ${body.toString('latin1', 0, 200)}`);
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
    }
    expect(faults).toEqual([]);
    // Infinity and NaN would be null.
    for (const metric of ['cost', 'latency', 'tokens']) {
      const sums = await account.call('POST', '/v1/query/aggregate', { groupBy: 'model', metric });
      expect([sums.statusCode, sums.body]).toEqual([200, expect.not.stringContaining('null')]);
    }
    // If everything were rejected, nothing would be tested.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10);
  });
});
