// Groups rules over the same calls, traces or sessions, so that they share one query.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
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
    rule.watermark < now - rule.quiet_seconds * SECOND_MS - BEHIND_MS
      ? `${rule.id}`
      : JSON.stringify([rule.account_id, rule.project_id, rule.scope, rule.quiet_seconds, rule.filter]),
  );
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ accountId: first.account_id, projectId: first.project_id, rules: alike }] : [];
  });
}
