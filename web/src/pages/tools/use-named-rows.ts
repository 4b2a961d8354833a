// The figures of all tools or agents, and the further ones of those that are shown.
import { useMemo } from 'react';
import { useFigures, type Figure, type FigureResult, type Schemas } from '#api';
import { narrowedBy, type Scope } from '#ui';
import { joinRows, type ToolKind, type NamedRow } from './join-rows.ts';

type Aggregate = Schemas['Aggregate'];
const isAggregate = (result: FigureResult | undefined): result is Aggregate =>
  result !== undefined && 'groups' in result;

export function useNamedRows(kind: ToolKind, { window, filter }: Scope) {
  const figures = useMemo((): Figure[] => {
    const spans = { ...window, ...narrowedBy(filter), of: 'spans', type: kind, groupBy: kind };
    const of = (metric: string, query: object = spans): Figure => ({
      id: `${kind} ${metric}`,
      kind: 'aggregate',
      query: { ...query, metric },
    });
    const calls = { ...window, ...narrowedBy(filter), groupBy: kind };
    return [of('count'), of('error_rate'), of('latency'), ...(kind === 'agent' ? [of('cost', calls)] : [])];
  }, [kind, window, filter]);
  const { answers, refetch } = useFigures(figures);
  const rows = useMemo((): NamedRow[] | null => {
    const [count, rate, mean, cost] = answers.map(({ result }) => (isAggregate(result) ? result : undefined));
    return count ? joinRows({ count, rate, mean, cost }) : null;
  }, [answers]);
  const failed = answers.find(({ result, error }) => error !== null && result === undefined);
  return { rows, error: failed?.error ?? null, refetch };
}

export interface Further {
  p95Ms: number | null;
  /** The agents that use a tool, or the tools that an agent uses; the most frequent first. */
  others: readonly string[];
}

/** By name. What is still loading is missing. */
export function useFurther(
  kind: ToolKind,
  names: readonly string[],
  { window, filter }: Scope,
): ReadonlyMap<string, Further> {
  const figures = useMemo(
    () =>
      names.flatMap((name): Figure[] => {
        const about = { ...window, ...narrowedBy(filter), of: 'spans', [kind]: name };
        return [
          { id: `${kind} p95 ${name}`.slice(0, 64), kind: 'percentiles', query: { ...about, type: kind } },
          {
            id: `${kind} others ${name}`.slice(0, 64),
            kind: 'aggregate',
            query: {
              ...about,
              type: 'tool',
              metric: 'count',
              groupBy: kind === 'tool' ? 'agent' : 'tool',
            },
          },
        ];
      }),
    [kind, names, window, filter],
  );
  const { answers } = useFigures(figures);
  return useMemo(
    () =>
      new Map(
        names.map((name, at) => {
          const [ranks, others] = [answers[2 * at]?.result, answers[2 * at + 1]?.result];
          return [
            name,
            {
              p95Ms: ranks && 'p95' in ranks ? ranks.p95 : null,
              others: isAggregate(others)
                ? others.groups.map(({ key }) => key).filter((key) => key !== '')
                : [],
            },
          ];
        }),
      ),
    [names, answers],
  );
}
