// Checks a structured answer against its schema, in the sandbox of the evaluators.
import { evaluate } from '#services/scores';
import type { PlayedRun } from './played-run.ts';

export interface OutputCheck {
  valid: boolean;
  problem: string | null;
}

type Answered = Pick<PlayedRun, 'order' | 'text' | 'finish' | 'fault'>;

/** Null without a schema. An answer by tools has no text yet to check. */
export async function checkOutput(
  ctx: Parameters<typeof evaluate>[0],
  { order, text, finish, fault }: Answered,
): Promise<OutputCheck | null> {
  if (!order.outputSchema || fault !== null || finish === 'tool_calls') return null;
  const check = {
    type: 'json_schema' as const,
    rubric: JSON.stringify(order.outputSchema),
    scaleMin: 0,
    scaleMax: 1,
  };
  const { score, reasoning } = await evaluate(ctx, check, { output: text, expectedOutput: null });
  return { valid: score === 1, problem: score === 1 ? null : reasoning.message };
}
