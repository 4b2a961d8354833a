// The filter of calls that the interface offers, as conditions.
import { Where, type Scope } from './scope.ts';
import { addConditions, type CallCondition } from './call-conditions.ts';
import type { SpanSubject } from './subjects.ts';
import { nameable, VERSION, type KnownPrompt } from './prompt-of-call.ts';

/** A record or a group of records. Without a project, of any project of the scope. */
export interface ScoredRef {
  id: string;
  project: number | null;
}

/**
 * The records that matching scores refer to. A call has the scores of its span, its trace and its session
 * too.
 */
export interface ScoredBy {
  calls: readonly ScoredRef[];
  spans: readonly ScoredRef[];
  traces: readonly ScoredRef[];
  sessions: readonly ScoredRef[];
}

export interface CallFilter {
  /** Inclusive. */
  startMs?: number;
  /** Exclusive. */
  endMs?: number;
  provider?: string;
  /** Part of the name, case-insensitive. */
  model?: string;
  /** All of them must match. */
  tags?: Readonly<Record<string, string>>;
  /** Any error, none, or one that contains the text. */
  error?: boolean | string;
  traceId?: string;
  sessionId?: string;
  userId?: string;
  promptName?: string;
  promptVersion?: string;
  /** Versions in the registry that calls may name by id: those of `promptName`, or of all names. */
  prompts?: readonly { id: number; version: string }[];
  minLatencyMs?: number;
  minCostUsd?: number;
  /** Part of the model, an id, the error, the user, or a tag's key or value; case-insensitive. */
  search?: string;
  /** Calls whose content has the words of `search`, though no column has. */
  alsoFound?: readonly string[];
  /** All of them must match. */
  where?: readonly CallCondition[];
  /** The registry's prompts, for conditions, groups and values of prompts. */
  known?: readonly KnownPrompt[];
  /** The call must be in each of them. */
  scoredBy?: readonly ScoredBy[];
  /** Unless true, calls made by evaluation runs are left out. */
  includeEvalRuns?: boolean;
}

/** The filter of spans: that of calls, and what only spans have. */
export interface SpanFilter extends CallFilter {
  type?: string;
  /** Part of the name, case-insensitive. */
  name?: string;
  agent?: string;
  tool?: string;
}

/** Filters without an index: the engine reads calls until the page is full. */
const UNINDEXED = [
  'model',
  'tags',
  'error',
  'userId',
  'promptName',
  'promptVersion',
  'minLatencyMs',
  'minCostUsd',
  'search',
  'where',
  'scoredBy',
] as const;

export const readsMuch = (filter: CallFilter): boolean =>
  UNINDEXED.some((name) => filter[name] !== undefined);

const EQUAL = {
  provider: 'provider',
  traceId: 'trace_id',
  sessionId: 'session_id',
  userId: 'user_id',
} as const;

const found = (text: string): string => `positionCaseInsensitiveUTF8(${text}, {search: String}) > 0`;

const SEARCHED = ['model', 'id', 'error', 'trace_id', 'session_id', 'user_id'];

const searchIn = (columns: readonly string[]): string =>
  `(${[
    ...columns.map(found),
    `arrayExists(tag -> ${found('tag')}, arrayConcat(mapKeys(tags), mapValues(tags)))`,
  ].join(' OR ')})`;

export const SEARCH = searchIn(SEARCHED);
const SEARCH_SPANS = searchIn([...SEARCHED, 'name', 'tool', 'agent']);

/** The window of a filter, which every table of records has. */
export function windowWhere(scope: Scope, { startMs, endMs }: CallFilter): Where {
  const where = Where.of(scope);
  if (startMs !== undefined)
    where.and('timestamp >= fromUnixTimestamp64Milli({start: Int64})', { start: startMs });
  if (endMs !== undefined) where.and('timestamp < fromUnixTimestamp64Milli({end: Int64})', { end: endMs });
  return where;
}

export const callsWhere = (scope: Scope, filter: CallFilter): Where =>
  narrowed(windowWhere(scope, filter), filter);

const NAMED_SPAN = {
  type: 'type = {type: String}',
  name: 'positionCaseInsensitiveUTF8(name, {name: String}) > 0',
  agent: 'agent = {agent: String}',
  tool: 'tool = {tool: String}',
} as const;

/** The conditions on spans beside scope and window, over the relation of spans (sources.ts). */
export function spansWhere(filter: SpanFilter): Where {
  const where = narrowed(new Where(), filter, 'spans');
  for (const [field, condition] of Object.entries(NAMED_SPAN)) {
    const value = filter[field as keyof typeof NAMED_SPAN];
    if (value !== undefined) where.and(condition, { [field]: value });
  }
  return where;
}

function narrowed(where: Where, filter: CallFilter, of: SpanSubject = 'calls'): Where {
  const { model, tags = {}, error, minLatencyMs, minCostUsd } = filter;
  for (const [name, column] of Object.entries(EQUAL)) {
    const value = filter[name as keyof typeof EQUAL];
    if (value !== undefined) where.and(`${column} = {${name}: String}`, { [name]: value });
  }
  ofPrompt(where, filter);
  if (model !== undefined) where.and('positionCaseInsensitiveUTF8(model, {model: String}) > 0', { model });
  Object.entries(tags).forEach(([key, value], at) => {
    const name = `{tagKey${at}: String}`;
    const params = { [`tagKey${at}`]: key, [`tagValue${at}`]: value };
    where.and(`tags[${name}] = {tagValue${at}: String}`, params);
    // The engine reads a missing tag as ''.
    if (value === '') where.and(`mapContains(tags, ${name})`);
  });
  if (typeof error === 'boolean') where.and(error ? `error != ''` : `error = ''`);
  else if (error !== undefined)
    where.and('positionCaseInsensitiveUTF8(error, {error: String}) > 0', { error });
  if (minLatencyMs !== undefined) where.and('latency_ms >= {minLatencyMs: Float64}', { minLatencyMs });
  if (minCostUsd !== undefined) where.and('cost_usd >= {minCostUsd: Float64}', { minCostUsd });
  const searched = of === 'calls' ? SEARCH : SEARCH_SPANS;
  if (filter.search !== undefined && filter.alsoFound !== undefined) {
    const { search, alsoFound } = filter;
    where.and(`(${searched} OR id IN {alsoFound: Array(String)})`, { search, alsoFound: [...alsoFound] });
  } else if (filter.search !== undefined) where.and(searched, { search: filter.search });
  addConditions(where, filter.where, filter.known, of);
  filter.scoredBy?.forEach((by, at) => scored(where, by, at));
  if (filter.includeEvalRuns !== true) where.and('eval_run = 0');
  return where;
}

const SCORED_COLUMNS = {
  calls: 'id',
  spans: 'span_id',
  traces: 'trace_id',
  sessions: 'session_id',
} as const satisfies Record<keyof ScoredBy, string>;

function scored(where: Where, by: ScoredBy, at: number): void {
  const any: string[] = [];
  const params: Record<string, unknown> = {};
  for (const [kind, column] of Object.entries(SCORED_COLUMNS)) {
    const refs = by[kind as keyof ScoredBy];
    const anywhere = refs.filter(({ project }) => project === null).map(({ id }) => id);
    const placed = refs.filter(({ project }) => project !== null);
    const name = `${kind}${at}`;
    if (anywhere.length > 0) {
      any.push(`${column} IN {${name}: Array(String)}`);
      params[name] = anywhere;
    }
    if (placed.length > 0) {
      any.push(
        `(project, ${column}) IN (SELECT each.1, each.2 FROM (SELECT arrayJoin(arrayZip({${name}Of: Array(UInt32)}, {${name}In: Array(String)})) AS each))`,
      );
      params[`${name}Of`] = placed.map(({ project }) => project);
      params[`${name}In`] = placed.map(({ id }) => id);
    }
  }
  where.and(any.length === 0 ? '1 = 0' : `(${any.join(' OR ')})`, params);
}

/** As prompt-usage.ts counts calls: by the id where the registry knows it, else by the name in the call. */
function ofPrompt(where: Where, { promptName, promptVersion, prompts = [] }: CallFilter): void {
  if (promptName === undefined && promptVersion === undefined) return;
  const known = nameable(prompts);
  const byId = known.length > 0;
  const promptIds = byId ? { promptIds: known.map(({ id }) => id) } : {};
  if (promptName !== undefined) {
    const named = 'prompt_name = {promptName: String}';
    where.and(byId ? `(has({promptIds: Array(UInt32)}, prompt_id) OR ${named})` : named, {
      promptName,
      ...promptIds,
    });
  }
  if (promptVersion !== undefined) {
    const promptVersions = byId ? { promptVersions: known.map(({ version }) => version) } : {};
    where.and(`${byId ? VERSION : 'prompt_version'} = {promptVersion: String}`, {
      promptVersion,
      ...promptIds,
      ...promptVersions,
    });
  }
}
