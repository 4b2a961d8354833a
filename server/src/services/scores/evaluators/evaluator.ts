// The common part of evaluators that need no model. Each is compiled from a rubric, or reports where the
// rubric is wrong, and then gives a verdict on any output. Reasons are stored unencrypted beside scores, so
// none of them quotes the output, except what the code of a criterion says itself.
import type { Said } from '#lib/sentences';
import type { RuleCode } from './sentences.ts';

export const DETERMINISTIC_TYPES = [
  'exact_match',
  'contains',
  'regex',
  'json_schema',
  'json_path',
  'tool_repeats',
  'code',
  'tool_calls',
  'trajectory',
] as const;
export type DeterministicType = (typeof DETERMINISTIC_TYPES)[number];

export const MAX_OUTPUT_BYTES = 256 * 1_024;
export const MAX_JSON_DEPTH = 64;

export type ScoreType = 'numeric' | 'boolean' | 'categorical';

export interface MadeToolCall {
  name: string;
  arguments: unknown;
  result?: unknown;
  error?: string;
}

export interface TraceStep {
  kind: 'call' | 'tool' | 'retriever' | 'guardrail';
  name: string;
  input: unknown;
  output: unknown;
  error: string | null;
  toolCalls: MadeToolCall[];
  durationMs: number;
  costUsd: number | null;
}

/** The input of code besides the output. With `steps`, the figures are those of the whole trace. */
export interface EvaluatedFacts {
  input: string | null;
  messages: { role: string; content: string; toolCalls?: MadeToolCall[]; toolResults?: unknown[] }[];
  toolCalls: MadeToolCall[];
  metadata: Readonly<Record<string, string>>;
  model: string;
  provider: string;
  latencyMs: number;
  costUsd: number | null;
  inputTokens: number;
  outputTokens: number;
  steps: TraceStep[] | null;
  /** The time of the call. Code sees it as the current time. */
  atMs: number;
}

/** The input of checks of a trace. It contains names of tools, and no other content. */
export interface TrajectoryFigures {
  steps: number;
  failedSteps: number;
  costUsd: number;
  durationMs: number;
  /** Only the beginning of the trace was read. */
  isCut: boolean;
  /** Null if the content of the last model call is not known. */
  endsWithAnswer: boolean | null;
  /** In order of time; null if no content of the trace is known. Equal arguments have equal keys. */
  tools: { name: string; key: string }[] | null;
}

export interface EvaluatedText {
  output: string;
  /** The expected output of the dataset item; null if there is none. */
  expectedOutput: string | null;
  /** How often the conversation has already made a tool call of the answer; 0 unless given. */
  toolRepeats?: number;
  /** For `code`. */
  facts?: EvaluatedFacts;
  /** For `tool_calls`. */
  toolCalls?: readonly MadeToolCall[];
  /** For `trajectory`. */
  trace?: TrajectoryFigures;
}

export type UnscoredReason =
  | 'no_expected_output'
  | 'output_too_long'
  | 'output_too_deep'
  | 'unusable_criterion'
  | 'evaluation_timeout'
  | 'evaluation_failed'
  | 'off_scale'
  | 'no_content';

export type RuleReasoning = Said<RuleCode>;

/** `passed` is null if there is no verdict, which is not the same as a failure. */
export type EvaluatorFinding =
  | { passed: boolean; reasoning: RuleReasoning }
  /** The part that is right, from 0 to 1. A boolean criterion passes at 1. */
  | { share: number; reasoning: RuleReasoning }
  | { score: number; label: string | null; reasoning: RuleReasoning }
  | { passed: null; reason: UnscoredReason; reasoning: RuleReasoning };

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

export const passed = (reasoning: RuleReasoning): EvaluatorFinding => ({ passed: true, reasoning });
export const evaluatorFailed = (reasoning: RuleReasoning): EvaluatorFinding => ({ passed: false, reasoning });
export const partly = (share: number, reasoning: RuleReasoning): EvaluatorFinding => ({ share, reasoning });
export const noVerdict = (reason: UnscoredReason, reasoning: RuleReasoning): EvaluatorFinding => ({
  passed: null,
  reason,
  reasoning,
});

/** Never splits a surrogate pair. */
export function cutExcerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`;
}
