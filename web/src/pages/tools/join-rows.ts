// Joins the figures by name into rows, and sorts them. Pure.
import type { Schemas } from '#api';

export type ToolKind = 'tool' | 'agent';
type Aggregate = Pick<Schemas['Aggregate'], 'groups'>;

export interface NamedRow {
  name: string;
  count: number;
  /** Of all rows. */
  share: number;
  errors: number;
  rate: number | null;
  meanMs: number | null;
  lastSeen: string;
  /** Of the model calls of an agent; null for tools. */
  costUsd: number | null;
}

interface Answers {
  count: Aggregate;
  rate: Aggregate | undefined;
  mean: Aggregate | undefined;
  cost: Aggregate | undefined;
}

/** Spans without a name in this dimension are left out. */
export function joinRows({ count, rate, mean, cost }: Answers): NamedRow[] {
  const valuesOf = (answer: Aggregate | undefined) =>
    new Map((answer?.groups ?? []).map(({ key, value }) => [key, value]));
  const [rates, means, costs] = [valuesOf(rate), valuesOf(mean), valuesOf(cost)];
  const named = count.groups.filter(({ key }) => key !== '');
  const all = named.reduce((sum, group) => sum + group.count, 0);
  return named.map(({ key, count: spans, lastSeen }) => {
    const failed = rates.get(key) ?? null;
    return {
      name: key,
      count: spans,
      share: all === 0 ? 0 : spans / all,
      errors: failed === null ? 0 : Math.round(failed * spans),
      rate: failed,
      meanMs: means.get(key) ?? null,
      lastSeen,
      costUsd: cost ? (costs.get(key) ?? null) : null,
    };
  });
}

const VALUES = {
  name: ({ name }: NamedRow) => name,
  count: ({ count }: NamedRow) => count,
  errors: ({ errors }: NamedRow) => errors,
  rate: ({ rate }: NamedRow) => rate,
  mean: ({ meanMs }: NamedRow) => meanMs,
  cost: ({ costUsd }: NamedRow) => costUsd,
  last: ({ lastSeen }: NamedRow) => lastSeen,
} as const;
export type SortedBy = keyof typeof VALUES;
export const SORTED_BY = Object.keys(VALUES) as SortedBy[];

/** Rows without a value come last, whichever the order. */
export function sortRows(rows: readonly NamedRow[], by: SortedBy, order: 'asc' | 'desc'): NamedRow[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [VALUES[by](a), VALUES[by](b)];
    if (one === other) return a.name < b.name ? -1 : 1;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -sign : sign;
  });
}
