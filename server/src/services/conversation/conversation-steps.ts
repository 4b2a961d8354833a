// Turns a conversation into steps that a judge can read.
import {
  joinedTexts,
  messagesOf,
  splitThinking,
  toolCallOf,
  type Message,
  type ToolCall,
} from '@tracewell/sdk/reading';
import type { Json, JsonObject } from '#records';

export interface Step {
  /** `user`, `assistant`, `assistant reasoning`, `assistant calls search`, `tool result`. */
  head: string;
  text: string;
}

const MAX_NAME = 80;

export function stepsOf(value: Json | undefined, role: string): Step[] {
  // An empty answer counts as an answer.
  if (value === '') return [{ head: role, text: '' }];
  return messagesOf(value, role).flatMap(messageSteps);
}

export function messageSteps({ role, parts }: Message): Step[] {
  const head = headName(role);
  if (parts.length === 0) return [{ head, text: '' }];
  const steps: Step[] = [];
  for (const part of parts) {
    const last = steps.at(-1);
    if (part.kind === 'toolCall') steps.push(callStep(part, head));
    else if (part.kind === 'toolResult') steps.push({ head: 'tool result', text: textOf(part.result) });
    else if (part.kind === 'reasoning') steps.push({ head: `${head} reasoning`, text: part.text });
    else if (part.kind === 'media') steps.push({ head, text: `[${part.type}]` });
    else if (part.kind === 'json') steps.push({ head, text: textOf(part.value) });
    // Texts of one message are joined.
    else if (last?.head === head) last.text += `\n${part.text}`;
    else steps.push({ head, text: part.text });
  }
  return steps;
}

export const toolCall = (call: JsonObject, head: string): Step => callStep(toolCallOf(call), head);

const callStep = ({ name, input }: ToolCall, head: string): Step => ({
  head: `${head} calls ${name === null ? 'a tool' : headName(name)}`,
  text: textOf(input),
});

/** The text of any value: a text unchanged, the texts of its parts, or JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = joinedTexts(value);
  return typeof text === 'string' ? text : JSON.stringify(text);
}

/** The assistant's text without reasoning, for rules that check only text; null if there is none. */
export function plainText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return splitThinking(value).text;
  const said = stepsOf(value, 'assistant').filter(({ head }) => head === 'assistant');
  return said.map(({ text }) => text).join('\n');
}

/** Headings are lines of our own, so names from content must not break them. */
export const headName = (name: string): string =>
  name
    .replace(/[\s\p{C}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME) || '?';
