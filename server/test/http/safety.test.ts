// Safety assessments through the API, over calls that answer from memory and a classifier on a socket. Faults
// of the classifier and background scans are in test/whole-service/safety-scan.test.ts.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { flaggedCallIds, flaggedSince } from '#features/safety';
import {
  makeTestApp,
  openTestApp,
  OPERATOR_TOKEN,
  type Caller,
  type TestAccount,
  type TestApp,
} from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { openFakeModeration, type FakeModeration } from '#test/support/fake-moderation';
import { StoredCalls, type NewCall } from '#test/support/stored-calls';

const LIST = '/v1/safety-assessments';
const SCAN = `${LIST}/scan-batch`;
const CLASSIFIER = 'moderation:omni-moderation-latest';
const clock = new FakeClock(Date.parse('2026-03-10T12:00:00.000Z'));
const calls = new StoredCalls(() => app.services);
let classifier: FakeModeration;
let app: TestApp;

beforeAll(async () => {
  classifier = await openFakeModeration();
  app = await makeTestApp({ clock, records: calls.records, config: { moderation: classifier.config() } });
});
afterAll(async () => {
  await app.stop();
  await classifier.close();
});
beforeEach(() => {
  clock.advance(MINUTE_MS);
  classifier.heal();
  classifier.clear();
});

const operator = async (method: string, url: string, body: object, on: Caller = app) => {
  const reply = await on.call(method, url, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
};
const consent = (account: TestAccount, consents: object, on?: Caller) =>
  operator('PUT', `/operator/accounts/${account.id}/consents`, consents, on);

async function consenting(on = app): Promise<TestAccount> {
  const account = await on.account({ plan: 'pro' });
  await consent(account, { plaintextStorage: true, aiHelper: true }, on);
  return account;
}

async function store(account: TestAccount, id: string, more: Partial<NewCall> = {}): Promise<void> {
  const { number = 0, defaultProject } = (await app.services.accounts.get(account.id)) ?? {};
  calls.add({ account: number, id, receivedMs: clock.now(), project: defaultProject?.number ?? 0, ...more });
}
const said = (input: string, output: string) => ({ content: { input, output } });

const scan = async (from: Caller, body?: object) => {
  const reply = await from.call('POST', SCAN, body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};
const list = async (from: Caller, query = '') => {
  const reply = await from.call('GET', `${LIST}${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json().assessments;
};
const refusal = async (from: Caller, body: object = {}, headers = {}) => {
  const reply = await from.call('POST', SCAN, body, headers);
  return [reply.statusCode, reply.json().reason];
};

describe('what a scan needs', () => {
  it('each is checked in this order: key, plan, plaintext, consent, subscription, classifier', async () => {
    const bare = await openTestApp({ clock, records: calls.records, config: { moderation: null } });
    const account = await bare.account({ plan: 'free' });
    const member = await account.member('owner');
    expect(await refusal(bare)).toEqual([401, 'missing_credential']);
    expect(await refusal(member)).toEqual([401, 'missing_credential']);
    expect(await refusal(await account.key(['read', 'write:records']))).toEqual([403, 'insufficient_scope']);
    expect(await refusal(account)).toEqual([403, 'plan_required']);
    const set = (body: object) => operator('PATCH', `/operator/accounts/${account.id}`, body, bare);
    await set({ plan: 'pro', subscriptionStatus: 'canceled' });
    expect(await refusal(account)).toEqual([403, 'plaintext_disabled']);
    await consent(account, { plaintextStorage: true }, bare);
    expect(await refusal(account)).toEqual([403, 'consent_required']);
    await consent(account, { aiHelper: true }, bare);
    expect(await refusal(account)).toEqual([403, 'subscription_canceled']);
    await set({ subscriptionStatus: 'active' });
    expect(await refusal(account)).toEqual([503, 'classifier_unavailable']);
    // With a key and a session, the key counts.
    expect(await refusal(account, {}, { cookie: member.cookie })).toEqual([503, 'classifier_unavailable']);
    const { entries } = (await account.call('GET', '/v1/audit?action=safety.scan_batch_run')).json();
    expect(entries).toEqual([]);
    // Requests count, whatever the answer.
    for (let times = 2; times < 30; times += 1) await refusal(account);
    expect(await refusal(account)).toEqual([429, 'rate_limited']);
  });

  it.each<{ body: unknown }>([
    { body: { maxRecords: 0 } },
    { body: { maxRecords: 101 } },
    { body: { maxRecords: 1.5 } },
    { body: { maxRecords: 1e300 } },
    { body: { maxRecords: '5' } },
    { body: { maxRecords: null } },
    { body: { maxrecords: 5 } },
    { body: { toString: 1 } },
    { body: [] },
  ])('400: $body', async ({ body }) => {
    const reply = await (await consenting()).call('POST', SCAN, body);
    expect(reply.statusCode).toBe(400);
  });

  it('429: more than 30 scans in a minute for an account', async () => {
    const [account, other] = [await consenting(), await consenting()];
    for (let times = 0; times < 30; times += 1) await scan(account);
    const reply = await account.call('POST', SCAN, {});
    expect([reply.statusCode, reply.json().reason]).toEqual([429, 'rate_limited']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    await scan(other);
    clock.advance(MINUTE_MS);
    await scan(account);
  });
});

describe('a scan', () => {
  it('200: classifies input and output of the newest calls, once', async () => {
    const account = await consenting();
    await store(account, 'calm', said('How are you?', 'Fine.'));
    await store(account, 'asked', { ...said('Plan an attack', 'I will not.'), receivedMs: clock.now() + 1 });
    await store(account, 'both', { ...said('An insult!', 'An attack!'), receivedMs: clock.now() + 2 });
    await store(account, 'not stored', { content: null });
    await store(account, 'nothing said', { content: { systemInstructions: 'attack' } });
    expect(await scan(account)).toEqual({ scanned: 5, assessed: 3, flagged: 2, failures: 0, skipped: 2 });
    expect(classifier.requests).toHaveLength(1);
    expect(classifier.bodies[0]?.model).toBe('omni-moderation-latest');
    expect(classifier.requests[0]?.toSorted()).toEqual(
      ['How are you?', 'Fine.', 'Plan an attack', 'I will not.', 'An insult!', 'An attack!'].toSorted(),
    );

    const shown = await list(account);
    expect(shown).toHaveLength(3);
    const of = (callId: string) => shown.find((each: { call_id: string }) => each.call_id === callId);
    expect(of('both')).toEqual({
      id: expect.any(Number),
      call_id: 'both',
      labels: ['harassment', 'violence'],
      score: 0.91,
      reasoning: 'Flagged for violence in the output (0.91), harassment in the input (0.72).',
      code: 'flagged',
      values: { 'score:output:violence': 0.91, 'score:input:harassment': 0.72 },
      classifier_id: CLASSIFIER,
      source: 'on_demand',
      createdAt: new Date(clock.now()).toISOString(),
    });
    expect(of('asked')).toMatchObject({ labels: ['violence'], score: 0.91 });
    expect(of('calm')).toMatchObject({ labels: [], score: 0.01 });
    expect(await list(account, '?call_id=both')).toEqual([of('both')]);
    expect((await list(account, '?flagged=true')).map((each: { call_id: string }) => each.call_id)).toEqual(
      expect.arrayContaining(['both', 'asked']),
    );
    expect(await list(account, '?flagged=false')).toEqual([of('calm')]);
    const one = await account.call('GET', `${LIST}/${of('both').id}`);
    expect(one.json()).toEqual(of('both'));

    // Calls without content are tried again, and nothing is paid for twice.
    expect(await scan(account)).toEqual({ scanned: 2, assessed: 0, flagged: 0, failures: 0, skipped: 2 });
    expect(classifier.requests).toHaveLength(1);
    const { entries } = (await account.call('GET', '/v1/audit?action=safety.scan_batch_run')).json();
    expect(entries.map(({ metadata }: { metadata: object }) => metadata)).toEqual([
      {
        outcome: 'done',
        maxRecords: 50,
        classifier: CLASSIFIER,
        scanned: 2,
        assessed: 0,
        flagged: 0,
        failures: 0,
        skipped: 2,
      },
      {
        outcome: 'done',
        maxRecords: 50,
        classifier: CLASSIFIER,
        scanned: 5,
        assessed: 3,
        flagged: 2,
        failures: 0,
        skipped: 2,
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/attack|insult/i);
  });

  it('200: the requested number, the newest first; calls without content do not block the others', async () => {
    const account = await consenting();
    for (let at = 0; at < 6; at += 1)
      await store(account, `call-${at}`, {
        ...said(`q${at}`, 'a'),
        receivedMs: clock.now() - at * SECOND_MS,
      });
    for (let at = 0; at < 4; at += 1)
      await store(account, `bare-${at}`, { content: null, receivedMs: clock.now() + at });
    expect(await scan(account, { maxRecords: 2 })).toMatchObject({ scanned: 2, assessed: 2, skipped: 0 });
    expect((await list(account)).map((each: { call_id: string }) => each.call_id).toSorted()).toEqual([
      'call-0',
      'call-1',
    ]);
    expect(await scan(account, { maxRecords: 5 })).toMatchObject({ scanned: 5, assessed: 4, skipped: 1 });
    expect(await scan(account, { maxRecords: 1 })).toMatchObject({ scanned: 1, assessed: 0, skipped: 1 });
  });

  it('200: without any calls, and without a body', async () => {
    expect(await scan(await consenting())).toEqual({
      scanned: 0,
      assessed: 0,
      flagged: 0,
      failures: 0,
      skipped: 0,
    });
  });

  it('200: sixteen texts per request; content that cannot be decrypted is a failure', async () => {
    const account = await consenting();
    for (let at = 0; at < 20; at += 1)
      await store(account, `call-${at}`, said(`question ${at}`, `answer ${at}`));
    await store(account, 'garbled', { garbled: true });
    expect(await scan(account, { maxRecords: 100 })).toMatchObject({
      scanned: 21,
      assessed: 20,
      failures: 1,
    });
    expect(classifier.requests.map(({ length }) => length)).toEqual([16, 16, 8]);
  });

  it('200: another model assesses the calls again', async () => {
    const moderation = classifier.config({ model: 'other/model-2' });
    const records = new StoredCalls(() => second.services);
    const second: TestApp = await openTestApp({ clock, records: records.records, config: { moderation } });
    const account = await consenting(second);
    const number = (await second.services.accounts.get(account.id))?.number ?? 0;
    records.add({ account: number, id: 'call', receivedMs: clock.now() });
    const reply = await account.call('POST', SCAN);
    expect(reply.json()).toMatchObject({ assessed: 1 });
    expect((await list(account))[0]).toMatchObject({ classifier_id: 'moderation:other/model-2' });
  });

  it('200: concurrent scans pay for no call twice, and omit none', async () => {
    const account = await consenting();
    for (let at = 0; at < 60; at += 1) await store(account, `call-${at}`, said(`q ${at} ${account.id}`, 'a'));
    classifier.fault('slow', { ms: 30 });
    const scans = await Promise.all(Array.from({ length: 6 }, () => scan(account, { maxRecords: 60 })));
    expect(scans.reduce((sum, { assessed }) => sum + assessed, 0)).toBe(60);
    expect(scans.reduce((sum, { failures }) => sum + failures, 0)).toBe(0);
    for (let at = 0; at < 60; at += 1) expect(classifier.paid(`q ${at} ${account.id}`)).toBe(1);
    const shown = await list(account, '?limit=200');
    expect(new Set(shown.map((each: { call_id: string }) => each.call_id)).size).toBe(60);
    const left = await app.services.metadata.reader
      .selectFrom('safety_claims')
      .select('call_id')
      .where('account_id', '=', account.id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('assessments', () => {
  it('pages through all of them, newest first', async () => {
    const account = await consenting();
    for (let at = 0; at < 5; at += 1) await store(account, `call-${at}`, said('insult', `${at}`));
    await scan(account);
    const ids: number[] = [];
    let cursor = '';
    do {
      const { assessments, nextCursor } = (
        await account.call('GET', `${LIST}?limit=2&flagged=true${cursor}`)
      ).json();
      ids.push(...assessments.map(({ id }: { id: number }) => id));
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    } while (cursor !== '');
    expect(ids).toHaveLength(5);
    expect((await account.call('GET', `${LIST}?limit=5`)).json()).toMatchObject({ nextCursor: null });
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
  });

  it.each(['limit=0', 'limit=201', 'cursor=x', 'call_id=', `call_id=${'x'.repeat(257)}`, 'flagged=maybe'])(
    '400: ?%s',
    async (query) => {
      const reply = await (await app.account()).call('GET', `${LIST}?${query}`);
      expect(reply.statusCode).toBe(400);
    },
  );

  it('unusual ids find nothing', async () => {
    const account = await app.account();
    for (const id of ['0', '-1', 'abc', '1.5', '9'.repeat(30), '%00']) {
      expect([id, (await account.call('GET', `${LIST}/${id}`)).statusCode]).toEqual([id, 404]);
    }
    expect((await account.call('GET', `${LIST}/9007199254740991`)).statusCode).toBe(404);
    for (const callId of ['__proto__', "'; drop table x; --", '日本', '%00']) {
      const reply = await account.call(
        'GET',
        `${LIST}?call_id=${callId.startsWith('%') ? callId : encodeURIComponent(callId)}`,
      );
      expect([callId, reply.statusCode < 500]).toEqual([callId, true]);
    }
  });

  it('404: of another account or project; a key of a project scans and sees its own', async () => {
    const [account, stranger] = [await consenting(), await consenting()];
    const other = (await account.call('POST', '/v1/projects', { name: 'Other' })).json().id;
    const number = (await app.services.accounts.get(account.id))?.projects.get(other)?.number ?? 0;
    await store(account, 'here', said('insult', 'a'));
    await store(account, 'there', { ...said('attack', 'b'), project: number });
    const bound = await account.key(null, { projectId: other });
    expect(await scan(bound)).toMatchObject({ scanned: 1, assessed: 1, flagged: 1 });
    const [there] = await list(bound);
    expect(there.call_id).toBe('there');
    expect(await scan(account)).toMatchObject({ scanned: 1, assessed: 1 });
    const [here] = await list(account);
    expect(here.call_id).toBe('here');
    expect(await list(account)).toHaveLength(2);
    expect(await list(bound)).toEqual([there]);
    expect(await list(bound, '?call_id=here')).toEqual([]);
    expect(await list(stranger)).toEqual([]);
    const status = async (from: Caller, id: number) => (await from.call('GET', `${LIST}/${id}`)).statusCode;
    expect([
      await status(account, here.id),
      await status(account, there.id),
      await status(bound, there.id),
      await status(bound, here.id),
      await status(stranger, here.id),
    ]).toEqual([200, 200, 200, 404, 404]);
    // Reading does not depend on a plan, a consent or a key.
    const viewer = await account.member('viewer');
    await consent(account, { plaintextStorage: false, aiHelper: false });
    expect(await list(viewer)).toHaveLength(2);
  });

  it('are deleted with the retention of their calls', async () => {
    const account = await consenting();
    await store(account, 'old', { ...said('insult', ''), receivedMs: clock.now() - 89 * DAY_MS });
    await store(account, 'new', said('insult', ''));
    expect(await scan(account)).toMatchObject({ assessed: 2 });
    const old = (await list(account)).find((each: { call_id: string }) => each.call_id === 'old');
    clock.advance(2 * DAY_MS);
    expect((await list(account)).map((each: { call_id: string }) => each.call_id)).toEqual(['new']);
    expect((await account.call('GET', `${LIST}/${old.id}`)).statusCode).toBe(404);
    const kept = () =>
      app.services.metadata.reader
        .selectFrom('safety_assessments')
        .select('call_id')
        .where('account_id', '=', account.id)
        .execute();
    expect(await kept()).toHaveLength(2);
    await app.services.jobs.runNow('safety-expiry');
    expect(await kept()).toEqual([{ call_id: 'new' }]);
  });
});

describe('queries of other features', () => {
  it('flagged calls of all accounts, in the order of their ids', async () => {
    const [one, two] = [await consenting(), await consenting()];
    const db = app.services.metadata.reader;
    const all = await flaggedSince(db, 0, 10_000);
    const last = all.at(-1)?.id ?? 0;
    for (const account of [one, two]) {
      await store(account, 'flagged', said('attack', 'a'));
      await store(account, 'fine', said('hello', 'b'));
      await scan(account);
    }
    const found = await flaggedSince(db, last, 10);
    expect(found).toMatchObject([
      {
        accountId: one.id,
        projectNumber: expect.any(Number),
        projectId: one.projectId,
        callId: 'flagged',
        labels: ['violence'],
      },
      {
        accountId: two.id,
        projectNumber: expect.any(Number),
        projectId: two.projectId,
        callId: 'flagged',
        score: 0.91,
      },
    ]);
    expect(await flaggedSince(db, last, 1)).toEqual(found.slice(0, 1));
    expect(await flaggedSince(db, found[0]?.id ?? 0, 10)).toEqual(found.slice(1));
    expect(await flaggedCallIds(db, one.id, ['fine', 'flagged', 'nobody'])).toEqual(
      new Map([['flagged', found[0]]]),
    );
    expect(await flaggedCallIds(db, one.id, [])).toEqual(new Map());
  });

  it('ids of concurrent scans become visible in their order', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => consenting()));
    for (const account of accounts)
      for (let at = 0; at < 5; at += 1) await store(account, `call-${at}`, said('attack', `${at}`));
    const db = app.services.metadata.reader;
    let last = (await flaggedSince(db, 0, 10_000)).at(-1)?.id ?? 0;
    const seen: number[] = [];
    let scanning = true;
    const follow = async () => {
      for (let over = false; !over;) {
        // Reading from SQLite is synchronous, so this lets other work run.
        await setImmediate();
        over = !scanning;
        for (const { id } of await flaggedSince(db, last, 100)) {
          seen.push(id);
          last = id;
        }
      }
    };
    const scans = Promise.all(accounts.map((account) => scan(account))).finally(() => (scanning = false));
    await Promise.all([follow(), scans]);
    expect(seen).toHaveLength(20);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  });
});
