// The figures of prepared records that receipts and hooks need. The preparing thread computes them too.
import type { StoredCall } from '#core/hooks';
import type { Incoming } from '#records';

export interface Summary {
  count: number;
  observations: number;
  /** Calls whose model has no price. */
  unpriced: number;
}

export const emptySummary = (): Summary => ({ count: 0, observations: 0, unpriced: 0 });

export function addToSummary(summary: Summary, record: Incoming): void {
  summary.count += 1;
  if (record.kind === 'observation') summary.observations += 1;
  else if (record.row.cost.source === 'none') summary.unpriced += 1;
}

export function summaryOf(records: readonly Incoming[]): Summary {
  const summary = emptySummary();
  for (const record of records) addToSummary(summary, record);
  return summary;
}

/** Empty for an observation. */
export function storedCallsOf(record: Incoming): StoredCall[] {
  if (record.kind !== 'call') return [];
  const { call, cost, evalRun } = record.row;
  const { id, provider, model, tags, timestampMs, requestMeta } = call;
  const check = requestMeta?.['gateCheckId'];
  const gateCheckId = typeof check === 'string' ? check : null;
  const unpricedTokens = cost.source === 'none' ? call.totalTokens : 0;
  return [
    { id, provider, model, tags, timestampMs, costUsd: cost.costUsd, unpricedTokens, evalRun, gateCheckId },
  ];
}
