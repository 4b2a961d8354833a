// Spans in groups: the columns of a run or a session, computed from its calls and other spans. The engine takes longer to plan
// a statement than to read little, so a relation has only the columns that are asked for.
import { calledTools, CALLED, failedTools } from './span-names.ts';

/** Most names of each kind in one group. */
const MOST_NAMES = 1_000;

/** Milliseconds have 13 digits until the year 2286. */
const IN_ORDER = 'concat(toString(toUnixTimestamp64Milli(timestamp)), id)';

/** One tag, marked so that '' is no tag. */
const tagOf = (param: string): string =>
  `if(mapContains(tags, {${param}: String}), concat('=', tags[{${param}: String}]), '')`;

const OF_ANY = {
  of_trace: 'trace_id',
  of_session: 'session_id',
  of_project: 'project',
  at: 'timestamp',
  span: 'id',
  is_root: `parent_span_id = ''`,
  is_failed: `error != ''`,
  is_kept: 'has_content',
  of_agent: 'toString(agent)',
  of_user: 'user_id',
  of_release: 'toString(release)',
  of_environment: 'toString(environment)',
  of_service: 'toString(service)',
  is_tagged: 'notEmpty(tags)',
  of_group_tag: tagOf('groupTag'),
  of_split_tag: tagOf('splitTag'),
  of_tag_keys: 'toString(mapKeys(tags))',
  // Orders are texts: of a tuple, and of a map, the engine keeps columns for each group, some kB.
  in_order: IN_ORDER,
  root_first: `concat(if(parent_span_id = '', '0', '1'), ${IN_ORDER})`,
};

/** Columns of spans that groups are computed from, with the names that the figures below use. */
const OF_CALLS = {
  ...OF_ANY,
  is_call: '1',
  is_tool: '0',
  call_first: `concat('0', ${IN_ORDER})`,
  called: CALLED,
  took: 'latency_ms',
  cost: 'cost_usd',
  tokens: 'total_tokens',
  input_tokens: 'prompt_tokens',
  output_tokens: 'completion_tokens',
  is_unpriced: `price_source = 'none' AND total_tokens > 0`,
  of_model: 'toString(model)',
  of_provider: 'toString(provider)',
  of_tool: `''`,
  asked: 'tool_calls',
};
type SpanColumn = keyof typeof OF_CALLS;

const OF_OBSERVATIONS: Readonly<Record<SpanColumn, string>> = {
  ...OF_ANY,
  is_call: '0',
  is_tool: `type = 'tool'`,
  call_first: `concat('1', ${IN_ORDER})`,
  called: 'name',
  took: 'duration_ms',
  cost: 'toFloat64(0)',
  tokens: 'toFloat64(0)',
  input_tokens: 'toFloat64(0)',
  output_tokens: 'toFloat64(0)',
  is_unpriced: '0',
  of_model: `''`,
  of_provider: `''`,
  of_tool: 'toString(tool)',
  asked: `''`,
};

const names = (column: string, given = `${column} != ''`): string =>
  `arraySort(groupUniqArrayIf(${MOST_NAMES})(${column}, ${given}))`;

/** Of the root, else of the earliest span that has one. */
const ofRoot = (column: string): string => `argMinIf(${column}, root_first, ${column} != '')`;

/** Of the first call that has tags, else of the first other span. */
const ofTagged = (column: string): string => `argMinIf(${column}, call_first, is_tagged)`;

/** The most frequent values. Ties are broken by value, so that the answer is stable. */
const mostOf = (counted: string, most: number): string =>
  `arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), ${counted}), 1, ${most}))`;

// More values are counted than shown: with more distinct values in a group, counts become estimates.
/** The values of most calls. */
export const topOf = (column: string, most: number, given = `${column} != ''`): string =>
  mostOf(`topKIf(20, 3, 'counts')(${column}, ${given})`, most);

const namesIn = (column: string, given: string, asked: string): string =>
  `arraySort(arrayDistinct(arrayConcat(groupUniqArrayIf(${MOST_NAMES})(${column}, ${given}), groupUniqArrayArray(${MOST_NAMES})(${asked}))))`;

const END_MS = 'max(toUnixTimestamp64Milli(at) + took)';

/** Columns of runs and of sessions. Counts are Float64, so that JSON has them as numbers. */
export const GROUP_COLUMNS = {
  /** Start of the first span. */
  timestamp: 'min(at)',
  /** Start of the last. */
  last_at: 'max(at)',
  start_ms: 'toUnixTimestamp64Milli(min(at))',
  end_ms: END_MS,
  /** First start to last end. */
  latency_ms: `${END_MS} - toUnixTimestamp64Milli(min(at))`,
  cost_usd: 'sum(cost)',
  total_tokens: 'sum(tokens)',
  prompt_tokens: 'sum(input_tokens)',
  completion_tokens: 'sum(output_tokens)',
  spans: 'toFloat64(count())',
  calls: 'toFloat64(countIf(is_call = 1))',
  /** Spans of tools. */
  tools: 'toFloat64(countIf(is_tool))',
  /** Failed spans. */
  errors: 'toFloat64(countIf(is_failed))',
  traces: `toFloat64(uniqExactIf(of_trace, of_trace != ''))`,
  unpriced_calls: 'toFloat64(countIf(is_unpriced))',
  unpriced_tokens: 'sumIf(tokens, is_unpriced)',
  /** Arrays of distinct names without ''. */
  agents: names('of_agent'),
  tool_names: names('of_tool', `is_tool AND of_tool != ''`),
  models: names('of_model'),
  providers: names('of_provider'),
  /** `tool_names`, and those that calls asked for: many clients record no spans of their tools. */
  called_tools: namesIn('of_tool', `is_tool AND of_tool != ''`, calledTools('asked')),
  failed_tools: namesIn('of_tool', 'is_tool AND is_failed', failedTools('asked')),
  /** '' if no span has one. */
  user_id: ofRoot('of_user'),
  release: ofRoot('of_release'),
  environment: ofRoot('of_environment'),
  service: ofRoot('of_service'),
  /** The tag with the key of the parameter, after a mark; '' without it. */
  group_tag: ofTagged('of_group_tag'),
  split_tag: ofTagged('of_split_tag'),
  tag_keys: `CAST(if(countIf(is_tagged) = 0, '[]', ${ofTagged('of_tag_keys')}), 'Array(String)')`,
  /** Those with the most calls. */
  top_users: topOf('of_user', 3, `is_call = 1 AND of_user != ''`),
  top_models: topOf('of_model', 5),
  last_model: 'argMaxIf(of_model, (at, span), is_call = 1)',
  /** The first call with content, as its id and time. */
  first_content: 'argMinIf((span, toUnixTimestamp64Milli(at)), (at, span), is_call = 1 AND is_kept)',
  name: 'argMin(called, root_first)',
  project: 'argMin(of_project, in_order)',
};

export const RUN_COLUMNS = {
  trace_id: 'of_trace',
  session_id: ofRoot('of_session'),
  ...GROUP_COLUMNS,
  /** A root failed, or without a root any span did. */
  failed: 'if(countIf(is_root) > 0, countIf(is_root AND is_failed) > 0, countIf(is_failed) > 0)',
};
export type RunColumn = keyof typeof RUN_COLUMNS;

export const SESSION_COLUMNS = {
  session_id: 'of_session',
  user_ids: names('of_user'),
  ...GROUP_COLUMNS,
  /** A run in it has failed. */
  failed: `(countIf(is_root AND is_failed) > 0
  OR notEmpty(arrayFilter(each -> NOT has(groupUniqArrayIf(of_trace, is_root), each), groupUniqArrayIf(of_trace, is_failed))))`,
};
export type SessionColumn = keyof typeof SESSION_COLUMNS;

/** The columns of both tables that these texts name. */
export function spanColumns(texts: readonly string[]): Record<'calls' | 'observations', string> {
  const all = texts.join('\n');
  const used = (Object.keys(OF_CALLS) as SpanColumn[]).filter((name) =>
    new RegExp(String.raw`\b${name}\b`).test(all),
  );
  const select = (columns: Readonly<Record<SpanColumn, string>>): string =>
    used.map((name) => `${columns[name]} AS ${name}`).join(', ');
  return { calls: select(OF_CALLS), observations: select(OF_OBSERVATIONS) };
}
