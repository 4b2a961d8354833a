import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, isoTime } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { StoredCalls } from '#test/support/stored-calls';
import { runJobs } from '#test/support/run-jobs';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const clock = new FakeClock(START);
const calls = new StoredCalls(() => app.services);
let app: TestApp;
let account: TestAccount;
let known: { number: number; project: number };

beforeAll(async () => {
  app = await makeTestApp({ clock, records: calls.records });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(START);
  account = await app.account({ plan: 'pro' });
  known = await numbersOf(account, account.projectId);
});

async function numbersOf({ id }: TestAccount, projectId: string) {
  const found = await app.services.accounts.get(id);
  return { number: found?.number ?? 0, project: found?.projects.get(projectId)?.number ?? 0 };
}

async function criterion(name: string, rubric: string): Promise<number> {
  const body = { name, rubric, scaleMin: 0, scaleMax: 10, type: 'contains' };
  const reply = await account.call('POST', '/v1/eval-criteria', body);
  return reply.json().criteria.at(-1).id;
}

async function run(name: string, criterionIds: number[], headers: Record<string, string> = {}) {
  const reply = await account.call('POST', '/v1/eval-runs', { name, criterionIds }, headers);
  expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
  await runJobs(app);
  return reply.json().summary.id as number;
}

async function rule(criterionId: number, more: object = {}): Promise<number> {
  const reply = await account.call('POST', '/v1/eval-rules', { criterionId, samplePct: 100, ...more });
  return reply.json().id;
}

const come = (id: string, project = known.project, content: object | null = { input: 'a', output: 'b' }) =>
  calls.add({ account: known.number, id, receivedMs: clock.now(), project, content });

const url = (id: string) => `/v1/query/calls/${encodeURIComponent(id)}/scores`;
const list = async (id: string, query = '', who: Caller = account) =>
  (await who.call('GET', url(id) + query)).json();

describe('scores of a call', () => {
  it('200: scores of every run and rule, newest first, with their authors', async () => {
    const [names, misses] = [await criterion('Names b', 'b'), await criterion('Names z', 'z')];
    const ruleId = await rule(names, { name: 'All of it' });
    come('call-1');
    come('call-2');
    clock.advance(60_000);
    await app.services.jobs.runNow('eval-rules');
    clock.advance(1_000);
    const runId = await run('nightly', [misses]);
    const { scores, nextCursor } = await list('call-1');
    expect(nextCursor).toBeNull();
    const common = {
      callId: 'call-1',
      itemKey: 'call-1',
      traceId: null,
      sessionId: null,
      status: 'scored',
      label: null,
      reason: null,
      judge: null,
      costUsd: 0,
    };
    expect(scores).toEqual([
      {
        ...common,
        criterionId: misses,
        criterionName: 'Names z',
        score: 0,
        normalizedScore: 0,
        reasoning: 'The output does not contain the text.',
        code: 'contains_not',
        values: {},
        createdAt: isoTime(clock.now()),
        run: { id: runId, name: 'nightly' },
        rule: null,
      },
      {
        ...common,
        criterionId: names,
        criterionName: 'Names b',
        score: 10,
        normalizedScore: 1,
        reasoning: expect.stringMatching(/^The output contains the text, from character \d+ on\.$/),
        code: 'contains',
        values: { from: expect.any(Number) },
        createdAt: isoTime(clock.now() - 1_000),
        run: null,
        rule: { id: ruleId, name: 'All of it' },
      },
    ]);
    await account.call('DELETE', `/v1/eval-rules/${ruleId}`);
    expect((await list('call-1')).scores[1].rule).toEqual({ id: ruleId, name: null });
    await account.call('DELETE', `/v1/eval-criteria/${misses}`);
    expect((await list('call-1')).scores).toHaveLength(1);
  });

  it('200: failed scores with their reason; none if nothing was scored', async () => {
    const id = await criterion('Names b', 'b');
    come('empty', known.project, null);
    await run('nightly', [id]);
    expect((await list('empty')).scores).toMatchObject([
      { status: 'failed', score: null, normalizedScore: null, reason: 'no_content', code: 'no_content' },
    ]);
    come('fresh');
    expect(await list('fresh')).toEqual({ scores: [], nextCursor: null });
  });

  it('200: in pages', async () => {
    const id = await criterion('Names b', 'b');
    come('a/b ü');
    const runs = [await run('1', [id]), await run('2', [id]), await run('3', [id])];
    const first = await list('a/b ü', '?limit=2');
    const second = await list('a/b ü', `?limit=2&cursor=${first.nextCursor}`);
    const ids = [...first.scores, ...second.scores].map((score: { run: { id: number } }) => score.run.id);
    expect([ids, second.nextCursor]).toEqual([runs.toReversed(), null]);
    for (const query of ['?limit=0', '?limit=201', '?cursor=x'])
      expect((await account.call('GET', url('a/b ü') + query)).statusCode).toBe(400);
  });

  it('404: a call of another account or project, past its retention, or unknown', async () => {
    const id = await criterion('Names b', 'b');
    come('mine');
    const runId = await run('everything', [id]);
    const second = (await account.call('POST', '/v1/projects', { name: 'Second' })).json().id;
    const bound = await account.key(['read'], { projectId: second });
    const own = await account.key(['read'], { projectId: account.projectId });
    const other = await app.account();
    for (const [who, call] of [
      [other, 'mine'],
      [bound, 'mine'],
      [account, 'nothing'],
      [account, '__proto__'],
    ] as const) {
      const reply = await who.call('GET', url(call));
      expect([call, reply.statusCode, reply.json().reason]).toEqual([call, 404, 'not_found']);
    }
    // The call is in its project, but the run belongs to the whole account, so this key does not see its
    // name.
    expect((await list('mine', '', own)).scores).toMatchObject([{ run: { id: runId, name: null } }]);
    expect((await own.call('GET', `/v1/eval-runs/${runId}`)).statusCode).toBe(404);
    const within = await run('of the project', [id], { 'x-project-id': account.projectId });
    expect((await list('mine', '', own)).scores[0].run).toEqual({ id: within, name: 'of the project' });
    clock.advance(91 * DAY_MS);
    expect((await account.call('GET', url('mine'))).statusCode).toBe(404);
  });

  it('200, 403, 401: everyone who may read calls may read their scores', async () => {
    come('seen');
    for (const who of [await account.member('viewer'), await account.key(['read'])])
      expect((await who.call('GET', url('seen'))).statusCode).toBe(200);
    const sender = await account.key(['write:records']);
    expect((await sender.call('GET', url('seen'))).json().reason).toBe('insufficient_scope');
    expect((await app.call('GET', url('seen'))).statusCode).toBe(401);
  });
});
