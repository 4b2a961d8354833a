// The queue of calls to review, over records that answer from memory. What the engine does with its queries
// is in store/records/questions/review-candidates.engine.test.ts.
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { EvalScoresTable, SafetyAssessmentsTable } from '#metadata';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { ReviewableCalls } from '#test/support/reviewable-calls';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const clock = new FakeClock(NOW);
const calls = new ReviewableCalls();
let app: TestApp;
let account: TestAccount;
let number: number;

beforeAll(async () => {
  app = await makeTestApp({ records: calls.records, clock });
});
afterAll(() => app.stop());

const numberOf = async ({ id }: TestAccount) => (await app.services.accounts.get(id))?.number ?? 0;

beforeEach(async () => {
  clock.set(NOW);
  account = await app.account();
  number = await numberOf(account);
});

/** The newest comes first. */
const ago = (hours: number) => clock.now() - hours * HOUR_MS;
const add = (id: string, hours: number, extra?: Parameters<ReviewableCalls['add']>[3]) =>
  calls.add(number, id, ago(hours), extra);

const PATH = '/v1/annotations/review-queue';
const ask = async (query = '', from: Caller = account) => {
  const reply = await from.call('GET', PATH + query);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};
const claim = async (body: object = {}, from: Caller = account) => {
  const reply = await from.call('POST', `${PATH}/claim`, body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};

type Item = { call: { id: string }; reason: string };
const shown = async (query = '', from: Caller = account) =>
  (await ask(query, from)).items.map(({ call, reason }: Item) => `${call.id} ${reason}`);
const ids = async (query = '', from: Caller = account): Promise<string[]> =>
  (await ask(query, from)).items.map(({ call }: Item) => call.id);

const claimIds = async (body: object = {}, from: Caller = account): Promise<string[]> =>
  (await claim(body, from)).items.map(({ call }: Item) => call.id);

const annotate = async (callId: string, body: object, from: Caller = account) => {
  const reply = await from.call('POST', '/v1/annotations', { callId, ...body });
  expect(reply.statusCode).toBe(201);
  return reply.json().annotation;
};

/** A score as an evaluation writes it. */
const score = (callId: string, hours: number, given: Partial<Insertable<EvalScoresTable>>) =>
  app.services.metadata.transaction((db) =>
    db
      .insertInto('eval_scores')
      .values({
        account_id: account.id,
        project_id: null,
        run_id: null,
        rule_id: null,
        criterion_id: 1,
        call_id: callId,
        call_timestamp: ago(hours),
        trace_id: null,
        score: 2,
        normalized: 0.25,
        label: null,
        reasoning: 'Misses the point.',
        status: 'scored',
        reason: null,
        judge: 'openai/gpt-5',
        cost_micros: 12,
        created_at: clock.now(),
        ...given,
      })
      .execute(),
  );

let assessments = 0;

/** An assessment as a scan writes it. */
const assess = (callId: string, hours: number, given: Partial<Insertable<SafetyAssessmentsTable>>) =>
  app.services.metadata.transaction((db) =>
    db
      .insertInto('safety_assessments')
      .values({
        id: (assessments += 1),
        account_id: account.id,
        project_number: 1,
        call_id: callId,
        call_timestamp: ago(hours),
        classifier_id: 'moderation:one',
        source: 'background',
        labels: '["violence"]',
        flagged: 1,
        score: 0.8,
        figures: JSON.stringify({ code: 'not_flagged', values: {} }),
        reasoning: 'Flagged for violence in the input (0.80).',
        created_at: clock.now(),
        ...given,
      })
      .execute(),
  );

describe('the order of the queue', () => {
  it('200: flagged calls after errors and before low scores, the highest first, and the item says what was flagged', async () => {
    add('failed, flagged', 1, { error: 'x' });
    add('newest', 1);
    add('low', 2);
    add('flagged, high', 9);
    add('flagged, low score', 3);
    add('flagged, newer', 2);
    add('reviewed', 1);
    add('fine', 4);
    const other = (await account.call('POST', '/v1/projects', { name: 'Other' })).json().id;
    const project = (await app.services.accounts.get(account.id))?.projects.get(other)?.number ?? 0;
    add('elsewhere', 5, { project });
    await score('low', 2, { normalized: 0.1 });
    await score('flagged, low score', 3, { normalized: 0 });
    await assess('failed, flagged', 1, { score: 0.6 });
    await assess('flagged, low score', 3, {});
    await assess('flagged, newer', 2, {});
    await assess('flagged, high', 9, { score: 0.7 });
    const figures = { code: 'flagged', values: { 'score:input:hate': 0.99 } };
    await assess('flagged, high', 9, {
      score: 0.99,
      classifier_id: 'moderation:two',
      labels: '["hate"]',
      figures: JSON.stringify(figures),
    });
    await assess('reviewed', 1, { score: 1 });
    await assess('fine', 4, { flagged: 0, labels: '[]', score: 0.4 });
    await assess('elsewhere', 5, { project_number: project, score: 0.5 });
    await assess('gone', 1, {});
    await annotate('reviewed', { qualityScore: 1 });
    expect(await shown()).toEqual([
      'failed, flagged error',
      'flagged, high flagged',
      'flagged, newer flagged',
      'flagged, low score flagged',
      'elsewhere flagged',
      'low low_score',
      'newest recent',
      'fine recent',
    ]);
    const { items } = await ask();
    expect(items[1]).toMatchObject({
      reason: 'flagged',
      score: null,
      safety: {
        labels: ['hate'],
        score: 0.99,
        classifierId: 'moderation:two',
        ...figures,
        assessmentId: expect.any(Number),
      },
    });
    expect(items[0].safety).toMatchObject({ labels: ['violence'], score: 0.6 });
    expect(items[5].safety).toBeNull();
    const bound = await account.key(null, { projectId: other });
    expect(await shown('', bound)).toEqual(['elsewhere flagged']);
    expect(await shown('?limit=2')).toEqual(['failed, flagged error', 'flagged, high flagged']);
  });

  it('200: errors, then low scores and disagreement, then the newest; each with its reason', async () => {
    add('newest', 1);
    add('error, old', 30, { error: 'late' });
    add('low', 3);
    add('error, new', 2, { error: 'timed out' });
    add('lower', 20);
    add('argued', 5);
    add('older', 6);
    add('high', 7);
    add('error, low', 25, { error: 'x' });
    const figures = JSON.stringify({ code: 'contains', values: { from: 3 } });
    await score('low', 3, { normalized: 0.4, criterion_id: 7, score: 2.6, figures, judge: null });
    await score('lower', 20, { normalized: 0.1 });
    // 0.55 alone is not low.
    await score('argued', 5, { normalized: 0.55 });
    await score('argued', 5, { normalized: 0.95 });
    await score('high', 7, { normalized: 0.5 });
    await score('high', 7, { normalized: 0.89 });
    await score('high', 7, { normalized: 1, criterion_id: 2 });
    await score('error, low', 25, { normalized: 0 });
    await score('newest', 1, { normalized: null, score: null, status: 'failed', reason: 'late' });
    expect(await shown()).toEqual([
      'error, new error',
      'error, low error',
      'error, old error',
      'lower low_score',
      'low low_score',
      'argued judge_disagreement',
      'newest recent',
      'older recent',
      'high recent',
    ]);
    const { items } = await ask();
    expect(items[4]).toEqual({
      call: expect.objectContaining({ id: 'low', error: null, model: 'gpt-5', requestMeta: null }),
      reason: 'low_score',
      score: {
        criterionId: 7,
        score: 2.6,
        normalized: 0.4,
        spread: 0,
        label: null,
        reasoning: 'Misses the point.',
        code: 'contains',
        values: { from: 3 },
        judge: null,
      },
      safety: null,
      claimedUntil: null,
    });
    expect(items[5].score).toMatchObject({
      normalized: 0.55,
      spread: expect.closeTo(0.4),
      code: null,
      values: {},
      judge: 'openai/gpt-5',
    });
    expect(items[0].score).toBeNull();
    expect(await shown('?limit=4')).toEqual((await shown()).slice(0, 4));
    expect(await shown('?limit=1')).toEqual(['error, new error']);
  });

  it('200: judges that are 0.4 apart disagree, despite binary rounding; a call is listed once, by its lowest score', async () => {
    add('apart', 1);
    await score('apart', 1, { normalized: 0.6 });
    await score('apart', 1, { normalized: 0.2 });
    await score('apart', 1, { normalized: 0.3, criterion_id: 2 });
    const { items } = await ask();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      reason: 'judge_disagreement',
      score: { normalized: 0.2, criterionId: 1 },
    });
  });

  it('200: scores of deleted, foreign, evaluation or out-of-window calls add nothing', async () => {
    const other = await app.account();
    calls.add(await numberOf(other), 'theirs', ago(1));
    add('of a run', 1, { ofEvalRun: true });
    add('of a run, failed', 1, { ofEvalRun: true, error: 'x' });
    add('last week', 24 * 8);
    for (const [id, hours] of [
      ['theirs', 1],
      ['of a run', 1],
      ['gone', 1],
      ['last week', 24 * 8],
    ] as const) {
      await score(id, hours, { normalized: 0.1 });
    }
    expect(await shown('?windowDays=7')).toEqual([]);
    expect(await shown('?windowDays=9')).toEqual(['last week low_score']);
    expect(await shown('', other)).toEqual(['theirs recent']);
  });

  it('200: the lowest first across all pages of scores', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => ({
      id: `s${String(at).padStart(3, '0')}`,
      normalized: (at % 7) / 20,
      hours: (at % 11) + 1,
    }));
    for (const { id, hours } of rows) add(id, hours);
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('eval_scores')
        .values(
          rows.map(({ id, normalized, hours }) => ({
            account_id: account.id,
            criterion_id: 1,
            call_id: id,
            call_timestamp: ago(hours),
            score: null,
            normalized,
            reasoning: '',
            status: 'scored' as const,
            cost_micros: 0,
            created_at: clock.now(),
          })),
        )
        .execute(),
    );
    const expected = rows
      .toSorted((left, right) => left.normalized - right.normalized || left.hours - right.hours)
      .map(({ id }) => id);
    // Another reviewer has claimed all but the last hundred; the rest is on the third page.
    const reviewer = await account.member('member');
    for (let at = 0; at < 600; at += 100)
      await claimIds({ limit: 100 }, at === 0 ? account : await account.key(null));
    expect(await ids('?limit=100', reviewer)).toEqual(expected.slice(600));
  });
});

describe('what has been reviewed', () => {
  it('200: a quality score removes a call from the queue, and deleting the score puts it back', async () => {
    add('a', 1);
    add('b', 2, { error: 'x' });
    await annotate('a', { label: 'odd', annotationText: 'no score yet' });
    expect(await ids()).toEqual(['b', 'a']);
    const { id } = await annotate('b', { qualityScore: 1 });
    expect(await ids()).toEqual(['a']);
    await account.call('PATCH', `/v1/annotations/${id}`, { qualityScore: null, label: 'later' });
    expect(await ids()).toEqual(['b', 'a']);
    await account.call('PATCH', `/v1/annotations/${id}`, { qualityScore: 4 });
    expect(await ids()).toEqual(['a']);
    await account.call('DELETE', `/v1/annotations/${id}`);
    expect(await ids()).toEqual(['b', 'a']);
  });

  it('200: continues to the next page until the queue is full', async () => {
    for (let at = 0; at < 300; at += 1) add(`e${at}`, at / 100, { error: 'x' });
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('annotations')
        .values(
          Array.from({ length: 299 }, (_, at) => ({
            account_id: account.id,
            project_number: 1,
            call_id: `e${at}`,
            call_timestamp: ago(at / 100),
            of_eval_run: 0 as const,
            quality_score: 3,
            author_type: 'key',
            author_id: 'key_test',
            created_at: clock.now(),
            updated_at: clock.now(),
          })),
        )
        .execute(),
    );
    add('fine', 1);
    calls.pages = 0;
    expect(await shown()).toEqual(['e299 error', 'fine recent']);
    expect(calls.pages).toBe(3);
    expect((await ask()).coverage).toEqual({ total: 301, reviewed: 299, pending: 2, coveragePct: 99.3 });
  });

  it('200: coverage counts calls, not annotations, and only real ones in the window', async () => {
    expect((await ask()).coverage).toEqual({ total: 0, reviewed: 0, pending: 0, coveragePct: 0 });
    add('a', 1);
    add('b', 2);
    add('c', 24 * 3);
    add('run', 1, { ofEvalRun: true });
    await annotate('a', { qualityScore: 5 });
    await annotate('a', { qualityScore: 1 });
    await annotate('b', { label: 'no score' });
    await annotate('c', { qualityScore: 3 });
    await annotate('run', { qualityScore: 3 });
    expect((await ask()).coverage).toEqual({ total: 3, reviewed: 2, pending: 1, coveragePct: 66.6 });
    expect((await ask('?windowDays=1')).coverage).toEqual({
      total: 2,
      reviewed: 1,
      pending: 1,
      coveragePct: 50,
    });
    // A call that no longer exists.
    calls.remove(number, 'a');
    calls.remove(number, 'b');
    calls.remove(number, 'c');
    expect((await ask()).coverage).toEqual({ total: 0, reviewed: 0, pending: 0, coveragePct: 0 });
  });

  it('200: a window longer than the retention ends with it', async () => {
    const free = await app.account({ plan: 'free' });
    const of = await numberOf(free);
    calls.add(of, 'kept', clock.now() - 30 * DAY_MS + 1);
    expect(await ids('?windowDays=90', free)).toEqual(['kept']);
    await annotate('kept', { qualityScore: 2 }, free);
    expect((await ask('?windowDays=90', free)).coverage).toMatchObject({ total: 1, reviewed: 1 });
    clock.advance(1);
    expect((await ask('?windowDays=90', free)).coverage).toMatchObject({ total: 0, reviewed: 0 });
  });

  it('200: a project has its own queue and coverage', async () => {
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const project = (await app.services.accounts.get(account.id))?.projects.get(projectId)?.number ?? 0;
    add('first', 1, { error: 'x' });
    add('second', 2, { project });
    add('second, low', 3, { project });
    await score('first', 1, { normalized: 0 });
    await score('second, low', 3, { normalized: 0, project_id: projectId });
    const bound = await account.key(null, { projectId });
    await annotate('first', { qualityScore: 1 });
    expect(await ask('', bound)).toMatchObject({
      items: [{ call: { id: 'second, low' } }, { call: { id: 'second' } }],
      coverage: { total: 2, reviewed: 0 },
    });
    expect(await ids()).toEqual(['second, low', 'second']);
  });
});

describe('claims', () => {
  it('200: hidden from others for five minutes; the claimer gets it again', async () => {
    add('a', 1, { error: 'x' });
    add('b', 2);
    const [ada, bob] = [await account.member('member'), await account.key(['read', 'write'])];
    const { items } = await claim({ limit: 1 }, ada);
    expect(items).toMatchObject([{ call: { id: 'a' }, claimedUntil: '2026-03-01T12:05:00.000Z' }]);
    expect(await ids('', bob)).toEqual(['b']);
    expect(await claimIds({ limit: 1 }, bob)).toEqual(['b']);
    expect(await ids('', account)).toEqual([]);
    expect((await ask('', account)).coverage).toMatchObject({ total: 2, pending: 2 });
    clock.advance(4 * MINUTE_MS);
    expect(await claimIds({ limit: 1 }, ada)).toEqual(['a']);
    clock.advance(MINUTE_MS);
    // Five minutes have passed for Bob, and one for Ada since she asked again.
    expect(await ids('', account)).toEqual(['b']);
    expect((await ask('', ada)).items).toMatchObject([
      { call: { id: 'a' }, claimedUntil: '2026-03-01T12:09:00.000Z' },
      { call: { id: 'b' }, claimedUntil: null },
    ]);
    clock.advance(4 * MINUTE_MS);
    expect(await claimIds({}, bob)).toEqual(['a', 'b']);
    expect(await ids('', ada)).toEqual([]);
  });

  it('200: a claim ends when the call gets a quality score, and not before', async () => {
    add('a', 1);
    const [ada, bob] = [await account.member('member'), await account.member('member')];
    await claimIds({}, ada);
    const { id } = await annotate('a', { label: 'odd' }, ada);
    expect(await ids('', bob)).toEqual([]);
    await ada.call('PATCH', `/v1/annotations/${id}`, { qualityScore: 5 });
    await ada.call('PATCH', `/v1/annotations/${id}`, { qualityScore: null });
    expect(await ids('', bob)).toEqual(['a']);
    await claimIds({}, bob);
    const scored = await annotate('a', { qualityScore: 1 }, ada);
    await account.call('DELETE', `/v1/annotations/${scored.id}`);
    expect(await ids('', ada)).toEqual(['a']);
  });

  it('200: ten concurrent reviewers get different calls, and together all of them', async () => {
    for (let at = 0; at < 95; at += 1) add(`c${at}`, at / 10, at % 2 === 0 ? { error: 'x' } : {});
    const reviewers = await Promise.all(Array.from({ length: 10 }, () => account.member('member')));
    const handed = await Promise.all(reviewers.map((reviewer) => claimIds({ limit: 10 }, reviewer)));
    expect(Math.max(...handed.map(({ length }) => length))).toBe(10);
    expect(handed.flat()).toHaveLength(95);
    expect(new Set(handed.flat()).size).toBe(95);
    const again = await Promise.all(reviewers.map((reviewer) => claimIds({ limit: 10 }, reviewer)));
    expect(again).toEqual(handed);
    expect(await ids()).toEqual([]);
  });

  it('200: concurrent scoring and claiming never hands out a call that is already scored', async () => {
    for (let at = 0; at < 20; at += 1) add(`c${at}`, at);
    const reviewer = await account.member('member');
    const [, , handed] = await Promise.all([
      annotate('c0', { qualityScore: 1 }),
      annotate('c1', { qualityScore: 1 }),
      claimIds({ limit: 5 }, reviewer),
    ]);
    expect(handed).toHaveLength(5);
    expect(await claimIds({ limit: 5 }, reviewer)).toEqual(['c2', 'c3', 'c4', 'c5', 'c6']);
  });

  it('200: a GET changes nothing, so a link on another site claims no call for a signed-in reviewer', async () => {
    add('a', 1);
    const reviewer = await account.member('member');
    for (const query of ['', '?claim=true', '?limit=1&claim=true']) {
      const { items } = await ask(query, reviewer);
      expect(items).toMatchObject([{ call: { id: 'a' }, claimedUntil: null }]);
    }
    const rows = app.services.metadata.reader.selectFrom('review_claims').selectAll();
    expect(await rows.where('account_id', '=', account.id).execute()).toEqual([]);
    const crossSite = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const refused = await reviewer.call('POST', `${PATH}/claim`, {}, crossSite);
    expect([refused.statusCode, refused.json().reason]).toEqual([403, 'csrf']);
    expect(await claimIds({}, await account.member('member'))).toEqual(['a']);
  });

  it('403: a caller who may not score may not claim', async () => {
    add('a', 1);
    for (const [caller, reason] of [
      [await account.member('viewer'), 'insufficient_role'],
      [await account.key(['read']), 'insufficient_scope'],
    ] as const) {
      const reply = await caller.call('POST', `${PATH}/claim`, {});
      expect([reply.statusCode, reply.json().reason]).toEqual([403, reason]);
      expect(await ids('', caller)).toEqual(['a']);
    }
    const writer = await account.key(['write']);
    expect((await writer.call('GET', '/v1/annotations/review-queue')).statusCode).toBe(403);
  });

  it('expired claims are deleted', async () => {
    add('a', 1);
    add('b', 2);
    await claimIds({ limit: 1 });
    clock.advance(3 * MINUTE_MS);
    await claimIds({ limit: 1 }, await account.key(null));
    clock.advance(3 * MINUTE_MS);
    await app.services.jobs.runNow('housekeeping');
    const rows = await app.services.metadata.reader
      .selectFrom('review_claims')
      .select('call_id')
      .where('account_id', '=', account.id)
      .execute();
    expect(rows).toEqual([{ call_id: 'b' }]);
  });
});

describe('bad input', () => {
  it('400: out of bounds on either side', async () => {
    for (const query of [
      'windowDays=0',
      'windowDays=91',
      'windowDays=1.5',
      'windowDays=week',
      'limit=0',
      'limit=101',
      'limit=-1',
    ]) {
      const reply = await account.call('GET', `/v1/annotations/review-queue?${query}`);
      expect([query, reply.statusCode, reply.json().details[0].path]).toEqual([
        query,
        400,
        query.split('=', 1)[0],
      ]);
    }
    for (const body of [{ windowDays: 0 }, { limit: 101 }, { claim: true }, { days: 1 }])
      expect((await account.call('POST', `${PATH}/claim`, body)).statusCode).toBe(400);
    for (const query of ['windowDays=1&limit=1', 'windowDays=90&limit=100']) await ask(`?${query}`);
  });
});
