// Pages of sessions on the real tables, compared with sessions computed by plain loops: with every filter and order,
// over ties of time, and while spans arrive.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import type { CallRecord, ObservationRecord } from '../index.ts';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { CallFilter } from './call-filter.ts';
import type { SessionFigures } from './session-figures.ts';
import { selectSession } from './session.ts';
import { selectSessions, selectSortedSessions, type SessionPlace } from './sessions.ts';
import { SESSION_SORTS, type RunOrder, type SortedPage, type SortedPlace } from './sorted-runs.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };

interface Made {
  span: CallRecord | ObservationRecord;
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
  isCall: fc.constantFrom(true, true, false),
  took: fc.integer({ min: 0, max: 9_000 }),
  error: fc.constantFrom(null, null, 'boom'),
  env: fc.constantFrom('prod', 'dev'),
  project: fc.constantFrom(1, 1, 2),
  evalRun: fc.constantFrom(0, 0, 0, 5),
});

const SPANS: Made[] = fc.sample(made, { seed: 11, numRuns: 500 }).map((each, at) => {
  const sessionId = each.session || null;
  const startMs = now - 20 * DAY_MS + each.at * 1_000;
  const span = each.isCall
    ? plainCall(`c${at}`, startMs, {
        sessionId,
        model: each.model,
        traceId: each.trace || null,
        error: each.error,
        tags: { env: each.env },
        costUsd: at / 4,
        totalTokens: at,
        latencyMs: each.took,
      })
    : plainObservation(each.trace || 't4', `o${at}`, startMs, {
        sessionId,
        error: each.error,
        durationMs: each.took,
      });
  return { span, project: each.project, evalRun: each.isCall ? each.evalRun : 0, userId: each.user };
});

const isCall = (span: Made['span']): span is CallRecord => span.kind === 'call';
const tookOf = (span: Made['span']): number => (isCall(span) ? span.latencyMs : span.durationMs);

const insertTo = async (engine: RecordsEngine, made: readonly Made[], of = account): Promise<void> => {
  const rows = (kind: string) =>
    made
      .filter(({ span }) => span.kind === kind)
      .map(({ span, project, evalRun, userId }) => {
        const belonging = { account: of, project, evalRun, userId };
        return isCall(span) ? callRow(belonging, span) : observationRow(belonging, span);
      });
  await engine.insert('calls', rows('call'));
  await engine.insert('observations', rows('observation'));
};

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

interface Expected extends SessionFigures {
  /** The newest of those that match. */
  atMs: number;
}

/** `matches`: one span of the session. */
function allExpected(
  matches: (each: Made) => boolean,
  visible: (each: Made) => boolean = () => true,
): Expected[] {
  const found = SPANS.filter((each) => each.evalRun === 0 && each.span.sessionId !== null && visible(each));
  const sessions = [...Map.groupBy(found, ({ span }) => span.sessionId ?? '')];
  return sessions.flatMap(([sessionId, members]) => {
    const matching = members.filter((each) => matches(each)).map(({ span }) => span.timestampMs);
    if (matching.length === 0) return [];
    const spans = members.map(({ span }) => span);
    const calls = spans.filter(isCall);
    const last = calls
      .toSorted((left, right) => left.timestampMs - right.timestampMs || byBytes(left.id, right.id))
      .at(-1);
    return {
      atMs: Math.max(...matching),
      sessionId,
      calls: calls.length,
      traces: new Set(spans.flatMap(({ traceId }) => traceId ?? [])).size,
      errors: spans.filter(({ error }) => error !== null).length,
      costUsd: calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
      totalTokens: calls.reduce((sum, { totalTokens }) => sum + totalTokens, 0),
      startMs: Math.min(...spans.map(({ timestampMs }) => timestampMs)),
      endMs: Math.max(...spans.map((span) => span.timestampMs + tookOf(span))),
      users: most(
        members.filter(({ span }) => isCall(span)).map(({ userId }) => userId),
        3,
      ),
      models: most(
        calls.map(({ model }) => model),
        5,
      ),
      lastModel: last?.model ?? '',
    };
  });
}

const figuresOf = ({ atMs: _at, ...figures }: Expected): SessionFigures => figures;

/** Latest activity first. */
const expected = (matches: (each: Made) => boolean, visible?: (each: Made) => boolean): SessionFigures[] =>
  allExpected(matches, visible)
    .toSorted((left, right) => right.atMs - left.atMs || byBytes(right.sessionId, left.sessionId))
    .map(figuresOf);

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
    await insertTo(engine, SPANS);
    await insertTo(engine, SPANS.slice(0, 50), newAccount());
    // Past the retention.
    const old = plainCall('old', now - 40 * DAY_MS, { sessionId: 'old' });
    await insertTo(engine, [{ span: old, project: 1, evalRun: 0, userId: '' }]);
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

  it('are listed by spans that are no calls too: when these are newer, and when there are no others', async () => {
    const of = newAccount();
    const at = (seconds: number) => now - DAY_MS + seconds * 1_000;
    const called = plainCall('call', at(0), { sessionId: 'called' });
    const tool = (sessionId: string, seconds: number) =>
      plainObservation(`run-${sessionId}`, `tool-${sessionId}-${seconds}`, at(seconds), {
        sessionId,
        type: 'tool',
      });
    const spans = [called, tool('tools only', 1), tool('called', 2), tool('older tools', -5)];
    await insertTo(
      engine,
      spans.map((span) => ({ span, project: 1, evalRun: 0, userId: '' })),
      of,
    );
    const within = { ...scope, account: of };
    const listed = async (filter: CallFilter, limit: number) =>
      (await paged(asking, filter, limit, { within })).map(({ sessionId, calls }) => `${sessionId} ${calls}`);
    const all = ['called 1', 'tools only 0', 'older tools 0'];
    for (const limit of [1, 2, 50]) expect(await listed({}, limit)).toEqual(all);
    expect(await listed({ startMs: at(1), endMs: at(2) }, 50)).toEqual(['tools only 0']);
    expect(await listed({ model: 'gpt' }, 50)).toEqual(['called 1']);
    expect(await selectSession('tools only', 10).run(asking, within)).toMatchObject({
      calls: [],
      totals: { calls: 0, startMs: at(1) },
    });
    expect(await selectSession('none such', 10).run(asking, within)).toBeNull();
  });

  it('are whole, with every filter, window and project', async () => {
    const startMs = now - 20 * DAY_MS + 10_000;
    const endMs = startMs + 20_000;
    const ofCall = (test: (call: CallRecord, userId: string) => boolean) => (each: Made) =>
      isCall(each.span) && test(each.span, each.userId);
    const cases: [CallFilter, (each: Made) => boolean, Scope?][] = [
      [{ startMs, endMs }, ({ span: { timestampMs } }) => timestampMs >= startMs && timestampMs < endMs],
      [
        { model: 'GPT-5', error: true, tags: { env: 'prod' } },
        ofCall(
          ({ model, error, tags }) => model.startsWith('gpt-5') && error !== null && tags['env'] === 'prod',
        ),
      ],
      [
        { userId: "o'neil", search: 'CLAUDE' },
        ofCall(({ model }, userId) => userId === "o'neil" && model === 'claude'),
      ],
      [{}, () => true, { ...scope, project: 2 }],
      [{ model: 'none such' }, () => false],
    ];
    await Promise.all(
      cases.map(async ([filter, matches, within]) => {
        const visible = ({ project }: Made) => within === undefined || project === 2;
        expect(await paged(asking, filter, 18, within ? { within } : {})).toEqual(expected(matches, visible));
      }),
    );
  });

  it.each(SESSION_SORTS)('are in the order of %s, in both directions, in pages of any size', async (by) => {
    const valueOf = (session: Expected): number =>
      ({
        endTime: session.endMs,
        startTime: session.startMs,
        durationMs: session.endMs - session.startMs,
        costUsd: session.costUsd,
        totalTokens: session.totalTokens,
        calls: session.calls,
        errors: session.errors,
      })[by];
    const window = { startMs: now - 20 * DAY_MS + 2_000, endMs: now - 20 * DAY_MS + 20_000 };
    for (const descending of [true, false]) {
      for (const calls of [{}, window, { model: 'claude' }]) {
        const sign = descending ? 1 : -1;
        const all = allExpected(
          (each) => !('model' in calls) || (isCall(each.span) && each.span.model === 'claude'),
        )
          .filter(
            ({ startMs }) => !('startMs' in calls) || (startMs >= calls.startMs && startMs < calls.endMs),
          )
          .toSorted(
            (left, right) =>
              sign * (valueOf(right) - valueOf(left) || byBytes(right.sessionId, left.sessionId)),
          );
        const found: SessionFigures[] = [];
        const order: RunOrder = { by, descending };
        let after: SortedPlace | null = null;
        do {
          const page: SortedPage = { order, after, limit: 11, nowMs: Date.now() + DAY_MS };
          const question = selectSortedSessions({ calls }, page);
          const { sessions, next, searchedFromMs }: Awaited<ReturnType<typeof question.run>> =
            await question.run(asking, scope);
          found.push(...sessions);
          expect(searchedFromMs).toBeNull();
          after = next;
        } while (after !== null);
        expect([descending, calls, found]).toEqual([descending, calls, all.map(figuresOf)]);
      }
    }
  });

  it('appear once each, whatever arrives between two pages', async () => {
    const all = expected(() => true).map(({ sessionId }) => sessionId);
    const last = all.at(-1) ?? '';
    const arrive = (sessionId: string, at: number): Made => ({
      span: plainCall(`new-${sessionId}`, at, { sessionId }),
      project: 1,
      evalRun: 0,
      userId: '',
    });
    const between = () => insertTo(engine, [arrive(last, now - 1_000), arrive('newest', now - 500)]);
    const listed = await paged(asking, {}, 20, { between });
    expect(listed.map(({ sessionId }) => sessionId)).toEqual(all);
    const { sessions } = await selectSessions({}, { after: null, limit: 2 }).run(asking, scope);
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['newest', last]);
  });
});
