// Pages of sessions on the real tables, compared with sessions computed by plain loops: with every filter,
// over ties of time, and while calls arrive.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import type { CallRecord } from '../index.ts';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { CallFilter } from './call-filter.ts';
import { selectSessions, type SessionFigures, type SessionPlace } from './sessions.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };

interface Made {
  call: CallRecord;
  project: number;
  evalRun: number;
  userId: string;
}

const SESSIONS = ['', ...Array.from({ length: 30 }, (_, at) => `s${at}`), "it's \\ 🚀", 'Z', 'a'];

/** Few moments, so that sessions end at the same one. */
const made = fc.record({
  session: fc.constantFrom(...SESSIONS),
  at: fc.integer({ min: 0, max: 40 }),
  model: fc.constantFrom('gpt-5', 'gpt-5-mini', 'claude', 'm 日本', 'one', 'two', 'three'),
  user: fc.constantFrom('', 'ada', 'bob', "o'neil", '日本', 'eve'),
  trace: fc.constantFrom('', 't1', 't2', 't3'),
  error: fc.constantFrom(null, null, 'boom'),
  env: fc.constantFrom('prod', 'dev'),
  project: fc.constantFrom(1, 1, 2),
  evalRun: fc.constantFrom(0, 0, 0, 5),
});

const CALLS: Made[] = fc.sample(made, { seed: 11, numRuns: 400 }).map((each, at) => ({
  call: plainCall(`c${at}`, now - 20 * DAY_MS + each.at * 1_000, {
    sessionId: each.session || null,
    model: each.model,
    traceId: each.trace || null,
    error: each.error,
    tags: { env: each.env },
    costUsd: at / 4,
    totalTokens: at,
  }),
  project: each.project,
  evalRun: each.evalRun,
  userId: each.user,
}));

const rowOf = ({ call, project, evalRun, userId }: Made, of = account) =>
  callRow({ account: of, project, evalRun, userId }, call);

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

/** The most frequent values of a session, ties by name. */
function most(values: readonly string[], count: number): string[] {
  const groups = Map.groupBy(
    values.filter((value) => value !== ''),
    (value) => value,
  );
  return [...groups]
    .toSorted(([left, some], [right, others]) => others.length - some.length || byBytes(left, right))
    .slice(0, count)
    .map(([value]) => value);
}

function expected(matches: (each: Made) => boolean): SessionFigures[] {
  const found = CALLS.filter((each) => each.evalRun === 0 && each.call.sessionId !== null && matches(each));
  const sessions = [...Map.groupBy(found, ({ call }) => call.sessionId ?? '')].map(([sessionId, members]) => {
    const calls = members.map(({ call }) => call);
    const times = calls.map(({ timestampMs }) => timestampMs);
    const last = calls
      .toSorted((left, right) => left.timestampMs - right.timestampMs || byBytes(left.id, right.id))
      .at(-1);
    return {
      sessionId,
      calls: calls.length,
      traces: new Set(calls.flatMap(({ traceId }) => traceId ?? [])).size,
      errors: calls.filter(({ error }) => error !== null).length,
      costUsd: calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
      totalTokens: calls.reduce((sum, { totalTokens }) => sum + totalTokens, 0),
      startMs: Math.min(...times),
      endMs: Math.max(...times),
      users: most(
        members.map(({ userId }) => userId),
        3,
      ),
      models: most(
        calls.map(({ model }) => model),
        5,
      ),
      lastModel: last?.model ?? '',
    };
  });
  return sessions.toSorted(
    (left, right) => right.endMs - left.endMs || byBytes(right.sessionId, left.sessionId),
  );
}

async function paged(
  engine: RecordsEngine,
  filter: CallFilter,
  limit: number,
  { within = scope, between = async () => undefined }: { within?: Scope; between?: () => Promise<void> } = {},
): Promise<SessionFigures[]> {
  const all: SessionFigures[] = [];
  let after: SessionPlace | null = null;
  do {
    const page = await selectSessions(filter, { after, limit }).run(engine, within);
    expect(page.sessions.length).toBeLessThanOrEqual(limit);
    all.push(...page.sessions);
    if (after === null) await between();
    after = page.next;
  } while (after !== null);
  return all;
}

describe.each(await testEngines())('sessions on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    await engine.insert('calls', [
      ...CALLS.map((each) => rowOf(each)),
      ...CALLS.slice(0, 50).map((each) => rowOf(each, newAccount())),
      // Past the retention.
      rowOf({
        call: plainCall('old', now - 40 * DAY_MS, { sessionId: 'old' }),
        project: 1,
        evalRun: 0,
        userId: '',
      }),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('are listed completely in one page, and in pages of any size', async () => {
    const all = expected(() => true);
    expect(all).toHaveLength(SESSIONS.length - 1);
    const [whole, pages] = await Promise.all([paged(asking, {}, 200), paged(asking, {}, 13)]);
    expect(whole).toEqual(all);
    expect(pages).toEqual(all);
  });

  it('are computed from the matching calls, with every filter, window and project', async () => {
    const startMs = now - 20 * DAY_MS + 10_000;
    const endMs = startMs + 20_000;
    const cases: [CallFilter, (each: Made) => boolean, Scope?][] = [
      [{ startMs, endMs }, ({ call: { timestampMs } }) => timestampMs >= startMs && timestampMs < endMs],
      [
        { model: 'GPT-5', error: true, tags: { env: 'prod' } },
        ({ call: { model, error, tags } }) =>
          model.startsWith('gpt-5') && error !== null && tags['env'] === 'prod',
      ],
      [
        { userId: "o'neil", search: 'CLAUDE' },
        ({ userId, call }) => userId === "o'neil" && call.model === 'claude',
      ],
      [{}, ({ project }) => project === 2, { ...scope, project: 2 }],
      [{ model: 'none such' }, () => false],
    ];
    await Promise.all(
      cases.map(async ([filter, matches, within]) => {
        expect(await paged(asking, filter, 18, within ? { within } : {})).toEqual(expected(matches));
      }),
    );
  });

  it('appear once each and unchanged, whatever arrives between two pages', async () => {
    const all = expected(() => true);
    const last = all.at(-1)?.sessionId ?? '';
    const arrive = (sessionId: string, at: number): Made => ({
      call: plainCall(`new-${sessionId}`, at, { sessionId }),
      project: 1,
      evalRun: 0,
      userId: '',
    });
    const between = () =>
      engine.insert('calls', [rowOf(arrive(last, now - 1_000)), rowOf(arrive('newest', now - 500))]);
    expect(await paged(asking, {}, 20, { between })).toEqual(all);
    const { sessions } = await selectSessions({}, { after: null, limit: 2 }).run(asking, scope);
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['newest', last]);
  });
});
