// Calls as proposals see them: by project, provider, model and use, with their tokens in the disjoint buckets
// that have prices. All queries for proposals read calls through this file, so that a class means the same
// in each of them.
import {
  callsWhere,
  PROMPT,
  promptParams,
  VERSION,
  Where,
  type CallRef,
  type KnownPrompt,
  type Scope,
  type TokenUsage,
  type WindowedFilter,
} from '#records';

export interface CallClass {
  project: number;
  provider: string;
  model: string;
  /** `prompt`, or the key of the tag that names the use; '' without either. */
  classKind: string;
  /** The prompt's name or the tag's value. */
  className: string;
}

/**
 * Tags that name a use of a model; the first one found counts. Other tags may be ids, with a new value for
 * every call.
 */
const CLASS_TAGS = [
  'feature',
  'task',
  'use_case',
  'usecase',
  'workflow',
  'component',
  'step',
  'operation',
  'agent',
] as const;

/** '' if the call has none of them. */
const CLASS_TAG = `arrayFirst(key -> tags[key] != '', [${CLASS_TAGS.map((key) => `'${key}'`).join(', ')}])`;

export const CLASS = 'project, provider, model, class_kind, class_name';

// The same rules as sdk/src/reading/token-buckets.ts, as SQL; tests check both against one table. Each step
// is a subquery over the one before: as aliases in one SELECT every use would be expanded, and the engine
// would analyse the statement for seconds.
const near = (left: string, right: string): string =>
  `abs(${left} - (${right})) < 1e-6 * greatest(1, ${right})`;

const TAKEN_APART = [
  `${near('beyond', 'cache + reasoning_tokens')} AS both_apart,
  reasoning_tokens <= completion_tokens AND ${near('beyond', 'reasoning_tokens')} AS reasoning_told`,
  `both_apart OR cache > prompt_tokens OR (NOT reasoning_told AND ${near('beyond', 'cache')}) AS cache_apart,
  both_apart OR reasoning_tokens > completion_tokens OR reasoning_told AS reasoning_apart`,
  `if(cache_apart, prompt_tokens, prompt_tokens - cache) AS uncached,
  if(reasoning_apart, completion_tokens, completion_tokens - reasoning_tokens) AS output_text`,
  'uncached + cache AS whole_input, output_text + reasoning_tokens AS whole_output',
];

const BEYOND = `cached_tokens + cache_write_tokens AS cache,
  total_tokens - prompt_tokens - completion_tokens - if(cached_tokens + cache_write_tokens > prompt_tokens, cached_tokens + cache_write_tokens, 0)
    - if(reasoning_tokens > completion_tokens, reasoning_tokens, 0) AS beyond`;

/** The calls of a window with their class. The engine reads only the columns that the caller uses. */
export const classedCalls = (scope: Scope, window: WindowedFilter, prompts: readonly KnownPrompt[]) =>
  classed(callsWhere(scope, window), prompts, NAMED_COLUMNS);

/** The same with their tokens in buckets. */
export function bucketedCalls(scope: Scope, window: WindowedFilter, prompts: readonly KnownPrompt[]) {
  const { from, params } = classed(
    callsWhere(scope, window),
    prompts,
    `${NAMED_COLUMNS},
  prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens,
  JSONExtractString(request_meta, 'gateway') AS gateway,
  ${BEYOND}`,
  );
  return {
    from: TAKEN_APART.reduce((inner, step) => `(\nSELECT *, ${step}\nFROM ${inner}\n)`, from),
    params,
  };
}

/** Single calls, also those of evaluation runs. */
export const classedRefs = (scope: Scope, refs: readonly CallRef[], prompts: readonly KnownPrompt[]) =>
  classed(Where.of(scope).at(refs), prompts, NAMED_COLUMNS);

const NAMED_COLUMNS = `id, timestamp, trace_id, session_id, eval_run, input_hash, cost_usd,
  error != '' AS failed, tool_calls NOT IN ('', '[]', 'null') AS with_tools`;

function classed(where: Where, prompts: readonly KnownPrompt[], columns: string) {
  return {
    from: `(
SELECT *, if(prompt != '', 'prompt', class_tag) AS class_kind, if(prompt != '', prompt, tags[class_tag]) AS class_name
FROM (
SELECT project, toString(provider) AS provider, toString(model) AS model, tags, ${CLASS_TAG} AS class_tag,
  ${PROMPT} AS prompt,
  ${VERSION} AS version,
  ${columns}
FROM calls
WHERE ${where.sql}
)
)`,
    params: { ...where.params, ...promptParams(prompts) },
  };
}

/** Sums of the buckets over the calls that meet a condition. `usageOf` reads them back. */
export const usageSums = (condition: string): string =>
  [
    ['uncached', 'uncached_sum'],
    ['cached_tokens', 'cache_read_sum'],
    ['cache_write_tokens', 'cache_write_sum'],
    ['output_text', 'output_sum'],
    ['reasoning_tokens', 'reasoning_sum'],
    ['audio_tokens', 'audio_sum'],
  ]
    .map(([column, name]) => `sumIf(${column}, ${condition}) AS ${name}`)
    .join(', ');

export interface UsageRow {
  uncached_sum: number;
  cache_read_sum: number;
  cache_write_sum: number;
  output_sum: number;
  reasoning_sum: number;
  audio_sum: number;
}

export const classUsageOf = (row: UsageRow): TokenUsage => ({
  uncachedInput: row.uncached_sum,
  cacheRead: row.cache_read_sum,
  cacheWrite: row.cache_write_sum,
  outputText: row.output_sum,
  reasoning: row.reasoning_sum,
  audio: row.audio_sum,
});

export interface ClassRow {
  project: number;
  provider: string;
  model: string;
  class_kind: string;
  class_name: string;
}

export const readCallClass = (row: ClassRow): CallClass => ({
  project: row.project,
  provider: row.provider,
  model: row.model,
  classKind: row.class_kind,
  className: row.class_name,
});

/** How many call ids and trace ids a proposal shows as examples. */
export const EXAMPLES = 5;
