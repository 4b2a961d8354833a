import type { Static } from 'typebox';
import { endpoint } from '#core/endpoint';
import type { Context } from '#core/context';
import { countUnreadMentions } from '#features/comments';
import { countFiringAlerts } from '#features/alerts';
import { countOpenFindings } from '#features/guardian';
import { countWaitingApprovals } from '#features/runtime-gate';
import { Attention } from './schemas.ts';

/** Counts from the metadata only, because every open dashboard polls this. */
async function countAttention(ctx: Context): Promise<Static<typeof Attention>> {
  const [approvals, findings, alerts, mentions] = await Promise.all([
    countWaitingApprovals(ctx),
    countOpenFindings(ctx),
    countFiringAlerts(ctx),
    countUnreadMentions(ctx),
  ]);
  return { approvals, findings, alerts, mentions };
}

export const attentionEndpoints = [
  endpoint({
    id: 'getAttention',
    method: 'GET',
    path: '/v1/attention',
    tag: 'attention',
    summary: 'Count approvals, findings, alerts and mentions that need attention',
    description: 'Cheap enough to poll: four counts that do not read any record.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Attention },
    handle: (ctx) => countAttention(ctx),
  }),
];
