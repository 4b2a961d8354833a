// Parses outputs and rubrics that must be JSON and nothing else. A parser of the output would also fail on a
// code fence around it.
import { parseJson } from '#lib/safe-json';
import {
  evaluatorFailed,
  MAX_JSON_DEPTH,
  RubricError,
  noVerdict,
  type EvaluatorFinding,
  type RuleReasoning,
} from './evaluator.ts';
import { jsonFaultAt } from './json-fault.ts';
import { say } from './sentences.ts';

type ParsedOutput = { value: unknown } | { finding: EvaluatorFinding };

export function parseOutput(output: string): ParsedOutput {
  const result = parseJson(Buffer.from(output), MAX_JSON_DEPTH);
  if (result.ok) return { value: result.value };
  const { reason } = result.fault;
  if (reason === 'too_deep') {
    const deep = say('output_too_deep', { levels: MAX_JSON_DEPTH });
    return { finding: noVerdict('output_too_deep', deep) };
  }
  const why = reason === 'invalid_json' ? whyNot(output) : say('json_unreadable', { why: reason });
  return { finding: evaluatorFailed(why) };
}

function whyNot(output: string): RuleReasoning {
  if (output.trim() === '') return say('json_unreadable', { why: 'empty' });
  if (output.trimStart().startsWith('```')) return say('json_unreadable', { why: 'code_fence' });
  const place = jsonFaultAt(output) ?? 1;
  return place > output.length
    ? say('json_unreadable', { why: 'too_short' })
    : say('json_unreadable_at', { at: place });
}

/** `offset` is the number of rubric characters before the text. */
export function parseRubricJson(text: string, what: string, offset = 0): unknown {
  const result = parseJson(Buffer.from(text), MAX_JSON_DEPTH);
  if (result.ok) return result.value;
  const { reason, message } = result.fault;
  if (reason !== 'invalid_json') throw new RubricError(message.replace('The body', what));
  throw new RubricError(`${what} is not valid JSON.`, offset + (jsonFaultAt(text) ?? 1));
}
