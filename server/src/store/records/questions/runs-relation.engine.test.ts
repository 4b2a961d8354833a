// Runs and sessions as relations, compared with the same figures from plain loops: spans that arrive late and in any
// order, twice, in windows that cut runs, in projects, with rows that are not loaded yet, and after an erasure.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, systemClock } from '#lib/clock';
import { NO_LABELS } from '#records/record';
import { incomingCall, incomingObservation } from '#test/support/incoming';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { applyErasures, stageErasure } from '../changes/erase.ts';
import { createRecordsStore } from '../create-records-store.ts';
import { openEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { RecordsStore } from '../store.ts';
import { openEmbeddedWriter } from '../writer/open-embedded.ts';
import { encodeRecords } from '../writer/rows/encode-records.ts';
import type { Incoming, RecordWriter } from '../writer/writer.ts';
import { selectMatchingRuns } from './ended-runs.ts';
import { selectFacetValues } from './facets.ts';
import { question } from './question.ts';
import type { RunFilter } from './run-filter.ts';
import { runsRelation, sessionsRelation } from './runs-relation.ts';
import type { Scope } from './scope.ts';

const base = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 10 * HOUR_MS;

interface Made {
  run: number;
  session: number;
  at: number;
  took: number;
  isRoot: boolean;
  isCall: boolean;
  cost: number;
  error: boolean;
  type: 'tool' | 'agent' | 'chain';
  tool: string;
  agent: string;
  user: string;
  release: string;
  model: string;
  unpriced: boolean;
  project: number;
  evalRun: number;
}

const made: fc.Arbitrary<Made> = fc.record({
  // 0: none
  run: fc.integer({ min: 0, max: 25 }),
  session: fc.integer({ min: 0, max: 6 }),
  at: fc.integer({ min: 0, max: 40 }),
  took: fc.integer({ min: 0, max: 9_000 }),
  isRoot: fc.boolean(),
  isCall: fc.boolean(),
  cost: fc.integer({ min: 0, max: 16 }).map((eighths) => eighths / 8),
  error: fc.constantFrom(false, false, true),
  type: fc.constantFrom('tool', 'agent', 'chain'),
  tool: fc.constantFrom('search', 'mail'),
  agent: fc.constantFrom('', 'planner', 'writer'),
  user: fc.constantFrom('', 'ada', "o'neil"),
  release: fc.constantFrom('', '1.0', '日本'),
  model: fc.constantFrom('gpt-5', 'claude'),
  unpriced: fc.constantFrom(false, false, true),
  project: fc.constantFrom(1, 1, 2),
  evalRun: fc.constantFrom(0, 0, 0, 0, 9),
});

interface Span extends Made {
  id: string;
  ms: number;
}

const incomingOf = (account: number, span: Span): Incoming => {
  const labels = { ...NO_LABELS, agent: span.agent, userId: span.user, release: span.release };
  const belonging = { project: span.project };
  const common = {
    timestampMs: span.ms,
    error: span.error ? 'broken' : null,
    traceId: span.run === 0 ? null : `run-${span.run}`,
    sessionId: span.session === 0 ? null : `session-${span.session}`,
    parentSpanId: span.isRoot ? null : 'above',
    spanId: span.id,
    labels,
  };
  if (span.isCall) {
    const incoming = incomingCall(account, span.id, { timestampMs: span.ms });
    if (incoming.kind !== 'call') throw new Error('Not a call.');
    Object.assign(incoming.row, belonging, { evalRun: span.evalRun });
    Object.assign(incoming.row.call, common, { latencyMs: span.took, model: span.model });
    incoming.row.cost = {
      costUsd: span.unpriced ? 0 : span.cost,
      cacheSavingsUsd: 0,
      source: span.unpriced ? 'none' : 'client',
    };
    return incoming;
  }
  const incoming = incomingObservation(account, common.traceId ?? '', span.id);
  if (incoming.kind !== 'observation') throw new Error('Not an observation.');
  incoming.id = span.id;
  Object.assign(incoming.row, belonging);
  Object.assign(incoming.row.observation, common, {
    id: span.id,
    durationMs: span.took,
    type: span.type,
    tool: span.type === 'tool' ? span.tool : '',
    name: span.type,
  });
  return incoming;
};

const COLUMNS = [
  'start_ms',
  'end_ms',
  'latency_ms',
  'cost_usd',
  'total_tokens',
  'prompt_tokens',
  'spans',
  'calls',
  'tools',
  'errors',
  'failed',
  'traces',
  'unpriced_calls',
  'unpriced_tokens',
  'agents',
  'tool_names',
  'models',
  'user_id',
  'release',
] as const;

/** As one row of the relation. */
function groupOf(spans: readonly Span[], isRun: boolean) {
  const sorted = spans.toSorted(
    (left, right) => left.ms - right.ms || Buffer.compare(Buffer.from(left.id), Buffer.from(right.id)),
  );
  const rootFirst = [...sorted.filter(({ isRoot }) => isRoot), ...sorted.filter(({ isRoot }) => !isRoot)];
  const calls = sorted.filter(({ isCall }) => isCall);
  const tools = sorted.filter(({ isCall, type }) => !isCall && type === 'tool');
  const start = Math.min(...spans.map(({ ms }) => ms));
  const end = Math.max(...spans.map(({ ms, took }) => ms + took));
  const names = (all: readonly string[]) => [...new Set(all.filter((name) => name !== ''))].toSorted();
  const runFails = (run: readonly Span[]) => {
    const roots = run.filter(({ isRoot }) => isRoot);
    return (roots.length > 0 ? roots : run).some(({ error }) => error);
  };
  const failed = isRun
    ? runFails(spans)
    : [...Map.groupBy(spans, ({ run }) => run).values()].some((run) => runFails(run));
  const unpriced = calls.filter((call) => call.unpriced);
  return {
    start_ms: String(start),
    end_ms: end,
    latency_ms: end - start,
    cost_usd: calls.reduce((sum, call) => sum + (call.unpriced ? 0 : call.cost), 0),
    total_tokens: 15 * calls.length,
    prompt_tokens: 10 * calls.length,
    spans: spans.length,
    calls: calls.length,
    tools: tools.length,
    errors: spans.filter(({ error }) => error).length,
    failed: Number(failed),
    traces: new Set(spans.map(({ run }) => run).filter((run) => run !== 0)).size,
    unpriced_calls: unpriced.length,
    unpriced_tokens: 15 * unpriced.length,
    agents: names(spans.map(({ agent }) => agent)),
    tool_names: names(tools.map(({ tool }) => tool)),
    models: names(calls.map(({ model }) => model)),
    user_id: rootFirst.find(({ user }) => user !== '')?.user ?? '',
    release: rootFirst.find(({ release }) => release !== '')?.release ?? '',
  };
}

type Group = ReturnType<typeof groupOf>;
interface Row extends Group {
  key: string;
}

const selectGroups = question({
  name: 'selectGroups',
  readsUnloaded: 'spans',
  run: async (engine, scope, of: 'runs' | 'sessions', filter: RunFilter): Promise<Row[]> => {
    const [relation, key] = of === 'runs' ? [runsRelation, 'trace_id'] : [sessionsRelation, 'session_id'];
    const { sql, params } = relation(scope, filter, COLUMNS, engine);
    return engine.query<Row>(
      `SELECT ${key} AS key, ${COLUMNS.join(', ')} FROM (${sql}) ORDER BY key`,
      params,
    );
  },
});

const WINDOW = { startMs: base + 8 * 60_000, endMs: base + 25 * 60_000 };
const any = (): boolean => true;
const CASES: [RunFilter, { project?: number; all?: boolean }, (spans: Span[], group: Group) => boolean][] = [
  [{ calls: {} }, {}, any],
  [{ calls: WINDOW }, {}, any],
  [{ calls: { startMs: WINDOW.startMs } }, {}, any],
  [{ calls: { endMs: WINDOW.endMs } }, {}, any],
  [{ calls: { ...WINDOW, includeEvalRuns: true } }, { all: true }, any],
  [{ calls: WINDOW }, { project: 2 }, any],
  [
    { calls: { ...WINDOW, model: 'claude' } },
    {},
    (spans) => spans.some(({ isCall, model }) => isCall && model === 'claude'),
  ],
  [
    { calls: WINDOW, figures: [{ field: 'run.costUsd', op: 'atLeast', values: [2.5] }] },
    {},
    (_spans, { cost_usd: cost }) => cost >= 2.5,
  ],
  [
    {
      calls: {},
      figures: [
        { field: 'run.durationMs', op: 'atMost', values: [120_000] },
        { field: 'run.errors', op: 'atLeast', values: [1] },
        { field: 'run.agent', op: 'is', values: ['planner', 'nobody'] },
        { field: 'run.tool', op: 'isNot', values: ['mail'] },
        { field: 'release', op: 'isNot', values: ['1.0'] },
      ],
    },
    {},
    (_spans, group) =>
      group.latency_ms <= 120_000 &&
      group.errors >= 1 &&
      group.agents.includes('planner') &&
      !group.tool_names.includes('mail') &&
      group.release !== '1.0',
  ],
  [
    { calls: {}, figures: [{ field: 'run.status', op: 'is', values: ['failed'] }] },
    {},
    (_spans, { failed }) => failed === 1,
  ],
  [{ calls: {}, hasError: false }, {}, (_spans, { errors }) => errors === 0],
];

describe.each(await testEngines())('the relations of runs and sessions on the $name engine', ({ config }) => {
  const options = testOptions();
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-relations-'));
  const account = newAccount();
  const scope: Scope = { account, project: null, sinceMs: 0 };
  let writer: RecordWriter;
  let store: RecordsStore;
  let all: Span[] = [];
  beforeAll(async () => {
    const engine = await openEngine(config, options);
    await migrateRecords(engine);
    const quiet = { clock: systemClock, onProblem: () => undefined };
    writer = await openEmbeddedWriter(engine, { folder: path.join(folder, 'log'), ...quiet });
    store = createRecordsStore(engine, writer);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = async (spans: readonly Span[]): Promise<void> => {
    await writer.write({
      account,
      quota: 1e6,
      encoded: encodeRecords(spans.map((span) => incomingOf(account, span))),
    });
  };

  const expected = (
    of: 'runs' | 'sessions',
    { startMs = -Infinity, endMs = Infinity }: { startMs?: number; endMs?: number },
    { project, all: withEvalRuns }: { project?: number; all?: boolean },
    keeps: (spans: Span[], group: Group) => boolean,
  ) => {
    const visible = all
      .filter((span) => project === undefined || span.project === project)
      .filter((span) => withEvalRuns === true || !span.isCall || span.evalRun === 0)
      .filter((span) => (of === 'runs' ? span.run : span.session) !== 0);
    const name = of === 'runs' ? 'run' : 'session';
    return [...Map.groupBy(visible, (span) => `${name}-${span[name]}`)]
      .map(([key, spans]) => ({ key, spans, group: groupOf(spans, of === 'runs') }))
      .filter(({ spans, group }) => keeps(spans, group))
      .map(({ key, group }) => Object.assign(group, { key }))
      .filter(({ start_ms: start }) => Number(start) >= startMs && Number(start) < endMs)
      .toSorted((left, right) => (left.key < right.key ? -1 : 1));
  };

  /** What the relations have, and what plain loops find. */
  async function both(): Promise<[found: unknown[], wanted: unknown[]]> {
    const [foundAll, wanted]: [unknown[], unknown[]] = [[], []];
    for (const [filter, { project, all: withEvalRuns }, keeps] of CASES) {
      for (const kind of ['runs', 'sessions'] as const) {
        const within = { ...scope, project: project ?? null };
        const asked = await store.ask(within, selectGroups(kind, filter));
        const found = asked;
        const shown = {
          ...(project === undefined ? {} : { project }),
          ...(withEvalRuns === true ? { all: true } : {}),
        };
        foundAll.push([kind, filter, found]);
        wanted.push([kind, filter, expected(kind, filter.calls, shown, keeps)]);
      }
    }
    return [foundAll, wanted];
  }

  const FACETS = [
    ['agent', 'agents'],
    ['tool', 'tool_names'],
    ['model', 'models'],
    ['release', 'release'],
    ['status', 'failed'],
  ] as const;

  /** How many runs or sessions of the relation have each value. */
  async function facetsOf(kind: 'runs' | 'sessions', { calls, ...ofRun }: RunFilter) {
    const filter = { ...calls, startMs: calls.startMs ?? 0, endMs: calls.endMs ?? Date.now(), ...ofRun };
    const counted = await Promise.all(
      FACETS.map(([facet]) => store.ask(scope, selectFacetValues(filter, { of: kind, facet, limit: 50 }))),
    );
    return FACETS.map(([facet], at) => [facet, counted[at]] as const);
  }

  /** Runs or sessions that do not match. */
  const outside = (kind: 'runs' | 'sessions', groups: readonly { key: string }[]): string[] => {
    const matching = new Set(groups.map(({ key }) => key));
    return expected(kind, {}, {}, () => true).flatMap(({ key }) => (matching.has(key) ? [] : [key]));
  };

  const countedIn = (groups: readonly Group[]) =>
    FACETS.map(([facet, column]) => {
      const values = groups.flatMap((group) => {
        const value = group[column];
        return typeof value === 'number' ? (value === 1 ? 'failed' : 'ok') : value;
      });
      const counts = [...Map.groupBy(values, (value) => value)].filter(([value]) => value !== '');
      return [
        facet,
        counts
          .map(([value, each]) => ({ value, count: each.length }))
          .toSorted((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1)),
      ] as const;
    });

  it('agree with plain loops, whatever arrives late, twice, or is erased', async () => {
    const spans = fc.sample(made, { seed: 11, numRuns: 260 }).map((each, at): Span =>
      Object.assign(each, {
        // An observation is always in a trace.
        run: each.isCall ? each.run : Math.max(1, each.run),
        id: `span-${at}`,
        // A run has its spans within some minutes; every fifth run lasts for an hour.
        ms: base + (each.run % 5 === 0 ? each.at : (each.run % 13) * 3 + (each.at % 5)) * 60_000 + at,
      }),
    );
    // The order of arrival is that of the sample, so most runs get their first span late.
    await write(spans.slice(0, 120));
    all = spans.slice(0, 120);
    await writer.settleAll();
    const [loaded, loadedWanted] = await both();
    expect(loaded).toEqual(loadedWanted);
    await write(spans.slice(120, 250));
    all = spans.slice(0, 250);
    const [late, lateWanted] = await both();
    expect(late).toEqual(lateWanted);
    await writer.settleAll();
    // Again, and a few new ones that are not loaded.
    await write([...spans.slice(40, 90), ...spans.slice(250)]);
    all = spans;
    const [twice, twiceWanted] = await both();
    expect(twice).toEqual(twiceWanted);
    const gone = spans.filter((_, at) => at % 6 === 0);
    const refs = gone.map(({ id, ms }) => ({ id, timestampMs: ms }));
    await store.admin.change(account, stageErasure(1, refs));
    await store.admin.change(account, applyErasures());
    all = spans.filter((span) => !gone.includes(span));
    const [erased, erasedWanted] = await both();
    expect(erased).toEqual(erasedWanted);
    for (const [filter, shown, keeps] of CASES)
      for (const kind of ['runs', 'sessions'] as const) {
        if (!filter.figures) continue;
        const groups = expected(kind, filter.calls, shown, keeps);
        const wanted = countedIn(groups);
        expect([kind, filter, await facetsOf(kind, filter)]).toEqual([kind, filter, wanted]);
        const { calls, ...ofRun } = filter;
        const ids = groups.map(({ key }) => key).filter((_, at) => at % 2 === 0);
        const found = await store.ask(
          scope,
          selectMatchingRuns(kind, { ...calls, ...ofRun }, [...ids, 'none', ...outside(kind, groups)]),
        );
        expect([kind, filter, [...found.keys()].toSorted()]).toEqual([kind, filter, ids]);
      }
  });
});
