// The figures of a few sessions, each as a whole.
import type { CallRef } from '../record.ts';
import type { QuestionEngine, Statement, Unloaded } from './question.ts';
import { sessionsRelation } from './runs-relation.ts';
import type { Scope } from './scope.ts';
import type { SessionColumn } from './span-groups.ts';
import { unpricedOf, type UnpricedCalls, type UnpricedRow } from './unpriced.ts';

export interface SessionFigures {
  sessionId: string;
  calls: number;
  traces: number;
  /** Failed spans. */
  errors: number;
  costUsd: number;
  /** If there are such calls. */
  unpriced?: UnpricedCalls;
  totalTokens: number;
  /** From the beginning of the first span to the last end. */
  startMs: number;
  endMs: number;
  /** Those with the most calls. */
  users: string[];
  models: string[];
  /** '' without a call. */
  lastModel: string;
  /** If it was asked for, and a call has content. */
  firstContent?: CallRef;
}

interface Shown {
  includeEvalRuns?: boolean;
  /** With the first call of each session that has content. */
  firstContent?: boolean;
}

interface Row extends UnpricedRow {
  session_id: string;
  calls: number;
  traces: number;
  errors: number;
  cost_usd: number;
  total_tokens: number;
  start_ms: string;
  end_ms: number;
  top_users: string[];
  top_models: string[];
  last_model: string;
  first_content?: [id: string, ms: string];
}

const COLUMNS: readonly SessionColumn[] = [
  'session_id',
  'calls',
  'traces',
  'errors',
  'cost_usd',
  'unpriced_calls',
  'unpriced_tokens',
  'total_tokens',
  'start_ms',
  'end_ms',
  'top_users',
  'top_models',
  'last_model',
];

/** In the order of the ids. Sessions without a span are missing. */
export async function sessionFigures(
  engine: QuestionEngine,
  scope: Scope,
  ids: readonly string[],
  shown: Shown = {},
): Promise<SessionFigures[]> {
  if (ids.length === 0) return [];
  const { sql, params } = sessionFiguresSql(scope, ids, shown, engine);
  const rows = await engine.query<Row>(sql, params);
  const byId = new Map(rows.map((row) => [row.session_id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [fromRow(row)] : [];
  });
}

export const sessionFiguresSql = (
  scope: Scope,
  ids: readonly string[],
  { includeEvalRuns = false, firstContent = false }: Shown = {},
  unloaded: Unloaded = {},
): Statement =>
  sessionsRelation(
    scope,
    { calls: { includeEvalRuns }, ids },
    firstContent ? [...COLUMNS, 'first_content'] : COLUMNS,
    unloaded,
  );

const fromRow = ({ first_content: [id, ms] = ['', ''], ...row }: Row): SessionFigures => ({
  sessionId: row.session_id,
  calls: row.calls,
  traces: row.traces,
  errors: row.errors,
  costUsd: row.cost_usd,
  ...unpricedOf(row),
  totalTokens: row.total_tokens,
  startMs: Number(row.start_ms),
  endMs: row.end_ms,
  users: row.top_users,
  models: row.top_models,
  lastModel: row.last_model,
  ...(id === '' ? {} : { firstContent: { id, timestampMs: Number(ms) } }),
});
