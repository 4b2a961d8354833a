// Groups rules over the same calls, so that they share one query.
import { MINUTE_MS } from '#lib/clock';
import type { RuleRow } from '../store.ts';

export interface ScoredGroup {
  accountId: string;
  projectId: string | null;
  rules: RuleRow[];
}

/** A rule that is further behind gets its own query; otherwise the others would read its whole backlog. */
const BEHIND_MS = 5 * MINUTE_MS;

/** In the order of the rules. */
export function groupRules(rules: readonly RuleRow[], now: number): ScoredGroup[] {
  const groups = Map.groupBy(rules, (rule) =>
    rule.watermark < now - BEHIND_MS
      ? `${rule.id}`
      : JSON.stringify([rule.account_id, rule.project_id, rule.filter]),
  );
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ accountId: first.account_id, projectId: first.project_id, rules: alike }] : [];
  });
}
