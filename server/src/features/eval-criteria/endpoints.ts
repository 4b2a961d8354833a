import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { createCriterion } from './create.ts';
import { deleteCriterion } from './delete.ts';
import { PRESETS } from './presets/index.ts';
import { proposeEndpoints } from './propose/endpoints.ts';
import { CriteriaList, CriterionParams, CriterionPreset } from './schemas.ts';
import { Criterion } from '#services/scores';
import { criteriaOf, CriterionInput, selectCriterion } from '#services/criteria';
import { updateCriterion } from './update.ts';

const tag = 'eval-criteria';

export const evalCriterionEndpoints = [
  endpoint({
    id: 'listEvalCriteria',
    method: 'GET',
    path: '/v1/eval-criteria',
    tag,
    summary: 'List criteria',
    description: 'The global criteria (`isGlobal`), then the account’s own, oldest first.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: CriteriaList },
    handle: async (ctx) => ({ criteria: await criteriaOf(ctx.db, ctx.account.id) }),
  }),
  endpoint({
    id: 'createEvalCriterion',
    method: 'POST',
    path: '/v1/eval-criteria',
    tag,
    summary: 'Create a criterion',
    description:
      'Answers with the updated list. A rubric that does not compile is a 400 `invalid_rubric` with the cause and its position; this concerns all types except `llm_judge`, `exact_match` and `contains`. Without `scope`, it is `call`, or `trajectory` for that type. The 101st criterion of an account is a 409 `limit_reached`.',
    access: { scope: 'write', plan: 'pro' },
    project: 'account-wide',
    body: CriterionInput,
    replies: { 200: CriteriaList },
    errors: [409],
    audit: 'eval_criterion.create',
    handle: (ctx, { body }) => createCriterion(ctx, body),
  }),
  endpoint({
    id: 'listEvalPresets',
    method: 'GET',
    path: '/v1/eval-criteria/presets',
    tag,
    summary: 'Ready-made criteria',
    description: 'Each can be created as it is, or changed first.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Type.Object({ presets: Type.Array(CriterionPreset) }) },
    handle: () => ({ presets: PRESETS }),
  }),
  ...proposeEndpoints,
  endpoint({
    id: 'getEvalCriterion',
    method: 'GET',
    path: '/v1/eval-criteria/{id}',
    tag,
    summary: 'Get a criterion',
    access: { scope: 'read' },
    project: 'scoped',
    params: CriterionParams,
    replies: { 200: Criterion },
    handle: async (ctx, { params }) => {
      const criterion = await selectCriterion(ctx.db, ctx.account.id, params.id);
      if (!criterion) throw notFound('Criterion');
      return criterion;
    },
  }),
  endpoint({
    id: 'updateEvalCriterion',
    method: 'PATCH',
    path: '/v1/eval-criteria/{id}',
    tag,
    summary: 'Replace a criterion',
    description:
      'Name, rubric and scale are all required; `type`, `scoreType` and `scope` keep their value if missing. Global criteria cannot be changed (404).',
    access: { scope: 'write', plan: 'pro' },
    project: 'account-wide',
    params: CriterionParams,
    body: CriterionInput,
    replies: { 200: CriteriaList },
    errors: [409],
    audit: 'eval_criterion.update',
    handle: (ctx, { params, body }) => updateCriterion(ctx, params.id, body),
  }),
  endpoint({
    id: 'deleteEvalCriterion',
    method: 'DELETE',
    path: '/v1/eval-criteria/{id}',
    tag,
    summary: 'Delete a criterion',
    description: 'Also deletes all its scores. Answers with the updated list.',
    access: { scope: 'write', plan: 'pro' },
    project: 'account-wide',
    params: CriterionParams,
    replies: { 200: CriteriaList },
    audit: 'eval_criterion.delete',
    handle: (ctx, { params }) => deleteCriterion(ctx, params.id),
  }),
];
