import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { classFigures, repeatFigures, versionFigures } from '#test/support/proposal-figures';
import type { ClassFigures } from '../../src/features/proposals/records/class-figures.ts';
import type { RepeatFigures } from '../../src/features/proposals/records/repeated-inputs.ts';
import type { VersionFigures } from '../../src/features/proposals/records/prompt-versions.ts';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const clock = new FakeClock(START);

interface Told {
  classes?: ClassFigures[];
  repeats?: RepeatFigures[];
  versions?: VersionFigures[];
}

/** The figures from the records, by account number; `null`: they do not answer for it. */
const told = new Map<number, Told | null>();
const of = (account: number): Told => {
  const some = told.get(account);
  if (some === null) throw unavailable('records_unavailable', 'Not now.');
  return some ?? {};
};

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      selectAccountsWithCalls: async () => [...told.keys()],
      selectCallClasses: async ({ account }) => of(account).classes ?? [],
      selectRepeatedInputs: async ({ account }) => of(account).repeats ?? [],
      selectPromptVersions: async ({ account }) => of(account).versions ?? [],
      selectLongContexts: async () => [],
    },
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  told.clear();
  clock.set(START);
});

const run = async () => {
  clock.advance(DAY_MS);
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  return app.call('POST', '/operator/jobs/proposals/run', undefined, operator);
};

/** An account whose default project has classes of calls, and a function that changes the figures. */
async function withTold(facts: (project: number) => Told) {
  const account = await app.account();
  const stored = await app.services.accounts.get(account.id);
  if (!stored) throw new Error('The account is not there.');
  const project = stored.defaultProject.number;
  const tell = (next: (project: number) => Told) => told.set(stored.number, next(project));
  tell(facts);
  return { account, number: stored.number, project, tell };
}

/** Each saves nine tenths of its cost, according to the prices of the catalog. */
const dear = (project: number, className = 'classify', changes: Partial<ClassFigures> = {}) =>
  classFigures({ project, className, ...changes });
const again = (project: number, repeatsCostUsd: number): RepeatFigures =>
  repeatFigures({ project, repeatsCostUsd });

const list = async (from: Caller, query = '') => {
  const reply = await from.call('GET', `/v1/proposals${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json<{
    proposals: (Record<string, unknown> & { id: string })[];
    nextCursor: string | null;
  }>();
};
const one = async (from: Caller) => {
  const { proposals } = await list(from);
  expect(proposals).toHaveLength(1);
  return proposals[0] as { id: string; estimatedSavingUsdPerMonth: number; updatedAt: string };
};
const statusOf = async (from: Caller, id: string) =>
  (await from.call('GET', `/v1/proposals/${id}`)).json().status as string;
const actions = async (account: TestAccount): Promise<string[]> =>
  (await account.call('GET', '/v1/audit'))
    .json()
    .entries.map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('proposal.'));

describe('searching now', () => {
  const look = (who: Caller) => who.call('POST', '/v1/proposals/look');

  it('200, 429: finds what the daily job would find, three times in ten minutes', async () => {
    const { account, tell } = await withTold((project) => ({ classes: [dear(project)] }));
    const first = await look(account);
    expect([first.statusCode, first.json()]).toEqual([200, { found: 1, changed: 0, expired: 0 }]);
    const { id } = await one(account);
    tell((project) => ({ classes: [dear(project, 'classify', { costUsd: 77 })] }));
    expect((await look(account)).json()).toEqual({ found: 0, changed: 1, expired: 0 });
    expect((await one(account)).id).toBe(id);
    tell(() => ({}));
    expect((await look(account)).json()).toEqual({ found: 0, changed: 0, expired: 1 });
    const refused = await look(account);
    expect([refused.statusCode, refused.json().reason]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Each account has its own limit.
    expect((await look(await app.account())).statusCode).toBe(200);
  });

  it('403, 503: needs write access to the whole account, and records that answer', async () => {
    const { account, number } = await withTold(() => ({}));
    expect((await look(await account.member('viewer'))).json().reason).toBe('insufficient_role');
    expect((await look(await account.key(['read']))).json().reason).toBe('insufficient_scope');
    const bound = await account.key(null, { projectId: account.projectId });
    expect((await look(bound)).json().reason).toBe('account_wide');
    expect((await look(await account.member('member'))).statusCode).toBe(200);
    told.set(number, null);
    expect((await look(account)).statusCode).toBe(503);
  });
});

describe('proposals', () => {
  it('200: computed by the job, the highest saving first, in pages', async () => {
    const { account } = await withTold((project) => ({
      classes: [
        dear(project, 'small', { costUsd: 4 }),
        dear(project, 'large', { costUsd: 80, projectCostUsd: 120 }),
        dear(project, 'middle', { costUsd: 20 }),
      ],
      versions: [
        versionFigures({ project }),
        versionFigures({ project, version: '2', errors: 90, errorsCostUsd: 0 }),
      ],
    }));
    expect((await list(account)).proposals).toEqual([]);
    expect((await run()).statusCode).toBe(200);
    const { proposals, nextCursor } = await list(account);
    expect(nextCursor).toBeNull();
    expect(
      proposals.map(({ kind, evidence }) => [
        kind,
        (evidence as { values: Record<string, unknown> }).values['className'],
      ]),
    ).toEqual([
      ['cheaper_model', 'large'],
      ['cheaper_model', 'middle'],
      ['cheaper_model', 'small'],
      ['failing_prompt_version', undefined],
    ]);
    expect(Object.keys(proposals[0] ?? {})).toEqual([
      'id',
      'kind',
      'title',
      'detail',
      'evidence',
      'estimatedSavingUsdPerMonth',
      'confidence',
      'status',
      'createdAt',
      'updatedAt',
    ]);
    expect(proposals[0]).toMatchObject({
      id: expect.stringMatching(/^prp_/),
      title: 'Use gpt-4o-mini instead of gpt-4o for prompt “large”',
      evidence: { callIds: ['c1', 'c2'], traceIds: ['t1'], values: { projectId: account.projectId } },
      status: 'open',
    });
    // In the catalog, 500 + 100 tokens cost 0.00225 with gpt-4o and 0.000135 with gpt-4o-mini.
    expect(proposals[0]?.['estimatedSavingUsdPerMonth']).toBeCloseTo(80 * (1 - 0.000135 / 0.00225), 5);

    const ids = proposals.map(({ id }) => id);
    const first = await list(account, '?limit=3');
    const rest = await list(account, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.proposals, ...rest.proposals].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    const failing = await list(account, '?kind=failing_prompt_version');
    expect(failing.proposals.map(({ id }) => id)).toEqual(ids.slice(3));
    expect((await account.call('GET', `/v1/proposals/${ids[1]}`)).json()).toEqual(proposals[1]);
  });

  it('200: found again it is the same one with new figures; one that no longer applies expires, and may come back', async () => {
    const { account, tell } = await withTold((project) => ({ classes: [], repeats: [again(project, 5)] }));
    tell((project) => ({
      classes: [dear(project, 'classify', { outputP95: 9_999 })],
      repeats: [again(project, 5)],
    }));
    await run();
    const made = await one(account);
    expect(made.estimatedSavingUsdPerMonth).toBe(5);
    await run();
    expect(await one(account)).toEqual(made);
    tell((project) => ({
      classes: [dear(project, 'classify', { outputP95: 9_999 })],
      repeats: [again(project, 6)],
    }));
    await run();
    const next = await one(account);
    expect([next.id, next.estimatedSavingUsdPerMonth]).toEqual([made.id, 6]);
    expect(next.updatedAt > made.updatedAt).toBe(true);
    tell(() => ({}));
    await run();
    expect((await list(account)).proposals).toEqual([]);
    expect((await list(account, '?status=expired')).proposals.map(({ id }) => id)).toEqual([made.id]);
    tell((project) => ({
      classes: [dear(project, 'classify', { outputP95: 9_999 })],
      repeats: [again(project, 6)],
    }));
    await run();
    expect((await one(account)).id).toBe(made.id);
    expect(await actions(account)).toEqual([]);
  });

  it('200: also if the account no longer has calls', async () => {
    const { account, number } = await withTold((project) => ({ classes: [dear(project)] }));
    await run();
    const { id } = await one(account);
    told.delete(number);
    await run();
    expect(await statusOf(account, id)).toBe('expired');
  });

  it.each(['accept', 'dismiss'])(
    '200: %s is audited once, and the proposal is shown again only when the saving doubles',
    async (verb) => {
      const status = `${verb}ed`;
      const classes = (project: number) => [dear(project, 'classify', { outputP95: 9_999 })];
      const { account, tell } = await withTold((project) => ({
        classes: classes(project),
        repeats: [again(project, 5)],
      }));
      await run();
      const { id } = await one(account);
      const url = `/v1/proposals/${id}/${verb}`;
      const done = await account.call('POST', url, { comment: 'See 東京 🚀' });
      expect([done.statusCode, done.json().status]).toEqual([200, status]);
      const twice = await account.call('POST', url);
      expect([twice.statusCode, twice.json()]).toEqual([200, done.json()]);
      expect(await actions(account)).toEqual([`proposal.${verb}`]);
      expect((await list(account)).proposals).toEqual([]);
      expect((await list(account, `?status=${status}`)).proposals).toHaveLength(1);

      tell((project) => ({ classes: classes(project), repeats: [again(project, 9.9)] }));
      await run();
      expect(await statusOf(account, id)).toBe(status);
      // Disappearing and reappearing does not change the decision.
      tell(() => ({}));
      await run();
      tell((project) => ({ classes: classes(project), repeats: [again(project, 9.9)] }));
      await run();
      expect(await statusOf(account, id)).toBe(status);
      tell((project) => ({ classes: classes(project), repeats: [again(project, 10)] }));
      await run();
      expect(await statusOf(account, id)).toBe('open');
      expect((await one(account)).estimatedSavingUsdPerMonth).toBe(10);
      // Decided again: the saving now has to double from here.
      await account.call('POST', url);
      tell((project) => ({ classes: classes(project), repeats: [again(project, 19)] }));
      await run();
      expect(await statusOf(account, id)).toBe(status);
    },
  );

  it('200: a failing version is shown again when its failures double', async () => {
    const at = clock.now();
    const versions = (project: number, errors: number) => [
      versionFigures({ project, lastSeenMs: at + 10 * DAY_MS }),
      versionFigures({ project, version: '2', errors, errorsCostUsd: 0, lastSeenMs: at + 10 * DAY_MS }),
    ];
    const { account, tell } = await withTold((project) => ({ versions: versions(project, 60) }));
    await run();
    const { id } = await one(account);
    await account.call('POST', `/v1/proposals/${id}/dismiss`);
    tell((project) => ({ versions: versions(project, 119) }));
    await run();
    expect(await statusOf(account, id)).toBe('dismissed');
    tell((project) => ({ versions: versions(project, 120) }));
    await run();
    expect(await statusOf(account, id)).toBe('open');
  });

  it('200: the other decision afterwards replaces it', async () => {
    const { account } = await withTold((project) => ({ classes: [dear(project)] }));
    await run();
    const { id } = await one(account);
    await account.call('POST', `/v1/proposals/${id}/dismiss`, {});
    const changed = await account.call('POST', `/v1/proposals/${id}/accept`, { comment: 'After all' });
    expect([changed.statusCode, changed.json().status]).toEqual([200, 'accepted']);
    expect(await actions(account)).toEqual(['proposal.accept', 'proposal.dismiss']);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries[0]).toMatchObject({
      action: 'proposal.accept',
      targetType: 'proposal',
      targetId: id,
      metadata: { kind: 'cheaper_model', from: 'dismissed', comment: 'After all' },
    });
  });

  it('200: both decisions made concurrently end in one of them, and each change is audited', async () => {
    const { account } = await withTold((project) => ({ classes: [dear(project)] }));
    await run();
    const { id } = await one(account);
    const replies = await Promise.all(
      ['accept', 'dismiss', 'accept', 'dismiss'].map((verb) =>
        account.call('POST', `/v1/proposals/${id}/${verb}`),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const [last] = await actions(account);
    expect(await statusOf(account, id)).toBe(last === 'proposal.accept' ? 'accepted' : 'dismissed');
    expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({ valid: true });
  });

  it('200: a bound key sees only proposals of its project; records of a deleted project create none', async () => {
    const { account, project, tell } = await withTold(() => ({}));
    const other = (await account.call('POST', '/v1/projects', { name: 'Other' })).json().id as string;
    const number = (await app.services.accounts.get(account.id))?.projects.get(other)?.number ?? 0;
    tell(() => ({ classes: [dear(project, 'mine'), dear(number, 'theirs'), dear(999_999, 'gone')] }));
    await run();
    const all = (await list(account)).proposals;
    expect(all).toHaveLength(2);
    const bound = await account.key(null, { projectId: other });
    const { id } = await one(bound);
    const foreign = all.find((each) => each.id !== id)?.id;
    expect((await bound.call('GET', `/v1/proposals/${foreign}`)).statusCode).toBe(404);
    expect((await bound.call('POST', `/v1/proposals/${foreign}/accept`)).statusCode).toBe(404);
    expect((await bound.call('POST', `/v1/proposals/${id}/accept`)).statusCode).toBe(200);
    const byHeader = await account.call('GET', '/v1/proposals?status=accepted', undefined, {
      'x-project-id': other,
    });
    expect(byHeader.json().proposals).toHaveLength(1);
  });

  it('503 proposals_incomplete: an account whose records do not answer does not affect others, and keeps its proposals', async () => {
    const [broken, fine] = [
      await withTold((project) => ({ classes: [dear(project)] })),
      await withTold(() => ({})),
    ];
    await run();
    const before = await one(broken.account);
    told.set(broken.number, null);
    fine.tell((project) => ({ classes: [dear(project)] }));
    const reply = await run();
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'proposals_incomplete']);
    expect(await one(broken.account)).toEqual(before);
    await one(fine.account);
  });

  it('403 insufficient_scope, 404: callers who may not see or decide', async () => {
    const { account } = await withTold((project) => ({ classes: [dear(project)] }));
    await run();
    const { id } = await one(account);
    const reader = await account.key(['read']);
    await one(reader);
    const refused = await reader.call('POST', `/v1/proposals/${id}/accept`);
    expect([refused.statusCode, refused.json().reason]).toEqual([403, 'insufficient_scope']);
    const viewer = await account.member('viewer');
    await one(viewer);
    expect((await viewer.call('POST', `/v1/proposals/${id}/dismiss`)).json().reason).toBe(
      'insufficient_role',
    );
    const writer = await account.key(['write']);
    expect((await writer.call('GET', '/v1/proposals')).statusCode).toBe(403);
    const stranger = await app.account();
    for (const [method, url] of [
      ['GET', `/v1/proposals/${id}`],
      ['POST', `/v1/proposals/${id}/accept`],
      ['POST', `/v1/proposals/${id}/dismiss`],
    ] as const) {
      expect((await stranger.call(method, url)).statusCode).toBe(404);
    }
    expect(await statusOf(account, id)).toBe('open');
    expect((await app.call('GET', '/v1/proposals')).statusCode).toBe(401);
  });

  it.each([
    'prp_',
    'prp_short',
    'prp_000000000000000000000',
    '0',
    '__proto__',
    '%00',
    `prp_${'a'.repeat(400)}`,
    'acc_0123456789abcdef',
    '日本',
  ])('404: %s', async (id) => {
    const account = await app.account();
    const url = `/v1/proposals/${encodeURIComponent(id)}`;
    expect((await account.call('GET', url)).statusCode).toBe(404);
    expect((await account.call('POST', `${url}/accept`, {})).statusCode).toBe(404);
  });

  it('400: invalid filters and cursors', async () => {
    const account = await app.account();
    for (const query of [
      'status=gone',
      'status=',
      'kind=constructor',
      'limit=0',
      'limit=201',
      'limit=1e9',
      'cursor=x',
      `cursor=${Buffer.from('[1e400,"a"]').toString('base64url')}`,
      `cursor=${Buffer.from('[1,"\\u0000"]').toString('base64url')}`,
    ]) {
      const reply = await account.call('GET', `/v1/proposals?${query}`);
      expect([query, reply.statusCode]).toEqual([query, 400]);
    }
  });

  it('400: invalid comments', async () => {
    const { account } = await withTold((project) => ({ classes: [dear(project)] }));
    await run();
    const { id } = await one(account);
    for (const body of [
      { comment: '' },
      { comment: 7 },
      { comment: 'x'.repeat(1_001) },
      { comment: 'a\u0000b' },
      { why: 'x' },
      [],
      { status: 'accepted' },
    ]) {
      const reply = await account.call('POST', `/v1/proposals/${id}/accept`, body);
      expect([body, reply.statusCode]).toEqual([body, 400]);
    }
    expect(await statusOf(account, id)).toBe('open');
  });
});
