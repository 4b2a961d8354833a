// Sentences about an output. None of them quotes the output, because they are stored unencrypted beside
// scores; only the author of code decides what it says.
import {
  countedFigure,
  numberFigure,
  oneOf,
  sentence,
  sentences,
  text,
  timesFigure,
  type CodeOf,
} from '#lib/sentences';

/** A JSON pointer. */
const place = {
  ...text('place'),
  write: (pointer: string) => (pointer === '' ? 'the root' : pointer),
};

/** A violation of the schema in the words of the validator. */
const misfit = <const F extends Parameters<typeof sentence>[1][]>(parts: readonly string[], ...figures: F) =>
  sentence<[typeof place, ...F]>(
    ['The output is JSON that does not fit the schema: ', ` ${parts[0] ?? ''}`, ...parts.slice(1)],
    place,
    ...figures,
  );

const ofSchemas = {
  schema_fits: sentence`The output is JSON that fits the schema.`,
  schema_enum: misfit`must be equal to one of the allowed values.`,
  schema_const: misfit`must be equal to constant.`,
  schema_limit: misfit`must be ${oneOf('comparison', { atLeast: '>=', atMost: '<=', above: '>', below: '<' })} ${numberFigure('limit')}.`,
  schema_multiple: misfit`must be multiple of ${numberFigure('divisor')}.`,
  schema_type: misfit`must be ${text('type')}.`,
  schema_required: misfit`must have required property '${text('property')}'.`,
  schema_size: misfit`must NOT have ${oneOf('bound', { least: 'fewer', most: 'more' })} than ${numberFigure('limit')} ${oneOf('unit', { characters: 'characters', items: 'items', properties: 'properties' })}.`,
  schema_pattern: misfit`must match pattern "${text('pattern')}".`,
  schema_format: misfit`must match format "${text('format')}".`,
  schema_duplicates: misfit`must NOT have duplicate items (items ## ${numberFigure('one')} and ${numberFigure('other')} are identical).`,
  schema_contains_range: misfit`must contain at least ${numberFigure('least')} and no more than ${numberFigure('most')} valid item(s).`,
  schema_contains: misfit`must contain at least ${numberFigure('least')} valid item(s).`,
  schema_additional: misfit`must NOT have additional properties.`,
  schema_unevaluated: misfit`must NOT have unevaluated properties.`,
  schema_property_name: misfit`property name must be valid.`,
  schema_dependent: misfit`must have ${oneOf('number', { one: 'property', several: 'properties' })} ${text('properties')} when property ${text('property')} is present.`,
  schema_one_of: misfit`must match exactly one schema in oneOf.`,
  schema_any_of: misfit`must match a schema in anyOf.`,
  schema_not: misfit`must NOT be valid.`,
  schema_branch: misfit`must match "${text('branch')}" schema.`,
  schema_false: misfit`boolean schema is false.`,
  schema_other: misfit`${text('rule')}.`,
};

const ofTexts = {
  equal: sentence`The output equals the expected text.`,
  differs_only: sentence`The output differs from the expected text ${oneOf('how', {
    white_space: 'in white space at its beginning or end',
    line_ends: 'in line ends',
    normalisation: 'in how its characters are composed (Unicode normalisation)',
    case: 'in upper and lower case',
  })} only.`,
  differs_length: sentence`The output differs from the expected text in its length: ${numberFigure('outputChars')} characters against ${numberFigure('expectedChars')}, equal as far as the shorter one goes.`,
  differs_from: sentence`The output differs from the expected text from character ${numberFigure('from')} on (${numberFigure('outputChars')} characters against ${numberFigure('expectedChars')}).`,
  contains: sentence`The output contains the text, from character ${numberFigure('from')} on.`,
  contains_other_case: sentence`The output contains the text in other upper and lower case only.`,
  contains_not: sentence`The output does not contain the text.`,
  pattern_matches: sentence`The pattern matches characters ${numberFigure('from')} to ${numberFigure('to')} of the output.`,
  pattern_matches_nothing: sentence`The pattern matches the empty text before character ${numberFigure('from')}.`,
  pattern_matches_nowhere: sentence`The pattern matches nowhere in the output.`,
};

const ofPaths = {
  path_selects: sentence`The query selects what is at ${text('place')} in the output.`,
  path_selects_nothing: sentence`The query selects nothing in the output.`,
  path_equal: sentence`The query selects ${countedFigure('count', 'value')}, equal to what is asked for.`,
  path_finds_text: sentence`At ${text('place')} is a text of ${countedFigure('length', 'character')}, not the value that is asked for.`,
  path_finds_array: sentence`At ${text('place')} is an array of ${countedFigure('length', 'value')}, not the value that is asked for.`,
  path_finds_object: sentence`At ${text('place')} is an object with ${countedFigure('length', 'member')}, not the value that is asked for.`,
  path_finds: sentence`At ${text('place')} is ${oneOf('found', { null: 'null', true: 'true', false: 'false', number: 'a number' })}, not the value that is asked for.`,
};

const ofTools = {
  repeats_no_tool_call: sentence`The answer repeats no tool call.`,
  repeats_tool_call: sentence`The answer makes a tool call again that was made ${timesFigure('repeats')} before with the same arguments; ${numberFigure('allowed')} are allowed.`,
  repeats_tool_call_as_allowed: sentence`The answer makes a tool call again that was made ${timesFigure('repeats')} before with the same arguments, which is allowed up to ${timesFigure('allowed')}.`,
};

const ofJson = {
  json_unreadable: sentence`The output cannot be read as JSON: ${oneOf('why', {
    invalid_utf8: 'it has half of a character in it',
    duplicate_key: 'an object in it has a key twice',
    forbidden_key: 'it has the key "__proto__"',
    empty: 'it is empty',
    code_fence: 'it begins with a Markdown code fence',
    too_short: 'it ends too early',
  })}.`,
  json_unreadable_at: sentence`The output cannot be read as JSON: what stands at character ${numberFigure('at')} does not belong there.`,
};

const ofCode = {
  code_scored: sentence`The code gives ${numberFigure('score')}.`,
  code_labelled: sentence`The code gives the label ${text('label')}.`,
  code_says: sentence`The code says: ${text('reason')}`,
  code_threw_at: sentence`The code failed in line ${numberFigure('line')}: ${text('problem')}`,
  code_threw: sentence`The code failed: ${text('problem')}`,
  code_result: sentence`The result of the code cannot be used: ${oneOf('why', {
    nothing: 'it is null or undefined',
    kind: 'it is no score, label, or object with one of them',
    not_finite: 'it is not a finite number',
    promise: 'it is a promise, and nothing waits for one',
    not_boolean: 'it is neither true, false, 1 nor 0',
  })}.`,
  code_off_scale: sentence`The code gives ${numberFigure('score')}, which is not from ${numberFigure('min')} to ${numberFigure('max')}.`,
  code_unknown_label: sentence`The code gives a label that the criterion does not have.`,
};

const ofToolCalls = {
  tools_right: sentence`The tool calls are as expected (${numberFigure('expected')}).`,
  tools_unexpected: sentence`All expected tool calls were made (${numberFigure('expected')}), and ${numberFigure('unexpected')} more.`,
  tools_differ: sentence`${numberFigure('matched')} of ${numberFigure('expected')} expected tool calls are right, ${numberFigure('named')} by name alone; ${numberFigure('actual')} were made.`,
};

const ofTraces = {
  trajectory_holds: sentence`Every check holds (${numberFigure('checks')}).`,
  trajectory_fails: sentence`${numberFigure('held')} of ${numberFigure('checks')} checks hold, but not: ${text('failures')}.`,
};

const ofSimilarity = {
  similarity: sentence`The similarity to the reference text is ${numberFigure('similarity')}, by ${text('model')}.`,
  similarity_threshold: sentence`The similarity to the reference text is ${numberFigure('similarity')}, and ${numberFigure('threshold')} is asked for, by ${text('model')}.`,
  similarity_empty: sentence`The output is empty, so it is not similar to anything.`,
};

const unscored = {
  no_expected_output: sentence`There is no expected output to compare with.`,
  output_too_long: sentence`The output is longer than ${numberFigure('kib')} KiB.`,
  output_too_deep: sentence`The output is JSON nested deeper than ${numberFigure('levels')} levels, which is not looked into.`,
  rubric_unusable: sentence`The rubric does not compile: ${text('problem')}`,
  rubric_too_slow: sentence`The rubric takes too long on this output, and was stopped.`,
  rubric_too_large: sentence`The rubric takes too much memory on this output, and was stopped.`,
  rubric_circular: sentence`The rubric goes round in circles, or too deep, on this output.`,
  material_too_long: sentence`What is to be evaluated is longer than ${numberFigure('kib')} KiB in all.`,
  trace_too_long: sentence`The trace has more than ${numberFigure('steps')} steps, or more content than is read.`,
  trace_without_content: sentence`The content of this trace was not stored, so its tool calls and its answer are not known.`,
  expectation_unusable: sentence`The expected output of this item does not describe tool calls: ${text('problem')}`,
};

export const ruleSentences = sentences({
  ...ofTexts,
  ...ofPaths,
  ...ofTools,
  ...ofJson,
  ...ofSchemas,
  ...ofCode,
  ...ofToolCalls,
  ...ofTraces,
  ...ofSimilarity,
  ...unscored,
});
export const { say } = ruleSentences;
export type RuleCode = CodeOf<typeof ruleSentences>;
