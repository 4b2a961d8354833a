// What selects runs and sessions: a condition on one of their calls, or on their own figures.
import type { CallFilter } from './call-filter.ts';
import type { CallCondition } from './call-conditions.ts';
import type { Where } from './scope.ts';

export interface RunFilter {
  /** One call of the run must match. The window is about the beginning of the run's first span. */
  calls: CallFilter;
  /** Part of the run's name, case-insensitive. */
  name?: string;
  agent?: string;
  /** A tool with a span, or one that a call asked for. */
  tool?: string;
  /** Whether a tool failed; with `tool`, this one. */
  failingTool?: boolean;
  /** Whether a span failed. */
  hasError?: boolean;
  /** Conditions on the figures of the whole run. All of them must match. */
  figures?: readonly RunCondition[];
  /** Only these runs or sessions. */
  ids?: readonly string[];
  /** Leaves out spans that arrived later. */
  arrivedUntilMs?: number;
}

export type RunCondition = Omit<CallCondition, 'field'> & { field: RunField };

/** Columns of the relation of runs (runs-relation.ts), by the names of the interface. */
export const RUN_NUMBERS = {
  'run.costUsd': 'cost_usd',
  'run.durationMs': 'latency_ms',
  'run.totalTokens': 'total_tokens',
  'run.errors': 'errors',
  'run.spans': 'spans',
} as const;

export const RUN_TEXTS = {
  'run.status': `if(failed, 'failed', 'ok')`,
  release: 'release',
  environment: 'environment',
} as const;

/** A run may have several. */
export const RUN_LISTS = { 'run.agent': 'agents', 'run.tool': 'tool_names' } as const;

type RunField = keyof typeof RUN_NUMBERS | keyof typeof RUN_TEXTS | keyof typeof RUN_LISTS;

/** Whether only calls can match. */
export function isOfCalls({
  startMs: _from,
  endMs: _to,
  includeEvalRuns: _all,
  ...rest
}: CallFilter): boolean {
  // Empty tags and empty conditions count as no filter.
  return Object.values(rest).some(
    (value) => value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0),
  );
}

/** The conditions on the run itself, on the columns of the relation. */
export function addRunConditions(where: Where, filter: RunFilter): void {
  const { name, agent, tool, failingTool, hasError, figures = [] } = filter;
  if (name !== undefined)
    where.and('positionCaseInsensitiveUTF8(name, {runName: String}) > 0', { runName: name });
  if (agent !== undefined) where.and('has(agents, {runAgent: String})', { runAgent: agent });
  if (tool !== undefined) where.and('has(called_tools, {runTool: String})', { runTool: tool });
  if (failingTool !== undefined) {
    const failed = tool === undefined ? 'notEmpty(failed_tools)' : 'has(failed_tools, {runTool: String})';
    where.and(failingTool ? failed : `NOT ${failed}`);
  }
  if (hasError !== undefined) where.and(hasError ? 'errors > 0' : 'errors = 0');
  figures.forEach((condition, at) => addFigure(where, condition, `run${at}`));
}

const inTable = <Table extends object>(table: Table, field: string): Table[keyof Table] | undefined =>
  Object.hasOwn(table, field) ? table[field as keyof Table] : undefined;

function addFigure(where: Where, { field, op, values }: RunCondition, name: string): void {
  const column = inTable(RUN_NUMBERS, field);
  if (column !== undefined) {
    where.and(`${column} ${op === 'atLeast' ? '>=' : '<='} {${name}: Float64}`, {
      [name]: Number(values[0]),
    });
    return;
  }
  const list = inTable(RUN_LISTS, field);
  const text = inTable(RUN_TEXTS, field);
  const bound = `{${name}: Array(String)}`;
  const one = list === undefined ? `(${text} IN ${bound})` : `hasAny(${list}, ${bound})`;
  where.and(op === 'isNot' ? `NOT ${one}` : one, { [name]: values.map(String) });
}
