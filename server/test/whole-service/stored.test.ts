// From the request to the tables: the engine has exactly the acknowledged records, in every table, with every
// consent.
import { describe, expect, inject, it } from 'vitest';
import { openContent } from '#content';
import { OPERATOR_TOKEN, openTestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { storeOfRun } from '#test/support/records-of-a-run';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';
import { leftToSqlite } from '#test/support/records-engine';
import { selectUnpricedModels, wholeAccount } from '#records';

const SLOW_MS = 240_000;

describe.skipIf(leftToSqlite(inject('engine')))('what is stored', () => {
  it('calls, observations, content, ids and sums', { timeout: SLOW_MS }, async () => {
    const app = await openTestApp();
    const closed = await app.account();
    const open = await app.account();
    await app.call(
      'PUT',
      `/operator/accounts/${open.id}/consents`,
      { plaintextStorage: true },
      {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
      },
    );
    const said = {
      input: 'My address is ada@example.com',
      output: 'Thank you.',
      cachedTokens: 100,
      ttftMs: 90,
    };
    const records = [
      sampleRecord({ id: 'with-content', requestMeta: said, tags: { env: 'test' } }),
      sampleRecord({ id: 'failed', error: 'timeout', requestMeta: null }),
    ];
    const ofRun = sampleRecord({ id: 'of-a-run', tags: { 'tracewell.eval_run': '7' } });
    const call = inference({ 'gen_ai.usage.cache_read.input_tokens': 400 });
    const step = { ...plain({ 'http.request.method': 'GET' }, 'GET'), traceId: call.traceId };
    for (const account of [closed, open]) {
      for (let times = 0; times < 2; times += 1) {
        expect((await account.call('POST', '/v1/ingest', { records })).json().accepted).toBe(2);
        await storeOfRun(app, account.id, [ofRun]);
        expect((await account.call('POST', '/v1/traces', exportOf([call, step]))).body).toBe('{}');
      }
    }
    const numbers = await Promise.all(
      [closed, open].map(async ({ id }) => (await app.services.accounts.get(id))?.number ?? 0),
    );
    const [closedNumber = 0, openNumber = 0] = numbers;
    // A query through the store loads all earlier records into the engine.
    expect(await app.services.records.ask(wholeAccount(closedNumber), selectUnpricedModels())).toEqual([]);
    expect(await app.services.records.ask(wholeAccount(openNumber), selectUnpricedModels())).toEqual([]);

    const engine = await testEngine();
    const calls = await engine.query<Record<string, unknown>>(
      `SELECT account, id, provider, model, cost_usd, cached_tokens, cache_savings_usd, price_source, ttft_ms, tags, error,
         request_meta, pii_redacted, has_content, eval_run, input_hash
       FROM calls WHERE account IN {numbers: Array(UInt32)} ORDER BY account = {open: UInt32}, id`,
      { numbers, open: openNumber },
    );
    const ids = ['failed', 'of-a-run', 'with-content', `${call.traceId}-${call.spanId}`].toSorted();
    expect(calls.map(({ account, id }) => [account, id])).toEqual(
      [closedNumber, openNumber].flatMap((number) => ids.map((id) => [number, id])),
    );
    const row = (account: number, id: string) =>
      calls.find((one) => one['account'] === account && one['id'] === id);
    expect(row(closedNumber, 'with-content')).toMatchObject({
      cost_usd: 0.001,
      cached_tokens: 100,
      price_source: 'client',
      ttft_ms: 90,
      tags: { env: 'test' },
      pii_redacted: true,
      has_content: false,
      eval_run: 0,
    });
    const meta = JSON.parse(String(row(closedNumber, 'with-content')?.['request_meta'])) as Record<
      string,
      unknown
    >;
    expect(meta).not.toHaveProperty('input');
    expect(meta['contentDigest']).toMatchObject({ output: { chars: 10 } });
    expect(row(openNumber, 'with-content')).toMatchObject({ has_content: true });
    // Both have the same input, and each account has its own fingerprint of it.
    const fingerprints = numbers.map((number) => Number(row(number, 'with-content')?.['input_hash']));
    expect(fingerprints).toEqual([expect.any(Number), expect.any(Number)]);
    expect(new Set([0, ...fingerprints]).size).toBe(3);
    expect(row(closedNumber, 'failed')).toMatchObject({ error: 'timeout', request_meta: '', ttft_ms: -1 });
    expect(row(closedNumber, 'of-a-run')).toMatchObject({ eval_run: 7 });
    const traced = row(closedNumber, `${call.traceId}-${call.spanId}`);
    // gpt-4o-mini: 600 x 0.15 + 400 x 0.075 + 100 x 0.6 dollars per million.
    expect(traced).toMatchObject({ price_source: 'catalog', cached_tokens: 400, provider: 'openai' });
    expect(traced?.['cost_usd']).toBeCloseTo(0.00018, 10);
    expect(traced?.['cache_savings_usd']).toBeCloseTo(0.00003, 10);
    expect(JSON.parse(String(traced?.['request_meta']))).toMatchObject({
      pricing: { source: 'catalog', inputPerMTok: 0.15, outputPerMTok: 0.6, cacheReadPerMTok: 0.075 },
    });

    const content = await engine.query<{ account: number; id: string; sealed: string }>(
      `SELECT account, id, base64Encode(sealed) AS sealed FROM call_content WHERE account IN {numbers: Array(UInt32)}`,
      { numbers },
    );
    expect(content.map(({ account, id }) => [account, id])).toEqual([[openNumber, 'with-content']]);
    const keys = await app.services.contentKeys.load({ id: open.id, number: openNumber });
    expect(openContent(keys, 'with-content', Buffer.from(content[0]?.sealed ?? '', 'base64'))).toEqual({
      input: expect.stringMatching(/^My address is (?!ada@)/),
      output: 'Thank you.',
    });

    const [sums] = await engine.query(
      `SELECT (SELECT count() FROM observations WHERE account IN {numbers: Array(UInt32)} AND type = 'http') AS observations,
         (SELECT count() FROM call_ids WHERE account IN {numbers: Array(UInt32)}) AS ids,
         (SELECT (sum(calls), sum(errors)) FROM agg_15m WHERE account IN {numbers: Array(UInt32)}) AS sums`,
      { numbers },
    );
    // Five records each; the call of a run is not in the sums.
    expect(sums).toEqual({ observations: '2', ids: '10', sums: ['6', '2'] });
  });
});
