// The common part of evaluators that need no model. Each is compiled from a rubric, or reports where the
// rubric is wrong, and then gives a verdict on any output. Reasons are stored unencrypted beside scores, so
// none of them quotes the output.

export const DETERMINISTIC_TYPES = [
  'exact_match',
  'contains',
  'regex',
  'json_schema',
  'json_path',
  'tool_repeats',
] as const;
export type DeterministicType = (typeof DETERMINISTIC_TYPES)[number];

export const MAX_OUTPUT_BYTES = 256 * 1_024;
export const MAX_JSON_DEPTH = 64;
const MAX_REASONING = 500;

export interface EvaluatedText {
  output: string;
  /** The expected output of the dataset item; null if there is none. */
  expectedOutput: string | null;
  /** How often the conversation has already made a tool call of the answer; 0 unless given. */
  toolRepeats?: number;
}

export type UnscoredReason =
  | 'no_expected_output'
  | 'output_too_long'
  | 'output_too_deep'
  | 'unusable_criterion'
  | 'evaluation_timeout'
  | 'evaluation_failed';

/** `passed` is null if there is no verdict, which is not the same as a failure. */
export type EvaluatorFinding =
  | { passed: boolean; reasoning: string }
  | { passed: null; reason: UnscoredReason; reasoning: string };

export type Evaluator = (subject: EvaluatedText) => EvaluatorFinding;

/** The fault of a rubric and its position in characters from 1; null without a position. */
export class RubricError extends Error {
  readonly position: number | null;

  constructor(message: string, position: number | null = null) {
    super(message);
    this.name = 'RubricError';
    this.position = position;
  }
}

export const passed = (reasoning: string): EvaluatorFinding => ({
  passed: true,
  reasoning: cutExcerpt(reasoning),
});
export const evaluatorFailed = (reasoning: string): EvaluatorFinding => ({
  passed: false,
  reasoning: cutExcerpt(reasoning),
});
export const untold = (reason: UnscoredReason, reasoning: string): EvaluatorFinding => ({
  passed: null,
  reason,
  reasoning: cutExcerpt(reasoning),
});

/** Never splits a surrogate pair. */
export function cutExcerpt(text: string, length = MAX_REASONING): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`;
}
