import { endpoint } from '#core/endpoint';
import { agreementOf } from './agreement.ts';
import { JudgeAgreement, JudgeTrust } from './schemas.ts';
import { trustOf } from './trust.ts';

const tag = 'eval-runs';

/** Must come before `/v1/eval-runs/{id}`, which would read these names as ids. */
export const trustEndpoints = [
  endpoint({
    id: 'getJudgeAgreement',
    method: 'GET',
    path: '/v1/eval-runs/judge-agreement',
    tag,
    summary: 'How far the judge and people agree',
    description: 'Over calls with a quality score by a person and a score by a judge.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: JudgeAgreement },
    handle: (ctx) => agreementOf(ctx),
  }),
  endpoint({
    id: 'getJudgeTrust',
    method: 'GET',
    path: '/v1/eval-runs/judge-trust',
    tag,
    summary: 'Whether the judge is trusted',
    description:
      'Based on weekly probes of the last 30 days, in which the judge scores deliberately degraded answers, and on its agreement with people.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: JudgeTrust },
    handle: (ctx) => trustOf(ctx),
  }),
];
