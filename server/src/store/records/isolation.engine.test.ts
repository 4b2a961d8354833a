// No account sees records of another, on the engine itself: everything in isolation-table.ts is asked as the
// owner, as a stranger who names the owner's ids, and as the owner's other project. Questions run at once, so
// that they take few statements.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { FAILED_ID, OWNED } from '#test/support/isolation-owner';
import { ISOLATION } from '#test/support/isolation-table';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from './engine/engine.ts';
import { migrateRecords } from './migrations/migrate.ts';
import { createRecordsStore } from './create-records-store.ts';
import type { RecordsStore } from './store.ts';
import type { RecordWriter } from './writer/writer.ts';

const atMs = Date.now() - HOUR_MS;
const owner = { account: newAccount(), project: null, sinceMs: atMs - 7 * DAY_MS };
const stranger = { ...owner, account: newAccount() };
const otherProject = { ...owner, project: OWNED.project + 1 };

const writer = {
  settle: async () => undefined,
  checkpoint: async () => undefined,
} as unknown as RecordWriter;

const asks = Object.entries(ISOLATION).flatMap(([name, entry]) =>
  'ask' in entry ? [{ name, ...entry }] : [],
);
const changes = Object.values(ISOLATION).flatMap((entry) => ('change' in entry ? [entry.change] : []));

describe.each(await testEngines())('isolation of accounts on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let store: RecordsStore;
  let before: unknown[];

  beforeAll(async () => {
    engine = await openEngine(config, options);
    store = createRecordsStore(batching(engine), writer);
    await migrateRecords(engine);
    const call = plainCall(OWNED.id, atMs, { ...OWNED, spanId: 'a', costUsd: 3 });
    const row = {
      ...callRow({ ...owner, project: OWNED.project, hasContent: true, userId: 'user-of-the-owner' }, call),
      price_source: 'none',
      input_hash: 7,
    };
    const { id, timestamp, expires_at } = row as Record<string, unknown>;
    // What the guardian looks for: a call that failed, with an input to compare and something redacted.
    const failed = {
      ...row,
      id: FAILED_ID,
      error: 'boom',
      tools_hash: 7,
      pii_redacted: true,
      redaction_metadata: JSON.stringify({ kinds: { email: 1 }, fields: ['output'] }),
      request_meta: JSON.stringify({ responseModel: OWNED.model }),
    };
    await engine.insert('calls', [row, failed]);
    const observation = plainObservation(OWNED.traceId, 'b', atMs);
    await engine.insert('observations', [observationRow({ ...owner, project: OWNED.project }, observation)]);
    await engine.insert('call_content', [
      {
        account: owner.account,
        id,
        timestamp,
        expires_at,
        sealed: 'sealed',
        word_hashes: '\x00\x00\x01\x00\x00\x02\x00\x00\x03',
        media: [OWNED.media],
        messages: [OWNED.message],
      },
    ]);
    await engine.insert('messages', [
      {
        account: owner.account,
        project: OWNED.project,
        id: OWNED.message,
        timestamp,
        expires_at,
        sealed: 'sealed',
      },
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('shows a stranger nothing, another project nothing, and the owner something', async () => {
    const scopes = [owner, stranger, otherProject];
    const answers = await Promise.all(
      asks.map(({ ask }) => Promise.all(scopes.map((scope) => ask(store, scope, atMs)))),
    );
    before = answers.map(([own]) => own);
    asks.forEach(({ name, nothing, byProject }, at) => {
      const [own, foreign, other] = answers[at] ?? [];
      expect([name, own]).not.toEqual([name, nothing]);
      expect([name, foreign]).toEqual([name, nothing]);
      expect([name, other]).toEqual([name, byProject === undefined ? nothing : own]);
    });
  });

  it.skipIf(minutesUnderEmulation)('lets a stranger change nothing of the owner', async () => {
    for (const change of changes) await change(store, stranger, atMs);
    const after = await Promise.all(asks.map(({ ask }) => ask(store, owner, atMs)));
    expect(after).toEqual(before);
    const [kept] = await engine.query<{ days: string }>(
      `SELECT dateDiff('day', timestamp, expires_at) AS days FROM calls WHERE account = {account: UInt32}`,
      owner,
    );
    expect(kept).toEqual({ days: '90' });
  });
});
