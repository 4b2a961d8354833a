// Agreement and trust, with different kinds of judges on a socket. The calls are in memory, sealed as on
// disk.
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, utcMonth } from '#lib/clock';
import type { AnnotationsTable, EvalScoresTable } from '#metadata';
import {
  OPERATOR_TOKEN,
  makeTestApp,
  openTestApp,
  type Caller,
  type TestAccount,
  type TestApp,
} from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { startFakeProvider, type FakeProvider, type FakeRequest } from '#test/support/fake-provider/index';
import { JudgedCalls } from '#test/support/judged-calls';

// A Tuesday.
const NOW = Date.parse('2026-06-16T12:00:00.000Z');
const WEEK_MS = 7 * DAY_MS;
const JUDGE = 'openai/gpt-4o-mini';
const KINDS = ['truncated', 'shuffled', 'swapped', 'negated', 'emptied', 'off_language'];

const ANSWERS: [input: string, output: string][] = [
  ['What is the capital of France?', 'The capital of France is Paris. It was the seat of many kings.'],
  [
    'How do I boil an egg?',
    'Put it into boiling water and wait; after seven minutes it is firm, and you can eat it.',
  ],
  [
    '京都の見どころは？',
    '京都には古いお寺がたくさんあります。清水寺は特に有名です。春は桜がとても美しく、多くの人が訪れます。',
  ],
  [
    'Why do volcanoes erupt?',
    'Molten rock rises because it is lighter than what lies above, until pressure is released.',
  ],
  [
    'Explain a mutex.',
    'A mutex lets one thread enter at a time. Others must wait until the holder has let it go.',
  ],
  [
    'Who wrote Hamlet?',
    'William Shakespeare wrote this tragedy around 1600, and it is performed everywhere today.',
  ],
  [
    'Is glass a liquid?',
    'No, it is an amorphous solid. Old windows are thicker below because they were made so.',
  ],
  [
    'What does HTTP 404 mean?',
    'Nothing was found under that address. The server is fine, yet the page has moved.',
  ],
];
const GOOD = new Set(ANSWERS.map(([, output]) => output));

const partIn = ({ messages }: FakeRequest, name: string): string =>
  new RegExp(`BEGIN ${name} (\\w+)\\n([^]*)\\nEND ${name} \\1`).exec(messages[0]?.text ?? '')?.[2] ?? '';
const outputIn = (request: FakeRequest): string => partIn(request, 'OUTPUT');
const isGood = (request: FakeRequest): boolean =>
  ANSWERS.some(([input, output]) => input === partIn(request, 'INPUT') && output === outputIn(request));
const says = (score: number) => ({ reasoning: 'As the rubric has it.', score });

const consistent = (request: FakeRequest) => says(isGood(request) ? 5 : 2);
const blind = () => says(4);
const inverted = (request: FakeRequest) => says(isGood(request) ? 2 : 5);
const unstable = () => {
  let turn = 0;
  return (request: FakeRequest) => says(isGood(request) ? ([5, 3][turn++ % 2] ?? 0) : 1);
};

let clock: FakeClock;
let calls: JudgedCalls;
let vendor: FakeProvider;
let app: TestApp;

beforeEach(() => {
  clock = new FakeClock(NOW);
  calls = new JudgedCalls();
});

async function open(
  answer: (request: FakeRequest) => Record<string, unknown> | Promise<Record<string, unknown>>,
) {
  vendor = await startFakeProvider({ answer });
  app = await openTestApp({ config: vendor.settings(), clock, records: calls.records });
}

const operator = (method: string, path: string, body?: object) =>
  app.call(method, `/operator${path}`, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });
const runJob = () => operator('POST', '/jobs/judge-probes/run');
const consent = async ({ id }: TestAccount, plaintextStorage: boolean) => {
  const reply = await operator('PUT', `/accounts/${id}/consents`, { plaintextStorage });
  expect(reply.statusCode).toBe(200);
};

type GivenScore = Partial<Insertable<EvalScoresTable>> & { call_id: string };

const score = (account: TestAccount, ...given: GivenScore[]) =>
  app.services.metadata.transaction((db) =>
    db
      .insertInto('eval_scores')
      .values(
        given.map((each) =>
          Object.assign(
            {
              account_id: account.id,
              project_id: null,
              run_id: null,
              rule_id: null,
              criterion_id: 2,
              call_timestamp: NOW - HOUR_MS,
              trace_id: null,
              score: 5,
              normalized: 1,
              label: null,
              reasoning: '',
              status: 'scored',
              reason: null,
              judge: JUDGE,
              cost_micros: 12,
              created_at: clock.now(),
            },
            each,
          ),
        ),
      )
      .execute(),
  );

type GivenRating = Partial<Insertable<AnnotationsTable>> & { call_id: string; quality_score: number | null };

const rate = (account: TestAccount, ...given: GivenRating[]) =>
  app.services.metadata.transaction((db) =>
    db
      .insertInto('annotations')
      .values(
        given.map((each) =>
          Object.assign(
            {
              account_id: account.id,
              project_number: 1,
              call_timestamp: NOW - HOUR_MS,
              of_eval_run: 0,
              annotation_text: null,
              label: null,
              author_type: 'user',
              author_id: 'usr_1',
              created_at: NOW,
              updated_at: NOW,
            },
            each,
          ),
        ),
      )
      .execute(),
  );

/** Creates an account with all answers stored and judged. */
async function judgedAccount(answers = ANSWERS): Promise<TestAccount> {
  const account = await app.account();
  await consent(account, true);
  for (const [at, [input, output]] of answers.entries()) {
    const id = `call-${at}`;
    await calls.add(app, account.id, { id, timestampMs: NOW - HOUR_MS, content: { input, output } });
  }
  await score(account, ...answers.map((_, at) => ({ call_id: `call-${at}` })));
  return account;
}

const ask = async (from: Caller, what: 'judge-trust' | 'judge-agreement') => {
  const reply = await from.call('GET', `/v1/eval-runs/${what}`);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};
const trust = (from: Caller) => ask(from, 'judge-trust');
const agreement = (from: Caller) => ask(from, 'judge-agreement');

const probesOf = ({ id }: TestAccount) =>
  app.services.metadata.reader.selectFrom('judge_probes').selectAll().where('account_id', '=', id).execute();

describe('GET /v1/eval-runs/judge-trust', () => {
  it('200: nothing yet, and what is missing', async () => {
    await open(consistent);
    const reader = await (await app.account({ plan: 'free' })).key(['read']);
    const none = { probes: 0, detected: 0, inverted: 0 };
    expect(await trust(reader)).toEqual({
      judge: JUDGE,
      probe: {
        probes: 0,
        uncounted: 0,
        detectedPct: null,
        stablePct: null,
        repeatDiffPct: null,
        repeatDiffHigh: null,
        invertedCount: 0,
        byKind: Object.fromEntries(KINDS.map((kind) => [kind, none])),
      },
      human: {
        pairedCalls: 0,
        agreementPctWithin1: null,
        meanAbsDiff: null,
        meanDiff: null,
        meanDiffLow: null,
        meanDiffHigh: null,
        kappa: null,
        kappaLow: null,
        kappaHigh: null,
      },
      trustEstablished: false,
      missing: [
        { code: 'probes', kind: null, state: 'too_few', value: 0, bound: null, needed: 20 },
        { code: 'pairs', kind: null, state: 'too_few', value: 0, bound: null, needed: 30 },
      ],
      lacking: [expect.stringMatching(/^0 of the 20 probes/), expect.stringMatching(/^0 of the 30 calls/)],
    });
  });

  it('403: a key that may not read', async () => {
    await open(consistent);
    const writer = await (await app.account()).key(['write:records']);
    for (const what of ['judge-trust', 'judge-agreement']) {
      expect((await writer.call('GET', `/v1/eval-runs/${what}`)).statusCode).toBe(403);
    }
  });

  it('200: a consistent judge earns trust in the second week, through probes and people together', async () => {
    await open(consistent);
    const account = await judgedAccount();
    const stranger = await app.account();
    expect((await runJob()).statusCode).toBe(200);
    const two = { probes: 2, detected: 2, inverted: 0 };
    const first = await trust(account);
    expect(first).toMatchObject({
      probe: { probes: 12, detectedPct: 100, stablePct: 100, invertedCount: 0 },
      trustEstablished: false,
    });
    expect(first.probe.byKind).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, two])));
    expect(vendor.requests).toHaveLength(36);
    expect(vendor.requests.filter((request) => GOOD.has(outputIn(request))).length).toBeGreaterThanOrEqual(
      24,
    );
    expect((await trust(stranger)).probe.probes).toBe(0);

    // The cost of the probes matches the budget.
    const spent = (await probesOf(account)).reduce((sum, row) => sum + row.cost_micros, 0);
    const budget = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect([spent > 0, budget.spentUsd]).toEqual([true, expect.closeTo(spent / 1e6, 6)]);

    clock.set(NOW + WEEK_MS);
    expect((await runJob()).statusCode).toBe(200);
    const second = await trust(account);
    expect(second).toMatchObject({
      probe: { probes: 24 },
      missing: [{ code: 'pairs', kind: null, state: 'too_few', value: 0, bound: null, needed: 30 }],
      lacking: [expect.stringContaining('0 of the 30')],
    });
    const asked = (await probesOf(account)).map(({ kind, call_id: call }) => `${kind} ${call}`);
    expect(new Set(asked).size).toBe(24);

    const thirty = Array.from({ length: 30 }, (_, at) => at);
    await score(
      account,
      ...thirty.map((at) => ({ call_id: `rated-${at}`, normalized: at % 2 === 0 ? 1 : 0 })),
    );
    // People agree except on nine calls, which they find middling and the judge best or worst.
    await rate(
      account,
      ...thirty.map((at) => ({ call_id: `rated-${at}`, quality_score: at >= 21 ? 3 : at % 2 === 0 ? 5 : 1 })),
    );
    expect(await trust(account)).toMatchObject({
      human: { pairedCalls: 30, agreementPctWithin1: 70, meanAbsDiff: expect.closeTo(0.6) },
      trustEstablished: true,
      missing: [],
      lacking: [],
    });
    await rate(account, { call_id: 'rated-0', quality_score: 1 });
    const third = await trust(account);
    expect(third).toMatchObject({ trustEstablished: false, lacking: [expect.stringContaining('66.66 %')] });
    expect(third.missing).toEqual([
      {
        code: 'agreement',
        kind: null,
        state: 'failed',
        value: expect.closeTo(66.667, 2),
        bound: null,
        needed: 70,
      },
    ]);

    clock.set(NOW + 31 * DAY_MS);
    expect((await trust(account)).probe.probes).toBe(12);
  });

  it('200: a blind judge detects nothing', async () => {
    await open(blind);
    const account = await judgedAccount();
    await runJob();
    expect(await trust(account)).toMatchObject({
      probe: { probes: 12, detectedPct: 0, stablePct: 100, invertedCount: 0 },
      lacking: [expect.anything(), expect.stringMatching(/^0 % of damaged answers/), expect.anything()],
    });
  });

  it('200: an inverted judge prefers the worse answer', async () => {
    await open(inverted);
    const account = await judgedAccount();
    await runJob();
    const { probe } = await trust(account);
    expect(probe).toMatchObject({ probes: 12, detectedPct: 0, stablePct: 100, invertedCount: 12 });
    expect(probe.byKind.negated).toEqual({ probes: 2, detected: 0, inverted: 2 });
  });

  it('200: an unstable judge detects, but is not trusted', async () => {
    await open(unstable());
    const account = await judgedAccount();
    await runJob();
    expect(await trust(account)).toMatchObject({
      probe: { probes: 12, detectedPct: 100, stablePct: 0, repeatDiffPct: 50 },
      missing: [{ code: 'probes' }, { code: 'stable', state: 'failed', value: 50 }, { code: 'pairs' }],
    });
    expect(await probesOf(account)).toContainEqual(
      expect.objectContaining({ original: 1, again: 0.5, degraded: 0, judge: JUDGE, criterion_id: 1 }),
    );
  });

  it('200: another model starts from zero, also against people; the former one keeps its figures', async () => {
    await open(consistent);
    const account = await judgedAccount();
    await rate(account, { call_id: 'call-0', quality_score: 5 });
    await runJob();
    Object.assign(app.services.config, vendor.settings({ model: 'gpt-4o' }));
    expect(await trust(account)).toMatchObject({
      judge: 'openai/gpt-4o',
      probe: { probes: 0 },
      human: { pairedCalls: 0 },
    });
    expect(await agreement(account)).toMatchObject({ pairedCalls: 1 });
    await runJob();
    expect((await trust(account)).probe.probes).toBe(12);
    Object.assign(app.services.config, { judge: null });
    expect(await trust(account)).toMatchObject({
      judge: null,
      probe: { probes: 0 },
      trustEstablished: false,
      missing: [{ code: 'no_judge' }],
    });
    expect([(await runJob()).statusCode, vendor.requests.length]).toEqual([200, 72]);
  });
});

describe('the job judge-probes', () => {
  it('200: a week has its probes once, also with many concurrent starts', async () => {
    await open(consistent);
    const account = await judgedAccount();
    const replies = await Promise.all([runJob(), runJob(), runJob()]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    clock.set(NOW + 5 * DAY_MS);
    await runJob();
    expect([(await probesOf(account)).length, vendor.requests.length]).toEqual([12, 36]);
    expect(await app.services.metadata.reader.selectFrom('judge_probe_locks').selectAll().execute()).toEqual(
      [],
    );
  });

  it('200: the budget ends in the middle; the rest is made up when there is budget again', async () => {
    await open(consistent);
    const account = await judgedAccount();
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('llm_spend')
        .values({
          account_id: account.id,
          month: utcMonth(NOW),
          spent_micros: 5_000_000 - 6_000,
          held_micros: 0,
        })
        .execute(),
    );
    expect((await runJob()).statusCode).toBe(200);
    const made = (await probesOf(account)).length;
    expect([made > 0, made < 12]).toEqual([true, true]);
    const budget = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect(budget.remainingUsd).toBeGreaterThanOrEqual(0);
    await account.call('PATCH', '/v1/account/llm-feature-budget', { budgetUsd: 10 });
    await runJob();
    const { probe } = await trust(account);
    expect(probe.probes).toBe(12);
    expect(probe.byKind).toMatchObject({ truncated: { probes: 2 }, off_language: { probes: 2 } });
  });

  it('200: content is never sent to a model without consent, even if it is withdrawn meanwhile', async () => {
    let requests = 0;
    await open(async (request) => {
      requests += 1;
      if (requests === 5) await consent(account, false);
      return consistent(request);
    });
    const never = await judgedAccount();
    await consent(never, false);
    const account = await judgedAccount();
    expect((await runJob()).statusCode).toBe(200);
    expect([(await probesOf(never)).length, (await probesOf(account)).length, requests]).toEqual([0, 1, 5]);
  });

  it('503 probes_incomplete: a failure of one account does not stop the others, and is made up', async () => {
    await open(consistent);
    const [broken, fine] = [await judgedAccount(), await judgedAccount()];
    calls.brokenFor = (await app.services.accounts.get(broken.id))?.number ?? 0;
    const reply = await runJob();
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      expect.objectContaining({ reason: 'probes_incomplete', error: expect.stringContaining('1 of 2') }),
    ]);
    expect([(await probesOf(broken)).length, (await probesOf(fine)).length]).toEqual([0, 12]);
    calls.brokenFor = null;
    expect((await runJob()).statusCode).toBe(200);
    expect([(await probesOf(broken)).length, (await probesOf(fine)).length]).toEqual([12, 12]);
  });

  it('503 probes_incomplete: the judge is unavailable, and no failure counts as an answer', async () => {
    await open(consistent);
    const account = await judgedAccount();
    vendor.fault('server_error', { status: 503 });
    expect((await runJob()).json()).toMatchObject({ reason: 'probes_incomplete' });
    expect(await probesOf(account)).toEqual([]);
    vendor.heal();
    await runJob();
    expect(await probesOf(account)).toHaveLength(12);
  });

  it('200: unusable answers are skipped, and the other probes run', async () => {
    await open((request) =>
      outputIn(request) === '(empty)' ? { reasoning: 'x', score: 9 } : consistent(request),
    );
    const account = await judgedAccount();
    expect((await runJob()).statusCode).toBe(200);
    const { probe } = await trust(account);
    expect([probe.probes, probe.byKind.emptied.probes]).toEqual([10, 0]);
  });

  it('200: the lock of a process that died is taken over', async () => {
    await open(consistent);
    const account = await judgedAccount();
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('judge_probe_locks')
        .values({ account_id: account.id, holder: 'dead', locked_until: NOW - 1 })
        .execute(),
    );
    await runJob();
    expect(await probesOf(account)).toHaveLength(12);
  });

  it('200: only existing calls with content that a judge scored individually and recently', async () => {
    await open(consistent);
    const account = await judgedAccount(ANSWERS.slice(0, 1));
    const [input, output] = ANSWERS[1] ?? ['', ''];
    const add = (id: string, content: object | null = { input, output }, ofEvalRun = false) =>
      calls.add(app, account.id, { id, timestampMs: NOW - HOUR_MS, content, ofEvalRun });
    await score(account, { call_id: 'gone' });
    await add('without content', null);
    await score(account, { call_id: 'without content' });
    await add('empty', { input, output: '' });
    await score(account, { call_id: 'empty' });
    await add('long ago');
    await score(account, { call_id: 'long ago', created_at: NOW - 31 * DAY_MS });
    await add('by rule');
    await score(account, { call_id: 'by rule', judge: null });
    await add('of a trace');
    await score(account, { call_id: 'of a trace', trace_id: 'trace-1' });
    await add('failed');
    await score(account, { call_id: 'failed', status: 'failed', score: null, normalized: null });
    await add('generated', { input, output }, true);
    await score(account, { call_id: 'generated' });
    await runJob();
    const probed = (await probesOf(account)).map(({ call_id: id }) => id);
    expect(new Set(probed)).toEqual(new Set(['call-0', 'generated']));
    // Six kinds for each of the two calls, which is the maximum.
    expect(probed).toHaveLength(12);
    clock.set(NOW + WEEK_MS);
    await runJob();
    expect(await probesOf(account)).toHaveLength(12);
  });

  it('200: answers that can still get worse come first; messages are shown as text', async () => {
    await open(consistent);
    const account = await app.account();
    await consent(account, true);
    const sixty = Array.from({ length: 60 }, (_, at) => ({ id: `c-${at}`, timestampMs: NOW - HOUR_MS - at }));
    for (const [at, place] of sixty.entries()) {
      const [input, output] = ANSWERS[at % ANSWERS.length] ?? ['', ''];
      const content = { input, output: [{ role: 'assistant', content: output }] };
      await calls.add(app, account.id, { ...place, content });
    }
    await score(
      account,
      ...sixty.map(({ id, timestampMs }, at) => ({
        call_id: id,
        normalized: at < 30 ? 0 : 0.5,
        call_timestamp: timestampMs,
      })),
    );
    await runJob();
    const rows = await probesOf(account);
    expect(rows).toHaveLength(12);
    expect(rows.every(({ call_id: id }) => Number(id.slice(2)) >= 30)).toBe(true);
    expect(rows.every(({ detected }) => detected === 1)).toBe(true);
  });
});

describe('GET /v1/eval-runs/judge-agreement', () => {
  // No judge is configured: earlier scores are still shown.
  let shared: TestApp;
  beforeAll(async () => {
    shared = await makeTestApp({ clock: new FakeClock(NOW) });
  });
  afterAll(() => shared.stop());
  beforeEach(() => (app = shared));

  it('200: nothing to compare', async () => {
    const account = await app.account();
    await score(account, { call_id: 'judged' });
    await rate(account, { call_id: 'rated', quality_score: 4 });
    expect(await agreement(account)).toEqual({
      pairedCalls: 0,
      meanHuman: null,
      meanJudge: null,
      meanAbsDiff: null,
      meanDiff: null,
      meanDiffLow: null,
      meanDiffHigh: null,
      agreementPctWithin1: null,
      agreementLow: null,
      agreementHigh: null,
      kappa: null,
      kappaLow: null,
      kappaHigh: null,
      pairs: [],
    });
  });

  it('200: means of people and of judges, on one scale; other scores are omitted', async () => {
    const [account, other] = [await app.account(), await app.account()];
    await rate(account, { call_id: 'a', quality_score: 4 });
    await rate(account, { call_id: 'a', quality_score: 5 });
    await rate(account, { call_id: 'a', quality_score: null });
    await score(account, { call_id: 'a', normalized: 0.5, judge: 'anthropic/claude' });
    await score(account, { call_id: 'a', normalized: 1, criterion_id: 3 });
    await score(account, { call_id: 'a', normalized: 0, judge: null });
    await score(account, { call_id: 'a', normalized: 0, trace_id: 't' });
    await score(account, { call_id: 'a', normalized: null, score: null, status: 'failed' });
    await rate(account, { call_id: 'b', quality_score: 1, call_timestamp: NOW });
    await score(account, { call_id: 'b', normalized: 1 });
    await rate(account, { call_id: 'text only', quality_score: null });
    await score(account, { call_id: 'text only' });
    await rate(account, { call_id: 'by rule', quality_score: 3 });
    await score(account, { call_id: 'by rule', judge: null });
    await rate(other, { call_id: 'a', quality_score: 1 });
    await score(other, { call_id: 'b' });
    const answer = await agreement(account);
    expect(answer).toMatchObject({
      pairedCalls: 2,
      meanHuman: 2.75,
      meanJudge: 4.5,
      meanAbsDiff: 2.25,
      agreementPctWithin1: 50,
      // Rounded: 1 and 5 by people, 5 and 4 by the judge.
      kappa: expect.closeTo(1 - 8.5 / 6.5),
    });
    expect(answer.pairs).toEqual([
      { callId: 'b', human: 1, judge: 5, diff: 4 },
      { callId: 'a', human: 4.5, judge: 4, diff: -0.5 },
    ]);
    expect(answer.agreementLow).toBeLessThan(50);
    expect(answer.agreementHigh).toBeGreaterThan(50);
    expect(await agreement(other)).toMatchObject({ pairedCalls: 0 });
  });

  it('200: a key of a project sees calls of its project', async () => {
    const account = await app.account();
    const projects = (await app.services.accounts.get(account.id))?.projects;
    const number = projects?.get(account.projectId)?.number ?? 0;
    const bound = await account.key(null, { projectId: account.projectId });
    for (const [id, project] of [
      ['mine', number],
      ['theirs', number + 1],
    ] as const) {
      await rate(account, { call_id: id, quality_score: 4, project_number: project });
      await score(account, { call_id: id });
    }
    expect((await agreement(account)).pairedCalls).toBe(2);
    const { pairs } = await agreement(bound);
    expect(pairs.map(({ callId }: { callId: string }) => callId)).toEqual(['mine']);
    expect((await trust(bound)).human.pairedCalls).toBe(1);
  });

  it('200: all count, and the newest 200 are shown', async () => {
    const account = await app.account();
    const numbers = Array.from({ length: 205 }, (_, at) => at);
    await rate(
      account,
      ...numbers.map((at) => ({ call_id: `c-${at}`, quality_score: (at % 5) + 1, call_timestamp: NOW + at })),
    );
    await score(account, ...numbers.map((at) => ({ call_id: `c-${at}`, normalized: (at % 5) / 4 })));
    const { pairs, ...figures } = await agreement(account);
    expect(figures).toMatchObject({
      pairedCalls: 205,
      meanHuman: 3,
      agreementPctWithin1: 100,
      kappa: 1,
      kappaHigh: 1,
    });
    expect(figures.kappaLow).toBeLessThan(1);
    expect([pairs.length, pairs[0].callId]).toEqual([200, 'c-204']);
  });
});
