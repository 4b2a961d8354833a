// What the service says about an import: its diagnostics count every client apart, and an import is a client
// of its own.
import type { AskService } from '../../service/connect.ts';
import { userAgentOf } from './destination.ts';

interface Rejected {
  reason: string;
  count: number;
  example: string;
}

export interface Outcome {
  stored: number;
  duplicates: number;
  rejected: Rejected[];
}

/** Covers the last 24 hours, like the diagnostics. Null if the key may not read them. */
export async function importOutcome(ask: AskService, importId: string): Promise<Outcome | null> {
  const found = await ask((client, signal) => client.GET('/v1/ingest/diagnostics', { signal })).catch(
    () => null,
  );
  if (found === null) return null;
  const client = userAgentOf(importId);
  const sum: Outcome = { stored: 0, duplicates: 0, rejected: [] };
  const byReason = new Map<string, Rejected>();
  for (const source of found.sources) {
    if (source.client !== client) continue;
    sum.stored += source.accepted;
    sum.duplicates += source.duplicates;
    for (const { kind, reason, count, example } of source.reasons) {
      // Requests that were refused as a whole were sent again, or ended the import.
      if (kind !== 'rejected') continue;
      const known = byReason.get(reason);
      if (known) known.count += count;
      else byReason.set(reason, { reason, count, example });
    }
  }
  sum.rejected = [...byReason.values()].sort((a, b) => b.count - a.count);
  return sum;
}

/** What all calls of a time cost here. Null if the key may not read them, or there is no time. */
export async function costHere(
  ask: AskService,
  oldestMs: number | null,
  newestMs: number | null,
): Promise<number | null> {
  if (oldestMs === null || newestMs === null) return 0;
  const time = (ms: number) => new Date(ms).toISOString();
  const body = {
    startTime: time(oldestMs),
    endTime: time(newestMs + 1),
    groupBy: 'provider' as const,
    metric: 'cost' as const,
  };
  const found = await ask((client, signal) => client.POST('/v1/query/aggregate', { body, signal })).catch(
    () => null,
  );
  return found?.total.value ?? null;
}
