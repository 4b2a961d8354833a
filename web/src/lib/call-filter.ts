// The filter of calls: one vocabulary for the URL of every page, chart and link, and for the API.
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
  };
}

export interface FilterPart {
  name: keyof CallFilter;
  /** For tags, the key of the tag. */
  tag?: string;
  value: string;
}

export const partsOf = (filter: CallFilter): FilterPart[] =>
  Object.entries(filter).flatMap(([name, value]): FilterPart[] => {
    if (value === undefined) return [];
    if (name !== 'tags') return [{ name: name as keyof CallFilter, value: String(value) }];
    return Object.entries(value as Record<string, string>).map(([tag, text]) => ({
      name: 'tags',
      tag,
      value: text,
    }));
  });

export function withoutPart(filter: CallFilter, { name, tag }: FilterPart): CallFilter {
  const { [name]: _gone, ...rest } = filter;
  if (name !== 'tags' || tag === undefined) return rest;
  const { [tag]: _value, ...tags } = filter.tags ?? {};
  return Object.keys(tags).length === 0 ? rest : { ...rest, tags };
}
