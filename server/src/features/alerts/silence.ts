import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { isSilenced } from './present.ts';
import { requireAlert } from './alerts.ts';
import type { Silence } from './schemas.ts';
import { holdAlert, updateAlertRow } from './store.ts';

const WITHOUT_END = Date.parse('9999-12-31T23:59:59.999Z');

export async function silenceAlert(
  ctx: Context,
  id: number,
  { until }: Silence,
): Promise<{ silencedUntil: string }> {
  const untilMs = until === undefined || until === null ? WITHOUT_END : Date.parse(until);
  if (untilMs <= ctx.clock.now()) throw invalid('until', 'until must be in the future.', 'until_in_past');
  return change(ctx, 'alert.silence', async ({ db }) => {
    await holdAlert(db, ctx.account.id, ctx.project?.id ?? null, id);
    const { name, silenced_until: before } = await requireAlert(ctx, db, id);
    const result = { silencedUntil: isoTime(untilMs) };
    if (before === untilMs) return { result, target: null };
    await updateAlertRow(db, ctx.account.id, id, { silenced_until: untilMs });
    return { result, target: { type: 'alert', id: String(id) }, metadata: { name, until: isoTime(untilMs) } };
  });
}

export const endSilence = (ctx: Context, id: number): Promise<{ silencedUntil: null }> =>
  change(ctx, 'alert.unsilence', async ({ db }) => {
    await holdAlert(db, ctx.account.id, ctx.project?.id ?? null, id);
    const before = await requireAlert(ctx, db, id);
    const result = { silencedUntil: null };
    if (!isSilenced(before, ctx.clock.now())) return { result, target: null };
    await updateAlertRow(db, ctx.account.id, id, { silenced_until: null });
    return { result, target: { type: 'alert', id: String(id) }, metadata: { name: before.name } };
  });
