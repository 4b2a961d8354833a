import { endpoint } from '#core/endpoint';
import { countAttention } from './count.ts';
import { Attention } from './schemas.ts';

export const attentionEndpoints = [
  endpoint({
    id: 'getAttention',
    method: 'GET',
    path: '/v1/attention',
    tag: 'attention',
    summary: 'Count approvals, findings and alerts that need attention',
    description: 'Cheap enough to poll: three counts that do not read any record.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Attention },
    handle: (ctx) => countAttention(ctx),
  }),
];
