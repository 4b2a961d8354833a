import type { Static } from 'typebox';
import type { Context } from '#core/context';
import { countFiringAlerts } from '#features/alerts';
import { countOpenFindings } from '#features/guardian';
import { countWaitingApprovals } from '#features/runtime-gate';
import type { Attention } from './schemas.ts';

/** Counts from the metadata only, because every open dashboard polls this. */
export async function countAttention(ctx: Context): Promise<Static<typeof Attention>> {
  const [approvals, findings, alerts] = await Promise.all([
    countWaitingApprovals(ctx),
    countOpenFindings(ctx),
    countFiringAlerts(ctx),
  ]);
  return { approvals, findings, alerts };
}
