// The filter of calls: one vocabulary for the URL of every page, chart and link, and for the API.
import {
  conditionsFor,
  readCondition,
  writeCondition,
  type FilterCondition,
  type ConditionSubject,
} from './call-conditions.ts';
import { isObject } from './is-object.ts';
import { all, first, type Search } from './search-text.ts';

export interface CallFilter {
  provider?: string;
  model?: string;
  /** true: any error; false: no error; a text: errors that contain it. */
  error?: boolean | string;
  tags?: Record<string, string>;
  traceId?: string;
  sessionId?: string;
  userId?: string;
  promptName?: string;
  promptVersion?: string;
  minLatencyMs?: number;
  minCostUsd?: number;
  search?: string;
  /** All must match. */
  scores?: FilterScore[];
  /** All must match. */
  where?: FilterCondition[];
}

export const SCORE_SIGNS = { lt: '<', lte: '≤', eq: '=', ne: '≠', gte: '≥', gt: '>' } as const;

export interface FilterScore {
  name: string;
  op: keyof typeof SCORE_SIGNS;
  value: number | boolean | string;
}

export const isScoreCondition = (value: unknown): value is FilterScore => {
  if (!isObject(value)) return false;
  const { name, op, value: of } = value;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof op === 'string' &&
    Object.hasOwn(SCORE_SIGNS, op) &&
    ['number', 'boolean', 'string'].includes(typeof of)
  );
};

/** In the URL, a condition is `["name","lt",0.5]`. */
function readScore(text: string): FilterScore[] {
  try {
    const [name, op, value] = JSON.parse(text) as unknown[];
    const condition = { name, op, value };
    return isScoreCondition(condition) ? [condition] : [];
  } catch {
    return [];
  }
}

export const TEXT_FILTERS = [
  'provider',
  'model',
  'traceId',
  'sessionId',
  'userId',
  'promptName',
  'promptVersion',
  'search',
] as const;
export const NUMBER_FILTERS = ['minLatencyMs', 'minCostUsd'] as const;

function readTags(values: readonly string[]): Record<string, string> | undefined {
  const pairs = values.flatMap((value) => {
    const at = value.indexOf(':');
    return at > 0 ? [[value.slice(0, at), value.slice(at + 1)] as const] : [];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

const MAX_CONDITIONS = 20;

export function readFilter(search: Search): CallFilter {
  const filter: CallFilter = {};
  for (const name of TEXT_FILTERS) {
    const text = first(search[name]);
    if (text !== undefined && text !== '') filter[name] = text;
  }
  for (const name of NUMBER_FILTERS) {
    const number = Number(first(search[name]) || Number.NaN);
    if (number >= 0) filter[name] = number;
  }
  const error = first(search['error']);
  if (error !== undefined && error !== '')
    filter.error = error === 'true' ? true : error === 'false' ? false : error;
  const tags = readTags(all(search['tag']));
  if (tags) filter.tags = tags;
  const scores = all(search['score']).flatMap(readScore);
  if (scores.length > 0) filter.scores = scores;
  const where = all(search['where']).flatMap(readCondition).slice(0, MAX_CONDITIONS);
  if (where.length > 0) filter.where = where;
  return filter;
}

/** All URL parameters of the filter; undefined removes a parameter. */
export function writeFilter(filter: CallFilter): Record<string, string | string[] | undefined> {
  const tags = Object.entries(filter.tags ?? {}).map(([key, value]) => `${key}:${value}`);
  return {
    ...Object.fromEntries(TEXT_FILTERS.map((name) => [name, filter[name]])),
    ...Object.fromEntries(NUMBER_FILTERS.map((name) => [name, filter[name]?.toString()])),
    error: filter.error?.toString(),
    tag: tags.length === 0 ? undefined : tags,
    score: filter.scores?.map(({ name, op, value }) => JSON.stringify([name, op, value])),
    where: filter.where?.map(writeCondition),
  };
}

/** What another list can take of a filter. */
export function filterFor(of: ConditionSubject, { where, ...filter }: CallFilter): CallFilter {
  const left = conditionsFor(where ?? [], of);
  return left.length === 0 ? filter : { ...filter, where: left };
}

export interface FilterPart {
  name: keyof CallFilter;
  /** For tags, the key of the tag. */
  tag?: string;
  /** For a part of `where`. */
  condition?: FilterCondition;
  value: string;
}

const scoreText = ({ name, op, value }: FilterScore): string => `${name} ${SCORE_SIGNS[op]} ${value}`;

export const filterParts = (filter: CallFilter): FilterPart[] =>
  Object.entries(filter).flatMap(([name, value]): FilterPart[] => {
    if (value === undefined) return [];
    if (name === 'scores')
      return (value as FilterScore[]).map((score) => ({ name, value: scoreText(score) }));
    if (name === 'where')
      return (value as FilterCondition[]).map((condition) => ({
        name,
        condition,
        value: condition.values.join(', '),
      }));
    if (name !== 'tags') return [{ name: name as keyof CallFilter, value: String(value) }];
    return Object.entries(value as Record<string, string>).map(([tag, text]) => ({
      name: 'tags',
      tag,
      value: text,
    }));
  });

export function withoutPart(filter: CallFilter, { name, tag, condition, value }: FilterPart): CallFilter {
  const { [name]: _gone, ...rest } = filter;
  if (name === 'where') {
    const where = (filter.where ?? []).filter((one) => one !== condition);
    return where.length === 0 ? rest : { ...rest, where };
  }
  if (name === 'scores') {
    const scores = (filter.scores ?? []).filter((score) => scoreText(score) !== value);
    return scores.length === 0 ? rest : { ...rest, scores };
  }
  if (name !== 'tags' || tag === undefined) return rest;
  const { [tag]: _tag, ...tags } = filter.tags ?? {};
  return Object.keys(tags).length === 0 ? rest : { ...rest, tags };
}
