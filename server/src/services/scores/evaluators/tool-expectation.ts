// The tool calls that a rubric, or the expected output of an item, asks for.
import { isObject } from '#lib/is-object';
import { RubricError } from './evaluator.ts';
import { parseRubricJson } from './json-output.ts';
import { rubricChoice, rubricList, rubricMembers, rubricName } from './rubric-members.ts';

const MATCHES = ['exact', 'subset', 'ignore'] as const;
const ORDERS = ['any', 'exact', 'subset'] as const;
const MAX_EXPECTED = 50;

export interface ExpectedToolCall {
  name: string;
  arguments: unknown;
  match: (typeof MATCHES)[number];
}

export interface ToolExpectation {
  expected: readonly ExpectedToolCall[];
  order: (typeof ORDERS)[number];
  allowUnexpected: boolean;
}

/** Throws a RubricError that names the field. A list stands for its member `expected`. */
export function toolExpectation(text: string, isContent = false): ToolExpectation {
  const json = parseRubricJson(text, 'The rubric');
  const given = Array.isArray(json) ? { expected: json } : json;
  const {
    expected,
    match,
    order,
    allowUnexpected = false,
  } = rubricMembers(given, '', ['expected', 'match', 'order', 'allowUnexpected'], isContent);
  const usual = match === undefined ? 'exact' : rubricChoice(match, 'match', MATCHES);
  if (typeof allowUnexpected !== 'boolean') throw new RubricError('allowUnexpected must be true or false.');
  return {
    expected: rubricList(expected, 'expected', [0, MAX_EXPECTED]).map((call, at) =>
      expectedCall(call, `expected[${at}]`, usual, isContent),
    ),
    order: order === undefined ? 'any' : rubricChoice(order, 'order', ORDERS),
    allowUnexpected,
  };
}

function expectedCall(
  given: unknown,
  path: string,
  usual: ExpectedToolCall['match'],
  isContent: boolean,
): ExpectedToolCall {
  if (typeof given === 'string')
    return { name: rubricName(given, path), arguments: undefined, match: 'ignore' };
  const call = rubricMembers(given, path, ['name', 'arguments', 'match'], isContent);
  const match = call.match === undefined ? usual : rubricChoice(call.match, `${path}.match`, MATCHES);
  const wanted = call.arguments;
  if (wanted !== undefined && !isObject(wanted) && !Array.isArray(wanted))
    throw new RubricError(`${path}.arguments must be an object or a list.`);
  return {
    name: rubricName(call.name, `${path}.name`),
    arguments: wanted,
    match: wanted === undefined ? 'ignore' : match,
  };
}
