// Plans which answers to degrade and how: the kinds in turn, each call as rarely as possible, and no probe
// that this judge already had.
import { DEGRADATIONS, degrade, type AnsweredCall, type Degradation } from './degrade.ts';

export interface PlannedProbe<C extends AnsweredCall> {
  kind: Degradation;
  call: C;
  /** The text to judge in place of the output. */
  degraded: string;
}

export interface AskedProbe {
  callId: string;
  kind: string;
}

export function planProbes<C extends AnsweredCall>(
  calls: readonly C[],
  count: number,
  /** The probes of this week, which determine the next kind. */
  thisWeek: readonly AskedProbe[],
  before: readonly AskedProbe[],
): PlannedProbe<C>[] {
  const asked = new Set([...thisWeek, ...before].map(keyOf));
  const turns = new Map<string, number>(DEGRADATIONS.map((kind) => [kind, 0]));
  const uses = new Map<string, number>();
  const countIn = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const { kind } of thisWeek) countIn(turns, kind);
  for (const { callId } of [...thisWeek, ...before]) countIn(uses, callId);

  const planned: PlannedProbe<C>[] = [];
  const open = new Set<Degradation>(DEGRADATIONS);
  const turnOf = (kind: Degradation) => turns.get(kind) ?? 0;
  while (planned.length < count && open.size > 0) {
    const kind = [...open].reduce((first, other) => (turnOf(other) < turnOf(first) ? other : first));
    const found = probeOf(kind, leastUsedFirst(calls, uses), asked);
    if (!found) {
      open.delete(kind);
      continue;
    }
    planned.push(found);
    asked.add(keyOf({ callId: found.call.callId, kind }));
    countIn(turns, kind);
    countIn(uses, found.call.callId);
  }
  return planned;
}

const keyOf = ({ callId, kind }: AskedProbe): string => `${kind} ${callId}`;

const leastUsedFirst = <C extends AnsweredCall>(
  calls: readonly C[],
  uses: ReadonlyMap<string, number>,
): readonly C[] =>
  calls.toSorted((left, right) => (uses.get(left.callId) ?? 0) - (uses.get(right.callId) ?? 0));

function probeOf<C extends AnsweredCall>(
  kind: Degradation,
  calls: readonly C[],
  asked: ReadonlySet<string>,
): PlannedProbe<C> | null {
  for (const call of calls) {
    if (asked.has(keyOf({ callId: call.callId, kind }))) continue;
    const degraded = degrade(kind, call, calls);
    if (degraded !== null) return { kind, call, degraded };
  }
  return null;
}
