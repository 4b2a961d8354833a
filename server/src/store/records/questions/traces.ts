// A page of traces, the one with the newest span first. Read backwards in time, calls and observations show
// traces in this order, so the engine stops when the page is full. A second question computes the figures of the traces on the page (trace-figures.ts).
import { DAY_MS } from '#lib/clock';
import type { About } from './about.ts';
import { readsMuch, windowWhere } from './call-filter.ts';
import { newestPlaces } from './newest-places.ts';
import { spanOrderSql, type SpanPlaces } from './newest-spans.ts';
import type { RunFilter } from './run-filter.ts';
import { question, type QuestionEngine, type Statement, type Unloaded } from './question.ts';
import type { Scope, Where } from './scope.ts';
import { sortedRuns, type SortedPage, type SortedRuns } from './sorted-runs.ts';
import { calledTools, CALLED, failedTools } from './span-names.ts';
import { traceFigures, type TraceFigures } from './trace-figures.ts';

export interface TracePlace {
  /** Time of the newest span that matches. */
  atMs: number;
  traceId: string;
  /** The `atMs` of the first trace of the first page. Newer spans must not move a trace to another page. */
  untilMs: number;
}

export interface TracePage {
  after: TracePlace | null;
  limit: number;
}

interface TraceList {
  traces: TraceFigures[];
  /** Where the next page begins; null on the last page. */
  next: TracePlace | null;
}

interface SortedTraces extends Pick<SortedRuns, 'next' | 'searchedFromMs'> {
  traces: TraceFigures[];
}

/** A trace that pauses for longer counts as two. Else each page would read all spans after it. */
const LONGEST_PAUSE_MS = DAY_MS;

/**
 * A trace may turn out to have another name, or to be erased. A page that stays short after this many rounds
 * is sent.
 */
const MOST_ROUNDS = 8;

/** Latest activity first. Conditions on the figures of runs are those of `selectSortedTraces`. */
export const selectTraceList = question({
  name: 'selectTraceList',
  heavy: ({ calls, ...ofRun }: RunFilter) => readsMuch(calls) || Object.keys(ofRun).length > 0,
  about: ({ calls: { startMs } }: RunFilter): About =>
    startMs === undefined ? {} : { startMs: startMs - LONGEST_PAUSE_MS },
  readsUnloaded: 'spans',
  run: async (engine, scope, filter: RunFilter, page: TracePage): Promise<TraceList> => {
    const traces: TraceFigures[] = [];
    let after = page.after;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = await oneRound(engine, scope, filter, { after, limit: page.limit - traces.length });
      traces.push(...found.traces);
      after = found.next;
      if (after === null || traces.length >= page.limit) break;
    }
    return { traces, next: after };
  },
});

/** In the order of a figure. */
export const selectSortedTraces = question({
  name: 'selectSortedTraces',
  heavy: true,
  readsUnloaded: 'spans',
  run: async (engine, scope, filter: RunFilter, page: SortedPage): Promise<SortedTraces> => {
    const { runs, next, searchedFromMs } = await sortedRuns(engine, scope, 'runs', filter, page);
    const places = runs.map(({ id: traceId, ...times }) => ({ traceId, ...times }));
    if (places.length === 0) return { traces: [], next, searchedFromMs };
    const figures = await traceFigures(engine, scope, places, filter.calls.includeEvalRuns);
    return { traces: runs.flatMap(({ id }) => figures.get(id) ?? []), next, searchedFromMs };
  },
});

const CALLS_OF_TRACE = 16;

async function oneRound(
  engine: QuestionEngine,
  scope: Scope,
  filter: RunFilter,
  { after, limit }: TracePage,
): Promise<TraceList> {
  const { places: found } = await newestPlaces(
    engine,
    { limit: limit + 1, rowsOfEach: CALLS_OF_TRACE },
    (rows) => traceOrderSql(scope, filter, after, rows, engine),
  );
  const places = found.slice(0, limit).map(({ id, atMs }) => ({ traceId: id, atMs }));
  const [newest] = places;
  const last = places.at(-1);
  if (!newest || !last) return { traces: [], next: null };
  const around = places.map(({ traceId, atMs }) => ({
    traceId,
    fromMs: atMs - LONGEST_PAUSE_MS,
    toMs: atMs + LONGEST_PAUSE_MS,
  }));
  const figures = await traceFigures(engine, scope, around, filter.calls.includeEvalRuns);
  return {
    // Erased traces may still have a place.
    traces: places.flatMap(({ traceId }) => {
      const trace = figures.get(traceId);
      return trace && hasName(trace, filter.name) ? [trace] : [];
    }),
    next: found.length > limit ? { ...last, untilMs: after?.untilMs ?? newest.atMs } : null,
  };
}

const hasName = ({ name }: TraceFigures, wanted: string | undefined): boolean =>
  wanted === undefined || name.toLowerCase().includes(wanted.toLowerCase());

export function traceOrderSql(
  scope: Scope,
  filter: RunFilter,
  after: TracePlace | null,
  rows: number,
  unloaded: Unloaded = {},
): Statement {
  const place = after && {
    atMs: after.atMs,
    id: after.traceId,
    untilMs: Math.min(after.untilMs, after.atMs + LONGEST_PAUSE_MS),
  };
  const order: SpanPlaces = {
    of: 'trace_id',
    filter: filter.calls,
    after: place,
    narrow: (where) => ofTraces(where, scope, filter, unloaded),
  };
  return spanOrderSql(scope, order, rows, unloaded);
}

/** Conditions on the trace as a whole: the spans that decide are looked up first. */
function ofTraces(where: Where, scope: Scope, filter: RunFilter, unloaded: Unloaded): void {
  const { calls, name, agent, tool, failingTool, hasError } = filter;
  const has = (ofObservations: string, ofCalls: string, isWanted = true): void => {
    const part = (from: string | undefined, condition: string): string[] =>
      from === undefined
        ? []
        : [`SELECT trace_id FROM ${from} WHERE ${windowWhere(scope, calls).and(condition).sql}`];
    const parts = [
      ...part('observations', ofObservations),
      ...part('calls', ofCalls),
      ...part(unloaded.unloadedObservations, ofObservations),
      ...part(unloaded.unloaded, ofCalls),
    ];
    where.and(`trace_id ${isWanted ? '' : 'NOT '}IN (${parts.join('\nUNION ALL ')})`);
  };
  Object.assign(where.params, windowWhere(scope, calls).params, {
    ...(name === undefined ? {} : { traceName: name }),
    ...(agent === undefined ? {} : { agent }),
    ...(tool === undefined ? {} : { tool }),
  });
  const named = (column: string): string => `positionCaseInsensitiveUTF8(${column}, {traceName: String}) > 0`;
  if (name !== undefined) has(named('name'), named(CALLED));
  const ofAgent = 'agent = {agent: String}';
  if (agent !== undefined) has(ofAgent, ofAgent);
  const ofTool = 'tool = {tool: String}';
  if (tool !== undefined) has(`type = 'tool' AND ${ofTool}`, `has(${calledTools()}, {tool: String})`);
  if (failingTool !== undefined)
    has(
      `type = 'tool' AND error != ''${tool === undefined ? '' : ` AND ${ofTool}`}`,
      tool === undefined ? `notEmpty(${failedTools()})` : `has(${failedTools()}, {tool: String})`,
      failingTool,
    );
  if (hasError !== undefined) has(`error != ''`, `error != ''`, hasError);
}
