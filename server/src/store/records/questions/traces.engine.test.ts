// Pages of traces on the real tables, compared with traces computed by plain loops: traces of calls, of
// observations and of both, with every filter, over ties of time, and while spans arrive.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { CallRecord, ObservationRecord } from '../index.ts';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectContentPlaces } from './content-places.ts';
import type { Scope } from './scope.ts';
import type { TraceFigures } from './trace-figures.ts';
import type { RunFilter } from './run-filter.ts';
import { selectTraceList, type TracePlace } from './traces.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const base = now - 20 * DAY_MS;

interface MadeSpan {
  record: CallRecord | ObservationRecord;
  project: number;
  userId: string;
  hasContent: boolean;
}

/** Few moments, so that traces end at the same one. */
const made = fc.record({
  trace: fc.integer({ min: 0, max: 39 }),
  at: fc.integer({ min: 0, max: 30 }),
  took: fc.integer({ min: 0, max: 5_000 }),
  isRoot: fc.boolean(),
  model: fc.constantFrom('gpt-5', 'claude', 'm 日本'),
  user: fc.constantFrom('', 'ada', "o'neil"),
  error: fc.constantFrom(null, null, null, 'boom'),
  type: fc.constantFrom('tool' as const, 'agent' as const, 'chain' as const),
  name: fc.constantFrom('search', 'plan', 'Main flow'),
  project: fc.constantFrom(1, 1, 2),
  hasContent: fc.boolean(),
});

/** A third of the traces has only calls, a third only observations. */
const SPANS: MadeSpan[] = fc.sample(made, { seed: 5, numRuns: 300 }).map((each, at) => {
  const traceId = `t${String(each.trace).padStart(2, '0')}`;
  const isCall = each.trace % 3 === 0 || (each.trace % 3 === 1 && at % 2 === 0);
  const parentSpanId = each.isRoot ? null : 'p';
  const timestampMs = base + each.at * 1_000;
  const { project, hasContent } = each;
  const record = isCall
    ? plainCall(`c${at}`, timestampMs, {
        traceId,
        parentSpanId,
        model: each.model,
        error: each.error,
        latencyMs: each.took,
        costUsd: at / 4,
        promptTokens: at,
        completionTokens: 1,
        totalTokens: at + 1,
        sessionId: at % 5 === 0 ? `s${at}` : null,
        tags: { at: String(at) },
        requestMeta: at % 7 === 0 ? { spanName: 'Main flow', agentName: 'planner' } : null,
        toolCalls: at % 11 === 0 ? [{ name: 'search', error: 'late' }, { function: { name: 'mail' } }] : null,
      })
    : plainObservation(traceId, `o${at}`, timestampMs, {
        type: each.type,
        name: each.type === 'tool' ? `execute_tool ${each.name}` : each.name,
        error: each.error,
        parentSpanId,
        durationMs: each.took,
      });
  return { record, project, userId: isCall ? each.user : '', hasContent };
});

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
const inOrder = (left: MadeSpan, right: MadeSpan): number =>
  left.record.timestampMs - right.record.timestampMs || byBytes(left.record.id, right.record.id);
const tookOf = ({ record }: MadeSpan): number =>
  record.kind === 'call' ? record.latencyMs : record.durationMs;
const shortOf = (name: string): string => name.replace(/^execute_tool /, '');
const nameOf = ({ record }: MadeSpan): string => {
  if (record.kind === 'observation') return record.name;
  const { spanName } = record.requestMeta ?? {};
  return typeof spanName === 'string' ? spanName : record.model;
};
const toolsIn = ({ record }: MadeSpan): { name: string; failed: boolean }[] => {
  if (record.kind === 'observation')
    return record.type === 'tool' ? [{ name: shortOf(record.name), failed: record.error !== null }] : [];
  const calls = (record.toolCalls ?? []) as { name?: string; error?: string; function?: { name: string } }[];
  return calls.map((call) => ({
    name: call.name ?? call.function?.name ?? '',
    failed: call.error !== undefined,
  }));
};

const isRoot = ({ record }: MadeSpan): boolean => record.parentSpanId === null;

type Summary = Omit<TraceFigures, 'models' | 'callIds' | 'root' | 'firstCall' | 'lastCall'>;

interface Listed {
  spans: MadeSpan[];
  summary: Summary;
  /** The newest row that places it: observations of one insert count as one. */
  atMs: number;
}

function traceOf(traceId: string, spans: MadeSpan[], atMs: number): Listed {
  const sorted = spans.toSorted(inOrder);
  const calls = sorted.filter(({ record }) => record.kind === 'call');
  // The root of the calls and that of the observations; the one without a parent, then the earlier one.
  const roots = [calls, sorted.filter(({ record }) => record.kind === 'observation')].flatMap(
    (of) => of.find(({ record }) => record.parentSpanId === null) ?? of[0] ?? [],
  );
  const [root] = roots.toSorted(
    (left, right) =>
      Number(left.record.parentSpanId !== null) - Number(right.record.parentSpanId !== null) ||
      left.record.timestampMs - right.record.timestampMs,
  );
  if (!root) throw new Error('A trace without spans.');
  const sum = (of: (call: CallRecord) => number): number =>
    calls.reduce((total, { record }) => total + (record.kind === 'call' ? of(record) : 0), 0);
  const failedIn = (kind: string): number =>
    spans
      .filter(({ record }) => record.kind === kind)
      .flatMap(toolsIn)
      .filter(({ failed }) => failed).length;
  const agents = spans.flatMap(({ record }) => {
    if (record.kind === 'observation') return record.type === 'agent' ? [record.name] : [];
    const { agentName } = record.requestMeta ?? {};
    return typeof agentName === 'string' ? [agentName] : [];
  });
  const [firstCall] = calls;
  // Only calls say a session or a user here.
  const rootFirst = [...calls.filter(isRoot), ...calls.filter((call) => !isRoot(call))];
  return {
    spans,
    atMs,
    summary: {
      traceId,
      name: nameOf(root),
      kind: root.record.kind === 'call' ? 'llm' : root.record.type,
      startMs: Math.min(...spans.map(({ record }) => record.timestampMs)),
      endMs: Math.max(...spans.map((span) => span.record.timestampMs + tookOf(span))),
      calls: calls.length,
      spans: spans.length,
      errors: spans.filter(({ record }) => record.error !== null).length,
      failed: (spans.some(isRoot) ? spans.filter(isRoot) : spans).some(({ record }) => record.error !== null),
      failedTools: Math.max(failedIn('call'), failedIn('observation')),
      inputTokens: sum(({ promptTokens }) => promptTokens),
      outputTokens: sum(({ completionTokens }) => completionTokens),
      totalTokens: sum(({ totalTokens }) => totalTokens),
      costUsd: sum(({ costUsd }) => costUsd ?? 0),
      agents: [...new Set(agents)].toSorted(),
      tools: [...new Set(spans.flatMap(toolsIn).map(({ name }) => name))].toSorted(),
      userId: rootFirst.find(({ userId }) => userId !== '')?.userId ?? null,
      sessionId: rootFirst.find(({ record }) => record.sessionId !== null)?.record.sessionId ?? null,
      tags: firstCall?.record.kind === 'call' ? firstCall.record.tags : {},
    },
  };
}

/** `places`: the spans that put a trace into the list. */
function expected(
  places: (span: MadeSpan) => boolean,
  keeps: (trace: Listed) => boolean = () => true,
  within: (span: MadeSpan) => boolean = () => true,
): Summary[] {
  const groups = [...Map.groupBy(SPANS.filter(within), ({ record }) => record.traceId ?? '')];
  return groups
    .flatMap(([traceId, spans]) => {
      const placing = spans.filter(places).map(({ record }) => record.timestampMs);
      return placing.length === 0 ? [] : [traceOf(traceId, spans, Math.max(...placing))];
    })
    .filter(keeps)
    .toSorted((left, right) => right.atMs - left.atMs || byBytes(right.summary.traceId, left.summary.traceId))
    .map(({ summary }) => summary);
}

const summaryOf = ({
  models: _models,
  callIds: _ids,
  root: _root,
  firstCall: _first,
  lastCall: _last,
  ...summary
}: TraceFigures): Summary => summary;

async function paged(
  engine: RecordsEngine,
  filter: RunFilter,
  limit: number,
  { within = scope, between = async () => undefined }: { within?: Scope; between?: () => Promise<void> } = {},
): Promise<TraceFigures[]> {
  const all: TraceFigures[] = [];
  let after: TracePlace | null = null;
  do {
    const page = await selectTraceList(filter, { after, limit }).run(engine, within);
    expect(page.traces.length).toBeLessThanOrEqual(limit);
    all.push(...page.traces);
    if (after === null) await between();
    after = page.next;
  } while (after !== null);
  return all;
}

const isCall = ({ record }: MadeSpan): boolean => record.kind === 'call';

describe.each(await testEngines())('traces on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;
  const insert = async (spans: readonly MadeSpan[], of = account): Promise<void> => {
    const rows = (kind: string) =>
      spans
        .filter(({ record }) => record.kind === kind)
        .map(({ record, project, userId, hasContent }) => {
          const belonging = { account: of, project, userId, hasContent };
          return record.kind === 'call' ? callRow(belonging, record) : observationRow(belonging, record);
        });
    await engine.insert('calls', rows('call'));
    await engine.insert('observations', rows('observation'));
  };
  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    await insert(SPANS);
    await insert(SPANS.slice(0, 50), newAccount());
    const old = plainObservation('old', 'o', now - 40 * DAY_MS);
    await insert([
      { record: old, project: 1, userId: '', hasContent: false },
      // This call has no trace.
      { record: plainCall('bare', now - DAY_MS), project: 1, userId: '', hasContent: false },
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('are listed completely in one page and in pages of any size, with and without calls', async () => {
    const all = expected(() => true);
    expect(all.length).toBeGreaterThan(35);
    expect(all.some(({ calls }) => calls === 0)).toBe(true);
    expect(all.some(({ calls, spans }) => calls === spans)).toBe(true);
    const [whole, pages] = await Promise.all([
      paged(asking, { calls: {} }, 200),
      paged(asking, { calls: {} }, 7),
    ]);
    expect(whole.map(summaryOf)).toEqual(all);
    expect(pages.map(summaryOf)).toEqual(all);
  });

  it('are found by every filter, in a window and in a project', async () => {
    const startMs = base + 8_000;
    const endMs = startMs + 9_000;
    const inWindow = ({ record: { timestampMs } }: MadeSpan) => timestampMs >= startMs && timestampMs < endMs;
    const has = (test: (span: MadeSpan) => boolean) => (trace: Listed) => trace.spans.some(test);
    const failsTool = (name?: string) => (span: MadeSpan) =>
      toolsIn(span).some((tool) => tool.failed && (name === undefined || tool.name === name));
    const failed = ({ record }: MadeSpan) => record.error !== null;
    const ofModel = (model: string) => (span: MadeSpan) =>
      span.record.kind === 'call' && span.record.model === model;
    const cases: [RunFilter, Summary[], Scope?][] = [
      [{ calls: { model: 'claude' } }, expected(ofModel('claude'))],
      [
        { calls: { model: 'GPT-5', startMs, endMs, userId: "o'neil" } },
        expected((span) => ofModel('gpt-5')(span) && inWindow(span) && span.userId === "o'neil"),
      ],
      [
        { calls: {}, name: 'MAIN' },
        expected(
          () => true,
          ({ summary }) => summary.name.includes('Main flow'),
        ),
      ],
      [
        { calls: {}, agent: 'planner' },
        expected(
          () => true,
          ({ summary }) => summary.agents.includes('planner'),
        ),
      ],
      [
        { calls: {}, tool: 'mail' },
        expected(
          () => true,
          has((span) => toolsIn(span).some(({ name }) => name === 'mail')),
        ),
      ],
      [{ calls: {}, failingTool: true }, expected(() => true, has(failsTool()))],
      [
        { calls: {}, failingTool: false },
        expected(
          () => true,
          (trace) => !has(failsTool())(trace),
        ),
      ],
      [{ calls: {}, tool: 'plan', failingTool: true }, expected(() => true, has(failsTool('plan')))],
      [{ calls: {}, hasError: true }, expected(() => true, has(failed))],
      [{ calls: { error: false }, hasError: false }, expected(isCall, (trace) => !has(failed)(trace))],
      [
        { calls: {} },
        expected(
          () => true,
          () => true,
          ({ project }) => project === 2,
        ),
        { ...scope, project: 2 },
      ],
      [{ calls: { tags: {}, where: [] } }, expected(() => true)],
      [{ calls: { model: 'none such' } }, []],
    ];
    await Promise.all(
      cases.map(async ([filter, traces, within]) => {
        const found = await paged(asking, filter, 9, within ? { within } : {});
        expect([filter, found.map(summaryOf)]).toEqual([filter, traces]);
      }),
    );
  });

  it('have the content of the root, of the first call and of the last', async () => {
    const traces = await paged(asking, { calls: {} }, 200);
    for (const { traceId, root, firstCall, lastCall, callIds } of traces) {
      const spans = SPANS.filter(({ record }) => record.traceId === traceId).toSorted(inOrder);
      const calls = spans.filter(isCall);
      const kept = calls.filter(({ hasContent }) => hasContent);
      const placeOf = (span: MadeSpan | undefined) =>
        span ? { id: span.record.id, timestampMs: span.record.timestampMs } : null;
      expect([traceId, firstCall, lastCall]).toEqual([traceId, placeOf(kept[0]), placeOf(kept.at(-1))]);
      expect(callIds.toSorted()).toEqual(calls.map(({ record }) => record.id).toSorted());
      const ofRoot = spans.find(({ record }) => record.id === root?.id);
      expect([traceId, root === null || ofRoot?.hasContent]).toEqual([traceId, true]);
    }
    const [call, observation] = [true, false].map((wanted) => SPANS.find((span) => isCall(span) === wanted));
    const ids = [call, observation].map((span) => span?.record.id ?? '');
    const places = await selectContentPlaces([...ids, 'none such']).run(asking, scope);
    expect(places).toEqual(
      new Map(
        [call, observation].map((span, at) => [
          ids[at] ?? '',
          { timestampMs: span?.record.timestampMs, hasContent: span?.hasContent },
        ]),
      ),
    );
  });

  it('appear once each and in their place, whatever arrives between two pages', async () => {
    const all = expected(() => true);
    const last = all.at(-1)?.traceId ?? '';
    const arrive = (traceId: string, at: number): MadeSpan => ({
      record: plainObservation(traceId, `new-${traceId}`, at),
      project: 1,
      userId: '',
      hasContent: false,
    });
    const between = () => insert([arrive(last, now - 2 * HOUR_MS), arrive('newest', now - HOUR_MS)]);
    const pages = await paged(asking, { calls: {} }, 8, { between });
    expect(pages.map(({ traceId }) => traceId)).toEqual(all.map(({ traceId }) => traceId));
    const { traces } = await selectTraceList({ calls: {} }, { after: null, limit: 2 }).run(asking, scope);
    expect(traces.map(({ traceId }) => traceId)).toEqual(['newest', last]);
    // The pause is longer than a day, so the trace counts as two.
    expect(traces[1]?.spans).toBe(1);
  });

  it('a trace whose spans are gone is left out, and the page is still full', async () => {
    await engine.command(
      `ALTER TABLE observations DELETE WHERE account = {account: UInt32} AND trace_id = 'newest' SETTINGS mutations_sync = 1`,
      { account },
    );
    const { traces, next } = await selectTraceList({ calls: {} }, { after: null, limit: 2 }).run(
      asking,
      scope,
    );
    expect(traces).toHaveLength(2);
    expect(traces.map(({ traceId }) => traceId)).not.toContain('newest');
    expect(next).not.toBeNull();
  });
});
