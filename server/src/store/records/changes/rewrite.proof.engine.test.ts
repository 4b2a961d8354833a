// Records stored under earlier rules, in the real tables. They are read in pages, and their columns and
// content are replaced once, however often a process dies half-way. Sums, ids and arrivals do not change.
import { CONTENT_RULES } from '#semconv';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { deleteContent } from './delete-content.ts';
import { RECORD_TABLES } from './mutate.ts';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { migrations } from '../migrations/index.ts';
import type { StoredRecord } from '../record.ts';
import {
  applyRewrites,
  selectEarlierAccounts,
  selectEarlierRecords,
  stageRewrites,
  type EarlierRecord,
  type RewritableTable,
  type Rewrite,
} from './rewrite.ts';
import { wholeAccount } from '../questions/scope.ts';

const atMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const WORD = 'kanarienvogel';

/** Rows of a version that had no rules yet. */
const oldCalls = (account: number) => [
  {
    ...callRow(
      { account, userId: WORD, hasContent: true },
      plainCall('a', atMs, {
        tags: { env: "it's\n\n日本", 'tracewell.note': WORD },
        error: `no ${WORD}`,
        errorDetails: { message: WORD },
        toolCalls: [{ name: 'search', error: WORD }],
        redactionMetadata: { note: WORD },
        requestMeta: { userId: WORD, messages: WORD },
      }),
    ),
    prompt_name: WORD,
    prompt_version: WORD,
    prompt_label: WORD,
  },
  callRow({ account }, plainCall('b', atMs + 1, { requestMeta: { operation: 'chat' } })),
  callRow({ account, evalRun: 7 }, plainCall('c', atMs + 1)),
  callRow({ account }, plainCall('d', atMs - 40 * 24 * HOUR_MS, { error: WORD })),
];

/** The rewrite that each of them should get. */
const rewriteOf = (earlier: EarlierRecord): Rewrite => {
  const { record } = earlier;
  if (record.id === 'b' || record.id === 'c') return { earlier, now: null };
  const clean: StoredRecord =
    record.kind === 'observation'
      ? { ...record, error: 'error', attributes: { kept: 1 } }
      : {
          ...record,
          tags: { env: "it's\n\n日本" },
          error: 'error',
          errorDetails: null,
          toolCalls: [{ name: 'search' }],
          redactionMetadata: null,
          requestMeta: { operation: 'chat', promptVersion: 3 },
        };
  const content = {
    sealed: Buffer.from([0, 255, 10, 10, 7, ...Buffer.from(record.id)]),
    words: Uint8Array.of(0, 0, 5, 0, 0, 9),
  };
  return { earlier, now: { record: clean, redactionMetadata: null, hasContent: true, content } };
};

const engines = await testEngines();
/**
 * The statements after which the process dies: the new content, the replaced content, the columns, the end of
 * the batch. All engines get the same statements, so the others die only where most is half done.
 */
const deathsOn = (engine: string): number[] =>
  engine === engines[0]?.name || process.env['TEST_ALL'] === '1' ? [1, 2, 3, 4] : [3];

describe.skipIf(minutesUnderEmulation).each(engines)('rewriting on the $name engine', ({ name, config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let account = 0;

  beforeAll(async () => {
    engine = await openEngine(config, options);
    // The store as the previous version left it, with records in it.
    await migrateRecords(engine, migrations.slice(0, 6));
    account = newAccount();
    await engine.insert('calls', oldCalls(account));
    await migrateRecords(engine);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  const read = async (table: RewritableTable, limit = 2): Promise<EarlierRecord[]> => {
    const all: EarlierRecord[] = [];
    for (;;) {
      const page = await selectEarlierRecords(table, all.at(-1)?.record ?? null, limit).run(
        engine,
        wholeAccount(account),
      );
      if (page.length === 0) return all;
      all.push(...page);
    }
  };
  const rows = <Row = Record<string, unknown>>(sql: string) => engine.query<Row>(sql, { account });
  const counted = async () => [
    await rows(
      'SELECT bucket, calls, errors, cost_usd, total_tokens FROM agg_15m FINAL WHERE account = {account: UInt32} ORDER BY ALL',
    ),
    await rows('SELECT id_hash, timestamp FROM call_ids WHERE account = {account: UInt32} ORDER BY ALL'),
    await rows(
      'SELECT day, sum(records) FROM arrivals WHERE account = {account: UInt32} GROUP BY day ORDER BY day',
    ),
  ];
  const stored = async () => ({
    calls: await rows(
      `SELECT id, tags, error, error_details, tool_calls, request_meta, redaction_metadata, user_id, prompt_name, prompt_version,
         prompt_label, has_content, content_rules, eval_run FROM calls WHERE account = {account: UInt32} ORDER BY id`,
    ),
    observations: await rows(
      `SELECT id, error, attributes, redaction_metadata, has_content, content_rules FROM observations
       WHERE account = {account: UInt32} ORDER BY id`,
    ),
    content: await rows(
      `SELECT id, timestamp, expires_at, hex(sealed) AS sealed, words, hex(word_hashes) AS word_hashes FROM call_content WHERE account = {account: UInt32} ORDER BY id`,
    ),
    staged: await rows('SELECT batch FROM staged_rewrites WHERE account = {account: UInt32}'),
  });
  /** Inserts the earlier rows for a new account. A mutation takes longer with every part of other tests. */
  const fresh = async () => {
    for (const table of RECORD_TABLES) await engine.command(`TRUNCATE TABLE ${table}`);
    account = newAccount();
    const calls = oldCalls(account);
    await engine.insert('calls', calls);
    const observations = ['2', '1'].map((letter) =>
      Object.assign(
        observationRow(
          { account },
          plainObservation(letter.repeat(32), 's', atMs, { error: WORD, attributes: { said: WORD } }),
        ),
        { redaction_metadata: `{"note":"${WORD}"}` },
      ),
    );
    await engine.insert('observations', observations);
    const { id, timestamp, expires_at } = calls[0] as Record<string, unknown>;
    await engine.insert('call_content', [
      { account, id, timestamp, expires_at, sealed: 'before', words: [1] },
    ]);
  };
  const stageAll = async () => {
    for (const [at, table] of (['calls', 'observations'] as const).entries())
      await stageRewrites(at + 1, table, (await read(table)).map(rewriteOf)).run(engine, account);
  };

  it('treats records from before the migration as records of earlier rules', async () => {
    expect(await selectEarlierAccounts().run(engine)).toContain(account);
    expect((await read('calls')).map(({ record }) => record.id)).toEqual(['d', 'a', 'b', 'c']);
  });

  describe('of an account', () => {
    beforeEach(fresh);

    it('reads them completely, in the order of their table, page by page', async () => {
      const [first, second] = await read('calls', 1);
      expect(first?.record.id).toBe('d');
      expect(second).toMatchObject({
        record: { id: 'a', tags: { 'tracewell.note': WORD }, requestMeta: { messages: WORD } },
        hasContent: true,
        receivedMs: atMs,
        isPricedHere: true,
      });
      const spans = await read('observations', 1);
      expect(spans.map(({ record }) => record.traceId?.[0])).toEqual(['1', '2']);
      expect(spans[0]?.redactionMetadata).toEqual({ note: WORD });
    });

    it('sets their columns and content, and changes no counts', async () => {
      const before = await counted();
      await stageAll();
      await applyRewrites().run(engine, account);
      const after = await stored();
      expect(JSON.stringify(after)).not.toContain(WORD);
      expect(after.calls).toMatchObject([
        {
          id: 'a',
          tags: { env: "it's\n\n日本" },
          error: 'error',
          error_details: '',
          tool_calls: '[{"name":"search"}]',
          request_meta: '{"operation":"chat","promptVersion":3}',
          redaction_metadata: '',
          user_id: '',
          prompt_name: '',
          prompt_version: '3',
          prompt_label: '',
          has_content: true,
          content_rules: CONTENT_RULES,
        },
        { id: 'b', request_meta: '{"operation":"chat"}', has_content: false, content_rules: CONTENT_RULES },
        { id: 'c', content_rules: CONTENT_RULES, eval_run: 7 },
        { id: 'd', error: 'error', has_content: true, content_rules: CONTENT_RULES },
      ]);
      expect(after.observations).toMatchObject([
        {
          error: 'error',
          attributes: '{"kept":1}',
          redaction_metadata: '',
          has_content: true,
          content_rules: CONTENT_RULES,
        },
        { attributes: '{"kept":1}', content_rules: CONTENT_RULES },
      ]);
      expect(after.content.map(({ id }) => (id as string).slice(-3))).toEqual(['1-s', '2-s', 'a', 'd']);
      expect(after.content[2]).toMatchObject({
        sealed: '00FF0A0A0761',
        words: [],
        word_hashes: '000005000009',
      });
      expect(after.content[2]?.['expires_at']).toEqual(
        (await rows(`SELECT expires_at FROM calls WHERE account = {account: UInt32} AND id = 'a'`))[0]?.[
          'expires_at'
        ],
      );
      expect(after.staged).toEqual([]);
      expect(await counted()).toEqual(before);
      expect([await read('calls'), await read('observations')]).toEqual([[], []]);
      expect(await selectEarlierAccounts().run(engine)).not.toContain(account);
    });

    it('has the same result, no matter after which statement the process dies', async () => {
      for (const last of deathsOn(name)) {
        if (last > 1) await fresh();
        const before = await counted();
        await stageRewrites(1, 'calls', (await read('calls')).map(rewriteOf)).run(engine, account);
        let commands = 0;
        const dying: RecordsEngine = {
          ...engine,
          command: async (sql, params) => {
            await engine.command(sql, params);
            commands += 1;
            if (commands === last) throw new Error('killed');
          },
        };
        await expect(applyRewrites().run(dying, account)).rejects.toThrow('killed');
        await applyRewrites().run(engine, account);
        const { calls, content, staged } = await stored();
        expect(JSON.stringify(calls)).not.toContain(WORD);
        expect(calls.map((row) => row['content_rules'])).toEqual(Array(4).fill(CONTENT_RULES));
        expect(content.map(({ id, sealed }) => [id, sealed])).toEqual([
          ['a', '00FF0A0A0761'],
          ['d', '00FF0A0A0764'],
        ]);
        expect([staged, await counted()]).toEqual([[], before]);
      }
    });

    it('does not bring back content that was deleted before a batch was finished', async () => {
      await stageAll();
      const killed = {
        ...engine,
        command: (sql: string, params?: object) =>
          sql.includes('DROP') ? Promise.reject(new Error('killed')) : engine.command(sql, params as never),
      };
      await expect(applyRewrites().run(killed, account)).rejects.toThrow('killed');
      await deleteContent().run(engine, account);
      await applyRewrites().run(engine, account);
      const { content, calls } = await stored();
      expect(content.filter(({ id }) => calls.some((call) => call['id'] === id))).toEqual([]);
    });
  });
});
