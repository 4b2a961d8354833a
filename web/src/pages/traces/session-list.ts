// Sessions as the newest calls show them: the interface has no list of sessions, so what calls say of theirs is put together.
import type { Schemas } from '#api';

type Call = Schemas['Call'];

export interface SeenSession {
  id: string;
  calls: number;
  errors: number;
  costUsd: number;
  tokens: number;
  firstAt: string;
  lastAt: string;
  users: readonly string[];
  models: readonly string[];
}

export function userOf({ requestMeta }: Call): string | null {
  const user = (requestMeta as { userId?: unknown } | null | undefined)?.userId;
  return typeof user === 'string' && user !== '' ? user : null;
}

const including = (list: readonly string[], one: string | null): readonly string[] =>
  one === null || list.includes(one) ? list : [...list, one];

/** Newest first, as the calls are. */
export function sessionsOf(calls: readonly Call[]): SeenSession[] {
  const sessions = new Map<string, SeenSession>();
  for (const call of calls) {
    if (call.sessionId === null || call.sessionId === '') continue;
    const at = call.timestamp;
    const seen = sessions.get(call.sessionId);
    sessions.set(call.sessionId, {
      id: call.sessionId,
      calls: (seen?.calls ?? 0) + 1,
      errors: (seen?.errors ?? 0) + (call.error === null ? 0 : 1),
      costUsd: (seen?.costUsd ?? 0) + call.costUsd,
      tokens: (seen?.tokens ?? 0) + call.totalTokens,
      firstAt: seen && seen.firstAt < at ? seen.firstAt : at,
      lastAt: seen && seen.lastAt > at ? seen.lastAt : at,
      users: including(seen?.users ?? [], userOf(call)),
      models: including(seen?.models ?? [], call.model),
    });
  }
  return [...sessions.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : 0));
}
