// Splits a session into turns: consecutive calls of one trace form a turn.
import type { Schemas } from '#api';

type Call = Schemas['Call'];

export interface Turn {
  key: string;
  traceId: string | null;
  calls: readonly [Call, ...Call[]];
  /** Time since the previous turn ended; null for the first turn, and for a turn that overlaps the previous one. */
  pauseMs: number | null;
}

const endOf = ({ timestamp, latencyMs }: Call): number => Date.parse(timestamp) + latencyMs;

export function turnsOf(calls: readonly Call[]): Turn[] {
  const turns: { traceId: string | null; calls: [Call, ...Call[]] }[] = [];
  for (const call of calls) {
    const last = turns.at(-1);
    if (last && call.traceId !== null && last.traceId === call.traceId) last.calls.push(call);
    else turns.push({ traceId: call.traceId, calls: [call] });
  }
  let ended: number | null = null;
  return turns.map(({ traceId, calls }) => {
    const [first] = calls;
    const pause: number | null = ended === null ? null : Date.parse(first.timestamp) - ended;
    ended = Math.max(ended ?? 0, ...calls.map(endOf));
    return { key: first.id, traceId, calls, pauseMs: pause !== null && pause > 0 ? pause : null };
  });
}

export function userOf({ requestMeta }: Call): string | null {
  const user = (requestMeta as { userId?: unknown } | null | undefined)?.userId;
  return typeof user === 'string' && user !== '' ? user : null;
}
