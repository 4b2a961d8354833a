// Links from the page of a trace: to its calls, its session and its user.
import type { Span } from './spans.ts';
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

/** From the first span that names them. */
export const peopleOf = (spans: readonly Span[]): { userId: string | null; sessionId: string | null } => ({
  userId: spans.find(({ userId }) => userId !== null)?.userId ?? null,
  sessionId: spans.find(({ sessionId }) => sessionId !== null)?.sessionId ?? null,
});
