import { endpoint } from '#core/endpoint';
import { agreementOf } from './agreement.ts';
import { JudgeAgreement, JudgeTrust } from './schemas.ts';
import { trustOf } from './trust.ts';

const tag = 'eval-runs';

/** Before `/v1/eval-runs/{id}`, which would take their names for ids. */
export const trustEndpoints = [
  endpoint({
    id: 'getJudgeAgreement',
    method: 'GET',
    path: '/v1/eval-runs/judge-agreement',
    tag,
    summary: 'How far the judge and people agree',
    description: 'Over the calls that have a quality score of a person and a score of a judge.',
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
    summary: 'Whether the judge has earned trust',
    description:
      'By weekly probes of the last 30 days, in which the judge is shown answers that were spoilt on purpose, and by its agreement with people.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: JudgeTrust },
    handle: (ctx) => trustOf(ctx),
  }),
];
