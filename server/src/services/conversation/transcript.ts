// Turns a whole trace into one transcript for criteria with the scope `trajectory`: messages, tool calls and
// their results, in order of time. Each call repeats the conversation so far; the transcript shows everything
// once.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject, CallRecord, ObservationRecord, StoredRecord } from '#records';
import { TOOL_INPUT_KEYS, TOOL_OUTPUT_KEYS } from '#semconv';
import { CHARS_PER_TOKEN, layOut } from './fit-to-tokens.ts';
import { MAX_MATERIAL_TOKENS } from './judge-input.ts';
import { headName, stepsOf, textOf, toolCall, type Step } from './conversation-steps.ts';

/** Null if no record has content: it was never stored or has expired. */
export function transcriptOf(
  records: readonly StoredRecord[],
  maxTokens = MAX_MATERIAL_TOKENS,
): string | null {
  const teller = new Teller();
  for (const record of records.toSorted((a, b) => a.timestampMs - b.timestampMs)) {
    if (record.kind === 'call') teller.call(record);
    else teller.observation(record);
  }
  return teller.hasContent ? layOut(teller.steps, maxTokens * CHARS_PER_TOKEN) : null;
}

/** Steps whose result the agent used. Other types (http, db, chains) are implementation details. */
const SHOWN = new Set<ObservationRecord['type']>(['tool', 'skill', 'command', 'retriever', 'guardrail']);

interface Conversation {
  /** The input of a call, then its answer. */
  keys: string[];
  given: number;
}

class Teller {
  readonly steps: Step[] = [];
  hasContent = false;
  readonly #conversations: Conversation[] = [];
  readonly #instructions = new Set<string>();
  /** Tool results that already have their own span. */
  readonly #results = new Set<string>();

  call({ requestMeta, toolCalls, error }: CallRecord): void {
    const meta = requestMeta ?? {};
    const given = stepsOf(meta['input'], 'user');
    const answered = stepsOf(meta['output'], 'assistant');
    if (given.length + answered.length > 0) this.hasContent = true;
    this.#addInstructions(meta['systemInstructions']);
    for (const step of this.#news(given, answered)) {
      const known = step.head === 'tool result' && this.#results.has(step.text);
      if (!known) this.steps.push(step);
    }
    this.steps.push(...answered);
    // Without the output, the list at least shows which tools were called.
    if (answered.length === 0 && Array.isArray(toolCalls))
      for (const call of toolCalls) if (isObject(call)) this.steps.push(toolCall(call, 'assistant'));
    if (error !== null) this.steps.push({ head: 'assistant failed', text: error });
  }

  observation({ type, name, attributes, error }: ObservationRecord): void {
    if (!SHOWN.has(type)) return;
    const given = first(attributes, TOOL_INPUT_KEYS);
    const result = first(attributes, TOOL_OUTPUT_KEYS);
    if (given !== undefined || result !== undefined) this.hasContent = true;
    const lines = [given === undefined ? '' : `given: ${textOf(given)}`];
    if (result !== undefined) {
      const text = textOf(result);
      this.#results.add(text);
      lines.push(`result: ${text}`);
    }
    if (error !== null) lines.push(`failed: ${error}`);
    this.steps.push({ head: `${type} ${headName(name)}`, text: lines.filter(Boolean).join('\n') });
  }

  #addInstructions(value: Json | undefined): void {
    for (const step of stepsOf(value, 'system')) {
      if (this.#instructions.has(step.text)) continue;
      this.#instructions.add(step.text);
      this.steps.push(step);
    }
  }

  /** The part of the input that is new in this conversation. Parallel agents have separate conversations. */
  #news(given: readonly Step[], answered: readonly Step[]): Step[] {
    const keys = given.map(keyOf);
    let [from, known]: [Conversation | undefined, number] = [undefined, 0];
    for (const conversation of this.#conversations) {
      const same = commonStart(conversation.keys, keys);
      if (same > known) [from, known] = [conversation, same];
    }
    // The history repeats the answer, often in another form than it was recorded in.
    if (from && known >= from.given) {
      const echoed = from.keys.length - known;
      for (let left = echoed; left > 0 && given[known]?.head.startsWith('assistant'); left -= 1) known += 1;
    }
    const next: Conversation = { keys: [...keys, ...answered.map(keyOf)], given: keys.length };
    if (from && known >= from.given) this.#conversations.splice(this.#conversations.indexOf(from), 1, next);
    else this.#conversations.push(next);
    return given.slice(known);
  }
}

const keyOf = ({ head, text }: Step): string => `${head}\n${text}`;

function commonStart(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}

function first(attributes: JsonObject, names: readonly string[]): Json | undefined {
  return names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null);
}
