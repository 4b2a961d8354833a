// Links from the page of a trace: to its calls, its session and its user.
import { isObject } from '#lib/is-object';
import type { Trace } from './spans.ts';
import type { Tree } from './tree.ts';

/** Clocks differ a little between the machines of one trace. */
const MARGIN_MS = 60_000;

/** Sets the window, because the default of seven days does not include an older trace. */
export function callsLink(traceId: string, { startMs, totalMs }: Pick<Tree, 'startMs' | 'totalMs'>) {
  return {
    traceId,
    from: new Date(startMs - MARGIN_MS).toISOString(),
    to: new Date(startMs + totalMs + MARGIN_MS).toISOString(),
  };
}

/** From the first call that names them. */
export function peopleOf(trace: Trace | null): { userId: string | null; sessionId: string | null } {
  const named = (read: (call: Trace['spans'][number]) => unknown): string | null => {
    for (const call of trace?.spans ?? []) {
      const value = read(call);
      if (typeof value === 'string' && value !== '') return value;
    }
    return null;
  };
  return {
    userId: named(({ requestMeta }) => (isObject(requestMeta) ? requestMeta['userId'] : null)),
    sessionId: named(({ sessionId }) => sessionId),
  };
}
