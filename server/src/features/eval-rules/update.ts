import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { filterOf } from '#services/record-access';
import { quietTime, requireRule } from './require-rule.ts';
import type { Rule, RuleChanges } from './schemas.ts';
import { holdRule, presentRule, updateRuleRow, type RuleRow } from './store.ts';

const FIELDS: Readonly<Record<string, string>> = { sample_pct: 'samplePct', quiet_seconds: 'quietSeconds' };

export async function updateRule(ctx: Context, id: number, changes: RuleChanges): Promise<Rule> {
  if (changes.filter !== undefined) filterOf(changes.filter);
  return change(ctx, 'eval_rule.update', async ({ db }) => {
    await holdRule(db, ctx.account.id, ctx.project?.id ?? null, id);
    const before = await requireRule(ctx, db, id);
    const { quietSeconds } = changes;
    const wanted: Partial<RuleRow> = {
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.filter === undefined ? {} : { filter: JSON.stringify(changes.filter) }),
      ...(quietSeconds === undefined ? {} : { quiet_seconds: quietTime(before.scope, quietSeconds) }),
      ...(changes.samplePct === undefined ? {} : { sample_pct: changes.samplePct }),
      ...(changes.enabled === undefined ? {} : { enabled: changes.enabled ? 1 : 0 }),
    };
    const changed = Object.entries(wanted).filter(
      ([column, value]) => before[column as keyof RuleRow] !== value,
    );
    if (changed.length === 0) return { result: presentRule(before), target: null };
    const now = ctx.clock.now();
    const row = await updateRuleRow(db, ctx.account.id, id, {
      ...wanted,
      // Calls from the time while it was disabled are skipped, and a process that works on it stops.
      ...(wanted.enabled === 1 && before.enabled === 0 ? { watermark: now } : {}),
      locked_by: null,
      locked_until: 0,
      last_error: null,
      last_error_reason: null,
      updated_at: now,
    });
    return {
      result: presentRule(row),
      target: { type: 'eval_rule', id: String(id) },
      metadata: {
        name: row.name,
        changed: changed.map(([column]) => FIELDS[column] ?? column),
      },
    };
  });
}
