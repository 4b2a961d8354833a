// What arrives after a record becomes part of it, on the real tables: once, whatever is repeated after a crash, and
// nothing of other records or accounts changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectSealedContent } from '../questions/content.ts';
import { wholeAccount } from '../questions/scope.ts';
import { applyAdditions, selectRecordsToAddTo, stageAdditions, type AddedTo } from './add-to-records.ts';

const HOUR = 3_600_000;
const SLOW_MS = 900_000;
const at = Math.floor(Date.now() / HOUR) * HOUR - HOUR;

describe.each(await testEngines())('additions on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database} SYNC`);
    await engine.close();
  });

  const errorsOf = async (account: number): Promise<number> => {
    const [row] = await engine.query<{ errors: string }>(
      'SELECT sum(errors) AS errors FROM agg_15m WHERE account = {account: UInt32}',
      { account },
    );
    return Number(row?.errors ?? 0);
  };

  const stored = async (account: number, ids: readonly string[]) => {
    const found = await selectRecordsToAddTo(ids).run(engine, wholeAccount(account));
    const contents = await selectSealedContent(found.map(({ id, timestampMs }) => ({ id, timestampMs }))).run(
      engine,
      wholeAccount(account),
    );
    return found.map(({ id, isCall, error, meta, hasContent, piiRedacted }) => ({
      id,
      isCall,
      error,
      meta,
      hasContent,
      piiRedacted,
      sealed: contents.get(id)?.sealed.toString('latin1'),
    }));
  };

  it('are applied once, however often', { timeout: SLOW_MS }, async () => {
    const [account, other] = [newAccount(), newAccount()];
    const call = plainCall('trace-call', at, { requestMeta: { operation: 'chat' } });
    const same = plainCall('other-call', at, { requestMeta: { operation: 'chat' } });
    const step = plainObservation('trace', 'step', at, { attributes: { 'a.b': 1 } });
    for (const owner of [account, other]) {
      await engine.insert('calls', [
        { ...callRow({ account: owner, project: 1 }, call), has_content: true },
        callRow({ account: owner, project: 1 }, same),
      ]);
      await engine.insert('observations', [observationRow({ account: owner, project: 1 }, step)]);
      await engine.insert('call_content', [
        {
          account: owner,
          id: call.id,
          timestamp: new Date(at).toISOString(),
          expires_at: Math.floor((at + 24 * HOUR) / 1_000),
          sealed: 'before',
          word_hashes: '',
        },
      ]);
    }
    const found = await selectRecordsToAddTo([call.id, step.id]).run(engine, wholeAccount(account));
    const foundOf = (id: string) => found.find((each) => each.id === id)!;
    const contentOf = (id: string, sealed: Buffer) => ({
      account,
      id,
      timestampMs: at,
      expiresAtMs: at + 24 * HOUR,
      sealed,
      words: Buffer.from('abc'),
      media: [`med_of_${id}`],
      messages: [],
    });
    // Bytes that no text has.
    const sealed = Buffer.from([0, 255, 254, 39, 92, 10]);
    const added: AddedTo[] = [
      {
        found: foundOf(call.id),
        now: {
          kind: 'call',
          row: {
            call: {
              ...call,
              error: 'rate limit',
              requestMeta: { operation: 'chat', more: 1 },
              piiRedacted: true,
            },
            inputHash: 7,
          },
        },
        content: contentOf(call.id, sealed),
      },
      {
        found: foundOf(step.id),
        now: {
          kind: 'observation',
          row: {
            observation: { ...step, attributes: { 'a.b': 1, 'c.d': "it's" } },
            piiRedacted: false,
            redactionMetadata: null,
          },
        },
        content: contentOf(step.id, sealed),
      },
    ];
    const byId = (one: { id: string }, next: { id: string }) => (one.id < next.id ? -1 : 1);
    const expected = [
      {
        id: 'other-call',
        isCall: true,
        error: null,
        meta: { operation: 'chat' },
        hasContent: false,
        piiRedacted: false,
        sealed: undefined,
      },
      {
        id: call.id,
        isCall: true,
        error: 'rate limit',
        meta: { operation: 'chat', more: 1 },
        hasContent: true,
        piiRedacted: true,
        sealed: sealed.toString('latin1'),
      },
      {
        id: step.id,
        isCall: false,
        error: null,
        meta: { 'a.b': 1, 'c.d': "it's" },
        hasContent: true,
        piiRedacted: false,
        sealed: sealed.toString('latin1'),
      },
    ].toSorted(byId);
    const ids = [call.id, same.id, step.id];
    const before = (await stored(other, ids)).toSorted(byId);

    // As after a crash at the end: the same batch is applied from its beginning.
    for (let time = 0; time < 2; time += 1) {
      await stageAdditions(42, added).run(engine, account);
      await applyAdditions().run(engine, account);
      expect((await stored(account, ids)).toSorted(byId)).toEqual(expected);
      expect(await errorsOf(account)).toBe(1);
    }
    const [contents] = await engine.query<{ rows: string }>(
      'SELECT count() AS rows FROM call_content WHERE account = {account: UInt32}',
      { account },
    );
    expect(Number(contents?.rows)).toBe(2);
    expect((await stored(other, ids)).toSorted(byId)).toEqual(before);
    expect(await errorsOf(other)).toBe(0);
    const [left] = await engine.query<{ rows: string }>(
      'SELECT count() AS rows FROM staged_additions WHERE account = {account: UInt32}',
      { account },
    );
    expect(Number(left?.rows)).toBe(0);
  });
});
