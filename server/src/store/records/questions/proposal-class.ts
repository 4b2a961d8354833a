// Calls as proposals look at them: by project, provider, model and what tells one use from another, with their tokens in the disjoint
// buckets that prices are for. All questions of proposals read calls through here, so that a class is the same in each of them.
import type { TokenUsage } from '../record.ts';
import { callsWhere } from './call-filter.ts';
import type { WindowedFilter } from './rollup-window.ts';
import { Where, type Scope } from './scope.ts';
import { PROMPT, promptParams, VERSION, type KnownPrompt } from './prompt-of-call.ts';

export type { KnownPrompt } from './prompt-of-call.ts';

export interface CallClass {
  project: number;
  provider: string;
  model: string;
  /** `prompt`, or the key of the tag that tells the use; '' where neither does. */
  classKind: string;
  /** Name of the prompt or value of the tag. */
  className: string;
}

/** Tags that name a use of a model, in the order in which they are looked for. Others may be ids, with a value for every call. */
export const CLASS_TAGS = [
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

/** '' where the call has none of them. */
const CLASS_TAG = `arrayFirst(key -> tags[key] != '', [${CLASS_TAGS.map((key) => `'${key}'`).join(', ')}])`;

export const CLASS = 'project, provider, model, class_kind, class_name';

// What otlp/stored-usage.ts does with one call, for all of them; tests hold the two against the same table. In steps, each a question
// over the one before: as names within one question each use would be written out, and the engine would read for seconds.
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

/** The calls of a window, each with its class; what is not used of it is not read. */
export const classedCalls = (scope: Scope, window: WindowedFilter, prompts: readonly KnownPrompt[]) =>
  classed(callsWhere(scope, window), prompts, NAMED_COLUMNS);

/** The same with the buckets of their tokens. */
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

/** Of single calls, those of evaluation runs as well. */
export function classedPlaces(
  scope: Scope,
  places: readonly { id: string; timestampMs: number }[],
  prompts: readonly KnownPrompt[],
) {
  const where = Where.of(scope)
    .and(`timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))`, {
      times: [...new Set(places.map(({ timestampMs }) => BigInt(timestampMs)))],
    })
    .and('id IN {ids: Array(String)}', { ids: [...new Set(places.map(({ id }) => id))] });
  return classed(where, prompts, NAMED_COLUMNS);
}

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

/** Sums of the buckets over calls for which a condition holds; read back by `usageOf`. */
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

export const usageOf = (row: UsageRow): TokenUsage => ({
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

export const classOf = (row: ClassRow): CallClass => ({
  project: row.project,
  provider: row.provider,
  model: row.model,
  classKind: row.class_kind,
  className: row.class_name,
});

/** A few call ids and trace ids, to open. */
export const EXAMPLES = 5;
