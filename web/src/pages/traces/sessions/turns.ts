// Splits a session into turns: consecutive calls of one trace form a turn.
import type { Message } from '@tracewell/sdk/reading';
import type { Schemas } from '#api';

type Call = Schemas['Call'];

export interface TurnCall {
  call: Call;
  /** What the call adds to the conversation. */
  messages: readonly Message[];
  /** Its messages are too large for this page. */
  omitted: boolean;
}

export interface Turn {
  key: string;
  traceId: string | null;
  calls: readonly [TurnCall, ...TurnCall[]];
  /**
   * Time since the previous turn ended; null for the first turn, and for a turn that overlaps the previous
   * one.
   */
  pauseMs: number | null;
}

const startOf = ({ call: { timestamp } }: TurnCall): number => Date.parse(timestamp);
const endOf = (each: TurnCall): number => startOf(each) + each.call.latencyMs;

export function turnsOf(calls: readonly TurnCall[]): Turn[] {
  const turns: { traceId: string | null; calls: [TurnCall, ...TurnCall[]] }[] = [];
  for (const each of calls) {
    const last = turns.at(-1);
    const { traceId } = each.call;
    if (last && traceId !== null && last.traceId === traceId) last.calls.push(each);
    else turns.push({ traceId, calls: [each] });
  }
  let ended: number | null = null;
  return turns.map(({ traceId, calls }) => {
    const [first] = calls;
    const pause: number | null = ended === null ? null : startOf(first) - ended;
    ended = Math.max(ended ?? 0, ...calls.map(endOf));
    return { key: first.call.id, traceId, calls, pauseMs: pause !== null && pause > 0 ? pause : null };
  });
}

interface TurnFigures {
  models: string[];
  tokens: number;
  costUsd: number;
  /** From the start of the first call to the end of the last. */
  durationMs: number;
}

export function figuresOf({ calls }: Turn): TurnFigures {
  return {
    models: [...new Set(calls.map(({ call }) => call.model))],
    tokens: calls.reduce((sum, { call }) => sum + call.totalTokens, 0),
    costUsd: calls.reduce((sum, { call }) => sum + call.costUsd, 0),
    durationMs: Math.max(...calls.map(endOf)) - startOf(calls[0]),
  };
}

export function turnUser({ requestMeta }: Call): string | null {
  const user = (requestMeta as { userId?: unknown } | null | undefined)?.userId;
  return typeof user === 'string' && user !== '' ? user : null;
}
