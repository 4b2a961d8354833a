import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { Nullable } from '#lib/schema';
import { Score } from '#services/scores';
import { createRule } from './create.ts';
import { deleteRule } from './delete.ts';
import { estimateRule } from './estimate/estimate.ts';
import { RuleEstimate, RuleEstimateOrder } from './estimate/schemas.ts';
import { listScores } from './list-scores.ts';
import { requireRule } from './require-rule.ts';
import { NewRule, Rule, RuleChanges, RuleParams } from './schemas.ts';
import { presentRule, selectRules } from './store.ts';
import { updateRule } from './update.ts';

const tag = 'eval-rules';
const write = { scope: 'write', plan: 'pro' } as const;

export const evalRuleEndpoints = [
  endpoint({
    id: 'listEvalRules',
    method: 'GET',
    path: '/v1/eval-rules',
    tag,
    summary: 'List rules',
    description: 'All rules, at most 50, oldest first.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Type.Object({ rules: Type.Array(Rule) }) },
    handle: async (ctx) => ({
      rules: (await selectRules(ctx.db, ctx.account.id, ctx.project?.id ?? null)).map(presentRule),
    }),
  }),
  endpoint({
    id: 'createEvalRule',
    method: 'POST',
    path: '/v1/eval-rules',
    tag,
    summary: 'Score calls as they arrive, or traces and sessions as they end',
    description:
      'Calls that arrive from now on, match the filter and are in the sample are scored in the background, within the LLM-feature budget. With the scope `trace` or `session`, what is scored is each trace or session with such a call, once no span of it has arrived for `quietSeconds`; spans that arrive later replace its score. A criterion with another scope is a 400 `scope_mismatch`. The 51st rule of an account is a 409 `limit_reached`.',
    access: write,
    project: 'scoped',
    body: NewRule,
    replies: { 201: Rule },
    errors: [404, 409],
    audit: 'eval_rule.create',
    handle: (ctx, { body }) => createRule(ctx, body),
  }),
  endpoint({
    id: 'estimateEvalRule',
    method: 'POST',
    path: '/v1/eval-rules/estimate',
    tag,
    summary: 'Estimate what a rule would score and cost',
    description:
      'From the calls of the last 7 days that match, or the traces or sessions that have one, and from past scores of the criterion or the sizes of the calls. A cost that is not known is null, never 0.',
    access: write,
    project: 'scoped',
    body: RuleEstimateOrder,
    replies: { 200: RuleEstimate },
    errors: [404],
    unaudited: 'It stores nothing.',
    handle: (ctx, { body }) => estimateRule(ctx, body),
  }),
  endpoint({
    id: 'getEvalRule',
    method: 'GET',
    path: '/v1/eval-rules/{id}',
    tag,
    summary: 'Get a rule',
    access: { scope: 'read' },
    project: 'scoped',
    params: RuleParams,
    replies: { 200: Rule },
    handle: async (ctx, { params }) => presentRule(await requireRule(ctx, ctx.db, params.id)),
  }),
  endpoint({
    id: 'updateEvalRule',
    method: 'PATCH',
    path: '/v1/eval-rules/{id}',
    tag,
    summary: 'Change a rule',
    description:
      'Fields that are not sent keep their value. Criterion and scope cannot be changed: create another rule. A rule that is enabled again starts with calls that arrive from then on.',
    access: write,
    project: 'scoped',
    params: RuleParams,
    body: RuleChanges,
    replies: { 200: Rule },
    audit: 'eval_rule.update',
    handle: (ctx, { params, body }) => updateRule(ctx, params.id, body),
  }),
  endpoint({
    id: 'deleteEvalRule',
    method: 'DELETE',
    path: '/v1/eval-rules/{id}',
    tag,
    summary: 'Delete a rule; its scores stay',
    access: write,
    project: 'scoped',
    params: RuleParams,
    replies: { 204: null },
    audit: 'eval_rule.delete',
    handle: (ctx, { params }) => deleteRule(ctx, params.id),
  }),
  endpoint({
    id: 'listEvalRuleScores',
    method: 'GET',
    path: '/v1/eval-rules/{id}/scores',
    tag,
    summary: 'List the scores of a rule, newest first',
    description: 'Includes what could not be scored, with the reason.',
    access: { scope: 'read' },
    project: 'scoped',
    params: RuleParams,
    query: PageQuery,
    replies: { 200: Type.Object({ scores: Type.Array(Score), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { params, query }) => listScores(ctx, params.id, query),
  }),
];
