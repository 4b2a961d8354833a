// Decides about each request of a flush, in the order of arrival; pure. The first request with an id stores
// it. A request whose new records do not all fit into the rest of the quota stores nothing.
import type { WriteOutcome } from '../writer.ts';
import { recordKey, type EncodedRecord, type SplitRequest } from './split-request.ts';

interface Decision {
  /** In the order of the requests. */
  outcomes: WriteOutcome[];
  fresh: EncodedRecord[];
  charges: Map<number, number>;
}

export function decideWrite(
  requests: readonly SplitRequest[],
  used: ReadonlyMap<number, number>,
  stored: ReadonlySet<string>,
): Decision {
  const taken = new Set(stored);
  const decision: Decision = { outcomes: [], fresh: [], charges: new Map() };
  for (const { account, quota, records, repeated, returnFresh, returnUsed } of requests) {
    const fresh = records.filter(({ id }) => !taken.has(recordKey(account, id)));
    const charged = decision.charges.get(account) ?? 0;
    const remaining = Math.max(0, quota - (used.get(account) ?? 0) - charged);
    if (fresh.length > remaining) {
      decision.outcomes.push({ status: 'refused', fresh: fresh.length, remaining });
      continue;
    }
    for (const record of fresh) {
      taken.add(recordKey(account, record.id));
      decision.fresh.push(record);
    }
    if (fresh.length > 0) decision.charges.set(account, charged + fresh.length);
    const duplicates = records.length - fresh.length + repeated;
    decision.outcomes.push({
      status: 'stored',
      stored: fresh.length,
      duplicates,
      ...(returnUsed ? { used: (used.get(account) ?? 0) + charged + fresh.length } : {}),
      ...(returnFresh && duplicates > 0 ? { fresh: new Set(fresh.map(({ id }) => id)) } : {}),
    });
  }
  return decision;
}
