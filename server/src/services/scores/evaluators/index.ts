// The evaluators by type. `compile` runs in the current thread without a time limit, so rubrics from users
// must go through sandbox.ts.
import { contains } from './contains.ts';
import {
  MAX_OUTPUT_BYTES,
  untold,
  type DeterministicType,
  type Evaluator,
  type EvaluatorFinding,
  type EvaluatedText,
  type UnscoredReason,
} from './evaluator.ts';
import { exactMatch } from './exact-match.ts';
import { jsonPath } from './json-path.ts';
import { jsonSchema } from './json-schema.ts';
import { regex } from './regex.ts';
import { say } from './sentences.ts';
import { toolRepeats } from './tool-repeats.ts';

export interface Check {
  type: DeterministicType;
  rubric: string;
  scaleMin: number;
  scaleMax: number;
}

/** Without a score there is a reason. `reasoning` is a sentence for people in both cases. */
export type Verdict =
  | { score: number; passed: boolean; reasoning: string }
  | { score: null; passed: null; reason: UnscoredReason; reasoning: string };

const EVALUATORS: Readonly<Record<DeterministicType, (rubric: string) => Evaluator>> = {
  exact_match: exactMatch,
  contains,
  regex,
  json_schema: jsonSchema,
  json_path: jsonPath,
  tool_repeats: toolRepeats,
};

/** Throws a RubricError if the rubric is not valid for this type. */
export function compile({ type, rubric, scaleMin, scaleMax }: Check): (subject: EvaluatedText) => Verdict {
  const evaluator = EVALUATORS[type](rubric);
  return (subject) => scored(find(evaluator, subject), scaleMin, scaleMax);
}

function find(evaluator: Evaluator, subject: EvaluatedText): EvaluatorFinding {
  if (Buffer.byteLength(subject.output) > MAX_OUTPUT_BYTES) {
    return untold('output_too_long', say('output_too_long', { kib: MAX_OUTPUT_BYTES / 1_024 }));
  }
  try {
    return evaluator(subject);
  } catch (error) {
    // A schema that only refers to itself overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    return untold('evaluation_failed', say('rubric_circular', {}));
  }
}

function scored(finding: EvaluatorFinding, scaleMin: number, scaleMax: number): Verdict {
  return finding.passed === null
    ? { score: null, ...finding }
    : { score: finding.passed ? scaleMax : scaleMin, ...finding };
}
