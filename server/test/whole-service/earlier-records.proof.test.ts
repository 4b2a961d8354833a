// Records that an earlier version stored, with words in every clear column that could hold them: a job seals
// or removes what counts as content today, and withdrawing consent and erasing do not wait for it.
import { afterEach, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { openContent, sealContent } from '#content';
import { applyRewrites, deleteAccount, selectEarlierAccounts, selectSealedContent } from '#records';
import { CONTENT_RULES } from '#semconv';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { OPERATOR_TOKEN, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { lazyRecords, testEngine } from '#test/support/lazy-records';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, plain } from '#test/support/sample-spans';
import { Canaries, long } from '../attacks/planted-content.ts';
import { runJobs } from '../support/run-jobs.ts';
import type { RecordsReplies } from '#test/support/fake-records';

const SLOW = { timeout: 180_000 };
const PLAINTEXT = '/v1/account/consents/plaintext-storage';
const TRACE = '7'.repeat(32);
const SPAN = '7'.repeat(16);
/** Longer than a name or an id may be. */
const wordy = (word: string): string => long(long(word));
const PRICING = { source: 'catalog', version: '1', inputPerMTok: 1 };

/** Rows as stored by the version before the content rules. `gone` marks words that no answer shows. */
async function plant(app: TestApp, { id: accountId }: TestAccount) {
  const words = new Canaries();
  const word = (place: string) => words.word(place);
  const number = (await app.services.accounts.get(accountId))?.number ?? 0;
  const keys = await app.services.contentKeys.load({ id: accountId, number });
  const engine = await testEngine();
  const now = app.services.clock.now();
  const at = Math.floor(now / 1_000) * 1_000 - MINUTE_MS;
  const received = (ms: number) => ({ received_at: new Date(ms).toISOString() });
  const later = received(now + SECOND_MS);
  const calls = [
    {
      ...callRow(
        { account: number, userId: wordy(word('gone: user_id')), hasContent: true },
        plainCall('json', at, {
          tags: { env: 'prod', 'tracewell.note': word('gone: own tag') },
          error: `429 rate limit\n${word('error')}`,
          errorDetails: { status: 429, message: word('errorDetails') },
          toolCalls: [{ name: 'search', error: word('toolCalls') }],
          redactionMetadata: { total: 1, note: word('redactionMetadata') },
          requestMeta: {
            operation: 'chat',
            messages: [{ role: 'user', content: word('messages') }],
            userId: wordy(word('userId')),
            promptName: wordy(word('promptName')),
            stopSequence: word('short unknown'),
            attributes: { 'http.route': '/v1', 'custom.note': word('attributes') },
            contentDigest: { input: { sha256: 'a'.repeat(64), chars: 5 } },
            pricing: PRICING,
          },
        }),
      ),
      price_source: 'catalog',
      prompt_name: wordy(word('gone: prompt_name')),
      prompt_version: wordy(word('gone: prompt_version')),
      prompt_label: wordy(word('gone: prompt_label')),
      ...later,
    },
    {
      ...callRow(
        { account: number },
        plainCall(`${TRACE}-${SPAN}`, at, {
          traceId: TRACE,
          spanId: SPAN,
          error: `cannot read ${word('span error')}`,
        }),
      ),
      ...later,
    },
    {
      ...callRow(
        { account: number, evalRun: 0xffff_ffff },
        plainCall('run', at, { tags: { 'tracewell.eval_run': word('gone: number of a run') } }),
      ),
      ...later,
    },
    {
      ...callRow(
        { account: number, evalRun: 7 },
        plainCall('run 7', at, { tags: { 'tracewell.eval_run': '7' } }),
      ),
      ...later,
    },
    {
      ...callRow({ account: number }, plainCall('clean', at, { error: 'rate limit', tags: { env: 'prod' } })),
      ...later,
    },
    // The account had not consented yet at that time.
    {
      ...callRow(
        { account: number },
        plainCall('before', at, { requestMeta: { messages: word('gone: before consent') } }),
      ),
      ...received(at - MINUTE_MS),
    },
  ];
  await engine.insert('calls', calls);
  await engine.insert('observations', [
    {
      ...observationRow(
        { account: number },
        plainObservation(TRACE, 'span', at, {
          error: `tool broke on ${word('observation error')}`,
          attributes: { 'http.route': '/v1', 'custom.note': word('observation attribute') },
        }),
      ),
      redaction_metadata: JSON.stringify({ total: 1, note: word('gone: redaction of an observation') }),
      ...later,
    },
    {
      // A call that only repeated another one.
      ...observationRow(
        { account: number },
        plainObservation(TRACE, 'told twice', at, {
          attributes: {
            'tracewell.request_meta': { messages: word('moved call') },
            'tracewell.tag.env': 'prod',
          },
        }),
      ),
      ...later,
    },
  ]);
  const sealed = sealContent(keys, 'json', { input: word('sealed before') }).toString('base64');
  await engine.command(
    `INSERT INTO call_content (account, id, timestamp, expires_at, sealed)
     SELECT account, id, timestamp, expires_at, base64Decode({sealed: String}) FROM calls WHERE account = {account: UInt32} AND id = 'json'`,
    { account: number, sealed },
  );
  return {
    words,
    number,
    keys,
    shown: [...words.places.values()].filter((place) => !place.startsWith('gone')),
  };
}

/** The words that are in the tables in the clear. */
async function inTables(account: number, words: Canaries): Promise<string[]> {
  const engine = await testEngine();
  const found: string[] = [];
  for (const table of ['calls', 'observations', 'call_content', 'staged_rewrites']) {
    const rows = await engine.query<{ row: string }>(
      `SELECT toString(tuple(*)) AS row FROM ${table} WHERE account = {account: UInt32}`,
      { account },
    );
    for (const { row } of rows) found.push(...words.foundIn(row));
  }
  return found.toSorted();
}

/** Everything that is counted: sums, ids, arrivals, and the answer to a query about the account. */
async function counted(account: TestAccount, number: number) {
  const engine = await testEngine();
  const ask = (sql: string) => engine.query<object>(sql, { account: number });
  const answer = await account.call('POST', '/v1/query/aggregate', {
    startTime: new Date(0).toISOString(),
    groupBy: 'provider',
    metric: 'count',
  });
  return [
    answer.json(),
    await ask('SELECT sum(calls), sum(errors), sum(cost_usd) FROM agg_15m WHERE account = {account: UInt32}'),
    await ask('SELECT count() FROM call_ids WHERE account = {account: UInt32}'),
    await ask('SELECT sum(records) FROM arrivals WHERE account = {account: UInt32}'),
  ];
}

const mutations = async () =>
  (await testEngine()).query('SELECT count() FROM system.mutations WHERE database = currentDatabase()');

const runJob = async (app: TestApp) =>
  (
    await app.call('POST', '/operator/jobs/record-sealing/run', undefined, {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
    })
  ).statusCode;

async function answers(account: TestAccount): Promise<string> {
  const all = [];
  for (const id of ['json', 'run', 'run 7', 'clean', 'before'])
    all.push((await account.call('GET', `/v1/query/calls/${encodeURIComponent(id)}`)).body);
  all.push((await account.call('GET', `/v1/query/trace/${TRACE}`)).body);
  return all.join('\n');
}

/** So that the job of another test finds nothing of this one. */
let used: number[] = [];
afterEach(async () => {
  const store = await lazyRecords();
  for (const number of used) await store.admin.change(number, deleteAccount());
  used = [];
});

it('with consent, everything that counts as content is sealed and can be read as before', SLOW, async () => {
  const app = await openTestApp();
  const account = await app.account();
  await account.call('PUT', PLAINTEXT);
  const { words, number, keys, shown } = await plant(app, account);
  used = [number];
  expect((await inTables(number, words)).length).toBe(words.places.size - 1);
  const before = await counted(account, number);
  expect(await runJob(app)).toBe(200);
  expect(await inTables(number, words)).toEqual([]);
  expect(await counted(account, number)).toEqual(before);

  const shownNow = words.foundIn(await answers(account));
  expect(shownNow).toEqual(shown.toSorted());
  const { call } = (await account.call('GET', '/v1/query/calls/json')).json();
  expect(call).toMatchObject({
    tags: { env: 'prod' },
    toolCalls: [{ name: 'search' }],
    requestMeta: { operation: 'chat', attributes: { 'http.route': '/v1' }, pricing: PRICING },
  });
  const [row] = await (
    await testEngine()
  ).query<Record<string, unknown>>(
    `SELECT error, error_details, tool_calls, request_meta, redaction_metadata, user_id, prompt_name, has_content, tags
     FROM calls WHERE account = {account: UInt32} AND id = 'json'`,
    { account: number },
  );
  expect(row).toEqual({
    error: '429 rate limit',
    error_details: '{"status":429}',
    tool_calls: '[{"name":"search"}]',
    request_meta: JSON.stringify({
      operation: 'chat',
      attributes: { 'http.route': '/v1' },
      contentDigest: { input: { sha256: 'a'.repeat(64), chars: 5 } },
      pricing: PRICING,
    }),
    redaction_metadata: '{"total":1}',
    user_id: '',
    prompt_name: '',
    has_content: true,
    tags: { env: 'prod' },
  });
  // Its words can be searched, as if it had arrived today.
  const [said] = [...words.places].find(([, place]) => place === 'messages') ?? [''];
  const found = (await account.call('POST', '/v1/query/calls', { search: said })).json();
  expect(found.records.map(({ id }: { id: string }) => id)).toEqual(['json']);
  const place = [{ id: 'json', timestampMs: Date.parse(call.timestamp) }];
  const sealed = await app.services.records.ask(
    { account: number, project: null, sinceMs: 0 },
    selectSealedContent(place),
  );
  expect(openContent(keys, 'json', sealed.get('json') ?? Buffer.alloc(0))).not.toBeNull();

  // New records follow the current rules: neither they nor rewritten ones are touched again.
  await account.call('POST', '/v1/ingest', { records: [sampleRecord()] });
  await account.call('POST', '/v1/traces', exportOf([plain()]));
  expect(await app.services.records.askAll(selectEarlierAccounts())).not.toContain(number);
  const engine = await testEngine();
  const rules = 'SELECT DISTINCT content_rules FROM observations WHERE account = {account: UInt32}';
  expect(await engine.query(rules, { account: number })).toEqual([{ content_rules: CONTENT_RULES }]);
  const done = await mutations();
  expect(await runJob(app)).toBe(200);
  expect(await mutations()).toEqual(done);
});

it('without consent it is removed, and a digest of the removed text stays', SLOW, async () => {
  const app = await openTestApp();
  const account = await app.account();
  const { words, number } = await plant(app, account);
  used = [number];
  const before = await counted(account, number);
  expect(await runJob(app)).toBe(200);
  expect(await inTables(number, words)).toEqual([]);
  expect(await counted(account, number)).toEqual(before);
  const { call } = (await account.call('GET', '/v1/query/calls/json')).json();
  expect(call.requestMeta).toMatchObject({
    contentDigest: { input: { sha256: 'a'.repeat(64), chars: 5 }, toolCalls: { chars: expect.any(Number) } },
    pricing: PRICING,
  });
  expect(await runJob(app)).toBe(200);
});

it('withdrawing consent deletes it even before the job has run', SLOW, async () => {
  // By the engine’s own clock the records have not expired.
  const clock = new FakeClock(Date.now());
  const app = await openTestApp({ clock });
  const account = await app.account({ plan: 'pro' });
  await account.call('PUT', PLAINTEXT);
  const { words, number } = await plant(app, account);
  used = [number];
  const before = await counted(account, number);
  await account.call('DELETE', PLAINTEXT);
  clock.advance(10 * SECOND_MS);
  await runJobs(app);
  expect(await inTables(number, words)).toEqual([]);
  expect(words.foundIn(await answers(account))).toEqual([]);
  expect(await counted(account, number)).toEqual(before);
  expect((await account.call('GET', '/v1/query/calls/json')).json().call.tags).toEqual({ env: 'prod' });
});

it('if the process dies in the middle, the next change of the account completes the work', SLOW, async () => {
  const store = await lazyRecords();
  let dies = true;
  const dying: RecordsReplies['applyRewrites'] = async (number, signal) => {
    const staged = (await inStaging(number)) > 0;
    if (dies && staged) throw new Error('killed');
    await store.admin.change(number, applyRewrites(), signal);
  };
  const app = await openTestApp({ records: { applyRewrites: dying } });
  const account = await app.account();
  await account.call('PUT', PLAINTEXT);
  const { words, number, shown } = await plant(app, account);
  used = [number];
  expect(await runJob(app)).not.toBe(200);
  expect(await inStaging(number)).toBeGreaterThan(0);
  dies = false;
  // An erasure is a change of the account: it completes the interrupted work, and erases what it was asked
  // to.
  expect((await account.call('DELETE', '/v1/query/calls/json')).statusCode).toBe(204);
  expect(await inStaging(number)).toBe(0);
  expect(await runJob(app)).toBe(200);
  expect(await inTables(number, words)).toEqual([]);
  const ofSpans = shown.filter((place) => /^(span|observation|moved)/.test(place));
  expect(words.foundIn(await answers(account))).toEqual(ofSpans.toSorted());
});

const inStaging = async (account: number): Promise<number> => {
  const [row] = await (
    await testEngine()
  ).query<{ rows: string }>('SELECT count() AS rows FROM staged_rewrites WHERE account = {account: UInt32}', {
    account,
  });
  return Number(row?.rows);
};

it('an erasure deletes a record that the job has not reached', SLOW, async () => {
  const app = await openTestApp();
  const account = await app.account();
  const { words, number } = await plant(app, account);
  used = [number];
  expect((await account.call('DELETE', '/v1/query/calls/json')).statusCode).toBe(204);
  const left = await inTables(number, words);
  expect(left.filter((place) => !/span|observation|moved|run|before/.test(place))).toEqual([]);
});

it('text next to content that cannot be decrypted is removed, and the content stays', SLOW, async () => {
  const app = await openTestApp();
  const account = await app.account();
  await account.call('PUT', PLAINTEXT);
  const number = (await app.services.accounts.get(account.id))?.number ?? 0;
  used = [number];
  const words = new Canaries();
  const now = app.services.clock.now();
  const call = plainCall('json', now - MINUTE_MS, { requestMeta: { messages: words.word('messages') } });
  const row = callRow({ account: number, hasContent: true }, call) as Record<string, unknown>;
  const { id, timestamp, expires_at } = row;
  const engine = await testEngine();
  await engine.insert('calls', [{ ...row, received_at: new Date(now + SECOND_MS).toISOString() }]);
  const other = { account: number, id, timestamp, expires_at, sealed: 'of another key', words: [] };
  await engine.insert('call_content', [other]);
  expect(await runJob(app)).toBe(200);
  expect(await inTables(number, words)).toEqual([]);
  const content = await engine.query('SELECT sealed FROM call_content WHERE account = {account: UInt32}', {
    account: number,
  });
  expect(content).toEqual([{ sealed: 'of another key' }]);
});
