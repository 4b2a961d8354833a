// Splits one call into the parts that a judge sees. The input may be cut to make room for the output.
import type { Content } from '#core/content/content';
import type { Json, JsonObject } from '#records';
import type { Part } from '#services/models';
import { CHARS_PER_TOKEN, cutMiddle, indent, layOut } from './fit-to-tokens.ts';
import { stepsOf, textOf, toolCall, type Step } from './conversation-steps.ts';

/** The parts of a call that can be judged, with decrypted content. */
export type JudgedContent = Pick<Content, 'input' | 'output' | 'systemInstructions' | 'toolCalls'>;

export const MAX_MATERIAL_TOKENS = 16_000;

/** Null if there is neither an output nor a tool call. An empty output can be judged. */
export function materialOf(content: JudgedContent, maxTokens = MAX_MATERIAL_TOKENS): Part[] | null {
  const maxChars = maxTokens * CHARS_PER_TOKEN;
  const calls = toolSteps(content.toolCalls);
  const answered = content.output !== undefined && content.output !== null;
  if (!answered && calls.length === 0) return null;
  const said = stepsOf(content.output, 'assistant');
  // If the output already contains its tool calls, the list adds only the results.
  const listed = said.some(({ head }) => head.includes(' calls '))
    ? calls.filter(({ head }) => head === 'tool result')
    : calls;
  const output = plainOr([...said, ...listed], maxChars / 2);
  const system = partOf('SYSTEM INSTRUCTIONS', content.systemInstructions, 'system', maxChars / 8);
  const taken = output.length + (system?.text.length ?? 0);
  const input = partOf('INPUT', content.input, 'user', maxChars - taken);
  return [...(system ? [system] : []), ...(input ? [input] : []), { title: 'OUTPUT', text: output }];
}

export const expectedPart = (text: string): Part => ({ title: 'EXPECTED OUTPUT', text: indent(text) });

function partOf(title: string, value: Json | undefined, role: string, maxChars: number): Part | null {
  const steps = stepsOf(value, role);
  return steps.length === 0 ? null : { title, text: plainOr(steps, maxChars) };
}

/** A single text needs no heading, because the part has a title. */
function plainOr(steps: readonly Step[], maxChars: number): string {
  const [only] = steps;
  if (only === undefined) return '(empty)';
  if (steps.length > 1 || only.head.includes(' ')) return layOut(steps, maxChars);
  return only.text.trim() === '' ? '(empty)' : cutMiddle(only.text, maxChars);
}

function toolSteps(value: Json | undefined): Step[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((call) => {
    if (typeof call !== 'object' || call === null || Array.isArray(call)) return [];
    return [toolCall(call, 'assistant'), ...resultSteps(call)];
  });
}

function resultSteps(call: JsonObject): Step[] {
  const { result, error } = call;
  if (error !== undefined && error !== null)
    return [{ head: 'tool result', text: `failed: ${textOf(error)}` }];
  return result === undefined || result === null ? [] : [{ head: 'tool result', text: textOf(result) }];
}
