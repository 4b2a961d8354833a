// Named review queues, over calls that answer from memory.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { makeTestApp, openTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { eventually } from '#test/support/eventually';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { runJobs } from '#test/support/run-jobs';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';
import { StoredCalls } from '#test/support/stored-calls';
import { reviewQueuesModule } from '../../src/features/review-queues/module.ts';

const URL = '/v1/review-queues';
const START = Date.parse('2026-03-10T12:00:00.000Z');
const clock = new FakeClock(START);
const calls = new StoredCalls(() => app.services);
let app: TestApp;
let account: TestAccount;
let number: number;
let project: number;

beforeAll(async () => {
  app = await makeTestApp({ clock, records: calls.records });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(START);
  await app.services.metadata.transaction((db) => db.deleteFrom('review_queues').execute());
  account = await app.account({ plan: 'pro' });
  const known = await app.services.accounts.get(account.id);
  number = known?.number ?? 0;
  project = known?.defaultProject.number ?? 0;
});

const DIMENSIONS = [
  { name: 'helpful', kind: 'number', min: 1, max: 5 },
  { name: 'tone', kind: 'category', categories: ['kind', 'rude'] },
  { name: 'correct', kind: 'boolean', optional: true },
];

const come = (...ids: string[]) => {
  for (const id of ids) calls.add({ account: number, project, id, receivedMs: clock.now() });
};

async function ok(reply: Promise<{ statusCode: number; body: string; json: () => unknown }>) {
  const answer = await reply;
  expect([answer.statusCode, answer.body]).toEqual([expect.toSatisfy((code) => code < 300), answer.body]);
  // oxlint-disable-next-line typescript/no-explicit-any
  return (answer.body === '' ? null : answer.json()) as any;
}

const refused = async (reply: Promise<{ statusCode: number; json: () => unknown }>) => {
  const answer = await reply;
  const { reason, details } = answer.json() as { reason: string; details?: { path: string }[] };
  return [answer.statusCode, reason, ...(details ? [details[0]?.path] : [])].join(' ');
};

async function queueWith(body: object, callIds: string[] = []) {
  const queue = await ok(account.call('POST', URL, { name: 'Answers', dimensions: DIMENSIONS, ...body }));
  if (callIds.length > 0) {
    come(...callIds);
    await ok(account.call('POST', `${URL}/${queue.id}/items`, { callIds }));
  }
  return queue;
}

const take = (from: Caller, id: number, purpose = 'review') =>
  ok(from.call('POST', `${URL}/${id}/take`, { purpose }));
const answer = (from: Caller, id: number, itemId: number, values: object, more: object = {}) =>
  from.call('PUT', `${URL}/${id}/items/${itemId}/answer`, { values, ...more });
const scoresOf = async (callId: string) =>
  (
    (await ok(account.call('GET', `/v1/scores?callId=${callId}`))).scores as {
      name: string;
      value: unknown;
    }[]
  )
    .map(({ name, value }) => `${name} ${String(value)}`)
    .toSorted();

it('201: created, listed, changed and deleted; a queue with answers keeps its questions', async () => {
  const queue = await queueWith({ instructions: '# How' }, ['a']);
  expect(queue).toMatchObject({
    reviewersPerItem: 1,
    assignees: [],
    datasetId: null,
    filter: null,
    counts: { pending: 0 },
    mayReview: true,
  });
  const again = { name: 'Answers', dimensions: DIMENSIONS };
  expect(await refused(account.call('POST', URL, again))).toBe('409 name_taken name');
  const changed = await ok(account.call('PATCH', `${URL}/${queue.id}`, { reviewersPerItem: 2, maxOpen: 7 }));
  expect(changed).toMatchObject({ reviewersPerItem: 2, maxOpen: 7, counts: { pending: 1 } });
  const { item } = await take(account, queue.id);
  await ok(answer(account, queue.id, item.id, { helpful: 4, tone: 'kind' }));
  const one = { reviewersPerItem: 1 };
  expect(await refused(account.call('PATCH', `${URL}/${queue.id}`, one))).toBe('409 queue_has_answers');
  const described = DIMENSIONS.map((dimension) => ({ ...dimension, description: 'Look closely.' }));
  const { dimensions } = await ok(account.call('PATCH', `${URL}/${queue.id}`, { dimensions: described }));
  expect(dimensions[0].description).toBe('Look closely.');
  expect((await ok(account.call('GET', URL))).queues).toMatchObject([
    { id: queue.id, counts: { inReview: 1 } },
  ]);
  await ok(account.call('DELETE', `${URL}/${queue.id}`));
  expect(await refused(account.call('GET', `${URL}/${queue.id}`))).toBe('404 not_found');
});

it('400, 403, 404: bad bodies name the field, and others stay out', async () => {
  const bad = (body: object) =>
    refused(account.call('POST', URL, { name: 'x', dimensions: DIMENSIONS, ...body }));
  expect(await bad({ dimensions: [] })).toBe('400 invalid_request dimensions');
  expect(await bad({ dimensions: [{ name: 'a', kind: 'number', min: 1 }] })).toBe(
    '400 invalid_request dimensions.0.max',
  );
  expect(await bad({ assignees: ['usr_00000000000000000000'] })).toBe('400 unknown_member assignees.0');
  expect(await bad({ datasetId: 9_999 })).toBe('404 unknown_dataset datasetId');
  const { userId } = await account.member('member');
  const queue = await queueWith({ assignees: [userId] }, ['a']);
  const items = `${URL}/${queue.id}/items`;
  expect(await refused(account.call('POST', items, { callIds: ['none'] }))).toBe(
    '404 unknown_call callIds.0',
  );
  expect(await refused(account.call('POST', items, {}))).toBe('400 invalid_request callIds');
  const member = await account.member('member');
  expect(await refused(member.call('POST', `${URL}/${queue.id}/take`, {}))).toBe('403 not_assigned');
  const viewer = await account.member('viewer');
  expect(await refused(viewer.call('POST', `${URL}/${queue.id}/take`, {}))).toBe('403 insufficient_role');
  const other = await app.account();
  expect(await refused(other.call('GET', `${URL}/${queue.id}/agreement`))).toBe('404 not_found');
  // An assignee who left does not stand in the way of changes.
  await app.services.metadata.transaction((db) =>
    db.deleteFrom('memberships').where('user_id', '=', userId).execute(),
  );
  const changes = { assignees: [userId, member.userId] };
  expect(await ok(account.call('PATCH', `${URL}/${queue.id}`, changes))).toMatchObject(changes);
});

it('two reviewers: blind until both answered, then done, or resolved by a third person; scores follow', async () => {
  await ok(account.call('PUT', '/v1/account/consents/plaintext-storage'));
  const [ann, ben, cid] = [
    await account.member('member'),
    await account.member('member'),
    await account.member('member'),
  ];
  const queue = await queueWith({ reviewersPerItem: 2 }, ['one', 'two']);
  const first = await take(ann, queue.id);
  expect(first).toMatchObject({ remaining: 2, item: { callId: 'one', state: 'in_review', answers: [] } });
  // A reload gives the same item, and two people have a place each.
  expect((await take(ann, queue.id)).item.id).toBe(first.item.id);
  expect((await take(ben, queue.id)).item.callId).toBe('one');
  expect((await take(cid, queue.id)).item.callId).toBe('two');
  const { id } = first.item;
  const values = { helpful: 4, tone: 'kind' };
  expect(await refused(answer(cid, queue.id, id, values))).toBe('409 place_taken');
  clock.advance(20_000);
  const mine = await ok(answer(ann, queue.id, id, values, { comment: 'Fine.' }));
  expect(mine).toMatchObject({
    textDropped: false,
    item: { state: 'in_review', answers: [{ isMine: true, comment: 'Fine.', durationMs: 20_000 }] },
  });
  expect(await scoresOf('one')).toEqual([]);
  for (const from of [ben, cid, account]) {
    const seen = await ok(from.call('GET', `${URL}/${queue.id}/items/${id}`));
    expect(seen).toMatchObject({ answerCount: 1, answers: [], disagreements: [], final: null });
    expect((await from.call('GET', `${URL}/${queue.id}/export`)).body).not.toContain('Fine.');
  }
  // An answer can be changed until it is compared.
  await ok(answer(ann, queue.id, id, { ...values, helpful: 5 }));
  const done = await ok(answer(ben, queue.id, id, { helpful: 5, tone: 'kind', correct: true }));
  expect(done.item).toMatchObject({ state: 'done', final: { helpful: 5, tone: 'kind', correct: true } });
  expect(done.item.answers).toHaveLength(2);
  expect(await scoresOf('one')).toEqual(['correct true', 'helpful 5', 'tone kind']);
  expect(await refused(answer(ann, queue.id, id, values))).toBe('409 already_compared');
  expect(await refused(answer(cid, queue.id, id, values))).toBe('409 item_done');

  const two = (await take(ann, queue.id)).item.id;
  await ok(answer(ann, queue.id, two, values));
  await ok(answer(cid, queue.id, two, { helpful: 2, tone: 'rude' }));
  expect(await scoresOf('two')).toEqual([]);
  expect(await ok(account.call('GET', `${URL}/${queue.id}/items?state=disagreement`))).toMatchObject({
    items: [{ id: two, disagreements: ['helpful', 'tone'] }],
  });
  // Those who answered do not decide, unless they are admins.
  expect((await take(ann, queue.id, 'resolve')).item).toBeNull();
  const resolution = `${URL}/${queue.id}/items/${two}/resolution`;
  expect(await refused(ann.call('PUT', resolution, { values }))).toBe('403 not_a_third_person');
  expect(await take(ben, queue.id, 'resolve')).toMatchObject({ remaining: 1, item: { id: two } });
  const decided = await ok(ben.call('PUT', resolution, { values: { helpful: 3, tone: 'rude' } }));
  expect(decided.item).toMatchObject({ state: 'resolved', final: { helpful: 3, tone: 'rude' } });
  expect(await scoresOf('two')).toEqual(['helpful 3', 'tone rude']);
  expect(await refused(cid.call('PUT', resolution, { values }))).toBe('403 not_a_third_person');

  const agreement = await ok(account.call('GET', `${URL}/${queue.id}/agreement`));
  expect(agreement).toMatchObject({ compared: 2, disagreements: 1, open: 0 });
  expect(agreement.dimensions).toMatchObject([
    { name: 'helpful', weights: 'quadratic', n: 2, agreementPct: 50 },
    { name: 'tone', weights: 'none', n: 2, agreementPct: 50, disagreements: 1 },
    { name: 'correct', n: 0, kappa: null },
  ]);
  const { people } = await ok(account.call('GET', `${URL}/${queue.id}/progress`));
  const annOf = people.find(({ reviewer }: { reviewer: { id: string } }) => reviewer.id === ann.userId);
  expect(annOf).toMatchObject({ answered: 2, resolved: 0, remaining: 0, medianMs: 10_000 });
});

it('a place is given back after ten minutes or by a skip, and skipped items come last', async () => {
  const [ann, ben] = [await account.member('member'), await account.member('member')];
  const queue = await queueWith({}, ['one', 'two']);
  const { item } = await take(ann, queue.id);
  expect((await take(ben, queue.id)).item.callId).toBe('two');
  clock.advance(11 * MINUTE_MS);
  expect((await take(ben, queue.id)).item.id).toBe(item.id);
  await ok(ben.call('POST', `${URL}/${queue.id}/items/${item.id}/skip`));
  expect((await take(ben, queue.id)).item.callId).toBe('two');
  await ok(ben.call('POST', `${URL}/${queue.id}/items/${(await take(ben, queue.id)).item.id}/skip`));
  expect((await take(ben, queue.id)).item.id).toBe(item.id);
});

it('five people who take at once get six places of three items, each place once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => account.member('member')));
  const queue = await queueWith({ reviewersPerItem: 2 }, ['one', 'two', 'three']);
  const taken = await Promise.all([...people, account].map((from) => take(from, queue.id)));
  const ids: number[] = taken.map(({ item }) => item.id);
  expect([...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length)).toEqual([2, 2, 2]);
  const late = await account.member('member');
  expect(await take(late, queue.id)).toEqual({ item: null, remaining: 0 });
});

it('scores that could not be stored at once follow within a minute', async () => {
  const queue = await queueWith({}, ['one']);
  const { item } = await take(account, queue.id);
  await ok(answer(account, queue.id, item.id, { helpful: 2, tone: 'kind' }));
  // As after a process that ended right after the answer was stored.
  await app.services.metadata.transaction(async (db) => {
    await db.deleteFrom('scores').where('account_id', '=', account.id).execute();
    await db.updateTable('review_items').set({ published: 0 }).where('id', '=', item.id).execute();
  });
  expect(await scoresOf('one')).toEqual([]);
  await app.services.jobs.runNow('review-queues');
  expect(await scoresOf('one')).toEqual(['helpful 2', 'tone kind']);
});

it('a correction becomes an item of the dataset, also of one that is chosen later', async () => {
  await ok(account.call('PUT', '/v1/account/consents/plaintext-storage'));
  const dataset = await ok(account.call('POST', '/v1/eval-datasets', { name: 'Corrections' }));
  const queue = await queueWith({ datasetId: dataset.id }, ['one']);
  const { item } = await take(account, queue.id);
  const values = { helpful: 1, tone: 'kind' };
  const answered = await ok(answer(account, queue.id, item.id, values, { correction: 'Bern.' }));
  expect(answered.item).toMatchObject({ state: 'done', correctionOutcome: 'added' });
  const items = async (id: number) => (await ok(account.call('GET', `/v1/eval-datasets/${id}`))).items;
  expect(await items(dataset.id)).toMatchObject([
    { inputText: 'What is the capital of France?', expectedOutput: 'Bern.', sourceCallId: 'one' },
  ]);
  // A changed answer replaces the scores: what was left out is gone.
  await ok(answer(account, queue.id, item.id, { ...values, correct: true }));
  expect(await scoresOf('one')).toEqual(['correct true', 'helpful 1', 'tone kind']);
  await ok(answer(account, queue.id, item.id, values, { correction: 'Bern.' }));
  expect(await scoresOf('one')).toEqual(['helpful 1', 'tone kind']);
  const later = await ok(account.call('POST', '/v1/eval-datasets', { name: 'Later' }));
  await ok(account.call('PATCH', `${URL}/${queue.id}`, { datasetId: later.id }));
  await app.services.jobs.runNow('review-queues');
  expect(await items(later.id)).toHaveLength(1);

  const csv = (await account.call('GET', `${URL}/${queue.id}/export`)).body.split('\r\n');
  expect(csv[0]).toContain(
    'itemId,callId,traceId,sessionId,callTimestamp,state,reviewerId,reviewer,isResolution,helpful,tone',
  );
  expect(csv[1]).toContain('Bern.');
  const json = await ok(account.call('GET', `${URL}/${queue.id}/export?format=json`));
  expect(json.items).toMatchObject([{ callId: 'one', answers: [{ correction: 'Bern.' }] }]);
  expect([csv[0], json.items[0].input]).toEqual([expect.not.stringContaining('input'), undefined]);
  const withMessages = (format: string, from: Caller = account) =>
    from.call('GET', `${URL}/${queue.id}/export?format=${format}&content=true`);
  const lines = (await withMessages('csv')).body.split('\r\n');
  expect([lines[0]?.slice(-12), lines[1]]).toEqual([
    'input,output',
    expect.stringMatching(/,What is the capital of France\?,Paris\.$/),
  ]);
  expect((await ok(withMessages('json'))).items).toMatchObject([
    { callId: 'one', input: 'What is the capital of France?', output: 'Paris.' },
  ]);
  calls.remove('one');
  expect((await ok(withMessages('json'))).items).toMatchObject([{ input: null, output: null }]);
  // Without consent nothing of the texts is left, and new ones are not stored.
  await ok(account.call('DELETE', '/v1/account/consents/plaintext-storage'));
  await app.services.metadata.transaction(async (db) =>
    reviewQueuesModule.hooks?.onContentDeleted?.(db, { id: account.id, number }),
  );
  const cleared = await ok(account.call('GET', `${URL}/${queue.id}/items`));
  expect(cleared.items).toMatchObject([{ answers: [{ correction: null, values }] }]);
  const dropped = await ok(answer(account, queue.id, item.id, values, { correction: 'Basel.' }));
  expect(dropped).toMatchObject({ textDropped: true, item: { answers: [{ correction: null }] } });
});

it('a filter adds each new call of the sample once, until the queue is full; open items expire', async () => {
  const queue = await queueWith({ filter: { model: 'gpt' }, maxOpen: 3 });
  const states = async () => (await ok(account.call('GET', `${URL}/${queue.id}`))).counts.pending;
  const round = async () => {
    clock.advance(MINUTE_MS);
    await app.services.jobs.runNow('review-queues');
  };
  come('a', 'b');
  await round();
  await round();
  expect(await states()).toBe(2);
  come('c', 'd', 'e');
  await round();
  await round();
  expect(await states()).toBe(3);
  expect(await ok(account.call('GET', `${URL}/${queue.id}`))).toMatchObject({ passedOver: 2 });
  const half = await queueWith({ name: 'Half', filter: {}, samplePct: 50, maxOpen: 500 });
  come(...Array.from({ length: 60 }, (_, at) => `s${at}`));
  await round();
  const { pending } = (await ok(account.call('GET', `${URL}/${half.id}`))).counts;
  expect(pending).toBeGreaterThan(15);
  expect(pending).toBeLessThan(45);
  const added = await ok(account.call('POST', `${URL}/${half.id}/items`, { filter: {}, limit: 1_000 }));
  expect(added).toEqual({ added: 65 - pending, known: pending, full: 0 });
  clock.advance(400 * DAY_MS);
  await app.services.jobs.runNow('review-queues');
  expect(await states()).toBe(0);
});

it('an erased call and a removed project take their items and answers along', async () => {
  const queue = await queueWith({}, ['one', 'two']);
  const { item } = await take(account, queue.id);
  await ok(answer(account, queue.id, item.id, { helpful: 1, tone: 'kind' }));
  const erased = {
    projectId: null,
    projectNumber: null,
    callIds: ['one'],
    traceIds: [],
    wholeTraceIds: [],
    sessionIds: [],
    sessionId: null,
  };
  const { onErased, onProjectRemoved } = reviewQueuesModule.hooks ?? {};
  await app.services.metadata.transaction(async (db) =>
    onErased?.(db, { id: account.id, number }, erased, clock.now()),
  );
  expect(await ok(account.call('GET', `${URL}/${queue.id}/items`))).toMatchObject({
    items: [{ callId: 'two' }],
  });
  const left = await app.services.metadata.reader
    .selectFrom('review_answers')
    .selectAll()
    .where('account_id', '=', account.id)
    .execute();
  expect(left).toEqual([]);
  const headers = { 'x-project-id': account.projectId };
  const body = { name: 'Of a project', dimensions: DIMENSIONS };
  const own = await ok(account.call('POST', URL, body, headers));
  expect(own.projectId).toBe(account.projectId);
  const removed = { accountId: account.id, projectId: account.projectId, projectNumber: project };
  await app.services.metadata.transaction(async (db) => onProjectRemoved?.(db, removed, ['two']));
  expect((await ok(account.call('GET', URL))).queues).toMatchObject([
    { id: queue.id, counts: { pending: 0 } },
  ]);
});

describe.skipIf(leftToSqlite(inject('engine')))('runs and sessions', { timeout: 900_000 }, () => {
  const under = (parent: SampleSpan, span: SampleSpan): SampleSpan => ({
    ...span,
    traceId: parent.traceId,
    parentSpanId: parent.spanId,
  });

  /** Two runs of a session, one of which has no call, and a queue for two reviewers. */
  async function opened(options: { clock?: FakeClock } = {}) {
    await testEngine();
    const mine = await openTestApp(options);
    const team = await mine.account();
    const root = plain({ 'session.id': 's-1', 'gen_ai.agent.name': 'guide' });
    const call = under(root, inference());
    const alone = plain({ 'session.id': 's-1', 'user.id': 'ann' }, 'lonely');
    await ok(team.call('POST', '/otel/v1/traces', exportOf([root, call, alone])));
    const queue = await ok(
      team.call('POST', URL, { name: 'Runs', dimensions: DIMENSIONS, reviewersPerItem: 2 }),
    );
    const add = (body: object) => team.call('POST', `${URL}/${queue.id}/items`, body);
    const items = async (query = '') =>
      (await ok(team.call('GET', `${URL}/${queue.id}/items${query}`))).items as {
        callId: string | null;
        traceId: string | null;
        sessionId: string | null;
      }[];
    return { mine, team, root, call, alone, queue, add, items };
  }

  it('200: added by id once each, beside calls, and found by their ids', async () => {
    const { team, root, call, alone, add, items } = await opened();
    const callId = `${call.traceId}-${call.spanId}`;
    expect(await ok(add({ traceIds: [root.traceId, alone.traceId] }))).toEqual({
      added: 2,
      known: 0,
      full: 0,
    });
    expect(await ok(add({ traceIds: [root.traceId] }))).toEqual({ added: 0, known: 1, full: 0 });
    expect(await ok(add({ sessionIds: ['s-1'] }))).toEqual({ added: 1, known: 0, full: 0 });
    expect(await ok(add({ callIds: [callId] }))).toEqual({ added: 1, known: 0, full: 0 });
    const links = (list: Awaited<ReturnType<typeof items>>) =>
      list.map(({ callId: ofCall, traceId, sessionId }) => [ofCall, traceId, sessionId]);
    expect(links(await items())).toEqual([
      [null, root.traceId, null],
      [null, alone.traceId, null],
      [null, null, 's-1'],
      [callId, null, null],
    ]);
    expect(links(await items(`?traceId=${alone.traceId}`))).toEqual([[null, alone.traceId, null]]);
    expect(links(await items('?sessionId=s-1'))).toEqual([[null, null, 's-1']]);
    expect(links(await items(`?callId=${callId}`))).toEqual([[callId, null, null]]);
    expect(await refused(add({ traceIds: [root.traceId, 'none'] }))).toBe('404 unknown_run traceIds.1');
    expect(await refused(add({ sessionIds: ['none'] }))).toBe('404 unknown_session sessionIds.0');
    expect(await refused(add({ traceIds: [root.traceId], callIds: [callId] }))).toBe(
      '400 invalid_request callIds',
    );
    const { entries } = await ok(team.call('GET', '/v1/audit'));
    expect(entries[0]).toMatchObject({ action: 'review_queue.add_items', metadata: { items: 1 } });
    expect(entries[1]).toMatchObject({ metadata: { items: 1, kind: 'session' } });
  });

  it('200: added by the filter of their list, and sampled by id', async () => {
    const { root, alone, add, items } = await opened();
    expect(await ok(add({ traceFilter: { name: 'lonely' } }))).toMatchObject({ added: 1 });
    expect((await items()).map(({ traceId }) => traceId)).toEqual([alone.traceId]);
    expect(await ok(add({ traceFilter: {}, limit: 5 }))).toMatchObject({ added: 1, known: 1 });
    expect((await items()).map(({ traceId }) => traceId)).toEqual([alone.traceId, root.traceId]);
    expect(await ok(add({ sessionFilter: { model: 'gpt' } }))).toMatchObject({ added: 1 });
    expect(await ok(add({ sessionFilter: { model: 'claude' } }))).toMatchObject({ added: 0, known: 0 });
    expect(await ok(add({ traceFilter: {}, samplePct: 0.000_001 }))).toMatchObject({ added: 0, known: 0 });
  });

  it('a filter adds runs and sessions that match, each once, after they have ended', async () => {
    const time = new FakeClock(Date.now());
    const { mine, team, root, alone } = await opened({ clock: time });
    const runs = async (name: string, filter: object, of = 'runs'): Promise<number> =>
      (await ok(team.call('POST', URL, { name, dimensions: DIMENSIONS, of, filter }))).id;
    const condition = (field: string, ...values: string[]) => ({ where: [{ field, op: 'is', values }] });
    const queues = {
      all: await runs('All', {}),
      guide: await runs('Guide', condition('run.agent', 'guide')),
      failed: await runs('Failed', { hasError: true }),
      called: await runs('Called', { model: 'gpt' }),
      sessions: await runs('Sessions', { agent: 'guide' }, 'sessions'),
    };
    const round = async () => {
      time.advance(MINUTE_MS);
      await mine.services.jobs.runNow('review-queues');
    };
    const found = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(queues).map(async ([name, id]) => {
            const { items } = await ok(team.call('GET', `${URL}/${id}/items`));
            const ids = items.map(
              (item: Record<string, string | null>) => item['traceId'] ?? item['sessionId'],
            );
            return [name, ids.toSorted()];
          }),
        ),
      );
    const nothing = { all: [], guide: [], failed: [], called: [], sessions: [] };
    // Those that ended before the queue was made are left out.
    const late = Object.assign(under(alone, plain({ 'session.id': 's-1' }, 'late')), {
      status: { code: 2, message: 'broken' },
    });
    const again = under(root, plain({ 'session.id': 's-1' }, 'again'));
    time.advance(1);
    await ok(team.call('POST', '/otel/v1/traces', exportOf([late, again])));
    await round();
    expect(await found()).toEqual(nothing);
    time.advance(3 * MINUTE_MS);
    await round();
    const both = [root.traceId, alone.traceId].toSorted();
    const ended = {
      all: both,
      guide: [root.traceId],
      failed: [alone.traceId],
      called: [root.traceId],
      sessions: [],
    };
    expect(await found()).toEqual(ended);
    await ok(
      team.call('POST', '/otel/v1/traces', exportOf([under(root, plain({ 'session.id': 's-1' }, 'last'))])),
    );
    for (let minutes = 0; minutes < 40; minutes += 10) {
      time.advance(10 * MINUTE_MS);
      await round();
    }
    expect(await found()).toEqual({ ...ended, sessions: ['s-1'] });
    const change = (id: number, body: object) => team.call('PATCH', `${URL}/${id}`, body);
    expect(await refused(change(queues.failed, { of: 'calls' }))).toBe('400 wrong_subject filter.hasError');
    expect(await refused(change(queues.guide, { of: 'calls' }))).toBe(
      '400 wrong_subject filter.where.0.field',
    );
    expect(await ok(change(queues.failed, { of: 'calls', filter: {} }))).toMatchObject({ of: 'calls' });
  });

  it('two reviewers agree, and the values become scores of the run and of the session', async () => {
    const { mine, team, root, queue, add } = await opened();
    await ok(add({ traceIds: [root.traceId], sessionIds: undefined }));
    await ok(add({ sessionIds: ['s-1'] }));
    const [one, other] = [await team.member('member'), await team.member('member')];
    for (const reviewer of [one, other])
      for (const tone of ['kind', 'rude']) {
        const { item } = await take(reviewer, queue.id);
        expect(
          await refused(answer(reviewer, queue.id, item.id, { helpful: 4, tone }, { correction: 'x' })),
        ).toBe('400 correction_needs_call correction');
        await ok(answer(reviewer, queue.id, item.id, { helpful: 4, tone }));
      }
    const scored = async (query: string) =>
      (await ok(team.call('GET', `/v1/scores?${query}`))).scores
        .map(({ name, value, traceId, sessionId, callId, source }: Record<string, unknown>) =>
          [name, value, traceId, sessionId, callId, source].join(' '),
        )
        .toSorted();
    expect(await scored(`traceId=${root.traceId}`)).toEqual([
      `helpful 4 ${root.traceId}   human`,
      `tone kind ${root.traceId}   human`,
    ]);
    expect(await scored('sessionId=s-1')).toEqual(['helpful 4  s-1  human', 'tone rude  s-1  human']);
    const agreement = await ok(team.call('GET', `${URL}/${queue.id}/agreement`));
    expect(agreement).toMatchObject({ compared: 2, disagreements: 0 });
    const csv = (await team.call('GET', `${URL}/${queue.id}/export?content=true`)).body.split('\r\n');
    expect(csv[0]).toContain('itemId,callId,traceId,sessionId,callTimestamp,state');
    expect(csv[1]).toContain(`,,${root.traceId},,`);
    expect(csv[3]).toContain(',,,s-1,');
    const log = JSON.stringify((await ok(team.call('GET', '/v1/audit'))).entries);
    expect(log).toContain('runDigest');
    expect(log).not.toContain(root.traceId);
    expect(mine).toBeDefined();
  });

  it('erasing a call, a run or a session deletes the items about it', async () => {
    const { mine, team, root, call, alone, add, items } = await opened();
    await ok(add({ traceIds: [root.traceId, alone.traceId] }));
    await ok(add({ sessionIds: ['s-1'] }));
    await ok(team.call('DELETE', `/v1/query/calls/${call.traceId}-${call.spanId}`));
    expect((await items()).map(({ traceId }) => traceId)).toEqual([alone.traceId]);
    await ok(team.call('POST', '/v1/erasures', { userId: 'ann' }));
    await eventually(async () => {
      await runJobs(mine);
      expect(await items()).toEqual([]);
    });
  });

  it('404: of another project, for a queue of a project', async () => {
    const { team, root } = await opened();
    const { id: projectId } = await ok(team.call('POST', '/v1/projects', { name: 'Second' }));
    const bound = await team.key(null, { projectId });
    const { id } = await ok(bound.call('POST', URL, { name: 'Theirs', dimensions: DIMENSIONS }));
    const items = `${URL}/${id}/items`;
    expect(await refused(bound.call('POST', items, { traceIds: [root.traceId] }))).toBe(
      '404 unknown_run traceIds.0',
    );
    expect(await refused(bound.call('POST', items, { sessionIds: ['s-1'] }))).toBe(
      '404 unknown_session sessionIds.0',
    );
    expect(await ok(bound.call('POST', items, { traceFilter: {} }))).toMatchObject({ added: 0 });
  });
});
