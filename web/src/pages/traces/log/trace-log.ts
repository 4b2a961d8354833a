// All messages of a trace in order: what each call adds, and the tools in between. A tool that a call tells of
// as well is shown once.
import { parsedJson, type Message, type MessagePart, type ToolCall } from '@tracewell/sdk/reading';
import type { Schemas } from '#api';
import { shortName } from '../trace/short-name.ts';
import { valueAt, type Tree } from '../trace/tree.ts';

type Step = Schemas['ConversationStep'];

export interface LogEntry {
  /** Index of the span. */
  at: number;
  input: Message[];
  output: Message[];
}

export function logOf(tree: Tree, steps: readonly Step[]): LogEntry[] {
  const places = new Map(tree.nodes.map(({ id }, at) => [id, at]));
  const tools = new ToldTools();
  return inOrder(tree, steps, places).flatMap(({ at, step }) => {
    const name = tree.nodes[at]?.name ?? '';
    const given: Message[] = step.input.flatMap(({ messages }) => messages ?? []);
    const input = TOOLS.has(tree.nodes[at]?.type ?? '')
      ? given.flatMap(({ parts }) => tools.ofSpan(parts, shortName(name)))
      : given.flatMap((message) => tools.ofMessage(message));
    const output: Message[] = step.output.flatMap((message) => tools.ofMessage(message));
    return input.length + output.length === 0 ? [] : [{ at, input, output }];
  });
}

const TOOLS = new Set(['tool', 'skill', 'command', 'retriever']);

/**
 * Calls are ordered by their start, tools by their end, because a result comes after what ran inside the
 * tool.
 */
function inOrder({ nodes, from, to }: Tree, steps: readonly Step[], places: ReadonlyMap<string, number>) {
  const momentOf = (at: number) => valueAt(TOOLS.has(nodes[at]?.type ?? '') ? to : from, at);
  return steps
    .flatMap((step) => {
      const at = places.get(step.id);
      return at === undefined ? [] : [{ at, step }];
    })
    .sort((a, b) => momentOf(a.at) - momentOf(b.at) || a.at - b.at);
}

/** Tools that messages and spans both tell of. */
class ToldTools {
  /** Calls of tools in messages. */
  readonly #asked = new Set<string>();
  /** By what: calls with their results in messages, and results that spans told. */
  readonly #answered = new Counts();
  readonly #results = new Counts();

  ofSpan(parts: readonly MessagePart[], name: string): Message[] {
    return parts.flatMap((part): Message[] => {
      if (part.kind !== 'toolCall') return [{ role: 'tool', parts: [part] }];
      const call = { ...part, name };
      if (this.#answered.take(answerKey(call))) return [];
      const { result } = call;
      if (result !== undefined) this.#results.add(textOf(result));
      const isAsked = this.#asked.has(callKey(call)) && result !== undefined;
      const shown: MessagePart = isAsked ? { kind: 'toolResult', id: null, name, result } : call;
      return [{ role: 'tool', parts: [shown] }];
    });
  }

  ofMessage({ role, parts }: Message): Message[] {
    for (const part of parts)
      if (part.kind === 'toolCall') {
        this.#asked.add(callKey(part));
        if (part.result !== undefined) this.#answered.add(answerKey(part));
      }
    const left = parts.filter(
      (part) => part.kind !== 'toolResult' || !this.#results.take(textOf(part.result)),
    );
    return left.length === 0 && parts.length > 0 ? [] : [{ role, parts: left }];
  }
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Whether it was counted; then once less. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count > 0) this.#counts.set(key, count - 1);
    return count > 0;
  }
}

const textOf = (value: unknown): string => JSON.stringify(parsedJson(value)) ?? '';

const callKey = ({ name, input }: ToolCall): string => `call ${name} ${textOf(input)}`;
const answerKey = (call: ToolCall): string => `${callKey(call)} ${textOf(call.result)}`;
