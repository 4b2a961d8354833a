// Groups from several sources become one answer here: merging in the engine would take up to half as long again.
import { METRIC_SQL } from './metrics.ts';
import { tellsWhole, WHOLE, type AggregateQuestion } from './aggregate-parts.ts';
import { isTimeAxis, stepName } from './time-axis.ts';

/** Calls that used tokens and have no known price. A sum of costs does not include them. */
export interface UnpricedSum {
  calls: number;
  tokens: number;
}

interface AggregateTotal {
  /** Null for a mean over nothing. */
  value: number | null;
  count: number;
  /** Only of costs, and only if there are some. */
  unpriced?: UnpricedSum;
}

interface AggregateGroup extends AggregateTotal {
  key: string;
  lastSeenMs: number;
}

export interface AggregateAnswer {
  groups: AggregateGroup[];
  total: AggregateTotal;
}

/** More groups are cut, lowest values first. The total still covers all of them. */
export const MAX_GROUPS = 10_000;

export const withUnpriced = (calls = 0, tokens = 0): Pick<AggregateTotal, 'unpriced'> =>
  calls > 0 ? { unpriced: { calls, tokens } } : {};

/** The part of a group that one source has. */
export interface PartRow {
  /** 1 with a key, 0 without, WHOLE for all. Left out if every row has a key and groups add up. */
  present?: number;
  /** On an axis of time, the number of the step. */
  key: string | number;
  part_n: number;
  part_amount: number;
  part_per?: number;
  part_unpriced?: number;
  part_unpriced_tokens?: number;
  part_seen: string;
  /** With a split: the number of its place, from 1; 0 for all others. */
  place?: number;
}

interface Group {
  present: number;
  key: string;
  calls: number;
  amount: number;
  per: number;
  unpriced: number;
  unpricedTokens: number;
  seenMs: number;
}

export function sumGroups(rows: readonly PartRow[], question: AggregateQuestion): AggregateAnswer {
  const { axis, metric, every, limit = MAX_GROUPS } = question;
  const { per: divided, none } = METRIC_SQL[metric];
  const valueOf = ({ amount, per }: Pick<Group, 'amount' | 'per'>): number | null =>
    divided ? (per === 0 ? null : amount / per) : amount;
  // The rollup also has rows that subtract from others.
  const groups = mergeParts(rows).filter(({ calls }) => calls !== 0);
  const total = { calls: 0, amount: 0, per: 0, unpriced: 0, unpricedTokens: 0 };
  const counted = tellsWhole(question) ? groups.filter(({ present }) => present === WHOLE) : groups;
  for (const { calls, amount, per, unpriced, unpricedTokens } of counted) {
    total.calls += calls;
    total.amount += amount;
    total.per += per;
    total.unpriced += unpriced;
    total.unpricedTokens += unpricedTokens;
  }
  const ordered = isTimeAxis(axis)
    ? groups.toSorted((left, right) => Number(left.key) - Number(right.key))
    : groups.toSorted(
        (left, right) =>
          (valueOf(right) ?? -Infinity) - (valueOf(left) ?? -Infinity) || byBytes(left.key, right.key),
      );
  return {
    groups: ordered
      .filter(({ present }) => present === 1)
      .slice(0, limit)
      .map((group) =>
        Object.assign(withUnpriced(group.unpriced, group.unpricedTokens), {
          key: isTimeAxis(axis) ? stepName(axis, Number(group.key), every) : group.key,
          value: valueOf(group),
          count: group.calls,
          lastSeenMs: group.seenMs,
        }),
      ),
    total: {
      value: groups.length === 0 ? none : valueOf(total),
      count: total.calls,
      ...withUnpriced(total.unpriced, total.unpricedTokens),
    },
  };
}

function mergeParts(rows: readonly PartRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const { present = 1, key, part_n: calls, part_amount: amount, part_per: per = 0, part_seen } = row;
    const { part_unpriced: unpriced = 0, part_unpriced_tokens: unpricedTokens = 0 } = row;
    const name = `${present} ${key}`;
    const group = groups.get(name);
    if (!group) {
      const seenMs = Number(part_seen);
      groups.set(name, { present, key: String(key), calls, amount, per, unpriced, unpricedTokens, seenMs });
      continue;
    }
    group.calls += calls;
    group.amount += amount;
    group.per += per;
    group.unpriced += unpriced;
    group.unpricedTokens += unpricedTokens;
    group.seenMs = Math.max(group.seenMs, Number(part_seen));
  }
  return [...groups.values()];
}

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
