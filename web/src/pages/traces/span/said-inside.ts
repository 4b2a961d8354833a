// What was said inside a span without content: many agents report their calls, but not what they were asked.
import { useMemo } from 'react';
import type { Conversation } from '@tracewell/sdk/reading';
import { useGet, type Schemas } from '#api';
import { valueAt, type Tree } from '../trace/tree.ts';

type Step = Schemas['ConversationStep'];

/** The ids of its first call and of its last; null without a call. */
export function callsInside(
  { nodes, from, to, after }: Tree,
  at: number,
): { first: string; last: string } | null {
  let first: number | null = null;
  let last: number | null = null;
  for (let inside = at + 1; inside < valueAt(after, at); inside++) {
    if (!nodes[inside]?.call) continue;
    if (first === null || valueAt(from, inside) < valueAt(from, first)) first = inside;
    if (last === null || valueAt(to, inside) >= valueAt(to, last)) last = inside;
  }
  const [begins, ends] = [first, last].map((index) => (index === null ? undefined : nodes[index]?.id));
  return begins === undefined || ends === undefined ? null : { first: begins, last: ends };
}

/** What a user newly said in the first call, and what the last call answered; null if neither is known. */
export function saidBy(first: Step | undefined, last: Step | undefined): Conversation | null {
  const said = {
    input: (first?.input ?? [])
      .flatMap(({ messages }) => messages ?? [])
      .filter(({ role }) => role === 'user'),
    output: last?.output ?? [],
  };
  return said.input.length + said.output.length === 0 ? null : said;
}

export function useSaidInside(tree: Tree, at: number): { said: Conversation | null; isLoading: boolean } {
  const calls = useMemo(() => callsInside(tree, at), [tree, at]);
  const options = { enabled: calls !== null, staleTime: 60_000 };
  const first = useGet('/v1/query/calls/{id}/step', { path: { id: calls?.first ?? '' } }, options);
  const last = useGet('/v1/query/calls/{id}/step', { path: { id: calls?.last ?? '' } }, options);
  return {
    said: saidBy(first.data?.step, last.data?.step),
    isLoading: calls !== null && (first.isPending || last.isPending),
  };
}
