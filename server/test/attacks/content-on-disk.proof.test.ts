// An attacker with access to the disk, the log or a read key searches for what people and models said. The
// test plants a unique word in every content key of every dialect and in every other place that accepts text,
// and then searches for it everywhere.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { meaningOfKey } from '#semconv';
import { runChild } from '../support/child.ts';
import { grpcCaller } from '../support/grpc-client.ts';
import { decodeFixture, otlpFixtures } from '../support/otlp-fixtures.ts';
import { encodeTree } from '../oracles/otlp-oracle.ts';
import { openReceiver } from '../support/receiver.ts';
import { emulated } from '../support/records-engine.ts';
import { sampleRecord } from '../support/sample-records.ts';
import { exportOf, type SampleSpan } from '../support/sample-spans.ts';
import { startService, tracewell, type Service } from '../support/service-process.ts';
import { attribute, Canaries, type Door, long, recordsWith, spansWith } from './planted-content.ts';

const PROTOBUF = { 'content-type': 'application/x-protobuf' };

/**
 * Reads the tables after the service has stopped. The engine compresses its files, so no word in them can be
 * found from outside.
 */
const IN_TABLES = `
import { openEngine } from './src/store/records/engine/engine.ts';
import { readConfig } from '#config';
const { folder, pattern } = JSON.parse(process.argv[1]);
const engine = await openEngine(readConfig({ TRACEWELL_DATA_DIR: folder }).records, {});
const tables = await engine.query("SELECT database, name FROM system.tables WHERE database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema') AND engine NOT LIKE '%View%'");
const words = new Set();
for (const { database, name } of tables) {
  const sql = 'SELECT DISTINCT arrayJoin(extractAll(toString(tuple(*)), {pattern: String})) AS word FROM ' + database + '.' + name;
  for (const { word } of await engine.query(sql, { pattern })) words.add(word);
}
const [{ sealed }] = await engine.query('SELECT toUInt32(count()) AS sealed FROM call_content');
console.log(JSON.stringify({ tables: tables.length, words: [...words], sealed }));
await engine.close();
process.exit(0);
`;

function wordsInFiles(folder: string, canaries: Canaries): string[] {
  const found = new Set<string>();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files)
    for (const place of canaries.foundIn(readFileSync(path.join(parentPath, name), 'latin1')))
      found.add(place);
  return [...found];
}

describe.runIf(inject('engine') === 'sqlite' && !emulated)('content', () => {
  const without = new Canaries();
  const sealed = new Canaries();
  /**
   * Names that clients gave their own objects, which are stored in the clear: finding these proves that the
   * search works.
   */
  const labels = new Canaries();
  let service: Service;

  const call: Service['call'] = (...asked) => service.call(...asked);
  const operate: Service['operate'] = (...asked) => service.operate(...asked);

  async function account(plaintextStorage: boolean): Promise<{ id: string; key: string }> {
    const order = {
      email: `${randomBytes(6).toString('hex')}@example.com`,
      password: 'long enough, 9',
      plan: 'team',
    };
    const made = await operate('POST', '/operator/accounts', order);
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    const { accountId, apiKey } = JSON.parse(made.text);
    const consents = await operate('PUT', `/operator/accounts/${accountId}/consents`, { plaintextStorage });
    expect(consents.status).toBe(200);
    return { id: accountId, key: apiKey };
  }

  async function send(key: string, canaries: Canaries): Promise<{ calls: string[]; traces: string[] }> {
    const label = labels.word('a name of a span, a tag, a session');
    const records = recordsWith(canaries);
    const calls = records.map((_, at) => `record-${at}`);
    records.forEach((record, at) =>
      Object.assign(record, { id: calls[at], sessionId: label, tags: { label } }),
    );
    const stored = await call('POST', '/v1/ingest', key, { records });
    expect([stored.status, stored.text]).toEqual([200, `{"accepted":${records.length},"rejected":[]}`]);
    const spans: SampleSpan[] = [];
    for (const door of ['otlp-json', 'otlp-protobuf', 'grpc'] as const) {
      const some = spansWith(canaries, door);
      spans.push(...some);
      // Keys without a prefix have a meaning only in the instrumentation that writes them.
      const scope = door === 'otlp-json' ? 'com.anthropic.claude_code' : 'test';
      const tree = exportOf(some, scope);
      expect([door, await sendSpans(door, key, tree)]).toEqual([door, 'stored']);
    }
    await sendWhatIsNotStored(key, canaries);
    return { calls, traces: [...new Set(spans.map(({ traceId }) => traceId))] };
  }

  async function sendSpans(door: Door, key: string, tree: object): Promise<string> {
    if (door === 'grpc') {
      const { code } = await grpcCaller(service.grpcPort, key).call(encodeTree(tree));
      return code === 'OK' ? 'stored' : code;
    }
    const body = door === 'otlp-json' ? tree : encodeTree(tree);
    const reply = await call('POST', '/v1/traces', key, body, door === 'otlp-json' ? {} : PROTOBUF);
    return reply.status === 200 && /^(\{\})?$/.test(reply.text) ? 'stored' : reply.text;
  }

  /** Refused requests and rejected records are counted, with an example. */
  async function sendWhatIsNotStored(key: string, canaries: Canaries): Promise<void> {
    const word = (place: string) => canaries.word(`not stored: ${place}`);
    const bad = [
      sampleRecord({ requestMeta: word('requestMeta') }),
      sampleRecord({ tags: word('tags') }),
      sampleRecord({ tags: { [long(word('key of a tag'))]: 'x' } }),
    ];
    await call('POST', '/v1/ingest', key, { records: bad });
    await call('POST', '/v1/ingest', key, `${word('body')} is no JSON`);
    await call('POST', '/v1/ingest', key, `{"records":[{"requestMeta":{"input":"a" ${word('in a body')}`);
    await call('POST', '/v1/traces', key, `{"resourceSpans": ${word('traces')}`);
    const logRecords = [
      {
        body: { stringValue: word('log') },
        eventName: 'gen_ai.user.message',
        attributes: [attribute('gen_ai.input.messages', word('attribute of a log'))],
      },
    ];
    await call('POST', '/v1/logs', key, { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  }

  /** All answers that a read key can get, as one text. */
  async function answers(
    key: string,
    calls: string[],
    traces: string[],
  ): Promise<{ wide: string; open: string }> {
    const ask = async (method: string, url: string, body?: unknown) => {
      const { status, text } = await call(method, url, key, body);
      expect([url, status, status === 200 ? '' : text]).toEqual([url, 200, '']);
      return text;
    };
    const startTime = new Date(Date.now() - 3_600_000).toISOString();
    const wide = [
      await ask('POST', '/v1/query/calls', { startTime, limit: 200 }),
      await ask('POST', '/v1/query/aggregate', { startTime, groupBy: 'error', metric: 'count' }),
      await ask('POST', '/v1/query/export?format=json', { startTime }),
      await ask('POST', '/v1/query/export?format=csv', { startTime }),
      await ask('POST', '/v1/query/export?format=parquet', { startTime }),
      await ask('GET', '/v1/guardian/findings'),
      await ask('GET', '/v1/ingest/diagnostics'),
      await ask('GET', '/v1/account'),
    ];
    const open: string[] = [];
    for (const id of calls) open.push(await ask('GET', `/v1/query/calls/${id}`));
    for (const id of traces) open.push(await ask('GET', `/v1/query/trace/${id}`));
    return { wide: wide.join('\n'), open: open.join('\n') };
  }

  it('is stored nowhere without consent, and only sealed with it', { timeout: 180_000 }, async () => {
    const receiver = await openReceiver();
    service = await startService({
      env: { TRACEWELL_LOG_LEVEL: 'trace', TRACEWELL_OUTBOUND_ALLOW: '127.0.0.0/8' },
    });
    const [closed, open] = [await account(false), await account(true)];
    for (const { key } of [closed, open]) {
      const description = labels.word('description of a webhook');
      const hook = { url: receiver.url, events: ['guardian.finding', 'alert.fired'], description };
      expect((await call('POST', '/v1/webhooks', key, hook)).status).toBe(201);
    }
    const sentClosed = await send(closed.key, without);
    const sentOpen = await send(open.key, sealed);
    // Twelve failures of the same question become a finding, with the error in its evidence.
    for (const [key, canaries] of [
      [closed.key, without],
      [open.key, sealed],
    ] as const) {
      const error = `429 rate limit for\n${canaries.word('json error of a finding')}`;
      const records = Array.from({ length: 12 }, (_, at) =>
        sampleRecord({
          error,
          requestMeta: { input: 'again' },
          timestamp: new Date(Date.now() - 60_000 + at * 100).toISOString(),
        }),
      );
      await call('POST', '/v1/ingest', key, { records });
    }
    const fixtures = otlpFixtures().filter(({ name }) => name.startsWith('claude-code/'));
    const said = saidIn(fixtures);
    expect(said.length).toBeGreaterThan(0);
    for (const { encoding, body } of fixtures)
      await call('POST', '/v1/traces', closed.key, body, encoding === 'json' ? {} : PROTOBUF);
    expect((await operate('POST', '/operator/jobs/guardian/run')).status).toBe(200);

    const ofClosed = await answers(closed.key, sentClosed.calls, sentClosed.traces);
    const ofOpen = await answers(open.key, sentOpen.calls, sentOpen.traces);
    expect(ofClosed.wide).toContain('retry_storm');
    expect(without.foundIn(ofClosed.wide + ofClosed.open)).toEqual([]);
    expect(sealed.foundIn(ofOpen.wide)).toEqual([]);
    // A call does not keep texts that repeat its input or output, so these do not count as missing.
    const readable = new Set(sealed.foundIn(ofOpen.open));
    const missing = [...sealed.places.values()].filter((place) => !readable.has(place) && isKept(place));
    expect(missing).toEqual(['json error of a finding']);
    for (let tries = 0; receiver.received.length < 2 && tries < 200; tries += 1) await pause(50);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const hooked = JSON.stringify(receiver.received);
    expect([without.foundIn(hooked), sealed.foundIn(hooked)]).toEqual([[], []]);

    const backup = path.join(service.folder, '..', 'backup');
    const made = tracewell(service.folder, ['backup', backup, '--json']);
    expect([made.status, made.stderr]).toEqual([0, '']);

    // Proves that the search would find the other words too.
    expect(wordsInFiles(service.folder, labels)).toContain('description of a webhook');
    expect(labels.foundIn(ofClosed.wide)).toEqual(['a name of a span, a tag, a session']);
    // First while the service runs, with the log of records that are not in the tables yet and the
    // write-ahead log of the metadata; then again after it has stopped.
    const scan = () => [service.folder, backup].flatMap((folder) => wordsInFiles(folder, without));
    expect([scan(), wordsInFiles(service.folder, sealed), wordsInFiles(backup, sealed)]).toEqual([
      [],
      [],
      [],
    ]);
    // Consent is withdrawn: a few seconds later there is nothing left to open.
    await operate('PUT', `/operator/accounts/${open.id}/consents`, { plaintextStorage: false });
    const [opened = ''] = sentOpen.calls;
    for (let tries = 0; ; tries += 1) {
      const { text } = await call('GET', `/v1/query/calls/${opened}`, open.key);
      if (sealed.foundIn(text).length === 0) break;
      if (tries > 600) throw new Error(text);
      await pause(100);
    }
    const left = await answers(open.key, sentOpen.calls, sentOpen.traces);
    expect(sealed.foundIn(left.wide + left.open)).toEqual([]);
    await service.stop();
    expect([scan(), wordsInFiles(service.folder, sealed)]).toEqual([[], []]);
    expect([without.foundIn(service.log()), sealed.foundIn(service.log())]).toEqual([[], []]);
    expect(service.log()).toContain('/v1/ingest');

    const pattern = `cnry[0-9a-f]{8}x[0-9a-z]{4}q|${said.map((text) => RegExp.escape(text)).join('|')}`;
    const dump = await runChild(IN_TABLES, { folder: service.folder, pattern }).ended;
    expect([dump.code, dump.stderr]).toEqual([0, '']);
    const dumped = JSON.parse(dump.stdout) as { tables: number; words: string[]; sealed: number };
    const { tables, words } = dumped;
    expect(dumped.sealed).toBe(0);
    expect(tables).toBeGreaterThan(4);
    expect(words.filter((word) => !word.startsWith(labels.prefix))).toEqual([]);
    expect(words.map((word) => labels.places.get(word))).toEqual(
      Array(2).fill('a name of a span, a tag, a session'),
    );
    process.stdout.write(
      `content: ${without.places.size + sealed.places.size} words planted, 0 found in the clear; ${readable.size} of ${sealed.places.size} opened with consent\n`,
    );
  });
});

/**
 * With consent. A call has one input and one output. It stores neither other copies of them nor its events.
 */
function isKept(place: string): boolean {
  const key = / call (?:short|long) (.*)$/.exec(place)?.[1];
  return !(key === undefined ? /^not stored| call event /.test(place) : meaningOfKey(key).repeated);
}

/** Texts under content keys in Claude Code’s requests that are long enough not to occur by chance. */
function saidIn(fixtures: ReturnType<typeof otlpFixtures>): string[] {
  const texts = new Set<string>();
  for (const fixture of fixtures) {
    const decoded = decodeFixture(fixture);
    if (!decoded.ok) continue;
    for (const { attributes } of decoded.spans)
      for (const key of ['user_prompt', 'full_command', 'bash_command', 'tool_input', 'new_context']) {
        const value = attributes.get(key);
        if (typeof value === 'string' && value.length >= 8) texts.add(value.slice(0, 80));
      }
  }
  return [...texts];
}
