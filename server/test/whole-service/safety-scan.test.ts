// Safety scans with faults and in the background: over calls that answer from memory and a classifier on a
// socket; then once from the request that stores a call to its assessment, with the real records.
import { pino } from 'pino';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { ModerationConfig } from '#config';
import { unavailable } from '#lib/app-error';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { OPERATOR_TOKEN, openTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import {
  startFakeModeration,
  type Fault,
  type FakeModeration,
  type FaultOptions,
} from '#test/support/fake-moderation';
import { storeOfRun } from '#test/support/records-of-a-run';
import { sampleRecord } from '#test/support/sample-records';
import { StoredCalls, type NewCall } from '#test/support/stored-calls';
import { leftToSqlite } from '#test/support/records-engine';
import { expectToTake } from '#test/support/wall-time';

const SLOW_MS = 240_000;
const LIST = '/v1/safety-assessments';
const SECRET = 'a very private sentence';
const clock = new FakeClock(Date.parse('2026-03-10T12:00:00.000Z'));
let calls: StoredCalls;
let classifier: FakeModeration;
let app: TestApp;
let logged: string[];

async function start(changes: Partial<ModerationConfig> = {}): Promise<void> {
  classifier = await startFakeModeration();
  calls = new StoredCalls(() => app.services);
  logged = [];
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
  const moderation = classifier.config(changes);
  app = await openTestApp({ clock, log, records: calls.records, config: { moderation } });
}

const operator = (method: string, url: string, body?: object, on: Caller = app) =>
  on.call(method, url, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });

async function consenting(on = app): Promise<TestAccount> {
  const account = await on.account({ plan: 'pro' });
  await operator(
    'PUT',
    `/operator/accounts/${account.id}/consents`,
    { plaintextStorage: true, aiHelper: true },
    on,
  );
  return account;
}

async function store(account: TestAccount, id: string, more: Partial<NewCall> = {}): Promise<void> {
  const { number = 0, defaultProject } = (await app.services.accounts.get(account.id)) ?? {};
  const content = { input: `${id} of ${account.id}`, output: SECRET };
  calls.add({
    account: number,
    id,
    receivedMs: clock.now(),
    project: defaultProject?.number ?? 0,
    content,
    ...more,
  });
}

const scan = async (account: TestAccount, body: object = { maxRecords: 100 }) => {
  const reply = await account.call('POST', `${LIST}/scan-batch`, body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};
interface Shown {
  call_id: string;
  source: string;
}
const list = async (account: TestAccount): Promise<Shown[]> =>
  (await account.call('GET', `${LIST}?limit=200`)).json().assessments;
const ids = async (account: TestAccount) => (await list(account)).map((each) => each.call_id).toSorted();

const failureLines = () => logged.filter((line) => line.includes('could not be classified'));
const told = () => failureLines().map((line) => (JSON.parse(line) as { failures: object }).failures);

beforeEach(() => clock.advance(10 * MINUTE_MS));

describe('a classifier that fails', () => {
  const FINAL: [Fault, string, FaultOptions?][] = [
    ['not_json', 'not_json'],
    ['not_an_object', 'wrong_count'],
    ['wrong_count', 'wrong_count'],
    ['off_scale', 'off_scale'],
    ['not_a_number', 'no_categories'],
    ['no_categories', 'no_categories'],
    ['hostile_category', 'no_categories'],
    ['huge', 'too_large'],
    ['huge_headers', 'too_large'],
    ['redirect', 'turned_down (HTTP 307)'],
    ['wrong_key', 'turned_down (HTTP 401)'],
    ['no_credit', 'turned_down (HTTP 429)'],
  ];

  it('an invalid answer is a failure, reported without content, and the next scan retries it', async () => {
    await start();
    const account = await consenting();
    for (const id of ['one', 'two']) await store(account, id);
    for (const [fault, reason] of FINAL) {
      clock.advance(MINUTE_MS);
      classifier.clear();
      logged.length = 0;
      classifier.fault(fault);
      expect([fault, await scan(account)]).toEqual([
        fault,
        { scanned: 2, assessed: 0, flagged: 0, failures: 2, skipped: 0 },
      ]);
      expect([fault, classifier.requests.length, told()]).toEqual([fault, 1, [{ [reason]: 2 }]]);
    }
    expect(await list(account)).toEqual([]);
    classifier.heal();
    clock.advance(MINUTE_MS);
    expect(await scan(account)).toMatchObject({ scanned: 2, assessed: 2, failures: 0 });
    expect(logged.join('')).not.toContain(SECRET);
    expect(logged.join('')).not.toContain('one of');
    expect(JSON.stringify(await list(account))).not.toContain(SECRET);
  });

  it.each<[Fault, FaultOptions, string]>([
    ['rate_limited', { retryAfterSeconds: 0 }, 'rate_limited'],
    ['server_error', {}, 'failing (HTTP 500)'],
    ['reset', {}, 'unreachable'],
  ])('%s: is retried, and given up after a while', async (fault, options, reason) => {
    await start();
    const account = await consenting();
    await store(account, 'call');
    classifier.fault(fault, options);
    expect(await scan(account)).toMatchObject({ scanned: 1, failures: 1 });
    expect([classifier.requests.length, told()]).toEqual([3, [{ [reason]: 1 }]]);
    classifier.clear();
    classifier.fault(fault, { ...options, times: 2 });
    expect(await scan(account)).toMatchObject({ scanned: 1, assessed: 1 });
    expect(classifier.requests).toHaveLength(3);
  });

  it('waits as long as it is asked to, but not longer than its limit', async () => {
    await start();
    const account = await consenting();
    await store(account, 'call');
    classifier.fault('rate_limited', { times: 1, retryAfterSeconds: 1 });
    expect(await expectToTake(950, () => scan(account))).toMatchObject({ assessed: 1 });
    await store(account, 'another', { receivedMs: clock.now() + 1 });
    classifier.clear();
    classifier.fault('rate_limited', { retryAfterSeconds: 3_600 });
    expect(await scan(account)).toMatchObject({ scanned: 1, failures: 1 });
    expect(classifier.requests).toHaveLength(1);
  });

  it('hangs: is given up in time, and many calls do not make it longer', async () => {
    await start({ timeoutMs: 60, retry: { firstMs: 1, capMs: 1, patienceMs: 150, attempts: 9 } });
    const account = await consenting();
    for (let at = 0; at < 80; at += 1) await store(account, `call-${at}`);
    classifier.fault('hang');
    // One batch of calls, and none after it.
    expect(await scan(account)).toMatchObject({ scanned: 32, failures: 32 });
    // Four requests of eight calls, each tried three times at most: 180 milliseconds are longer than the patience.
    expect(classifier.requests.length).toBeLessThanOrEqual(4 * 3);
    expect(told()).toEqual([{ timeout: 32 }]);
  });

  it('no listener, or another kind of server', async () => {
    await start({ baseUrl: 'http://127.0.0.1:9/v1' });
    const account = await consenting();
    await store(account, 'call');
    expect(await scan(account)).toMatchObject({ scanned: 1, failures: 1 });
    expect(told()).toEqual([{ unreachable: 1 }]);
  });

  it('refuses one call: the others are classified all the same', async () => {
    await start();
    const account = await consenting();
    for (const id of ['a', 'poison', 'b', 'c']) await store(account, id);
    classifier.fault('refused', { when: (texts) => texts.some((text) => text.startsWith('poison')) });
    expect(await scan(account)).toMatchObject({ scanned: 4, assessed: 3, failures: 1 });
    expect(await ids(account)).toEqual(['a', 'b', 'c']);
    expect(told()).toEqual([{ 'refused (HTTP 400)': 1 }]);
  });

  it('some requests fail: the results of the others are kept', async () => {
    await start();
    const account = await consenting();
    for (let at = 0; at < 24; at += 1) await store(account, `call-${at}`);
    classifier.fault('not_json', { when: (texts) => texts.some((text) => text.startsWith('call-3 ')) });
    expect(await scan(account)).toMatchObject({ scanned: 24, assessed: 16, failures: 8 });
    expect(await ids(account)).toHaveLength(16);
  });

  it('records become unavailable in the middle: sent texts are audited, and the rest is left to the next scan', async () => {
    await start();
    const account = await consenting();
    for (let at = 0; at < 40; at += 1) await store(account, `call-${at}`);
    const open = calls.records.selectSealedContent;
    let lots = 0;
    calls.records.selectSealedContent = (...asked) => {
      lots += 1;
      if (lots === 2) throw unavailable('records_unavailable', 'The records are unavailable.');
      return open?.(...asked) ?? Promise.resolve(new Map());
    };
    const reply = await account.call('POST', `${LIST}/scan-batch`, {});
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'records_unavailable']);
    const { entries } = (await account.call('GET', '/v1/audit?action=safety.scan_batch_run')).json();
    expect(entries[0].metadata).toMatchObject({ outcome: 'failed', scanned: 32, assessed: 32 });
    expect(await scan(account)).toMatchObject({ scanned: 8, assessed: 8 });
  });

  it('long texts are sent in pieces, within the limits of a request', async () => {
    await start();
    const account = await consenting();
    const input = `begin ${'語'.repeat(500_000)} attack`;
    await store(account, 'long', { content: { input, output: 'x'.repeat(45_000) } });
    expect(await scan(account)).toMatchObject({ assessed: 1, flagged: 1 });
    expect(classifier.requests.flat().map(({ length }) => length)).toEqual([
      30_000, 30_000, 30_000, 30_000, 30_000, 15_000,
    ]);
    for (const { bytes } of classifier.bodies) expect(bytes).toBeLessThan(256 * 1024 + 100);
    const [shown] = (await account.call('GET', LIST)).json().assessments;
    expect(shown.reasoning).toBe(
      'Flagged for violence in the input (0.91); of the input, 500,013 characters long, only the beginning and the end were classified, ' +
        '120,000 characters.',
    );
  });
});

const runJob = async (expected = 200): Promise<void> => {
  const reply = await operator('POST', '/operator/jobs/safety-scan/run');
  expect([reply.statusCode, reply.body]).toEqual([expected, reply.body]);
};
const ends = () =>
  logged
    .map((line) => JSON.parse(line) as { msg: string; account: string; ending: string; scanned: number })
    .filter(({ msg }) => msg === 'safety scan done');

describe('the background scan', () => {
  it('classifies calls since the last one, for accounts that enabled it, and only once', async () => {
    await start();
    const [account, free, silent, closed, canceled] = [
      await consenting(),
      await app.account({ plan: 'free' }),
      await app.account({ plan: 'pro' }),
      await app.account({ plan: 'pro' }),
      await consenting(),
    ];
    const grant = (to: TestAccount, body: object) =>
      operator('PUT', `/operator/accounts/${to.id}/consents`, body);
    await grant(free, { plaintextStorage: true, aiHelper: true });
    await grant(silent, { plaintextStorage: true });
    await grant(closed, { aiHelper: true });
    await operator('PATCH', `/operator/accounts/${canceled.id}`, { subscriptionStatus: 'canceled' });
    for (const each of [account, free, silent, closed, canceled]) await store(each, 'call');
    await store(account, 'bare', { content: null });
    await store(account, 'an hour ago', { receivedMs: clock.now() - HOUR_MS });
    await store(account, 'last week', { receivedMs: clock.now() - 7 * DAY_MS });
    await runJob();
    expect(await ids(account)).toEqual(['an hour ago', 'call']);
    expect((await list(account)).map(({ source }) => source)).toEqual(['background', 'background']);
    for (const each of [free, silent, closed, canceled]) expect(await list(each)).toEqual([]);
    expect(classifier.requests.flat().filter((text) => text !== SECRET)).toHaveLength(2);
    // Nothing new: no request is sent.
    await runJob();
    clock.advance(HOUR_MS);
    await runJob();
    expect(classifier.requests).toHaveLength(1);
    // Late by its own time, and visible only some moments after it arrived.
    await store(account, 'late', { timestampMs: clock.now() - 20 * HOUR_MS });
    await store(account, 'slow to be seen', { receivedMs: clock.now() - MINUTE_MS });
    await runJob();
    expect(await ids(account)).toEqual(['an hour ago', 'call', 'late', 'slow to be seen']);
    // A manual scan classifies what it left out, and nothing twice.
    expect(await scan(account)).toEqual({ scanned: 2, assessed: 1, flagged: 0, failures: 0, skipped: 1 });
    const { entries } = (await account.call('GET', '/v1/audit?action=safety.scan_batch_run')).json();
    expect(entries).toHaveLength(1);
  });

  it('stops at the limit of a round, records its progress, and continues in the next one', async () => {
    await start();
    const account = await consenting();
    // More calls at one moment than fit into a page, or into a round.
    for (let at = 0; at < 450; at += 1)
      await store(account, `call-${at}`, { receivedMs: clock.now() - HOUR_MS });
    await runJob();
    expect(ends()).toMatchObject([{ account: account.id, ending: 'bounded', assessed: 416 }]);
    await runJob();
    expect(ends()[1]).toMatchObject({ ending: 'done', assessed: 34 });
    expect(new Set(classifier.answered).size).toBe(451);
    expect(classifier.answered).toHaveLength(900);
  });

  it('continues where it was interrupted, whatever the cause', async () => {
    await start();
    const account = await consenting();
    for (let at = 0; at < 70; at += 1)
      await store(account, `call-${String(at).padStart(2, '0')}`, {
        receivedMs: clock.now() - HOUR_MS + at * SECOND_MS,
      });
    const open = calls.records.selectSealedContent;
    let lots = 0;
    calls.records.selectSealedContent = (...asked) => {
      lots += 1;
      if (lots === 2) throw new Error('The process is gone.');
      return open?.(...asked) ?? Promise.resolve(new Map());
    };
    await runJob(503);
    expect(await ids(account)).toHaveLength(32);
    const row = () =>
      app.services.metadata.reader
        .selectFrom('safety_scans')
        .selectAll()
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ watermark_id: 'call-31', locked_by: null, locked_until: 0 });
    await runJob();
    expect(await ids(account)).toHaveLength(70);
    expect(classifier.answered).toHaveLength(140);

    // A process that died while it held everything: its claim expires after a while.
    await store(account, 'after', { receivedMs: clock.now() - MINUTE_MS });
    const dead = { holder: 'dead', expires_at: clock.now() + 5 * MINUTE_MS };
    await app.services.metadata.transaction(async (db) => {
      await db
        .insertInto('safety_claims')
        .values({
          account_id: account.id,
          call_id: 'after',
          classifier_id: 'moderation:omni-moderation-latest',
          ...dead,
        })
        .execute();
      await db
        .updateTable('safety_scans')
        .set({ locked_by: 'dead', locked_until: dead.expires_at })
        .where('account_id', '=', account.id)
        .execute();
    });
    await runJob();
    expect(ends().at(-1)).toMatchObject({ ending: 'held_by_another' });
    expect(await scan(account)).toMatchObject({ scanned: 0 });
    clock.advance(6 * MINUTE_MS);
    await runJob();
    expect(await ids(account)).toContain('after');
  });

  it('keeps its position while the classifier is unavailable, and one account does not block another', async () => {
    await start();
    const [broken, fine] = [await consenting(), await consenting()];
    await store(broken, 'call');
    await store(fine, 'call');
    const number = (await app.services.accounts.get(broken.id))?.number;
    const arrived = calls.records.selectArrivedCalls;
    calls.records.selectArrivedCalls = async (scope, ...rest) => {
      if (scope.account === number) throw new Error('The records are unavailable.');
      return (await arrived?.(scope, ...rest)) ?? [];
    };
    await runJob(503);
    expect(await ids(fine)).toEqual(['call']);
    if (arrived) calls.records.selectArrivedCalls = arrived;

    classifier.fault('server_error', { when: (texts) => texts.some((text) => text.includes(broken.id)) });
    await store(fine, 'next');
    await runJob(503);
    expect(await ids(fine)).toEqual(['call', 'next']);
    expect(ends().map(({ ending }) => ending)).toContain('classifier_away');
    classifier.heal();
    clock.advance(3 * HOUR_MS);
    await runJob();
    expect(await ids(broken)).toEqual(['call']);
  });

  it('skips calls that the classifier refuses, and retries calls whose answer could not be read', async () => {
    await start();
    const account = await consenting();
    const before = (minutes: number) => ({ receivedMs: clock.now() - minutes * MINUTE_MS });
    for (let at = 0; at < 16; at += 1) await store(account, `call-${at}`, before(60 - at));
    classifier.fault('not_json', { when: (texts) => texts.some((text) => text.startsWith('call-2 ')) });
    await runJob();
    expect(await ids(account)).toHaveLength(8);
    classifier.fault('refused', { when: (texts) => texts.some((text) => text.startsWith('call-2 ')) });
    clock.advance(15 * MINUTE_MS);
    await runJob();
    expect(await ids(account)).toHaveLength(15);
    classifier.clear();
    clock.advance(15 * MINUTE_MS);
    await runJob();
    expect(classifier.requests).toEqual([]);
  });

  it('concurrent scans, also manual ones, pay for no call twice', async () => {
    await start();
    const accounts = [await consenting(), await consenting(), await consenting()];
    for (const account of accounts) for (let at = 0; at < 40; at += 1) await store(account, `call-${at}`);
    classifier.fault('slow', { ms: 20 });
    await Promise.all([runJob(), runJob(), ...accounts.map((account) => scan(account)), runJob()]);
    clock.advance(15 * MINUTE_MS);
    await runJob();
    for (const account of accounts) {
      expect(await ids(account)).toHaveLength(40);
      for (let at = 0; at < 40; at += 1) expect(classifier.paid(`call-${at} of ${account.id}`)).toBe(1);
    }
  });

  it('stops when the consent is withdrawn', async () => {
    await start();
    const account = await consenting();
    for (let at = 0; at < 70; at += 1) await store(account, `call-${at}`);
    const open = calls.records.selectSealedContent;
    calls.records.selectSealedContent = async (...asked) => {
      await operator('PUT', `/operator/accounts/${account.id}/consents`, { aiHelper: false });
      return (await open?.(...asked)) ?? new Map();
    };
    await runJob();
    expect(ends()).toMatchObject([{ ending: 'not_consenting', scanned: 32 }]);
    expect(await ids(account)).toHaveLength(32);
  });

  it('is skipped if no classifier is configured', async () => {
    const bare = await openTestApp({ clock, config: { moderation: null } });
    await consenting(bare);
    const reply = await operator('POST', '/operator/jobs/safety-scan/run', undefined, bare);
    expect(reply.statusCode).toBe(200);
  });
});

describe.skipIf(leftToSqlite(inject('engine')))('with the real records', () => {
  it('from ingest to the list, manually and in the background', { timeout: SLOW_MS }, async () => {
    const vendor = await startFakeModeration();
    app = await openTestApp({ config: { moderation: vendor.config() } });
    const [account, stranger] = [await consenting(), await consenting()];
    const project = (await account.call('POST', '/v1/projects', { name: 'other' })).json().id;
    const said = (id: string, input: string, output: string, more = {}) =>
      sampleRecord({
        id,
        timestamp: new Date().toISOString(),
        requestMeta: { input: [{ role: 'user', content: input }], output },
        ...more,
      });
    const send = async (to: TestAccount, records: unknown[], headers = {}) => {
      const reply = await to.call('POST', '/v1/ingest', { records }, headers);
      expect(reply.json()).toEqual({ accepted: records.length, rejected: [] });
    };
    await send(account, [
      said('fine', 'How do I bake bread?', 'With flour.'),
      said('harmful', 'Plan an attack', 'No.'),
      said('bare', '', '', { requestMeta: null }),
    ]);
    const ofRun = { tags: { 'tracewell.eval_run': '7' } };
    await storeOfRun(app, account.id, [said('of-a-run', 'Plan an attack', 'No.', ofRun)]);
    await send(account, [said('elsewhere', 'Write an insult', 'No.')], { 'x-project-id': project });
    await send(stranger, [said('theirs', 'Plan an attack of theirs', 'No.')]);
    const bound = await account.key(null, { projectId: project });
    expect((await bound.call('POST', `${LIST}/scan-batch`)).json()).toEqual({
      scanned: 1,
      assessed: 1,
      flagged: 1,
      failures: 0,
      skipped: 0,
    });
    await runJob();
    expect(await ids(account)).toEqual(['elsewhere', 'fine', 'harmful']);
    expect((await account.call('GET', `${LIST}?call_id=harmful`)).json().assessments).toMatchObject([
      { labels: ['violence'], source: 'background', score: 0.91 },
    ]);
    expect((await bound.call('GET', LIST)).json().assessments).toMatchObject([
      { call_id: 'elsewhere', source: 'on_demand', labels: ['harassment'] },
    ]);
    expect(await ids(stranger)).toEqual(['theirs']);
    expect(await scan(account)).toEqual({ scanned: 1, assessed: 0, flagged: 0, failures: 0, skipped: 1 });
    expect(vendor.paid('Plan an attack')).toBe(1);
  });
});
