// The figures of a few traces whose time is known. Spans are ordered by time, so only that time is read.
import { HOUR_MS } from '#lib/clock';
import type { CallRef } from '../record.ts';
import type { QuestionEngine, Statement, Unloaded } from './question.ts';
import { rowsFrom } from './rows-from.ts';
import { Where, type Scope } from './scope.ts';
import { topOf } from './span-groups.ts';
import { calledTools, CALLED, TOOL_FAILED } from './span-names.ts';

export interface TraceFigures {
  traceId: string;
  /** The name of the root span, else of the earliest span. */
  name: string;
  /** `llm`, or the type of the observation. */
  kind: string;
  startMs: number;
  endMs: number;
  calls: number;
  spans: number;
  errors: number;
  /** A root failed, or without a root any span did. */
  failed: boolean;
  failedTools: number;
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  costUsd: number;
  /** Those with the most calls. */
  models: string[];
  agents: string[];
  tools: string[];
  userId: string | null;
  sessionId: string | null;
  /** The tags of the first call. */
  tags: Record<string, string>;
  /** The first ones. */
  callIds: string[];
  /** Spans with content: the root, the first call and the last. */
  root: CallRef | null;
  firstCall: CallRef | null;
  lastCall: CallRef | null;
}

/** Traces this close to each other are read together. */
const NEAR_MS = HOUR_MS;
const MAX_NAME = 256;
const MOST_AGENTS = 20;
const MOST_TOOLS = 50;
const MOST_CALL_IDS = 100;

/** The last one: the span has a parent, so it is only the earliest one. */
type Root = [name: string, kind: string, id: string, ms: string, content: boolean | number, parented: number];
type Ref = [id: string, ms: string];
/** What a span says, and its place: roots come first, then the earliest. */
type Said = [text: string, parented: number, ms: string];

interface RootRow {
  trace_id: string;
  found: string;
  failed: string;
  failed_roots: string;
  failed_tools: string;
  start_ms: string;
  end_ms: number;
  agents: string[];
  tools: string[];
  session: Said;
  user: Said;
  root: Root;
}

interface CallsRow extends RootRow {
  input_tokens: number;
  output_tokens: number;
  tokens: number;
  cost: number;
  models: string[];
  first_tags: Record<string, string>;
  ids: string[];
  first: Ref;
  last: Ref;
}

/** A trace and the time of its spans. */
interface PlacedTrace {
  traceId: string;
  fromMs: number;
  /** Inclusive. */
  toMs: number;
}

/** By trace. Traces without a span are missing. */
export async function traceFigures(
  engine: QuestionEngine,
  scope: Scope,
  places: readonly PlacedTrace[],
  includeEvalRuns = false,
): Promise<Map<string, TraceFigures>> {
  const [ofCalls, ofObservations] = traceFiguresSql(scope, places, includeEvalRuns, engine);
  const [calls, observations] = await Promise.all([
    engine.query<CallsRow>(ofCalls.sql, ofCalls.params),
    engine.query<RootRow>(ofObservations.sql, ofObservations.params),
  ]);
  const byTrace = <Row extends RootRow>(rows: readonly Row[]): Map<string, Row> =>
    new Map(rows.map((row) => [row.trace_id, row]));
  const [callsOf, observationsOf] = [byTrace(calls), byTrace(observations)];
  return new Map(
    places.flatMap(({ traceId }) => {
      const figures = figuresOf(traceId, callsOf.get(traceId), observationsOf.get(traceId));
      return figures ? [[traceId, figures] as const] : [];
    }),
  );
}

const ROOT_FIRST = `(parent_span_id != '', timestamp, id)`;
const REF = '(id, toUnixTimestamp64Milli(timestamp))';

const said = (column: string): string =>
  `argMinIf((${column}, parent_span_id != '', toUnixTimestamp64Milli(timestamp)), ${ROOT_FIRST}, ${column} != '')`;

// Planning takes longer than reading, and grows with the functions of a statement. So what belongs together is one tuple, and
// numbers are not cast.
const spanFigures = (name: string, kind: string, took: string): string => `trace_id, count() AS found,
  countIf(error != '') AS failed, countIf(parent_span_id = '' AND error != '') AS failed_roots,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms, max(toUnixTimestamp64Milli(timestamp) + ${took}) AS end_ms,
  ${said('session_id')} AS session, ${said('user_id')} AS user,
  argMin((substringUTF8(${name}, 1, ${MAX_NAME}), ${kind}, id, toUnixTimestamp64Milli(timestamp), has_content, parent_span_id != ''), ${ROOT_FIRST}) AS root`;

/** The columns that the figures of any span are computed from. */
const SPAN_COLUMNS = 'id, trace_id, timestamp, session_id, user_id, parent_span_id, error, has_content';
const CALL_COLUMNS = `${SPAN_COLUMNS}, latency_ms, model, tags, prompt_tokens, completion_tokens, total_tokens, cost_usd, tool_calls, name, agent`;
const OBSERVATION_COLUMNS = `${SPAN_COLUMNS}, duration_ms, name, type, agent, tool, tags`;

export function traceFiguresSql(
  scope: Scope,
  places: readonly PlacedTrace[],
  includeEvalRuns = false,
  { unloaded, unloadedObservations }: Unloaded = {},
): readonly [Statement, Statement] {
  const times = stretchesOf(places);
  const spans = (): Where =>
    Where.of(scope)
      .and('trace_id IN {traceIds: Array(String)}', { traceIds: places.map(({ traceId }) => traceId) })
      .and(
        `(${times
          .map(
            (_, at) =>
              `timestamp >= fromUnixTimestamp64Milli({from${at}: Int64}) AND timestamp <= fromUnixTimestamp64Milli({to${at}: Int64})`,
          )
          .join(' OR ')})`,
        Object.fromEntries(
          times.flatMap(({ fromMs, toMs }, at) => [
            [`from${at}`, fromMs],
            [`to${at}`, toMs],
          ]),
        ),
      );
  const calls = includeEvalRuns ? spans() : spans().and('eval_run = 0');
  const select = (columns: string, from: string): Statement => ({
    sql: `SELECT ${columns}\n${from}\nGROUP BY trace_id`,
    params: calls.params,
  });
  return [
    select(
      `${spanFigures(CALLED, `'llm'`, 'latency_ms')},
  sum(prompt_tokens) AS input_tokens, sum(completion_tokens) AS output_tokens, sum(total_tokens) AS tokens, sum(cost_usd) AS cost,
  sum(arrayCount(one -> ${TOOL_FAILED}, JSONExtractArrayRaw(tool_calls))) AS failed_tools,
  ${topOf('toString(model)', 5)} AS models,
  groupUniqArray(${MOST_AGENTS + 1})(agent) AS agents,
  groupUniqArrayArray(${MOST_TOOLS})(${calledTools()}) AS tools,
  argMin(tags, (timestamp, id)) AS first_tags,
  groupArraySorted(${MOST_CALL_IDS})(id) AS ids,
  argMinIf(${REF}, (timestamp, id), has_content) AS first, argMaxIf(${REF}, (timestamp, id), has_content) AS last`,
      rowsFrom('calls', calls, CALL_COLUMNS, unloaded),
    ),
    select(
      `${spanFigures('name', 'toString(type)', 'duration_ms')},
  countIf(type = 'tool' AND error != '') AS failed_tools,
  groupUniqArray(${MOST_AGENTS + 1})(agent) AS agents,
  groupUniqArrayIf(${MOST_TOOLS})(tool, type = 'tool') AS tools`,
      rowsFrom('observations', spans(), OBSERVATION_COLUMNS, unloadedObservations),
    ),
  ];
}

/** Traces of one page are mostly close together in time; those of a rare filter are far apart. */
function stretchesOf(places: readonly PlacedTrace[]): { fromMs: number; toMs: number }[] {
  const stretches: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of places.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const last = stretches.at(-1);
    if (last && fromMs - NEAR_MS <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else stretches.push({ fromMs, toMs });
  }
  return stretches;
}

function saidFirst(all: readonly Said[]): string | null {
  const [first] = all
    .filter(([text]) => text !== '')
    .toSorted(([, left, leftMs], [, right, rightMs]) => left - right || Number(leftMs) - Number(rightMs));
  return first?.[0] ?? null;
}

function figuresOf(
  traceId: string,
  calls: CallsRow | undefined,
  observations: RootRow | undefined,
): TraceFigures | null {
  const parts: RootRow[] = [calls, observations].filter((part) => part !== undefined);
  const [root] = parts
    .map((part) => part.root)
    .toSorted(
      ([, , , leftMs, , left], [, , , rightMs, , right]) => left - right || Number(leftMs) - Number(rightMs),
    );
  if (!root) return null;
  const [name, kind, rootId, rootMs, hasContent, isParented] = root;
  const sum = (of: (part: RootRow) => string): number =>
    parts.reduce((total, part) => total + Number(of(part)), 0);
  const names = (of: (part: RootRow) => string[], most: number): string[] =>
    [...new Set(parts.flatMap(of))]
      .filter((each) => each !== '')
      .toSorted()
      .slice(0, most);
  return {
    traceId,
    name,
    kind,
    startMs: Math.min(...parts.map((part) => Number(part.start_ms))),
    endMs: Math.max(...parts.map((part) => part.end_ms)),
    calls: Number(calls?.found ?? 0),
    spans: sum(({ found }) => found),
    errors: sum(({ failed }) => failed),
    failed: sum(isParented ? ({ failed }) => failed : ({ failed_roots: failedRoots }) => failedRoots) > 0,
    // A failed tool is often in the call that asked for it as well as in a span of its own.
    failedTools: Math.max(...parts.map((part) => Number(part.failed_tools))),
    inputTokens: calls?.input_tokens ?? 0,
    outputTokens: calls?.output_tokens ?? 0,
    totalTokens: calls?.tokens ?? 0,
    costUsd: calls?.cost ?? 0,
    models: calls?.models ?? [],
    agents: names((part) => part.agents, MOST_AGENTS),
    tools: names((part) => part.tools, MOST_TOOLS),
    userId: saidFirst(parts.map(({ user }) => user)),
    sessionId: saidFirst(parts.map(({ session }) => session)),
    tags: calls?.first_tags ?? {},
    callIds: calls?.ids ?? [],
    root: refOf(hasContent ? [rootId, rootMs] : undefined),
    firstCall: refOf(calls?.first),
    lastCall: refOf(calls?.last),
  };
}

const refOf = ([id, ms]: Ref = ['', '']): CallRef | null =>
  id === '' ? null : { id, timestampMs: Number(ms) };
