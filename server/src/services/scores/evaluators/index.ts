// The evaluators by type. `compile` runs in the current thread without a time limit, so rubrics from users
// must go through sandbox.ts.
import { tidy } from '#lib/tidy';
import { code } from './code/code.ts';
import { contains } from './contains.ts';
import {
  MAX_OUTPUT_BYTES,
  noVerdict,
  type DeterministicType,
  type Evaluator,
  type EvaluatorFinding,
  type EvaluatedText,
  type RuleReasoning,
  type ScoreType,
  type UnscoredReason,
} from './evaluator.ts';
import { exactMatch } from './exact-match.ts';
import { jsonPath } from './json-path.ts';
import { jsonSchema } from './json-schema.ts';
import { regex } from './regex.ts';
import { say } from './sentences.ts';
import { toolCalls } from './tool-calls.ts';
import { trajectory } from './trajectory.ts';
import { toolRepeats } from './tool-repeats.ts';

export interface Check {
  type: DeterministicType;
  rubric: string;
  scaleMin: number;
  scaleMax: number;
  /** Numeric if it is missing. */
  scoreType?: ScoreType;
}

/** Without a score there is a reason. `reasoning` is a sentence for people in both cases. */
export type Verdict =
  /** `passed` if the score is in the upper half of the scale. `label` is set by categorical code. */
  | { score: number; passed: boolean; reasoning: RuleReasoning; label?: string }
  | { score: null; passed: null; reason: UnscoredReason; reasoning: RuleReasoning };

/** The time limit of one run of code, if the thread has no other one. */
const CODE_MS = 1_000;

const EVALUATORS: Readonly<
  Record<DeterministicType, (rubric: string, check: Required<Check>, taskMs: number) => Evaluator>
> = {
  exact_match: exactMatch,
  contains,
  regex,
  json_schema: jsonSchema,
  json_path: jsonPath,
  code: (rubric, { scaleMin, scaleMax, scoreType }, taskMs) =>
    code(rubric, { scaleMin, scaleMax, scoreType, taskMs }),
  tool_calls: toolCalls,
  trajectory,
  tool_repeats: toolRepeats,
};

/** Throws a RubricError if the rubric is not valid for this type. `code` needs its engine loaded. */
export function compile(check: Check, taskMs = CODE_MS): (subject: EvaluatedText) => Verdict {
  const whole = { ...check, scoreType: check.scoreType ?? 'numeric' };
  const evaluator = EVALUATORS[check.type](check.rubric, whole, taskMs);
  return (subject) => scored(find(evaluator, subject), whole);
}

function find(evaluator: Evaluator, subject: EvaluatedText): EvaluatorFinding {
  if (Buffer.byteLength(subject.output) > MAX_OUTPUT_BYTES) {
    return noVerdict('output_too_long', say('output_too_long', { kib: MAX_OUTPUT_BYTES / 1_024 }));
  }
  try {
    return evaluator(subject);
  } catch (error) {
    // A schema that only refers to itself overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    return noVerdict('evaluation_failed', say('rubric_circular', {}));
  }
}

function scored(finding: EvaluatorFinding, { scaleMin, scaleMax, scoreType }: Required<Check>): Verdict {
  if ('score' in finding) {
    const { score, label, reasoning } = finding;
    const isUpper = score - scaleMin >= (scaleMax - scaleMin) / 2;
    return { score, passed: isUpper, reasoning, ...(label === null ? {} : { label }) };
  }
  if ('share' in finding) {
    const { share, reasoning } = finding;
    if (scoreType === 'boolean') return { score: scaleMin, passed: false, reasoning };
    return { score: spreadOver(share, scaleMin, scaleMax), passed: share >= 0.5, reasoning };
  }
  return finding.passed === null
    ? { score: null, ...finding }
    : { score: finding.passed ? scaleMax : scaleMin, ...finding };
}

/** A share from 0 to 1 as a score, rounded so that thirds do not fill the line. */
export const spreadOver = (share: number, scaleMin: number, scaleMax: number): number =>
  tidy(scaleMin + Math.round(share * 1e4) * 1e-4 * (scaleMax - scaleMin));
