// Questions on the real tables, compared with answers computed in plain TypeScript over the inserted records.
// One set of rows and few statements, because each costs seconds under emulation.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import {
  callRow,
  observationRow,
  plainCall,
  plainObservation,
  type Belonging,
} from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { CallRecord } from '../record.ts';
import type { ReadCall } from './call-columns.ts';
import type { CallFilter, ScoredBy } from './call-filter.ts';
import { selectCall } from './call.ts';
import { selectCalls, placeOf, SORT_COLUMNS, type CallOrder, type CallPlace } from './calls.ts';
import type { Scope } from './scope.ts';
import { selectSession } from './session.ts';
import { selectTrace } from './trace.ts';

const now = Date.now();
const sinceMs = now - 30 * DAY_MS;
const account = newAccount();
const other = newAccount();
const scope: Scope = { account, project: null, sinceMs };

type Kept = { belonging: Required<Omit<Belonging, 'hasContent'>>; call: CallRecord };

// Few values of each, so that most are shared: paging depends on the order among equals.
const TIMES = [now - HOUR_MS, now - HOUR_MS + 1, now - 3 * DAY_MS, sinceMs + 60_000];
const MODELS = ['gpt-5', 'GPT-5-mini', 'claude-opus-5', 'モデル', "o'model\\", 'Ünïcode'];
const ERRORS = [null, null, 'rate limit', 'Rate LIMIT: 429', "it's\n\tbroken\\", 'ошибка 🚀'];
const TAGS = [{}, { env: 'prod' }, { env: 'dev', team: '' }, { env: 'prod', "o'key": '日本\\' }];
const AMOUNTS = [0, 0.1 + 0.2, 1 / 3, 1e-7, 12_345_678.901];
const TEXTS = [null, 'one', "t'wo\n", '三'];

const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

const kept = fc.record({
  timestampMs: pick(TIMES),
  provider: pick(['openai', 'anthropic', 'google']),
  model: pick(MODELS),
  error: pick(ERRORS),
  tags: pick(TAGS),
  totalTokens: pick([0, 15, 15.5, 1e15]),
  costUsd: pick(AMOUNTS),
  latencyMs: pick(AMOUNTS),
  traceId: pick(TEXTS),
  sessionId: pick(TEXTS),
  userId: pick(['', 'ada', "o'hara"]),
  project: pick([1, 2]),
  evalRun: pick([0, 0, 0, 4]),
});

const ODD_IDS = ["it's", 'a/b', '100%', '日本🚀', '\\N', 'tab\there', 'quote"', '{x: String}', '..', ' '];

const kepts: Kept[] = fc
  .sample(kept, { numRuns: 40, seed: 4 })
  .map(({ project, evalRun, userId, ...fields }, at) => ({
    belonging: { account, project, evalRun, userId },
    call: plainCall(ODD_IDS[at] ?? `call-${at}`, fields.timestampMs, {
      ...fields,
      tags: { ...fields.tags },
    }),
  }));

const expired = plainCall('expired', sinceMs, { traceId: 'one', sessionId: 'one' });

// In UTF-8, as the engine compares.
const compare = (left: string | number, right: string | number): number =>
  typeof left === 'string'
    ? Buffer.compare(Buffer.from(left), Buffer.from(String(right)))
    : left - Number(right);

const inOrder =
  ({ by, descending }: CallOrder) =>
  (left: Kept, right: Kept): number => {
    const [one, two] = [left, right].map((each) =>
      placeOf({ ...each, hasContent: false }, { by, descending }),
    );
    if (!one || !two) return 0;
    const order =
      compare(one.value, two.value) || one.timestampMs - two.timestampMs || compare(one.id, two.id);
    return descending ? -order : order;
  };

const contains = (text: string | null, part: string): boolean =>
  (text ?? '').toLowerCase().includes(part.toLowerCase());

const searched = ({ model, id, error, traceId, sessionId, tags }: CallRecord, userId: string) => [
  model,
  id,
  error,
  traceId,
  sessionId,
  userId,
  ...Object.entries(tags).flat(),
];

const isScored = (by: ScoredBy, { id, traceId, spanId, sessionId }: CallRecord, project: number): boolean =>
  (
    [
      [by.calls, id],
      [by.spans, spanId],
      [by.traces, traceId],
      [by.sessions, sessionId],
    ] as const
  ).some(([refs, of]) =>
    refs.some((ref) => ref.id === of && (ref.project === null || ref.project === project)),
  );

/** The filter by its definition. */
const matches =
  (filter: CallFilter) =>
  ({ call, belonging }: Kept): boolean =>
    (filter.startMs === undefined || call.timestampMs >= filter.startMs) &&
    (filter.endMs === undefined || call.timestampMs < filter.endMs) &&
    (filter.provider === undefined || call.provider === filter.provider) &&
    (filter.model === undefined || contains(call.model, filter.model)) &&
    Object.entries(filter.tags ?? {}).every(([key, value]) => call.tags[key] === value) &&
    (filter.error === undefined ||
      (typeof filter.error === 'string'
        ? contains(call.error, filter.error)
        : (call.error !== null) === filter.error)) &&
    (filter.traceId === undefined || call.traceId === filter.traceId) &&
    (filter.sessionId === undefined || call.sessionId === filter.sessionId) &&
    (filter.userId === undefined || belonging.userId === filter.userId) &&
    (filter.minLatencyMs === undefined || call.latencyMs >= filter.minLatencyMs) &&
    (filter.minCostUsd === undefined || (call.costUsd ?? 0) >= filter.minCostUsd) &&
    (filter.search === undefined ||
      searched(call, belonging.userId).some((text) => contains(text, filter.search ?? ''))) &&
    (filter.scoredBy ?? []).every((by) => isScored(by, call, belonging.project)) &&
    (filter.includeEvalRuns === true || belonging.evalRun === 0);

const scored = fc.array(
  fc.record({
    id: pick(['one', "t'wo\n", "it's", 'call-12', 'call-20', '\\N']),
    project: pick([null, 1, 2]),
  }),
  { maxLength: 4 },
);

const filters = fc.record(
  {
    startMs: pick(TIMES),
    endMs: pick(TIMES),
    provider: pick(['openai', 'anthropic', 'nobody']),
    model: pick(['gpt', 'MINI', 'デ', "o'model\\", 'Ü', '%', 'g_t']),
    tags: pick<Record<string, string>>([
      {},
      { env: 'prod' },
      { team: '' },
      { none: '' },
      { env: 'prod', "o'key": '日本\\' },
    ]),
    error: pick([true, false, 'LIMIT', "it's\n", 'ОШИБ', '🚀', '%']),
    traceId: pick(['one', "t'wo\n", 'none']),
    sessionId: pick(['one', '三']),
    userId: pick(['ada', "o'hara"]),
    minLatencyMs: pick([0, 0.1 + 0.2, 1]),
    minCostUsd: pick([0, 1 / 3, 1e-7]),
    search: pick(['gpt', 'PROD', 'env', 'ONE', 'ada', 'nowhere']),
    scoredBy: fc.array(fc.record({ calls: scored, spans: scored, traces: scored, sessions: scored }), {
      maxLength: 2,
    }),
    includeEvalRuns: pick([true, false]),
  },
  { requiredKeys: [] },
);

const engines = await testEngines();
/** Where the engine is not emulated there is time for more. */
const native = engines.some(({ name }) => name === 'in-process');
const all = process.env['TEST_ALL'] === '1';
/**
 * Numbers of filters, and of those whose conditions are also asked one by one: most combinations match
 * nothing, which tests little of each condition. A server gets the same statements with their values beside
 * them.
 */
const filtersOn = (engine: string): [together: number, alone: number] =>
  all ? [400, 25] : !native ? [16, 1] : engine === 'in-process' ? [120, 25] : [40, 8];
const PAGE = native ? 15 : 40;
/** Questions that are sent in one statement. */
const AT_ONCE = 16;

describe.each(engines)('reading on the $name engine', ({ name: engineName, config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  /** Sends concurrent questions in one statement. */
  let asking: RecordsEngine;

  const trace = 'a'.repeat(32);
  const span = (at: number) => plainObservation(trace, `o${at}`, now - HOUR_MS + at);
  const traced = (at: number) =>
    plainCall(`traced-${at}`, now - HOUR_MS + at, {
      traceId: trace,
      spanId: `c${at}`,
      sessionId: 'long',
      error: at % 3 === 0 ? 'failed' : null,
      costUsd: at / 7,
      requestMeta: { operation: 'chat' },
    });

  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    await engine.insert('calls', [
      ...kepts.map(({ belonging, call }) => callRow(belonging, call)),
      callRow({ account }, expired),
      ...kepts.map(({ belonging, call }) =>
        callRow({ ...belonging, account: other }, { ...call, model: 'foreign' }),
      ),
      ...[3, 1, 2, 0].map((at) => callRow({ account, project: 9, evalRun: at === 3 ? 1 : 0 }, traced(at))),
    ]);
    await engine.insert(
      'observations',
      [5, 4, 6].map((at) => observationRow({ account, project: 9 }, span(at))),
    );
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('pages through all calls in every order, both ways', async () => {
    const orders = SORT_COLUMNS.flatMap((by) => [true, false].map((descending) => ({ by, descending })));
    const filter: CallFilter = { includeEvalRuns: true };
    const inAll = orders.map(() => [] as CallRecord[]);
    let after: (CallPlace | null)[] = orders.map(() => null);
    for (let rest = kepts.length + 4; rest > 0; rest -= PAGE) {
      const pages = await Promise.all(
        orders.map((order, at) =>
          selectCalls(filter, { order, after: after[at] ?? null, limit: PAGE }).run(asking, scope),
        ),
      );
      pages.forEach((page, at) => inAll[at]?.push(...page.map(({ call }) => call)));
      after = pages.map((page, at) => {
        const [last, order] = [page.at(-1), orders[at]];
        return last && order ? placeOf(last, order) : null;
      });
    }
    const all: Kept[] = [
      ...kepts,
      ...[0, 1, 2, 3].map((at) => ({
        belonging: { account, project: 9, evalRun: 0, userId: '' },
        call: traced(at),
      })),
    ];
    orders.forEach((order, at) => {
      expect([order, inAll[at]]).toEqual([order, all.toSorted(inOrder(order)).map(({ call }) => call)]);
    });
  });

  it('finds the calls that match a filter, in the account and in a project', async () => {
    const [several, few] = filtersOn(engineName);
    const together = fc.sample(fc.tuple(filters, pick([null, 1, 2])), { numRuns: several, seed: 11 });
    const alone = together
      .slice(0, few)
      .flatMap(([filter]) =>
        Object.entries(filter).map(([name, value]): [CallFilter, null] => [{ [name]: value }, null]),
      );
    const cases = [...together, ...alone];
    const order: CallOrder = { by: 'timestamp', descending: true };
    const found: ReadCall[][] = [];
    for (let from = 0; from < cases.length; from += AT_ONCE) {
      const asked = cases
        .slice(from, from + AT_ONCE)
        .map(([filter, project]) =>
          selectCalls(filter, { order, after: null, limit: 1_000 }).run(asking, { ...scope, project }),
        );
      found.push(...(await Promise.all(asked)));
    }
    cases.forEach(([filter, project], at) => {
      const expected = kepts
        .filter((each) => (project ?? each.belonging.project) === each.belonging.project)
        .filter(matches(filter))
        .toSorted(inOrder(order));
      const calls = (found[at] ?? []).filter(({ call }) => !call.id.startsWith('traced-'));
      expect([filter, project, calls.map(({ call }) => call.id)]).toEqual([
        filter,
        project,
        expected.map(({ call }) => call.id),
      ]);
    });
  });

  it('finds one call by its id, whatever the id, and none that is foreign or past retention', async () => {
    const mine = [...ODD_IDS, 'call-39'];
    const found = await Promise.all([
      ...mine.map((id) => selectCall(id).run(asking, scope)),
      ...['expired', 'nobody', `${trace}-o4`].map((id) => selectCall(id).run(asking, scope)),
      selectCall("it's").run(asking, { ...scope, project: 77 }),
    ]);
    expect(found.map((each) => each?.call)).toEqual([
      ...mine.map((id) => kepts.find(({ call }) => call.id === id)?.call),
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads a trace: calls before observations where it is cut, and each by its time', async () => {
    const ask = (limit: number, where: Scope = scope, id = trace) =>
      selectTrace(id, limit).run(asking, where);
    const shown = async (reading: ReturnType<typeof ask>) => {
      const { calls, observations, truncated } = await reading;
      return [calls.map(({ call }) => call), observations.map((each) => each.observation), truncated];
    };
    const calls = [0, 1, 2, 3].map(traced);
    const observations = [4, 5, 6].map(span);
    const read = await Promise.all([
      shown(ask(500)),
      shown(ask(7)),
      shown(ask(6)),
      shown(ask(4)),
      shown(ask(3)),
      shown(ask(500, { ...scope, project: 9 })),
      shown(ask(500, { ...scope, project: 1 })),
      shown(ask(500, { ...scope, account: other })),
      shown(ask(500, { ...scope, sinceMs: now - HOUR_MS + 5 })),
    ]);
    expect(read).toEqual([
      [calls, observations, false],
      [calls, observations, false],
      [calls, observations.slice(0, 2), true],
      [calls, [], true],
      [calls.slice(0, 3), [], true],
      [calls, observations, false],
      [[], [], false],
      [[], [], false],
      [[], observations.slice(2), false],
    ]);
  });

  it('reads a session: the newest calls in their order, sums over all of them', async () => {
    const ask = (limit: number, id = 'long', where: Scope = scope) =>
      selectSession(id, limit).run(asking, where);
    const [whole, cut, one, foreign, otherProject] = await Promise.all([
      ask(10),
      ask(2),
      ask(100, 'one'),
      ask(10, 'long', { ...scope, account: other }),
      ask(10, 'long', { ...scope, project: 1 }),
    ]);
    const totals = {
      calls: 4,
      costUsd: expect.closeTo(6 / 7, 12) as number,
      totalTokens: 60,
      errors: 2,
      startMs: now - HOUR_MS,
      // The last call begins three milliseconds later and takes 100.
      endMs: now - HOUR_MS + 103,
    };
    expect(whole?.calls.map(({ call }) => call)).toEqual([0, 1, 2, 3].map(traced));
    expect(whole?.totals).toEqual(totals);
    expect(cut?.calls.map(({ call }) => call.id)).toEqual(['traced-2', 'traced-3']);
    expect(cut?.totals).toEqual(totals);
    expect([foreign, otherProject]).toEqual([null, null]);

    const expected = kepts.filter(({ call }) => call.sessionId === 'one').map(({ call }) => call);
    expect(one?.calls.map(({ call }) => call.id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect(one?.totals).toEqual({
      calls: expected.length,
      costUsd: expect.closeTo(
        expected.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
        6,
      ) as number,
      totalTokens: expected.reduce((sum, { totalTokens }) => sum + totalTokens, 0),
      errors: expected.filter(({ error }) => error !== null).length,
      startMs: Math.min(...expected.map(({ timestampMs }) => timestampMs)),
      endMs: Math.max(...expected.map(({ timestampMs, latencyMs }) => timestampMs + latencyMs)),
    });
  });
});
