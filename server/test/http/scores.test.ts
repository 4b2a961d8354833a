import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { runJobs } from '#test/support/run-jobs';
import { sampleRecord, sendRecords } from '#test/support/sample-records';

// Close to the real time, by which the engine drops expired records.
const clock = new FakeClock(Date.now());
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account();
});

const SCORE = { name: 'helpful', value: 0.5, callId: 'call-1' };

async function send(body: object, from: Caller = account) {
  const reply = await from.call('POST', '/v1/scores', body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
}

const list = async (query = '', from: Caller = account) => {
  const reply = await from.call('GET', `/v1/scores${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};

const consent = (kind = 'plaintext-storage') => account.call('PUT', `/v1/account/consents/${kind}`);
const record = (changes: object) => sampleRecord({ timestamp: isoTime(clock.now() - 1_000), ...changes });
const namesOf = ({ scores }: { scores: { name: string }[] }) => scores.map(({ name }) => name);

async function project(name: string) {
  const { id } = (await account.call('POST', '/v1/projects', { name })).json();
  return { id: id as string, key: await account.key(null, { projectId: id as string }) };
}

async function located() {
  clock.advance(20 * MINUTE_MS);
  await app.services.jobs.runNow('score-location');
}

describe('sending scores', () => {
  it('200: one score with every field, including sealed text', async () => {
    await consent();
    const score = {
      id: 'mine',
      name: 'tone',
      dataType: 'categorical',
      value: 'polite',
      comment: 'Very\nkind.',
      source: 'human',
      callId: 'call-1',
      runId: 'run-7',
      metadata: { rater: { shift: 2 } },
      createdAt: isoTime(clock.now() - DAY_MS),
    };
    expect(await send(score)).toEqual({ accepted: 1, ids: ['mine'], textDropped: 0, rejected: [] });
    expect(await list()).toEqual({
      scores: [{ ...score, traceId: null, spanId: null, sessionId: null }],
      nextCursor: null,
    });
    const row = await app.services.metadata.reader
      .selectFrom('scores')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/kind|shift/);
  });

  it('200: text that cannot be decrypted is null, and the rest of the score is shown', async () => {
    await consent();
    await send({
      scores: [
        { ...SCORE, comment: 'One' },
        { ...SCORE, name: 'other', comment: 'Two' },
      ],
    });
    const rows = await app.services.metadata.reader
      .selectFrom('scores')
      .select(['number', 'sealed'])
      .where('account_id', '=', account.id)
      .orderBy('number')
      .execute();
    // The text of another score cannot be decrypted, and neither can invalid bytes.
    for (const [at, sealed] of [rows[1]?.sealed ?? '', 'AAAA'].entries())
      await app.services.metadata.transaction((db) =>
        db
          .updateTable('scores')
          .set({ sealed })
          .where('number', '=', rows[at]?.number ?? 0)
          .execute(),
      );
    expect((await list()).scores).toMatchObject([
      { name: 'other', value: 0.5, comment: null },
      { name: 'helpful', value: 0.5, comment: null },
    ]);
  });

  it('200: without consent, numbers and categories stay and text is dropped, as the reply says', async () => {
    const { ids, ...reply } = await send({
      scores: [
        { ...SCORE, comment: 'Private words' },
        { ...SCORE, value: 'more private words', dataType: 'text' },
        { ...SCORE, value: true },
      ],
    });
    expect(reply).toEqual({ accepted: 3, textDropped: 2, rejected: [] });
    expect(ids.every((id: string) => id.startsWith('scr_'))).toBe(true);
    const { scores } = await list();
    expect(
      scores.map(({ value, comment }: { value: unknown; comment: unknown }) => [value, comment]),
    ).toEqual([
      [true, null],
      [null, null],
      [0.5, null],
    ]);
  });

  it('200: personal data is redacted in every text', async () => {
    await consent();
    const mail = 'anna@example.com';
    await send({ ...SCORE, name: 'to', value: mail, comment: `Ask ${mail}`, metadata: { from: mail } });
    const { scores } = await list();
    expect(JSON.stringify(scores)).not.toContain(mail);
    expect(scores[0]).toMatchObject({
      value: '[email]',
      comment: 'Ask [email]',
      metadata: { from: '[email]' },
    });
  });

  it('200: the same id replaces a score, and keeps its time unless it is given', async () => {
    await send({ ...SCORE, id: 'same', comment: 'x' });
    clock.advance(MINUTE_MS);
    await send({ ...SCORE, id: 'same', value: 0.75, name: 'better' });
    const { scores } = await list();
    expect(scores).toMatchObject([
      { id: 'same', name: 'better', value: 0.75, createdAt: isoTime(clock.now() - MINUTE_MS) },
    ]);
    await send({
      scores: [
        { ...SCORE, id: 'same' },
        { ...SCORE, id: 'same', value: 0.9 },
      ],
    });
    expect((await list()).scores).toMatchObject([{ value: 0.9 }]);
  });

  it('200: a bad score does not affect the others, and has its reason', async () => {
    const reply = await send({
      scores: [SCORE, { ...SCORE, id: 'bad', value: null }, 7, { ...SCORE, name: 'b' }],
    });
    expect(reply).toMatchObject({
      accepted: 2,
      rejected: [
        {
          index: 1,
          id: 'bad',
          code: 'field_rule',
          field: 'value',
          reason: expect.stringContaining('value must be'),
        },
        { index: 2, id: null, code: 'field_rule', field: null },
      ],
    });
    expect(namesOf(await list()).toSorted()).toEqual(['b', 'helpful']);
  });

  it('400: a single bad score, bad JSON, too many, no list', async () => {
    const bad = await account.call('POST', '/v1/scores', { ...SCORE, value: {} });
    expect([bad.statusCode, bad.json()]).toMatchObject([400, { details: [{ path: 'value' }] }]);
    const old = await account.call('POST', '/v1/scores', { ...SCORE, createdAt: '2020-01-01T00:00:00Z' });
    expect([old.statusCode, old.json().reason]).toEqual([400, 'timestamp_too_old']);
    const many = await account.call('POST', '/v1/scores', {
      scores: Array.from({ length: 101 }, () => SCORE),
    });
    expect([many.statusCode, many.json().reason]).toEqual([400, 'too_many_scores']);
    for (const body of [{ scores: 7 }, []])
      expect((await account.call('POST', '/v1/scores', body)).statusCode).toBe(400);
    const headers = { 'content-type': 'application/json' };
    for (const text of ['', '{', '{"name":"a","name":"b"}', '['.repeat(100)])
      expect((await account.call('POST', '/v1/scores', text, headers)).statusCode).toBe(400);
    expect((await list()).scores).toEqual([]);
  });

  it('403, 204, 404: an agent’s key sends and deletes, a read key does not', async () => {
    const [agent, reader] = [await account.key(['write:records']), await account.key(['read'])];
    const { ids } = await send(SCORE, agent);
    expect((await agent.call('GET', '/v1/scores')).statusCode).toBe(403);
    expect((await reader.call('POST', '/v1/scores', SCORE)).statusCode).toBe(403);
    expect((await reader.call('DELETE', `/v1/scores/${ids[0]}`)).statusCode).toBe(403);
    expect(namesOf(await list('', reader))).toEqual(['helpful']);
    expect((await agent.call('DELETE', `/v1/scores/${ids[0]}`)).statusCode).toBe(204);
    expect((await agent.call('DELETE', `/v1/scores/${ids[0]}`)).statusCode).toBe(404);
    const member = await account.member('member');
    await send(SCORE, member);
    expect((await list()).scores).toMatchObject([{ source: 'human' }]);
  });

  it('429: the same rate limit as for changes', async () => {
    const key = await account.key(['write:records']);
    const replies = await Promise.all(
      Array.from({ length: 301 }, () => key.call('DELETE', '/v1/scores/none')),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect((await key.call('POST', '/v1/scores', SCORE)).statusCode).toBe(429);
  });

  it('409: an account can have a limited number of scores; existing ones can still be replaced', async () => {
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ record_quota: 1 }).where('id', '=', account.id).execute(),
    );
    app.services.feed.announce([{ topic: 'accounts', key: account.id }]);
    const reply = await send({
      scores: [
        { ...SCORE, id: 'a' },
        { ...SCORE, id: 'b' },
        { ...SCORE, id: 'c' },
      ],
    });
    expect(reply).toMatchObject({ accepted: 2, rejected: [{ index: 2, id: 'c', code: 'too_many_scores' }] });
    const one = await account.call('POST', '/v1/scores', { ...SCORE, id: 'd' });
    expect([one.statusCode, one.json().reason]).toEqual([409, 'too_many_scores']);
    expect(await send({ ...SCORE, id: 'a', value: 1 })).toMatchObject({ accepted: 1 });
    await account.call('DELETE', '/v1/scores/a');
    expect(await send({ ...SCORE, id: 'd' })).toMatchObject({ accepted: 1 });
  });
});

describe('scores and projects', () => {
  it('200: a key sees, replaces and deletes scores of its own project only', async () => {
    const [one, two] = [await project('One'), await project('Two')];
    await send({ ...SCORE, id: 'same' }, one.key);
    await send({ ...SCORE, id: 'same', name: 'other', value: 1 }, two.key);
    expect(namesOf(await list('', one.key))).toEqual(['helpful']);
    expect(namesOf(await list('', two.key))).toEqual(['other']);
    expect(namesOf(await list()).toSorted()).toEqual(['helpful', 'other']);
    expect((await one.key.call('DELETE', '/v1/scores/same')).statusCode).toBe(204);
    expect(namesOf(await list('', two.key))).toEqual(['other']);
    expect((await one.key.call('DELETE', '/v1/scores/same')).statusCode).toBe(404);
  });

  it('200: a score of a call in another project is not shown with the call', async () => {
    const [one, two] = [await project('One'), await project('Two')];
    await sendRecords(one.key, [record({ id: 'theirs', traceId: 't', spanId: 's', sessionId: 'z' })]);
    await send({ ...SCORE, callId: 'theirs', name: 'own' }, one.key);
    const planted = { name: 'planted', value: 1 };
    await send(
      {
        scores: [
          { ...planted, callId: 'theirs' },
          { ...planted, spanId: 's' },
          { ...planted, traceId: 't' },
          { ...planted, sessionId: 'z' },
        ],
      },
      two.key,
    );
    await located();
    for (const url of ['calls/theirs', 'trace/t', 'session/z']) {
      const { scores } = (await account.call('GET', `/v1/query/${url}`)).json();
      expect([url, namesOf({ scores })]).toEqual([url, url === 'session/z' ? [] : ['own']]);
    }
    const found = await account.call('POST', '/v1/query/calls', {
      scores: [{ name: 'planted', op: 'eq', value: 1 }],
    });
    expect(found.json().records).toEqual([]);
    expect((await one.key.call('GET', '/v1/query/calls/theirs')).json().scores).toHaveLength(1);
  });

  it('200: a score that was sent without a project moves to the project of its record', async () => {
    const { key } = await project('One');
    await sendRecords(key, [record({ id: 'moved', traceId: 'trace-m', spanId: 'span-m' })]);
    await send({
      scores: [
        { ...SCORE, callId: 'moved' },
        { ...SCORE, name: 'span', spanId: 'span-m', callId: null },
      ],
    });
    expect((await list('', key)).scores).toEqual([]);
    await located();
    expect((await list('', key)).scores).toMatchObject([
      { name: 'span', callId: 'moved', traceId: 'trace-m', spanId: 'span-m' },
      { name: 'helpful', callId: 'moved', traceId: 'trace-m', spanId: null },
    ]);
    await send({ ...SCORE, id: 'kept', callId: 'moved' });
    await located();
    await send({ ...SCORE, id: 'kept', callId: 'moved', value: 9 });
    expect((await list('?minValue=9', key)).scores).toMatchObject([{ id: 'kept' }]);
    expect((await list()).scores).toHaveLength(3);
  });
});

describe('what a score refers to', () => {
  it('200: a span by its trace or alone, before its call arrives', async () => {
    const scores = [
      { ...SCORE, callId: null, name: 'of-span', traceId: 'trace-1', spanId: 'span-1' },
      { ...SCORE, callId: null, name: 'of-bare-span', spanId: 'span-1' },
      { ...SCORE, name: 'of-call', callId: 'made-later' },
      { ...SCORE, callId: null, name: 'of-trace', traceId: 'trace-1' },
      { ...SCORE, callId: null, name: 'of-session', sessionId: 'session-1' },
      { ...SCORE, callId: null, name: 'of-other-span', traceId: 'trace-2', spanId: 'span-1' },
    ];
    await send({ scores });
    await located();
    expect((await list('?callId=made-later')).scores).toHaveLength(1);
    await sendRecords(account, [
      record({ id: 'made-later', traceId: 'trace-1', spanId: 'span-1', sessionId: 'session-1' }),
    ]);
    const call = (await account.call('GET', '/v1/query/calls/made-later')).json();
    expect(namesOf(call).toSorted()).toEqual(['of-bare-span', 'of-call', 'of-span']);
    const trace = (await account.call('GET', '/v1/query/trace/trace-1')).json();
    expect(namesOf(trace).toSorted()).toEqual(['of-bare-span', 'of-call', 'of-span', 'of-trace']);
    const session = (await account.call('GET', '/v1/query/session/session-1')).json();
    expect(namesOf(session)).toEqual(['of-session']);
    await located();
    expect(namesOf(await list('?callId=made-later')).toSorted()).toEqual([
      'of-bare-span',
      'of-call',
      'of-span',
    ]);
    expect(namesOf(await list('?traceId=trace-1')).toSorted()).toEqual([
      'of-bare-span',
      'of-call',
      'of-span',
      'of-trace',
    ]);
  });

  it('200: the search for a record ends after a day', async () => {
    await send({ name: 'lost', value: 1, spanId: 'never' });
    const waiting = () =>
      app.services.metadata.reader
        .selectFrom('scores')
        .select('locate_at')
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
    await located();
    expect((await waiting()).locate_at).toBeGreaterThan(clock.now());
    clock.advance(DAY_MS);
    await app.services.jobs.runNow('score-location');
    expect((await waiting()).locate_at).toBeNull();
    expect((await list()).scores).toHaveLength(1);
  });
});

describe('deletion of scores', () => {
  it('with the retention of the account', async () => {
    await send(SCORE);
    clock.advance(90 * DAY_MS);
    expect((await list()).scores).toEqual([]);
    await app.services.jobs.runNow('score-retention');
    expect(await stored()).toBe(0);
  });

  it('with the call, the trace or the session that is erased', async () => {
    await sendRecords(account, [
      record({ id: 'gone', traceId: 'trace-g', spanId: 'span-g' }),
      record({ id: 'stays', traceId: 'trace-g', spanId: 'span-h' }),
    ]);
    const score = { name: 'x', value: 1 };
    await send({
      scores: [
        { ...score, callId: 'gone' },
        { ...score, traceId: 'trace-g', spanId: 'span-g' },
        { ...score, spanId: 'span-g' },
        // A score of a whole trace, which loses a call.
        { ...score, traceId: 'trace-g' },
        { ...score, name: 'kept', callId: 'stays' },
        { ...score, name: 'other', traceId: 'trace-without-records' },
        { ...score, name: 'session', sessionId: 'session-without-records' },
      ],
    });
    await located();
    expect((await account.call('DELETE', '/v1/query/calls/gone')).statusCode).toBe(204);
    expect(namesOf(await list()).toSorted()).toEqual(['kept', 'other', 'session']);
    for (const body of [{ traceId: 'trace-without-records' }, { sessionId: 'session-without-records' }])
      await erase(body);
    expect(namesOf(await list())).toEqual(['kept']);
  });

  it('of their text, when the consent is withdrawn', async () => {
    await consent();
    await send({ ...SCORE, comment: 'Private' });
    await account.call('DELETE', '/v1/account/consents/plaintext-storage');
    clock.advance(MINUTE_MS);
    await runJobs(app);
    expect((await list()).scores).toMatchObject([{ value: 0.5, comment: null }]);
    const sealed = await app.services.metadata.reader
      .selectFrom('scores')
      .select('sealed')
      .where('account_id', '=', account.id)
      .execute();
    expect(sealed).toEqual([{ sealed: null }]);
  });

  async function erase(body: object): Promise<void> {
    expect((await account.call('POST', '/v1/erasures', body)).statusCode).toBe(202);
    await runJobs(app);
  }

  async function stored(): Promise<number> {
    const rows = await app.services.metadata.reader
      .selectFrom('scores')
      .select('id')
      .where('account_id', '=', account.id)
      .execute();
    return rows.length;
  }
});
