// All messages of a trace in order. A call sends the history again each time, so only what is new is kept: a
// message that appears as often as before is a repetition.
import {
  conversationOf,
  observationContent,
  parsedJson,
  type Message,
  type MessagePart,
  type ToolCall,
} from '@tracewell/sdk/reading';
import { shortName } from '../trace/short-name.ts';
import { valueAt, type Tree } from '../trace/tree.ts';

export interface LogEntry {
  /** Index of the span. */
  at: number;
  input: Message[];
  output: Message[];
}

export function logOf(tree: Tree): LogEntry[] {
  const shown = new Counts();
  const entries: LogEntry[] = [];
  for (const at of inOrder(tree)) {
    const entry = entryOf(tree, at, shown);
    if (entry.input.length + entry.output.length > 0) entries.push(entry);
  }
  return entries;
}

const TOOLS = new Set(['tool', 'skill', 'command', 'retriever']);

/**
 * Calls are ordered by their start, tools by their end, because a result comes after what ran inside the
 * tool.
 */
function inOrder({ nodes, from, to }: Tree): number[] {
  const momentOf = (at: number) => valueAt(TOOLS.has(nodes[at]?.type ?? '') ? to : from, at);
  const spans = [...nodes.keys()];
  const said = spans.filter((at) => nodes[at]?.whole && (nodes[at].call || TOOLS.has(nodes[at].type)));
  // Without calls and tools, only agents and chains have messages.
  const kept = said.length > 0 ? said : spans.filter((at) => nodes[at]?.whole);
  return kept.sort((a, b) => momentOf(a) - momentOf(b) || a - b);
}

function entryOf({ nodes }: Tree, at: number, shown: Counts): LogEntry {
  const none: LogEntry = { at, input: [], output: [] };
  const node = nodes[at];
  if (!node?.whole) return none;
  if (node.whole.call) {
    const { input, output } = conversationOf(node.whole.call);
    return { at, input: shown.newOnes(input), output: shown.addAll(output) };
  }
  const { input, output } = observationContent(node.whole.attributes);
  if (input === undefined && output === undefined) return none;
  if (!TOOLS.has(node.type)) {
    const said = conversationOf({ requestMeta: { input, output }, toolCalls: null });
    return { at, input: shown.newOnes(said.input), output: shown.addAll(said.output) };
  }
  const call: ToolCall = {
    kind: 'toolCall',
    id: null,
    name: shortName(node.name),
    input: input ?? null,
    ...(output === undefined ? {} : { result: output }),
  };
  return { at, input: shown.addTool(call), output: [] };
}

/** How often each part was said. Reasoning is left out, because most programs do not send it back. */
class Counts {
  readonly #counts = new Map<string, number>();
  /** Tool calls that a call reported together with their results. */
  readonly #answered = new Map<string, number>();

  /** The messages of a history that were not said before. A message with any new part is returned whole. */
  newOnes(history: readonly Message[]): Message[] {
    const now = new Map<string, number>();
    const fresh = history.filter((message) => {
      const keys = keysOf(message);
      const times = keys.map((key) => {
        const time = (now.get(key) ?? 0) + 1;
        now.set(key, time);
        return time;
      });
      return keys.length === 0 || keys.some((key, at) => (times[at] ?? 0) > (this.#counts.get(key) ?? 0));
    });
    for (const [key, time] of now) this.#counts.set(key, Math.max(time, this.#counts.get(key) ?? 0));
    return fresh;
  }

  addAll(messages: Message[]): Message[] {
    for (const key of messages.flatMap(keysOf)) countUp(this.#counts, key, 1);
    for (const part of messages.flatMap(({ parts }) => parts))
      if (part.kind === 'toolCall' && part.result !== undefined) countUp(this.#answered, answerKey(part), 1);
    return messages;
  }

  /** If a message requested the tool, it already has the arguments and may already have the result. */
  addTool(call: ToolCall): Message[] {
    if ((this.#answered.get(answerKey(call)) ?? 0) > 0) {
      countUp(this.#answered, answerKey(call), -1);
      return [];
    }
    const { name, result } = call;
    const isAsked = this.#counts.has(callKey(call));
    const part: MessagePart =
      isAsked && result !== undefined ? { kind: 'toolResult', id: null, name, result } : call;
    const message: Message = { role: 'tool', parts: [part] };
    for (const key of keysOf(message)) countUp(this.#counts, key, 1);
    return [message];
  }
}

const countUp = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

const textOf = (value: unknown): string => JSON.stringify(parsedJson(value)) ?? '';

const callKey = ({ name, input }: ToolCall): string => `call ${name} ${textOf(input)}`;
const answerKey = (call: ToolCall): string => `${callKey(call)} ${textOf(call.result)}`;

/** One key for each part. A tool result has the same key, whichever span reports it. */
function keysOf({ role, parts }: Message): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'reasoning':
        return [];
      case 'text':
        return [`${role} ${part.text.trim()}`];
      case 'toolCall':
        return [callKey(part), ...(part.result === undefined ? [] : [`result ${textOf(part.result)}`])];
      case 'toolResult':
        return [`result ${textOf(part.result)}`];
      default:
        return [`${role} ${JSON.stringify(part)}`];
    }
  });
}
