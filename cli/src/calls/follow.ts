// Calls as they arrive. A call is listed by the time at which it began, and arrives after it has ended. So
// every question looks back, and calls that were seen are skipped.
import type { Schemas, Time } from '@tracewell/sdk';
import { Fault } from '../service/fault.ts';

type Call = Schemas['ListedCall'];

/** A call that arrives later than this after its beginning is not shown. */
const LOOK_BACK_MS = 600_000;
const PAGE = 200;
/** If more calls than this arrive between two questions, the oldest of them are not shown. */
const MAX_PAGES = 5;

interface Page {
  records: readonly Call[];
  nextCursor: string | null;
}

interface Following {
  read: (query: { startTime?: string; limit: number; cursor?: string }) => Promise<Page>;
  show: (calls: readonly Call[]) => void;
  /** The service failed, and is asked again until it answers. */
  onFault: (fault: Fault) => void;
  /** How many earlier calls to show first. */
  earlier: number;
  intervalMs: number;
  time: Time;
  signal: AbortSignal;
}

/** Returns when the signal aborts. */
export async function followCalls(following: Following): Promise<void> {
  const { read, show, onFault, earlier, intervalMs, time, signal } = following;
  const { records: first } = await read({ limit: Math.max(1, earlier) });
  let newest = timeOf(first[0]) ?? Date.now();
  // From id to the time of the call. Calls that began before the first look are known, shown or not.
  let seen = new Map(first.map((call) => [call.id, timeOf(call) ?? 0]));
  for (const call of await readSince(read, newest - LOOK_BACK_MS)) seen.set(call.id, timeOf(call) ?? 0);
  show(first.slice(0, earlier).toReversed());
  let isAway = false;
  while (!signal.aborted) {
    try {
      await time.sleep(intervalMs, signal);
    } catch {
      return;
    }
    try {
      const calls = await readSince(read, newest - LOOK_BACK_MS);
      isAway = false;
      const fresh = calls.filter(({ id }) => !seen.has(id));
      for (const call of fresh) seen.set(call.id, timeOf(call) ?? 0);
      newest = Math.max(newest, timeOf(calls[0]) ?? newest);
      seen = new Map([...seen].filter(([, began]) => began >= newest - LOOK_BACK_MS));
      if (fresh.length > 0) show(fresh.toReversed());
    } catch (error) {
      if (!(error instanceof Fault) || !error.isOfService) throw error;
      if (!isAway) onFault(error);
      isAway = true;
    }
  }
}

/** Newest first. */
async function readSince(read: Following['read'], since: number): Promise<Call[]> {
  const calls: Call[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Page = await read({
      startTime: new Date(since).toISOString(),
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    calls.push(...page.records);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return calls;
}

const timeOf = (call: Call | undefined): number | null =>
  call === undefined ? null : Date.parse(call.timestamp);
