// The writer with the real tables behind it: what goes in comes out in its columns, a second load of a
// segment stores nothing, and a start knows what is stored. The engine reads the segments by their path, so
// it has to be on this machine.
import { PLAIN_SPAN } from '#records/record';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/clock';
import { incomingCall, incomingObservation } from '#test/support/incoming';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { loadSegments } from './log/load.ts';
import { openEmbeddedWriter } from './open-embedded.ts';
import type { Incoming, RecordWriter } from './writer.ts';
import { encodeRecords } from './rows/encode-records.ts';

const HOUR = 3_600_000;
const now = Date.now();
const account = newAccount();
const belonging = { account, project: 3, receivedAtMs: now, expiresAtMs: now + 24 * HOUR };
const trace = 'a'.repeat(32);

const call = (id: string): Incoming => ({
  id,
  kind: 'call',
  row: {
    ...belonging,
    call: {
      kind: 'call',
      id,
      provider: 'anthropic',
      model: 'claude-opus-5',
      timestampMs: now - HOUR,
      promptTokens: 100,
      completionTokens: 20.5,
      totalTokens: 120,
      costUsd: null,
      latencyMs: 812,
      tags: { env: "prod'\n\nDROP TABLE calls", 日本: '🚀' },
      error: 'rate limit',
      errorDetails: { status: 429 },
      traceId: trace,
      spanId: 'b'.repeat(16),
      parentSpanId: null,
      sessionId: 'session',
      toolCalls: [{ name: 'search' }],
      piiRedacted: true,
      redactionMetadata: { total: 1 },
      requestMeta: {
        ttftMs: 120,
        userId: 'ada',
        promptId: 4,
        promptName: 'greet',
        promptVersion: '1.2',
        promptLabel: 'prod',
      },
      usage: { uncachedInput: 40, cacheRead: 50, cacheWrite: 10, outputText: 15.5, reasoning: 5, audio: 1 },
    },
    cost: { costUsd: 0.25, cacheSavingsUsd: 0.01, source: 'catalog' },
    hasContent: true,
    evalRun: 0,
    inputHash: 2 ** 52 - 1,
    toolsHash: 7,
  },
  content: {
    account,
    id,
    timestampMs: now - HOUR,
    expiresAtMs: now + 24 * HOUR,
    sealed: Uint8Array.of(0, 10, 10, 255),
    words: Uint8Array.of(0, 0, 1, 255, 255, 255),
    media: [],
    messages: [],
  },
});

const spanId = `${trace}-${'c'.repeat(16)}`;
const observation: Incoming = {
  id: spanId,
  kind: 'observation',
  row: {
    ...belonging,
    observation: {
      kind: 'observation',
      ...PLAIN_SPAN,
      id: spanId,
      type: 'tool',
      name: 'search',
      timestampMs: now - HOUR,
      durationMs: 5,
      error: null,
      traceId: trace,
      spanId: 'c'.repeat(16),
      parentSpanId: 'b'.repeat(16),
      sessionId: null,
      attributes: { tool: 'search' },
    },
    piiRedacted: false,
    redactionMetadata: null,
    hasContent: false,
    inputHash: 2 ** 32,
  },
  content: null,
};

const engines = await testEngines();

describe.each(engines)('writer on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  let writer: RecordWriter;
  const root = mkdtempSync(path.join(tmpdir(), 'tracewell-writer-'));
  const folder = path.join(root, 'log');
  const open = () => openEmbeddedWriter(engine, { folder, clock: systemClock, onProblem: () => undefined });
  const write = (...records: Incoming[]) =>
    writer.write({ account, quota: 100, encoded: encodeRecords(records) });

  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
    writer = await open();
  });
  afterAll(async () => {
    await writer.close();
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('has the in-process engine merge parts of content rarely', async () => {
    const [table] = await engine.query<{ engine_full: string }>(
      `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'call_content'`,
    );
    const settings = ['merge_selector_base = 16', 'min_parts_to_merge_at_once = 8'];
    const set = settings.filter((setting) => table?.engine_full.includes(setting));
    expect(set).toEqual(engine.kind === 'embedded' ? settings : []);
  });

  it('knows the ids of an account before and after they are loaded', async () => {
    const other = account + 1;
    const records = [
      incomingObservation(
        other,
        '0f8fad5b-d9cb-469f-a165-70867728950e',
        '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      ),
      incomingObservation(other, 'my-chat-7', 'step-1'),
    ];
    const ids = records.map(({ id }) => id);
    const send = () => writer.write({ account: other, quota: 100, encoded: encodeRecords(records) });
    expect(await send()).toMatchObject({ stored: 2 });
    const known = () => writer.stored(other, [...ids, 'none']);
    expect(await known()).toEqual(new Set(ids));
    await writer.settle(other);
    expect(await known()).toEqual(new Set(ids));
    expect(await writer.stored(account, ids)).toEqual(new Set());
    expect(await send()).toMatchObject({ stored: 0, duplicates: 2 });
  });

  it('stores calls, observations and content once, also when their segment is loaded twice', async () => {
    await write(call('one'), observation, call('one'));
    // What a crash right after loading leaves: the segment is still there.
    const kept = path.join(root, 'kept');
    cpSync(folder, kept, { recursive: true });
    await writer.settle(account);
    const name =
      readdirSync(kept)
        .find((file) => file.endsWith('.frames'))
        ?.split('.')[0] ?? '';
    await loadSegments(engine, kept, [
      { name, rows: { messages: 0, calls: 1, observations: 1, call_content: 1 } },
    ]);

    const [row] = await engine.query<Record<string, unknown>>(
      'SELECT * FROM calls WHERE account = {account: UInt32}',
      { account },
    );
    expect(row).toMatchObject({
      project: 3,
      id: 'one',
      provider: 'anthropic',
      model: 'claude-opus-5',
      completion_tokens: 20.5,
      input_hash: String(2 ** 52 - 1),
      tools_hash: '7',
      cached_tokens: 50,
      cache_write_tokens: 10,
      reasoning_tokens: 5,
      cost_usd: 0.25,
      price_source: 'catalog',
      ttft_ms: 120,
      tags: { env: "prod'\n\nDROP TABLE calls", 日本: '🚀' },
      error: 'rate limit',
      error_details: '{"status":429}',
      trace_id: trace,
      parent_span_id: '',
      user_id: 'ada',
      pii_redacted: true,
      has_content: true,
      prompt_id: 4,
      prompt_version: '1.2',
    });
    expect(Date.parse(String(row?.['timestamp']))).toBe(now - HOUR);
    const counts = await engine.query(
      `SELECT
        (SELECT count() FROM calls WHERE account = {account: UInt32}) AS calls,
        (SELECT count() FROM observations WHERE account = {account: UInt32}) AS observations,
        (SELECT groupArray(hex(sealed)) FROM call_content WHERE account = {account: UInt32}) AS content,
        (SELECT count() FROM call_ids WHERE account = {account: UInt32}) AS ids,
        (SELECT sum(calls) FROM agg_15m WHERE account = {account: UInt32}) AS summed`,
      { account },
    );
    expect(counts).toEqual([{ calls: '1', observations: '1', content: ['000A0AFF'], ids: '2', summed: '1' }]);
  });

  it('knows the stored records and their counts after a start', async () => {
    await writer.close();
    writer = await open();
    expect(await writer.usage(account)).toBe(2);
    expect(await write(call('one'), observation, call('two'))).toEqual({
      status: 'stored',
      stored: 1,
      duplicates: 2,
    });
    expect(await writer.usage(account)).toBe(3);
  });

  it('knows and counts records that a crash left before they are loaded, and loads them together and once', async () => {
    const left = newAccount();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const made = ids.map((id) => incomingCall(left, id, { sealed: Uint8Array.of(1) }));
    const span = incomingObservation(left, 'd'.repeat(32), 'e'.repeat(16));
    const away: RecordsEngine = { ...engine, command: () => Promise.reject(new Error('away')) };
    const crashed = path.join(root, 'crashed');
    const options = { clock: systemClock, onProblem: () => undefined, maxRows: 1 };
    const first = await openEmbeddedWriter(away, { ...options, folder: crashed });
    for (const record of [...made, span])
      await first.write({ account: left, quota: 100, encoded: encodeRecords([record]) });
    await first.close();

    // The first of the six segments may have been loaded already, so it is loaded at once; the others wait
    // here.
    const commands: string[] = [];
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const held: RecordsEngine = {
      ...engine,
      command: async (sql) => {
        commands.push(sql);
        if (commands.length > 2) {
          reached.resolve();
          await released.promise;
        }
        await engine.command(sql);
      },
    };
    const second = await openEmbeddedWriter(held, { ...options, folder: crashed });
    await reached.promise;
    const again = path.join(root, 'again');
    cpSync(crashed, again, { recursive: true });
    expect(await second.usage(left)).toBe(6);
    expect(second.state().log).toMatchObject({ recovering: true, waitingSegments: 5 });
    const write = (to: RecordWriter, ...records: Incoming[]) =>
      to.write({ account: left, quota: 100, encoded: encodeRecords(records) });
    expect(await write(second, ...made, span, incomingCall(left, 'f'))).toEqual({
      status: 'stored',
      stored: 1,
      duplicates: 6,
    });
    let settled = false;
    const settling = second.settle(left).then(() => (settled = true));
    await second.settle(newAccount());
    expect(settled).toBe(false);
    released.resolve();
    await settling;
    expect(second.state().log).toMatchObject({ recovering: false, waitingSegments: 0 });
    expect(await write(second, ...made, span)).toMatchObject({ stored: 0, duplicates: 6 });
    await second.close();
    // Calls and contents of the first, then of four others together with the span, then of the new one.
    expect(commands.map((sql) => sql.split(' FROM file(').length - 1)).toEqual([1, 1, 4, 1, 4, 1]);

    // As if it had been killed between loading and deleting.
    const third = await openEmbeddedWriter(engine, { ...options, folder: again });
    expect(await third.usage(left)).toBe(7);
    await third.close();
    const counts = await engine.query(
      `SELECT
        (SELECT count() FROM calls WHERE account = {account: UInt32}) AS calls,
        (SELECT count() FROM observations WHERE account = {account: UInt32}) AS observations,
        (SELECT count() FROM call_content WHERE account = {account: UInt32}) AS content,
        (SELECT count() FROM call_ids WHERE account = {account: UInt32}) AS ids,
        (SELECT sum(calls) FROM agg_15m WHERE account = {account: UInt32}) AS summed,
        (SELECT sum(records) FROM arrivals WHERE account = {account: UInt32}) AS arrived`,
      { account: left },
    );
    expect(counts).toEqual([
      { calls: '6', observations: '1', content: '5', ids: '7', summed: '6', arrived: '7' },
    ]);
  });
});
