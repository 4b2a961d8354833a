// RFC 9535 queries. Alone, a query must select something. With `== <json>`, it must select something, and
// every selected value must equal that.
import { JSONPathEnvironment, JSONPathError, jsonpath, type JSONPathQuery, type JSONValue } from 'json-p3';
import {
  cutExcerpt,
  evaluatorFailed,
  MAX_JSON_DEPTH,
  passed,
  RubricError,
  type Evaluator,
  type RuleReasoning,
} from './evaluator.ts';
import { parseOutput, parseRubricJson } from './json-output.ts';
import { regexFunction } from './json-path-regex.ts';
import { sameJson } from './same-json.ts';
import { say } from './sentences.ts';

const MAX_PLACE = 200;

const environment = new JSONPathEnvironment({ maxRecursionDepth: 2 * MAX_JSON_DEPTH });
const { LogicalType, ValueType } = jsonpath.FunctionExpressionType;
for (const name of ['match', 'search'] as const) {
  environment.functionRegister.set(name, {
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: regexFunction(name),
  });
}

export function jsonPath(rubric: string): Evaluator {
  const comparison = comparisonAt(rubric);
  const query = compileQuery(comparison === null ? rubric : rubric.slice(0, comparison));
  if (comparison === null) {
    return ({ output }) => {
      const parsed = parseOutput(output);
      if ('finding' in parsed) return parsed.finding;
      const first = query.match(parsed.value as JSONValue);
      if (!first) return evaluatorFailed(say('path_selects_nothing', {}));
      return passed(say('path_selects', { place: cutExcerpt(first.path, MAX_PLACE) }));
    };
  }
  const from = comparison + 2;
  const wanted = parseRubricJson(rubric.slice(from), 'What stands after ==', from);
  return ({ output }) => {
    const parsed = parseOutput(output);
    if ('finding' in parsed) return parsed.finding;
    let selected = 0;
    for (const { value, path } of query.lazyQuery(parsed.value as JSONValue)) {
      selected += 1;
      if (sameJson(value, wanted)) continue;
      return evaluatorFailed(finds(cutExcerpt(path, MAX_PLACE), value));
    }
    if (selected === 0) return evaluatorFailed(say('path_selects_nothing', {}));
    return passed(say('path_equal', { count: selected }));
  };
}

/** Describes the type of a value without revealing its content. */
function finds(place: string, value: unknown): RuleReasoning {
  if (typeof value === 'string') return say('path_finds_text', { place, length: value.length });
  if (typeof value === 'number') return say('path_finds', { place, found: 'number' });
  if (typeof value === 'boolean') return say('path_finds', { place, found: value ? 'true' : 'false' });
  if (Array.isArray(value)) return say('path_finds_array', { place, length: value.length });
  if (value === null) return say('path_finds', { place, found: 'null' });
  return say('path_finds_object', { place, length: Object.keys(value as object).length });
}

function compileQuery(given: string): JSONPathQuery {
  const text = given.trim();
  if (text === '') throw new RubricError('There is no query.', 1);
  const before = given.length - given.trimStart().length;
  try {
    return environment.compile(text);
  } catch (error) {
    if (error instanceof JSONPathError) {
      const place = before + Math.min(error.token.index, text.length - 1) + 1;
      const message = error.message.replace(/ \('.*$/s, '');
      throw new RubricError(`The query does not compile: ${cutExcerpt(message, MAX_PLACE)}.`, place);
    }
    if (error instanceof RangeError) throw new RubricError('The query is nested too deeply.');
    throw new RubricError('The query does not compile.');
  }
}

/** The position of the first `==` outside brackets and quotes; inside them it belongs to the query. */
function comparisonAt(rubric: string): number | null {
  let depth = 0;
  for (let at = 0; at < rubric.length; at += 1) {
    const char = rubric[at];
    if (char === '"' || char === "'") at = endOfQuotes(rubric, at);
    else if (char === '[' || char === '(') depth += 1;
    else if (char === ']' || char === ')') depth -= 1;
    else if (char === '=' && depth === 0 && rubric[at + 1] === '=') return at;
  }
  return null;
}

function endOfQuotes(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[from]) return at;
  }
  return text.length;
}
