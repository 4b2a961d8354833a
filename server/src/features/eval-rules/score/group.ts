// Rules that ask the records for the same thing ask once.
import { MINUTE_MS } from '#lib/clock';
import type { RuleRow } from '../store.ts';

export interface Group {
  accountId: string;
  projectId: string | null;
  rules: RuleRow[];
}

/** A rule that is further behind asks for itself: the others would have to go through all that it has yet to do. */
const BEHIND_MS = 5 * MINUTE_MS;

/** In the order of the rules. */
export function groupRules(rules: readonly RuleRow[], now: number): Group[] {
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
