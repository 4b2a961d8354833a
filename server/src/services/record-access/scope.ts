import { invalid } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import type { CallFilter, Scope, SpanSubject } from '#records';
import { conditionsOf } from './conditions.ts';
import type { CallSelection } from './filter-schemas.ts';

/**
 * The records that a request may see: of its account, of its project if it is bound to one, and within
 * retention.
 */
export const scopeOf = ({ account, project, clock }: Context): Scope => ({
  account: account.number,
  project: project?.number ?? null,
  sinceMs: clock.now() - account.retentionDays * DAY_MS,
});

export interface Window {
  startMs: number;
  endMs: number;
}

/** The filter of a body. Rejects a window whose end is not after its start, and meaningless conditions. */
export function filterOf(body: CallSelection, of: SpanSubject = 'calls'): CallFilter {
  const { startTime, endTime, provider, model, tags, error, traceId, sessionId, userId } = body;
  const startMs = startTime === undefined ? undefined : Date.parse(startTime);
  const endMs = endTime === undefined ? undefined : Date.parse(endTime);
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    throw invalid('endTime', 'endTime must be later than startTime.');
  }
  const filter = {
    startMs,
    endMs,
    provider,
    model,
    tags,
    error,
    traceId,
    sessionId,
    userId,
    promptName: body.promptName,
    promptVersion: body.promptVersion,
    minLatencyMs: body.minLatencyMs,
    minCostUsd: body.minCostUsd,
    search: body.search,
    where: conditionsOf(body.where, of),
    includeEvalRuns: body.includeEvalRuns,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
