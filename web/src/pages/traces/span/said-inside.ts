// What was said inside a span without content: many agents report their calls, but not what they were asked.
import { conversationOf, type Conversation } from '@tracewell/sdk/reading';
import { valueAt, type Tree } from '../trace/tree.ts';

/** What its first call was asked, and what its last call answered; null if neither is known. */
export function saidInside({ nodes, from, to, after }: Tree, at: number): Conversation | null {
  let first: number | null = null;
  let last: number | null = null;
  for (let inside = at + 1; inside < valueAt(after, at); inside++) {
    if (!nodes[inside]?.whole?.call) continue;
    if (first === null || valueAt(from, inside) < valueAt(from, first)) first = inside;
    if (last === null || valueAt(to, inside) >= valueAt(to, last)) last = inside;
  }
  const asked = first === null ? null : nodes[first]?.whole?.call;
  const answered = last === null ? null : nodes[last]?.whole?.call;
  const said = {
    input: asked ? conversationOf(asked).input.filter(({ role }) => role === 'user') : [],
    output: answered ? conversationOf(answered).output : [],
  };
  return said.input.length + said.output.length === 0 ? null : said;
}
