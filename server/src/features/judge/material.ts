// One call as the parts that a judge sees. What the model was given may be cut to make room for what it answered.
import type { Content } from '#content';
import type { Json, JsonObject } from '#records';
import type { Part } from './fence.ts';
import { CHARS_PER_TOKEN, cutMiddle, indent, layOut } from './layout.ts';
import { stepsOf, textOf, toolCall, type Step } from './steps.ts';

/** What of a call can be judged; as it is stored, with its content opened. */
export type JudgedContent = Pick<Content, 'input' | 'output' | 'systemInstructions' | 'toolCalls'>;

export const MAX_MATERIAL_TOKENS = 16_000;

/** Null: there is no output and no tool call, so that there is nothing to judge. An empty output is something. */
export function materialOf(content: JudgedContent, maxTokens = MAX_MATERIAL_TOKENS): Part[] | null {
  const maxChars = maxTokens * CHARS_PER_TOKEN;
  const calls = toolSteps(content.toolCalls);
  const answered = content.output !== undefined && content.output !== null;
  if (!answered && calls.length === 0) return null;
  const said = stepsOf(content.output, 'assistant');
  // Where the output tells of its tool calls itself, they are not told twice, unless the list knows what came of them.
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

/** One text needs no heads: the part is named already. */
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
