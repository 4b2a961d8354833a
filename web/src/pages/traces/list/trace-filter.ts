// Filters that only traces have. The filter of calls applies too: a trace matches if one of its calls does.
import { first, type Search } from '#lib/search-text';

export const TEXTS = ['name', 'agent', 'tool'] as const;
export const FLAGS = ['hasError', 'failingTool'] as const;

export interface TraceFilter {
  name?: string;
  agent?: string;
  tool?: string;
  /** true: a tool failed; false: none did. */
  failingTool?: boolean;
  /** true: a span failed; false: none did. */
  hasError?: boolean;
}

/** From the URL, or from the fields of a form. */
export function readTraceFilter(search: Search): TraceFilter {
  const filter: TraceFilter = {};
  for (const name of TEXTS) {
    const text = first(search[name])?.trim();
    if (text) filter[name] = text;
  }
  for (const name of FLAGS) {
    const text = first(search[name]);
    if (text === 'true' || text === 'false') filter[name] = text === 'true';
  }
  return filter;
}

/** All URL parameters of the filter; undefined removes a parameter. */
export const writeTraceFilter = (filter: TraceFilter): Search =>
  Object.fromEntries([...TEXTS, ...FLAGS].map((name) => [name, filter[name]?.toString()]));

export const withoutField = (filter: TraceFilter, name: keyof TraceFilter): TraceFilter => {
  const { [name]: _gone, ...rest } = filter;
  return rest;
};
