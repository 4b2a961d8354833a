// Outputs and rubrics that have to be JSON. The text must be JSON and nothing else: whoever reads the output with a
// parser would stumble over a code fence around it just the same.
import { parseJson } from '#lib/safe-json';
import { failed, MAX_JSON_DEPTH, RubricError, untold, type Finding } from './evaluator.ts';
import { jsonFaultAt } from './json-fault.ts';

export type ParsedOutput = { value: unknown } | { finding: Finding };

const WHY = {
  invalid_utf8: 'it has half of a character in it',
  duplicate_key: 'an object in it has a key twice',
  forbidden_key: 'it has the key "__proto__"',
} as const;

export function parseOutput(output: string): ParsedOutput {
  const result = parseJson(Buffer.from(output), MAX_JSON_DEPTH);
  if (result.ok) return { value: result.value };
  const { reason } = result.fault;
  if (reason === 'too_deep') {
    const deep = `The output is JSON nested deeper than ${MAX_JSON_DEPTH} levels, which is not looked into.`;
    return { finding: untold('output_too_deep', deep) };
  }
  const why = reason === 'invalid_json' ? whyNot(output) : WHY[reason];
  return { finding: failed(`The output cannot be read as JSON: ${why}.`) };
}

function whyNot(output: string): string {
  if (output.trim() === '') return 'it is empty';
  if (output.trimStart().startsWith('```')) return 'it begins with a Markdown code fence';
  const place = jsonFaultAt(output) ?? 1;
  return place > output.length
    ? 'it ends too early'
    : `what stands at character ${place} does not belong there`;
}

/** `offset` is how much of the rubric stands before the text. */
export function parseRubricJson(text: string, what: string, offset = 0): unknown {
  const result = parseJson(Buffer.from(text), MAX_JSON_DEPTH);
  if (result.ok) return result.value;
  const { reason, message } = result.fault;
  if (reason !== 'invalid_json') throw new RubricError(message.replace('The body', what));
  throw new RubricError(`${what} is not valid JSON.`, offset + (jsonFaultAt(text) ?? 1));
}
