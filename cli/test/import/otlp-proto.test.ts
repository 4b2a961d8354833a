import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { encodeLogs, encodeTree } from '../../../server/test/oracles/otlp-oracle.ts';
import { SourceTally, type ImportRules } from '../../src/commands/import/tally.ts';
import { protoPieces } from '../../src/commands/import/files/otlp-proto.ts';
import { otlpFiles } from '../../src/commands/import/files/otlp.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-otlp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const START_MS = Date.UTC(2026, 0, 31);
const RULES: ImportRules = { oldestMs: 0, latestMs: START_MS * 2, storesContent: true, anyProvider: true };

const span = (index: number) => ({
  traceId: 'ab'.repeat(16),
  spanId: index.toString(16).padStart(16, '0'),
  name: `chat ${index}`,
  kind: 3,
  startTimeUnixNano: `${START_MS + index}000000`,
  endTimeUnixNano: `${START_MS + index + 5}000000`,
  attributes: [
    { key: 'gen_ai.usage.cost', value: { doubleValue: 0.25 } },
    { key: 'gen_ai.input.messages', value: { stringValue: 'Where?' } },
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
  ],
});
const traces = (...indexes: number[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] },
      scopeSpans: [{ scope: { name: 'x' }, spans: indexes.map(span) }],
    },
  ],
});
const logs = {
  resourceLogs: [
    {
      resource: {},
      scopeLogs: [
        {
          logRecords: [
            {
              observedTimeUnixNano: `${START_MS}000000`,
              attributes: [{ key: 'cost_usd', value: { doubleValue: 0.5 } }],
            },
          ],
        },
      ],
    },
  ],
};

const framed = (...messages: Uint8Array[]): Buffer =>
  Buffer.concat(
    messages.flatMap((message) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, Buffer.from(message)];
    }),
  );

function fileWith(name: string, content: Uint8Array | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function read(file: string) {
  const tally = new SourceTally();
  const requests: { path: string; type: string; body: string | Uint8Array }[] = [];
  const places: unknown[] = [];
  for await (const parcel of otlpFiles('id', [file]).parcels(null, RULES)) {
    tally.add(parcel.tally);
    const { 'content-type': type = 'json' } = parcel.headers ?? {};
    if (parcel.tally.read > [...parcel.tally.unfit.values()].reduce((sum, { count }) => sum + count, 0))
      requests.push({ path: parcel.path, type, body: parcel.body() });
    places.push(parcel.next);
  }
  return { tally, requests, places };
}

const EVERYTHING = encodeTree(traces(0, 1, 2));

it.each([
  ['frames.bin', framed(encodeTree(traces(0)), encodeTree(traces(1, 2)))],
  ['frames.bin.gz', gzipSync(framed(encodeTree(traces(0)), encodeTree(traces(1, 2))))],
  ['zstd.bin', framed(zstdCompressSync(encodeTree(traces(0))), zstdCompressSync(encodeTree(traces(1, 2))))],
  ['request.pb', EVERYTHING],
])('%s: the spans of all messages are sent as they are, in one request', async (name, content) => {
  const { tally, requests } = await read(fileWith(name, content));
  expect([tally.read, tally.costUsd, tally.oldestMs, tally.newestMs]).toEqual([
    3,
    0.75,
    START_MS,
    START_MS + 2,
  ]);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ path: '/otel/v1/traces', type: 'application/x-protobuf' });
  const [piece] = protoPieces(Buffer.from(requests[0]?.body ?? ''), '') ?? [];
  expect(piece?.items.length).toBe(name === 'request.pb' ? 3 : 1);
});

it('log records go to their own endpoint, and JSON with compression is read too', async () => {
  const json = Buffer.from(JSON.stringify(traces(5)));
  const { tally, requests } = await read(
    fileWith('mixed.bin', framed(encodeLogs(logs), zstdCompressSync(json))),
  );
  expect([tally.read, tally.costUsd]).toEqual([2, 0.75]);
  expect(requests.map(({ path: to, type }) => [to, type])).toEqual([
    ['/otel/v1/logs', 'application/x-protobuf'],
    ['/otel/v1/traces', 'json'],
  ]);
});

it('content is noticed where the account stores none', async () => {
  const tally = new SourceTally();
  const file = fileWith('content.pb', EVERYTHING);
  for await (const parcel of otlpFiles('id', [file]).parcels(null, { ...RULES, storesContent: false }))
    tally.add(parcel.tally);
  expect(tally.unfit.get('content_not_stored')?.count).toBe(3);
});

it('lines are still read as lines, also after a line break', async () => {
  const { tally, requests } = await read(fileWith('lines.jsonl', `\n${JSON.stringify(traces(0, 1))}\n`));
  expect([tally.read, requests.map(({ type }) => type)]).toEqual([2, ['json']]);
});

it('a run goes on after the last message that is stored', async () => {
  const file = fileWith(
    'resume.bin',
    framed(...Array.from({ length: 50 }, (_, at) => encodeTree(traces(at)))),
  );
  const first = framed(encodeTree(traces(0))).length;
  const tally = new SourceTally();
  for await (const parcel of otlpFiles('id', [file]).parcels({ file: 0, end: first, number: 1 }, RULES))
    tally.add(parcel.tally);
  expect([tally.read, tally.oldestMs]).toEqual([49, START_MS + 1]);
});

it('metrics and other messages are no records, and a cut file is named', async () => {
  // A metric: resource metrics, scope metrics, a metric with a name.
  const metric = Buffer.from([0x0a, 0x0a, 0x12, 0x08, 0x12, 0x06, 0x0a, 0x04, 0x63, 0x70, 0x75, 0x73]);
  const { tally } = await read(fileWith('metrics.bin', framed(metric, Buffer.from([0x0a, 0x7f]))));
  expect([tally.read, tally.unfit.get('not_a_record')?.count]).toEqual([2, 2]);
  const cut = framed(encodeTree(traces(0)), encodeTree(traces(1))).subarray(0, -3);
  await expect(read(fileWith('cut.bin', cut))).rejects.toThrow('message 2 is cut off');
});

it('whatever bytes there are, reading ends', () => {
  const valid = Buffer.from(EVERYTHING);
  for (let at = 0; at < valid.length; at += 1) {
    for (const value of [0x00, 0x7f, 0xff]) {
      const broken = Buffer.from(valid);
      broken[at] = value;
      const pieces = protoPieces(broken, '');
      expect(pieces === null || Array.isArray(pieces)).toBe(true);
    }
    expect(() => protoPieces(valid.subarray(0, at), '')).not.toThrow();
  }
});
