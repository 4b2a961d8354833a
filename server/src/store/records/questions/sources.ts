// What a question about calls, spans, runs or sessions reads: tables, with the acknowledged records beside them that are
// not loaded yet (../writer/unloaded-source.ts). Spans are calls and observations together. They get the names
// and columns of calls, so that whatever can be asked of calls can be asked of spans. Runs and sessions are groups of
// spans (runs-relation.ts), whose figures have the names of columns of calls.
import type { Params } from '../engine/params.ts';
import { callsWhere, spansWhere, windowWhere, type SpanFilter } from './call-filter.ts';
import type { ReadsUnloaded, Statement, Unloaded } from './question.ts';
import type { RunFilter } from './run-filter.ts';
import { runsRelation, sessionsRelation } from './runs-relation.ts';
import { Where, type Scope } from './scope.ts';
import { RUN_COLUMNS, SESSION_COLUMNS, type RunColumn, type SessionColumn } from './span-groups.ts';
import { CALLED } from './span-names.ts';
import type { Subject } from './subjects.ts';

/** A table, or a relation in parentheses. */
export interface SubjectSource {
  from: string;
  /** What the rows must meet, beside what the relation has checked. */
  where: Where;
}

/** In both tables. */
const SHARED = `id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server`;

const ABSENT_TEXTS = [
  'provider',
  'model',
  'finish_reason',
  'gateway',
  'prompt_name',
  'prompt_version',
  'price_source',
];
const ABSENT_NUMBERS = ['total_tokens', 'prompt_tokens', 'completion_tokens', 'cost_usd'];

const CALL_AS_SPAN = `${SHARED},
  'llm' AS kind, 'llm' AS type, ${CALLED} AS name, '' AS tool, latency_ms, ttft_ms, eval_run, prompt_id,
  ${[...ABSENT_TEXTS, ...ABSENT_NUMBERS].join(', ')}`;

const OBSERVATION_AS_SPAN = `${SHARED},
  'observation' AS kind, type, name, tool, duration_ms AS latency_ms, toFloat64(-1) AS ttft_ms, toUInt32(0) AS eval_run,
  toUInt32(0) AS prompt_id, ${ABSENT_TEXTS.map((name) => `'' AS ${name}`).join(', ')},
  ${ABSENT_NUMBERS.map((name) => `toFloat64(0) AS ${name}`).join(', ')}`;

/** The filter of any subject: what only runs and sessions have is not set for others. */
export type SubjectFilter = SpanFilter & Pick<RunFilter, 'failingTool' | 'hasError' | 'figures' | 'ids'>;

/** `sql`: the text that names the columns that are read. Computing the columns of runs takes long. */
type Sources = (scope: Scope, filter: SubjectFilter, unloaded: Unloaded, sql: string) => SubjectSource[];

const isNamedIn =
  (sql: string) =>
  (column: string): boolean =>
    new RegExp(String.raw`\b${column}\b`).test(sql);

const grouped = ({ sql, params }: Statement): SubjectSource[] => [
  { from: `(${sql})`, where: new Where().with(params) },
];

function runFilterOf({
  name,
  agent,
  tool,
  failingTool,
  hasError,
  figures,
  ids,
  type: _of,
  ...calls
}: SubjectFilter): RunFilter {
  const given = { name, agent, tool, failingTool, hasError, figures, ids };
  return { calls, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

const TABLES: Readonly<Record<Subject, Sources>> = {
  runs: (scope, filter, unloaded, sql) => {
    const columns = (Object.keys(RUN_COLUMNS) as RunColumn[]).filter(isNamedIn(sql));
    return grouped(runsRelation(scope, runFilterOf(filter), columns, unloaded));
  },
  sessions: (scope, filter, unloaded, sql) => {
    const columns = (Object.keys(SESSION_COLUMNS) as SessionColumn[]).filter(isNamedIn(sql));
    return grouped(sessionsRelation(scope, runFilterOf(filter), columns, unloaded));
  },
  calls: (scope, filter, { unloaded }) =>
    ['calls', unloaded].flatMap((from) =>
      from === undefined ? [] : [{ from, where: callsWhere(scope, filter) }],
    ),
  spans: (scope, filter, { unloaded, unloadedObservations }) =>
    [
      ['calls', CALL_AS_SPAN],
      [unloaded, CALL_AS_SPAN],
      ['observations', OBSERVATION_AS_SPAN],
      [unloadedObservations, OBSERVATION_AS_SPAN],
    ].flatMap(([from, columns]) => {
      if (from === undefined) return [];
      const window = windowWhere(scope, filter);
      return [
        {
          from: `(SELECT ${columns}\nFROM ${from}\nWHERE ${window.sql})`,
          where: spansWhere(filter).with(window.params),
        },
      ];
    }),
};

/** `sql`: the part of the statement that names the columns that it reads. */
export const sourcesOf = (
  of: Subject,
  scope: Scope,
  filter: SubjectFilter,
  sql: string,
  unloaded: Unloaded = {},
): SubjectSource[] => TABLES[of](scope, filter, unloaded, sql);

export const fromSource = ({ from, where }: SubjectSource): string =>
  where.sql === '' ? `FROM ${from}` : `FROM ${from}\nWHERE ${where.sql}`;

/** FROM and WHERE of a statement that reads these columns of the matching rows of all sources. */
export const fromSources = (sources: readonly SubjectSource[], columns: string): string => {
  const [first, ...more] = sources;
  if (!first) throw new Error('A question reads at least one source.');
  return more.length === 0
    ? fromSource(first)
    : `FROM (\n${sources.map((source) => `SELECT ${columns}\n${fromSource(source)}`).join('\nUNION ALL\n')}\n)`;
};

export const paramsOf = (sources: readonly SubjectSource[]): Params =>
  Object.assign({}, ...sources.map(({ where }) => where.params)) as Params;

/** Which acknowledged records a question reads beside the tables. */
export const readsOf = (of: Subject = 'calls'): ReadsUnloaded => (of === 'calls' ? 'calls' : 'spans');
