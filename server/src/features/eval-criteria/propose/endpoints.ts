import { endpoint } from '#core/endpoint';
import { proposeCriteria } from './propose.ts';
import { ProposeOrder, Proposals } from './schemas.ts';

export const proposeEndpoints = [
  endpoint({
    id: 'proposeEvalCriteria',
    method: 'POST',
    path: '/v1/eval-criteria/propose',
    tag: 'eval-criteria',
    summary: 'Propose criteria',
    description:
      'The judge proposes criteria from a description of the application and sample calls. Nothing is created. Needs the AI-helper consent (403 `consent_required`), costs a little of the LLM-feature budget (429 `budget_exhausted`), and is limited to 30 requests a minute.',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    body: ProposeOrder,
    replies: { 200: Proposals },
    errors: [404, 429, 503],
    audit: 'eval.propose_criteria',
    handle: (ctx, { body, signal }) => proposeCriteria(ctx, body, signal),
  }),
];
