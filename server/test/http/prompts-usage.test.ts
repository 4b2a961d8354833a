// How the API reports the usage of versions; the figures themselves are checked against the engine in
// src/store/records/questions/prompt-usage.engine.test.ts.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, isoTime } from '#lib/clock';
import type { PromptUsage } from '#records';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';

const clock = new FakeClock();
const now = clock.now();

let app: TestApp;
let account: TestAccount;
let asked: { usage: unknown[]; calls: unknown[] };
let figures: PromptUsage[] = [];
let versionsOf = new Map<string, string>();

const records: FakeRecords = {
  selectPromptUsage: async (...question) => {
    asked.usage.push(question);
    return figures;
  },
  selectPromptCalls: async (...question) => {
    asked.calls.push(question);
    return versionsOf;
  },
};

beforeAll(async () => {
  app = await makeTestApp({ clock, records });
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account({ plan: 'pro' });
  asked = { usage: [], calls: [] };
  figures = [];
  versionsOf = new Map();
});

const make = async (version: string): Promise<number> =>
  (await account.call('POST', '/v1/prompts', { name: 'greet', version, template: 't' })).json().prompt.id;

const of = (version: string, changes: Partial<PromptUsage> = {}): PromptUsage => ({
  version,
  calls: 4,
  costUsd: 0.5,
  totalTokens: 100,
  errors: 1,
  meanLatencyMs: 120.5,
  p95LatencyMs: 300,
  lastSeenMs: now - 1,
  ...changes,
});

const NOTHING = {
  calls: 0,
  costUsd: 0,
  totalTokens: 0,
  meanLatencyMs: null,
  p95LatencyMs: null,
  errorRate: 0,
  lastCallAt: null,
  scores: { human: null, judge: [] },
};

it('200: the versions of the name, newest first, then those that only calls name', async () => {
  const [one, two] = [await make('1'), await make('2')];
  figures = [of('1'), of('9', { calls: 2, errors: 0 }), of('')];
  const reply = await account.call('GET', `/v1/prompts/${one}/usage`);
  expect(reply.statusCode).toBe(200);
  const shown = {
    calls: 4,
    costUsd: 0.5,
    totalTokens: 100,
    meanLatencyMs: 120.5,
    p95LatencyMs: 300,
    errorRate: 0.25,
    lastCallAt: isoTime(now - 1),
    scores: { human: null, judge: [] },
  };
  expect(reply.json()).toEqual({
    name: 'greet',
    startTime: isoTime(now - 30 * DAY_MS),
    endTime: isoTime(now + 1),
    versions: [
      { version: '2', promptId: two, ...NOTHING },
      { version: '1', promptId: one, ...shown },
      { version: '9', promptId: null, ...shown, calls: 2, errorRate: 0 },
      { version: null, promptId: null, ...shown },
    ],
  });
  const known = await app.services.accounts.get(account.id);
  expect(asked.usage).toEqual([
    [
      { account: known?.number, project: null, sinceMs: now - 90 * DAY_MS },
      { startMs: now - 30 * DAY_MS, endMs: now + 1 },
      {
        name: 'greet',
        versions: [
          { id: two, version: '2' },
          { id: one, version: '1' },
        ],
      },
      200,
    ],
  ]);
  expect(asked.calls).toEqual([]);
});

it('200: scores of people and judges for the calls of a version, in the window and the account', async () => {
  const id = await make('1');
  const at = now - DAY_MS;
  versionsOf = new Map([
    ['a', '1'],
    ['b', '1'],
    ['c', ''],
  ]);
  figures = [of('1'), of('')];
  const other = await app.account();
  const annotation = (call_id: string, quality_score: number | null, changes = {}) => ({
    account_id: account.id,
    project_number: 1,
    call_id,
    call_timestamp: at,
    of_eval_run: 0 as const,
    annotation_text: null,
    label: 'x',
    quality_score,
    author_type: 'key',
    author_id: 'k',
    created_at: at,
    updated_at: at,
    ...changes,
  });
  const score = (call_id: string, criterion_id: number, normalized: number | null) => ({
    account_id: account.id,
    project_id: null,
    run_id: null,
    rule_id: null,
    criterion_id,
    call_id,
    call_timestamp: at,
    trace_id: null,
    score: normalized,
    normalized,
    label: null,
    reasoning: '',
    status: normalized === null ? ('failed' as const) : ('scored' as const),
    reason: null,
    judge: null,
    cost_micros: 0,
    created_at: at,
  });
  await app.services.metadata.transaction(async (db) => {
    await db
      .insertInto('annotations')
      .values([
        annotation('a', 5),
        annotation('a', 2),
        annotation('b', 3),
        annotation('b', null),
        annotation('c', 1),
        annotation('of another prompt', 5),
        annotation('old', 5, { call_timestamp: now - 40 * DAY_MS }),
        annotation('foreign', 5, { account_id: other.id }),
      ])
      .execute();
    await db
      .insertInto('eval_scores')
      .values([
        score('a', 8, 0.5),
        score('b', 8, 1),
        score('b', 3, 0.25),
        score('b', 4, null),
        score('d', 8, 0),
      ])
      .execute();
  });
  const { versions } = (await account.call('GET', `/v1/prompts/${id}/usage`)).json();
  expect(versions.map((each: { scores: object }) => each.scores)).toEqual([
    {
      human: { mean: 3.33333333333, count: 3 },
      judge: [
        { criterionId: 3, mean: 0.25, count: 1 },
        { criterionId: 8, mean: 0.75, count: 2 },
      ],
    },
    { human: { mean: 1, count: 1 }, judge: [] },
  ]);
  const [[, link, places] = []] = asked.calls as [unknown, unknown, { id: string }[]][];
  expect(link).toEqual({ name: 'greet', versions: [{ id, version: '1' }] });
  expect(places?.map((place) => place.id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'of another prompt']);
});

it('200: of the requested project and window', async () => {
  const id = await make('1');
  await account.call(
    'GET',
    `/v1/prompts/${id}/usage?startTime=2026-01-01T00:00:00Z&endTime=2026-01-02T00:00:00%2B09:00`,
    undefined,
    {
      'x-project-id': account.projectId,
    },
  );
  const known = await app.services.accounts.get(account.id);
  expect((asked.usage[0] as unknown[]).slice(0, 2)).toMatchObject([
    { project: known?.defaultProject.number },
    { startMs: Date.parse('2026-01-01T00:00:00Z'), endMs: Date.parse('2026-01-01T15:00:00Z') },
  ]);
});

it('400: invalid windows', async () => {
  const id = await make('1');
  for (const query of [
    'startTime=yesterday',
    'startTime=2026-01-02T00:00:00Z&endTime=2026-01-01T00:00:00Z',
    'startTime=2026-01-02T00:00:00Z&endTime=2026-01-02T00:00:00Z',
    'startTime=9998-01-02T00:00:00Z',
  ]) {
    expect([query, (await account.call('GET', `/v1/prompts/${id}/usage?${query}`)).statusCode]).toEqual([
      query,
      400,
    ]);
  }
});
