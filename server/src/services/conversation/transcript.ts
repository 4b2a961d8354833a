// Turns a whole trace into one transcript for criteria with the scope `trajectory`: messages, tool calls and
// their results, in order of time. Each call repeats the conversation so far; the transcript shows everything
// once.
import { messagesOf } from '@tracewell/sdk/reading';
import { isObject } from '#lib/is-object';
import type { Json, JsonObject, CallRecord, ObservationRecord, StoredRecord } from '#records';
import { TOOL_INPUT_KEYS, TOOL_OUTPUT_KEYS } from '#semconv';
import { CHARS_PER_TOKEN, layOut } from './fit-to-tokens.ts';
import { MAX_MATERIAL_TOKENS } from './judge-input.ts';
import { headName, messageSteps, stepsOf, textOf, toolCall, type Step } from './conversation-steps.ts';
import { ConversationSoFar } from './new-messages.ts';

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

class Teller {
  readonly steps: Step[] = [];
  hasContent = false;
  readonly #said = new ConversationSoFar();
  /** Tool results that already have their own span. */
  readonly #results = new Set<string>();

  call({ requestMeta, toolCalls, error }: CallRecord): void {
    const meta = requestMeta ?? {};
    const input = [...messagesOf(meta['systemInstructions'], 'system'), ...messagesOf(meta['input'], 'user')];
    const answered = stepsOf(meta['output'], 'assistant');
    if (input.length + answered.length > 0) this.hasContent = true;
    const added = this.#said.add({ input, output: messagesOf(meta['output'], 'assistant') });
    for (const step of added.flatMap(({ messages }) => messages ?? []).flatMap(messageSteps)) {
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
}

function first(attributes: JsonObject, names: readonly string[]): Json | undefined {
  return names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null);
}
