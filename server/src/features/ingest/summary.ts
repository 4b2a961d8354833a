// What receipts and budgets want to know of prepared records. The thread that prepares requests makes it too.
import type { CountedCall } from '#features/gate';
import type { Incoming } from '#records';

export interface Summary {
  count: number;
  observations: number;
  /** Calls whose model has no price. */
  unpriced: number;
}

export function summaryOf(records: readonly Incoming[]): Summary {
  let observations = 0;
  let unpriced = 0;
  for (const record of records) {
    if (record.kind === 'observation') observations += 1;
    else if (record.row.cost.source === 'none') unpriced += 1;
  }
  return { count: records.length, observations, unpriced };
}

export function countedCalls(records: readonly Incoming[]): CountedCall[] {
  const calls: CountedCall[] = [];
  for (const record of records) {
    if (record.kind !== 'call') continue;
    const { call, cost, evalRun } = record.row;
    const { id, provider, model, tags, timestampMs, requestMeta } = call;
    const check = requestMeta?.['gateCheckId'];
    const gateCheckId = typeof check === 'string' ? check : null;
    calls.push({ id, provider, model, tags, timestampMs, costUsd: cost.costUsd, evalRun, gateCheckId });
  }
  return calls;
}
