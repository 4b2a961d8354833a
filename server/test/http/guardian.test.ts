// The inbox over real metadata: the records are made up and queried by plain code, and the clock is fake.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { FINDING_KINDS } from '../../src/features/guardian/kinds.ts';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { MadeRecords } from '#test/support/guardian-records';
import type { Made, MadeCall } from '#test/support/made-records';
import { ordinaryRecords, plantedIncidents } from '#test/support/guardian-week';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const clock = new FakeClock(NOW);
const FINDINGS = '/v1/guardian/findings';

let made = new MadeRecords();
/** The name of a query that should fail. */
let broken: string | null = null;
const records = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === broken) return () => Promise.reject(new Error('The engine is unavailable.'));
      return Reflect.get(made.questions, name) as unknown;
    },
  },
);

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock, records });
});
afterAll(() => app.stop());
beforeEach(() => {
  clock.set(NOW);
  made = new MadeRecords();
  broken = null;
});

const scan = async (): Promise<void> => {
  made.nowMs = clock.now();
  await app.services.jobs.runNow('guardian');
};

async function later(ms: number): Promise<void> {
  clock.advance(ms);
  await scan();
}

interface Owner extends TestAccount {
  number: number;
  project: number;
}

async function owner(plan: 'free' | 'team' = 'team'): Promise<Owner> {
  const account = await app.account({ plan });
  const known = await app.services.accounts.get(account.id);
  if (!known) throw new Error('The account is gone.');
  return Object.assign(account, { number: known.number, project: known.defaultProject.number });
}

let count = 0;
function call(of: Owner, changes: Partial<MadeCall> = {}): MadeCall {
  count += 1;
  const atMs = changes.atMs ?? clock.now() - 2 * SECOND_MS;
  return {
    kind: 'call',
    account: of.number,
    project: of.project,
    id: `call-${count}`,
    receivedMs: atMs + SECOND_MS,
    provider: 'openai',
    model: 'gpt-5',
    responseModel: '',
    costUsd: 0.01,
    latencyMs: 500,
    error: '',
    traceId: '',
    inputHash: 0,
    toolsHash: 0,
    tools: '',
    redaction: null,
    ...changes,
    atMs,
  };
}

const leak = (of: Owner, changes: Partial<MadeCall> = {}) =>
  call(of, { redaction: { kinds: ['email'], fields: ['output'] }, ...changes });

const loop = (of: Owner, times: number, traceId = 'trace-1', tool = 'search') =>
  Array.from({ length: times }, () =>
    call(of, { traceId, toolsHash: 5, tools: JSON.stringify([{ id: 'x', name: tool }]) }),
  );

interface Shown {
  id: string;
  kind: string;
  severity: string;
  status: string;
  count: number;
  title: string;
  detail: string;
  firstSeenAt: string;
  lastSeenAt: string;
  evidence: { callIds: string[]; traceIds: string[]; values: Record<string, unknown> };
}

const inbox = async (of: Pick<TestAccount, 'call'>, query = ''): Promise<Shown[]> => {
  const reply = await of.call('GET', `${FINDINGS}${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json().findings as Shown[];
};

const only = async (of: Pick<TestAccount, 'call'>): Promise<Shown> => {
  const all = await inbox(of);
  expect(all.map(({ kind, title }) => [kind, title])).toHaveLength(1);
  return all[0] as Shown;
};

const say = (of: Pick<TestAccount, 'call'>, id: string, status: string) =>
  of.call('PATCH', `${FINDINGS}/${id}`, { status });

describe('scans', () => {
  it('find one of each incident in ordinary traffic, each once, scan after scan', async () => {
    const account = await owner();
    const [second, third] = [
      (await account.call('POST', '/v1/projects', { name: 'two' })).json().id as string,
      (await account.call('POST', '/v1/projects', { name: 'three' })).json().id as string,
    ];
    const known = await app.services.accounts.get(account.id);
    const numbers = [
      account.project,
      known?.projects.get(second)?.number,
      known?.projects.get(third)?.number,
    ];
    const atMs = NOW - 2 * HOUR_MS;
    const planted = plantedIncidents(account.number, atMs);
    const plan = { account: account.number, startMs: atMs - 14 * DAY_MS, days: 15, newModelMs: 12 * DAY_MS };
    const all: Made[] = [...ordinaryRecords(3, plan), ...Object.values(planted).flat()];
    made.add(all.map((each) => Object.assign(each, { project: numbers[each.project - 1] ?? 0 })));
    clock.set(atMs - HOUR_MS);
    for (let at = 0; at < 7 * 6; at += 1) await later(10 * MINUTE_MS);
    const found = await inbox(account);
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(planted).toSorted());
    const counts = Object.fromEntries(found.map((finding) => [finding.kind, finding.count]));
    expect(counts).toMatchObject({
      tool_loop: 6,
      runaway_trace: 260,
      retry_storm: 25,
      pii_leak: 3,
      secret_in_prompt: 2,
      silent_model_change: 60,
    });
    expect(counts['error_burst']).toBeGreaterThanOrEqual(60);
    const byKind = Object.fromEntries(found.map((finding) => [finding.kind, finding]));
    for (const kind of ['error_burst', 'cost_spike', 'latency_spike', 'silent_model_change', 'runaway_trace'])
      expect([kind, byKind[kind]?.evidence.callIds.some((id) => id.startsWith('planted-'))]).toEqual([
        kind,
        true,
      ]);
    expect(byKind['tool_loop']).toMatchObject({
      title: 'get_weather was called 6 times with the same arguments',
      evidence: { traceIds: ['looping'] },
    });
    expect(byKind['cost_spike']?.title).toMatch(/^\$1\d\d\.\d\d spent in 15 minutes$/);
  });

  it('see a whole trace that spans several of them', async () => {
    const account = await owner();
    made.add(loop(account, 3));
    await scan();
    expect(await inbox(account)).toEqual([]);
    clock.advance(5 * MINUTE_MS);
    const more = loop(account, 2);
    made.add(more);
    await scan();
    expect(await only(account)).toMatchObject({
      kind: 'tool_loop',
      count: 5,
      severity: 'medium',
      status: 'open',
    });
    clock.advance(5 * MINUTE_MS);
    made.add(loop(account, 6));
    await scan();
    expect(await only(account)).toMatchObject({ count: 11, severity: 'high' });
  });

  it('read each record once: when repeated, concurrent, after a failure, and for late records', async () => {
    const account = await owner();
    made.add([leak(account), leak(account)]);
    await Promise.all([scan(), scan()]);
    expect(await only(account)).toMatchObject({ kind: 'pii_leak', severity: 'low', count: 2 });
    await scan();
    await later(SECOND_MS);
    expect((await only(account)).count).toBe(2);
    // Their insert was pending while the others were scanned.
    made.add([leak(account, { atMs: NOW - 3 * SECOND_MS }), leak(account, { atMs: NOW - 30 * SECOND_MS })]);
    await scan();
    expect((await only(account)).count).toBe(4);
    // Nothing of a failed scan is kept, and the next scan finds all of it.
    clock.advance(5 * MINUTE_MS);
    made.add([leak(account), ...loop(account, 5)]);
    broken = 'selectQuarters';
    await expect(scan()).rejects.toMatchObject({ reason: 'guardian_incomplete' });
    expect((await only(account)).count).toBe(4);
    broken = null;
    await later(5 * MINUTE_MS);
    expect((await inbox(account)).map(({ kind, count }) => [kind, count]).toSorted()).toEqual([
      ['pii_leak', 5],
      ['tool_loop', 5],
    ]);
    // Sent an hour late, with a time of yesterday evening.
    clock.advance(HOUR_MS);
    made.add([leak(account, { atMs: clock.now() - 20 * HOUR_MS, receivedMs: clock.now() - SECOND_MS })]);
    await scan();
    expect((await inbox(account, '?kind=pii_leak'))[0]?.count).toBe(6);
  });

  it('include records that arrived after a concurrent scan had begun', async () => {
    const account = await owner();
    made.add([leak(account)]);
    made.nowMs = clock.now();
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { questions } = made;
    const answer = Reflect.get(questions, 'selectCallGroups') as (...asked: unknown[]) => Promise<unknown>;
    let scheduled: Promise<void> = Promise.resolve();
    let asked = 0;
    Reflect.set(questions, 'selectCallGroups', async (...args: unknown[]) => {
      asked += 1;
      const groups = await answer(...args);
      if (asked === 1) {
        begun.resolve();
        await released.promise;
      } else if (asked === 2) {
        // The second scan has read its progress and its records. Now the first one is saved.
        released.resolve();
        await scheduled;
      }
      return groups;
    });
    scheduled = app.services.jobs.runNow('guardian');
    await begun.promise;
    clock.advance(10 * SECOND_MS);
    made.nowMs = clock.now();
    made.add(loop(account, 5));
    await app.services.jobs.runNow('guardian');
    expect((await inbox(account)).map(({ kind, count }) => [kind, count]).toSorted()).toEqual([
      ['pii_leak', 1],
      ['tool_loop', 5],
    ]);
    expect(asked).toBe(3);
  });

  it('store findings and their progress together, or neither', async () => {
    const account = await owner();
    made.add([leak(account)]);
    const { metadata } = app.services;
    const transaction = metadata.transaction.bind(metadata);
    // The process dies just before it commits its findings.
    const dying = vi.spyOn(metadata, 'transaction').mockImplementation((work) =>
      transaction(async (db) => {
        const done = await work(db);
        const found = await db
          .selectFrom('guardian_findings')
          .select('id')
          .where('account_id', '=', account.id)
          .execute();
        if (found.length > 0) throw new Error('killed');
        return done;
      }),
    );
    await expect(scan()).rejects.toMatchObject({ cause: { message: 'killed' } });
    dying.mockRestore();
    expect(await inbox(account)).toEqual([]);
    await scan();
    await scan();
    expect((await only(account)).count).toBe(1);
  });

  it('run no query for an account without new records', async () => {
    const [busy, quiet] = [await owner(), await owner()];
    made.add([leak(busy), leak(quiet)]);
    await scan();
    const before = made.asked['selectCallGroups'];
    await later(5 * MINUTE_MS);
    await later(5 * MINUTE_MS);
    expect(made.asked['selectCallGroups']).toBe(before);
    made.add([call(busy)]);
    await later(5 * MINUTE_MS);
    expect(made.asked['selectCallGroups']).toBe((before ?? 0) + 1);
  });

  it('do not touch old causes without new records, and keep evidence within bounds', async () => {
    const account = await owner();
    for (let at = 0; at < 4; at += 1) {
      made.add(Array.from({ length: 9 }, (_, n) => leak(account, { traceId: `t${at}-${n}` })));
      await later(5 * MINUTE_MS);
    }
    const { evidence, count: calls } = await only(account);
    expect([calls, evidence.callIds.length, evidence.traceIds.length]).toEqual([36, 20, 10]);
    expect(new Set(evidence.callIds).size).toBe(20);
    expect(evidence.traceIds.every((id) => id.startsWith('t3') || id.startsWith('t2'))).toBe(true);
  });

  it('create another finding for a burst on another day, and one for a large number of runaway traces', async () => {
    const account = await owner();
    const burst = () => made.add(Array.from({ length: 30 }, () => call(account, { error: 'boom' })));
    burst();
    await scan();
    await later(10 * MINUTE_MS);
    burst();
    await later(MINUTE_MS);
    expect(await only(account)).toMatchObject({
      kind: 'error_burst',
      count: 60,
      evidence: { values: { error: 'boom' } },
    });
    clock.advance(DAY_MS);
    burst();
    await scan();
    expect(await inbox(account, '?kind=error_burst')).toHaveLength(2);
    for (let trace = 0; trace < 14; trace += 1)
      made.add([call(account, { traceId: `run-${trace}`, costUsd: 30 })]);
    await later(MINUTE_MS);
    const traces = await inbox(account, '?kind=runaway_trace');
    expect(traces).toHaveLength(11);
    expect(traces.find(({ title }) => title.startsWith('More of the kind'))).toMatchObject({ count: 4 });
  });
});

describe('what people do with findings', () => {
  it('200: a resolved one is reopened after a quiet hour, a dismissed one stays, and both keep counting', async () => {
    const account = await owner();
    made.add([leak(account), ...loop(account, 5)]);
    await scan();
    const [pii, tools] = ['pii_leak', 'tool_loop'].map(
      async (kind) => (await inbox(account, `?kind=${kind}`))[0],
    );
    const ids = [(await pii)?.id ?? '', (await tools)?.id ?? ''] as const;
    expect((await say(account, ids[0], 'resolved')).json()).toMatchObject({ id: ids[0], status: 'resolved' });
    expect((await say(account, ids[1], 'dismissed')).json()).toMatchObject({ status: 'dismissed' });
    const more = () => made.add([leak(account), ...loop(account, 5, 'trace-2')]);
    clock.advance(20 * MINUTE_MS);
    more();
    await scan();
    expect((await inbox(account)).map(({ kind, status, count }) => [kind, status, count]).toSorted()).toEqual(
      [
        ['pii_leak', 'resolved', 2],
        ['tool_loop', 'dismissed', 10],
      ],
    );
    clock.advance(HOUR_MS);
    made.add([leak(account), ...loop(account, 7, 'trace-3')]);
    await scan();
    expect((await inbox(account)).map(({ kind, status, count }) => [kind, status, count]).toSorted()).toEqual(
      [
        ['pii_leak', 'open', 3],
        ['tool_loop', 'dismissed', 17],
      ],
    );
  });

  it('each change is audited once; setting the same status again is not a change', async () => {
    const account = await owner();
    made.add([leak(account)]);
    await scan();
    const { id, title } = await only(account);
    for (const status of ['acknowledged', 'acknowledged', 'open'])
      expect((await say(account, id, status)).statusCode).toBe(200);
    const { entries } = (await account.call('GET', '/v1/audit?action=guardian_finding.update')).json();
    expect(entries.map((entry: Record<string, unknown>) => [entry['targetId'], entry['metadata']])).toEqual([
      [id, { kind: 'pii_leak', title, from: 'acknowledged', to: 'open' }],
      [id, { kind: 'pii_leak', title, from: 'open', to: 'acknowledged' }],
    ]);
  });

  it('200: lists by status, kind and severity, page by page, newest first', async () => {
    const account = await owner();
    for (const kind of ['email', 'credit_card', 'us_ssn', 'jwt', 'phone'] as const) {
      made.add([
        leak(account, { redaction: { kinds: [kind], fields: [kind === 'jwt' ? 'input' : 'output'] } }),
      ]);
      await later(5 * MINUTE_MS);
    }
    const all = await inbox(account);
    expect(all.map(({ severity }) => severity)).toEqual(['low', 'high', 'critical', 'high', 'low']);
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await account.call(
        'GET',
        `${FINDINGS}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      pages.push(...reply.json().findings.map(({ id }: Shown) => id));
      cursor = reply.json().nextCursor;
    }
    expect(pages).toEqual(all.map(({ id }) => id));
    await say(account, pages[0] ?? '', 'acknowledged');
    expect(await inbox(account, '?status=open')).toHaveLength(4);
    expect(await inbox(account, '?kind=secret_in_prompt&severity=high')).toHaveLength(1);
    expect(await inbox(account, '?severity=critical&status=dismissed')).toEqual([]);
    const summary = (await account.call('GET', '/v1/guardian/summary')).json();
    expect(summary).toMatchObject({
      open: 4,
      bySeverity: { low: 1, medium: 0, high: 2, critical: 1 },
      byKind: { pii_leak: 3, secret_in_prompt: 1, tool_loop: 0 },
      last24h: 5,
    });
    expect(Object.keys(summary.byKind).toSorted()).toEqual(FINDING_KINDS.toSorted());
    clock.advance(2 * DAY_MS);
    expect((await account.call('GET', '/v1/guardian/summary')).json()).toMatchObject({ open: 4, last24h: 0 });
    const one = await account.call('GET', `${FINDINGS}/${pages[1]}`);
    expect(one.json()).toEqual(all[1]);
  });
});

describe('who sees what', () => {
  it('404 for other accounts, other projects and invalid ids; a key of a project sees its own', async () => {
    const account = await owner();
    const stranger = await owner();
    const other = (await account.call('POST', '/v1/projects', { name: 'other' })).json().id as string;
    const number = (await app.services.accounts.get(account.id))?.projects.get(other)?.number ?? 0;
    made.add([leak(account), leak(account, { project: number })]);
    await scan();
    expect(await inbox(account)).toHaveLength(2);
    const bound = await account.key(['read', 'write'], { projectId: other });
    const own = await only(bound);
    const foreign = (await inbox(account)).find(({ id }) => id !== own.id)?.id ?? '';
    expect((await bound.call('GET', '/v1/guardian/summary')).json().open).toBe(1);
    expect(await inbox(stranger)).toEqual([]);
    const strange = ['x', 'fnd_', '__proto__', '%F0%9F%98%80', `${own.id}'`, 'fnd_%00'];
    for (const [who, id] of [
      [bound, foreign],
      [stranger, own.id],
      ...strange.map((each) => [account, each] as const),
    ] as const) {
      expect((await who.call('GET', `${FINDINGS}/${id}`)).statusCode).toBe(404);
      expect((await say(who, id, 'dismissed')).statusCode).toBe(404);
    }
    expect((await say(bound, own.id, 'dismissed')).statusCode).toBe(200);
  });

  it('400, 401, 403: invalid input, no credential, missing permission', async () => {
    const account = await owner();
    made.add([leak(account)]);
    await scan();
    const { id } = await only(account);
    for (const query of [
      'status=closed',
      'kind=__proto__',
      'severity=7',
      'limit=0',
      'limit=1e9',
      'cursor=x',
      'cursor=%00',
    ]) {
      const reply = await account.call('GET', `${FINDINGS}?${query}`);
      expect([query, reply.statusCode]).toEqual([query, 400]);
    }
    for (const body of [
      {},
      { status: 'gone' },
      { status: null },
      { status: 'open', title: 'x' },
      [],
      { status: ['open'] },
    ])
      expect((await account.call('PATCH', `${FINDINGS}/${id}`, body)).statusCode).toBe(400);
    expect((await app.call('GET', FINDINGS)).statusCode).toBe(401);
    const reader = await account.key(['read']);
    expect(await inbox(reader)).toHaveLength(1);
    expect((await say(reader, id, 'open')).json()).toMatchObject({ reason: 'insufficient_scope' });
    expect((await account.call('POST', FINDINGS, {})).statusCode).toBe(405);
  });

  it('names of tools, models and projects from outside cannot break a finding', async () => {
    const account = await owner();
    const odd = `\u0000<b>'"${'😀'.repeat(300)}`;
    made.add([
      ...loop(account, 5, odd, odd),
      ...Array.from({ length: 12 }, (_, at) =>
        call(account, { model: odd, inputHash: 9, error: 'boom', atMs: clock.now() - (at + 2) * SECOND_MS }),
      ),
      call(account, { traceId: odd, costUsd: 1e300 }),
      // In a project that was deleted meanwhile.
      leak(account, { project: 999_999 }),
    ]);
    await scan();
    const found = await inbox(account);
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['retry_storm', 'runaway_trace', 'tool_loop']);
    for (const { title } of found) expect(title.length).toBeLessThan(250);
  });
});

describe('calls that a safety classifier flagged', () => {
  let assessed = 0;
  const flag = (of: Owner, labels: string[], score: number) =>
    app.services.metadata.transaction(async (db) => {
      assessed += 1;
      await db
        .insertInto('safety_assessments')
        .values({
          id: assessed,
          account_id: of.id,
          project_number: of.project,
          call_id: `assessed-${assessed}`,
          call_timestamp: clock.now() - MINUTE_MS,
          classifier_id: 'moderation:test',
          source: 'background',
          labels: JSON.stringify(labels),
          flagged: labels.length > 0 ? 1 : 0,
          score,
          figures: JSON.stringify({ code: 'not_flagged', values: {} }),
          reasoning: '',
          created_at: clock.now(),
        })
        .execute();
    });

  it('become findings, each assessment once, also for accounts that send nothing else', async () => {
    const [account, other] = [await owner(), await owner()];
    await flag(account, ['jailbreak'], 0.9);
    await flag(account, ['violence'], 0.5);
    await flag(other, ['prompt_injection', 'violence'], 0.4);
    await flag(account, [], 0.99);
    await Promise.all([scan(), scan()]);
    await flag(account, ['jailbreak'], 0.2);
    await scan();
    await scan();
    expect(await only(account)).toMatchObject({
      kind: 'prompt_injection',
      severity: 'high',
      count: 2,
      evidence: { callIds: ['assessed-5', 'assessed-1'] },
    });
    expect(await only(other)).toMatchObject({ kind: 'prompt_injection', severity: 'medium', count: 1 });
    // Records from before the first scan of records are read too.
    made.add([leak(other, { atMs: clock.now() - HOUR_MS })]);
    await scan();
    expect((await inbox(other)).map(({ kind }) => kind).toSorted()).toEqual(['pii_leak', 'prompt_injection']);
  });
});

describe('notifications about findings', () => {
  it('a webhook receives each new finding once', async () => {
    const account = await owner();
    const { id } = (
      await account.call('POST', '/v1/webhooks', {
        url: 'https://example.com/in',
        events: ['guardian.finding'],
      })
    ).json();
    made.add([leak(account)]);
    await Promise.all([scan(), scan()]);
    made.add([leak(account), leak(account)]);
    await later(5 * MINUTE_MS);
    const { deliveries } = (await account.call('GET', `/v1/webhooks/${id}/deliveries`)).json();
    expect(deliveries.map(({ event }: { event: string }) => event)).toEqual(['guardian.finding']);
    const rows = await app.services.metadata.reader
      .selectFrom('deliveries')
      .select('body')
      .where('account_id', '=', account.id)
      .execute();
    const [body] = rows.map((row) => JSON.parse(row.body) as { type: string; data: Shown });
    const finding = await only(account);
    expect(body).toMatchObject({
      type: 'guardian.finding',
      data: { id: finding.id, kind: 'pii_leak', count: 1 },
    });
  });

  it('findings are deleted once the account’s retention has passed since they were last seen', async () => {
    const account = await owner('free');
    made.add([leak(account), ...loop(account, 5)]);
    await scan();
    clock.advance(29 * DAY_MS);
    made.add([leak(account)]);
    await scan();
    clock.advance(2 * DAY_MS);
    await app.services.jobs.runNow('guardian-expiry');
    expect((await inbox(account)).map(({ kind }) => kind)).toEqual(['pii_leak']);
  });
});
