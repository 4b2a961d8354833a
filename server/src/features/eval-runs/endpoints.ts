import { Type } from 'typebox';
import { endpoint, Reply } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { closed, Nullable } from '#lib/schema';
import { listCallScores } from './call-scores/list.ts';
import { CallParams, CallScores } from './call-scores/schemas.ts';
import { cancelRun } from './cancel.ts';
import { createDatasetRun } from './create-dataset-run.ts';
import { createRun } from './create.ts';
import { compareRuns } from './compare-runs.ts';
import { Comparison, CompareQuery, GateAnswer, GateQuery } from './compare-schemas.ts';
import { gate } from './ci-gate.ts';
import { listRuns } from './list.ts';
import { OrderedScores, ScoredTraceParams, ScoreOrder } from './on-request/schemas.ts';
import { scoreCallNow, scoreTraceNow } from './on-request/score-now.ts';
import { NewDatasetRun, NewRun, Run, RunDetail, RunParams } from './schemas.ts';
import { showRun } from './show.ts';
import { CriterionTest, CriterionTestResult } from './tryout/schemas.ts';
import { tryCriterion } from './tryout/try-criterion.ts';

const tag = 'eval-runs';
const write = { scope: 'write', plan: 'pro' } as const;

const DatasetRun = Type.Object({ runId: Type.Integer(), deduplicated: Type.Boolean() });
const Made = Type.Object({ summary: Run, deduped: Type.Boolean() });

export const evalRunEndpoints = [
  endpoint({
    id: 'runEvalDataset',
    method: 'POST',
    path: '/v1/eval-datasets/{id}/run',
    tag,
    summary: 'Run a dataset: generate an output for each item, then score it',
    description:
      'The dataset’s prompt generates the outputs. They are stored as calls of the account with the tag `tracewell.eval_run`. At most 10 in 5 minutes.',
    access: write,
    project: 'scoped',
    params: RunParams,
    body: NewDatasetRun,
    bodyOptional: true,
    replies: { 201: DatasetRun, 200: DatasetRun },
    errors: [409, 429, 503],
    audit: 'eval_run.create',
    handle: async (ctx, { params, body }) => {
      const made = await createDatasetRun(ctx, params.id, body);
      return new Reply(made.deduplicated ? 200 : 201, made);
    },
  }),
  endpoint({
    id: 'listEvalRuns',
    method: 'GET',
    path: '/v1/eval-runs',
    tag,
    summary: 'List runs, newest first',
    access: { scope: 'read' },
    project: 'scoped',
    query: closed({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    replies: { 200: Type.Object({ runs: Type.Array(Run), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => listRuns(ctx, query),
  }),
  endpoint({
    id: 'createEvalRun',
    method: 'POST',
    path: '/v1/eval-runs',
    tag,
    summary: 'Score recent calls',
    description: 'The newest matching calls are scored in the background. The answer is the queued run.',
    access: write,
    project: 'scoped',
    body: NewRun,
    replies: { 201: Made, 200: Made },
    errors: [404, 409],
    audit: 'eval_run.create',
    handle: async (ctx, { body }) => {
      const made = await createRun(ctx, body);
      return new Reply(made.deduped ? 200 : 201, made);
    },
  }),
  endpoint({
    id: 'compareEvalRuns',
    method: 'GET',
    path: '/v1/eval-runs/compare',
    tag,
    summary: 'What changed from one run to another, and whether it is more than noise',
    access: { scope: 'read' },
    project: 'scoped',
    query: CompareQuery,
    replies: { 200: Comparison },
    errors: [404, 409],
    handle: (ctx, { query }) => compareRuns(ctx, query),
  }),
  endpoint({
    id: 'gateEvalRun',
    method: 'GET',
    path: '/v1/eval-runs/gate',
    tag,
    summary: 'Pass or fail, for CI',
    access: { scope: 'read' },
    project: 'scoped',
    query: GateQuery,
    replies: { 200: GateAnswer },
    errors: [404, 409],
    handle: (ctx, { query }) => gate(ctx, query),
  }),
  endpoint({
    id: 'getEvalRun',
    method: 'GET',
    path: '/v1/eval-runs/{id}',
    tag,
    summary: 'One run with all its scores',
    access: { scope: 'read' },
    project: 'scoped',
    params: RunParams,
    replies: { 200: RunDetail },
    handle: (ctx, { params, budget }) => showRun(ctx, params.id, budget),
  }),
  endpoint({
    id: 'cancelEvalRun',
    method: 'POST',
    path: '/v1/eval-runs/{id}/cancel',
    tag,
    summary: 'Stop a run and keep its scores',
    access: write,
    project: 'scoped',
    params: RunParams,
    replies: { 200: Type.Object({ run: Run }) },
    errors: [409],
    audit: 'eval_run.cancel',
    handle: (ctx, { params }) => cancelRun(ctx, params.id),
  }),
  endpoint({
    id: 'listCallScores',
    method: 'GET',
    path: '/v1/query/calls/{id}/scores',
    tag,
    summary: 'All scores of one call, newest first',
    description:
      'Scores by runs and by rules, including failed ones with their reason. 404 if the call does not exist or is not visible.',
    access: { scope: 'read' },
    project: 'scoped',
    params: CallParams,
    query: PageQuery,
    replies: { 200: CallScores },
    handle: (ctx, { params, query }) => listCallScores(ctx, params.id, query),
  }),
  endpoint({
    id: 'scoreCall',
    method: 'POST',
    path: '/v1/query/calls/{id}/scores',
    tag,
    summary: 'Score one call now',
    description:
      'By the named criteria, within the LLM-feature budget. The scores are stored and replace earlier ones that were made like this; a failure is answered with its reason and replaces nothing. A criterion over whole traces scores the trace of the call. At most 60 requests a minute.',
    access: write,
    project: 'scoped',
    params: CallParams,
    body: ScoreOrder,
    replies: { 200: OrderedScores },
    errors: [404, 429],
    audit: 'eval.score_call',
    handle: (ctx, { params, body, signal }) => scoreCallNow(ctx, params.id, body, signal),
  }),
  endpoint({
    id: 'scoreTrace',
    method: 'POST',
    path: '/v1/query/trace/{id}/scores',
    tag,
    summary: 'Score a whole trace now',
    description:
      'As for one call, by criteria with the scope `trajectory`; another one is a 400 `call_criterion`.',
    access: write,
    project: 'scoped',
    params: ScoredTraceParams,
    body: ScoreOrder,
    replies: { 200: OrderedScores },
    errors: [404, 429],
    audit: 'eval.score_call',
    handle: (ctx, { params, body, signal }) => scoreTraceNow(ctx, params.id, body, signal),
  }),
  endpoint({
    id: 'testEvalCriterion',
    method: 'POST',
    path: '/v1/eval-criteria/test',
    tag: 'eval-criteria',
    summary: 'Test a criterion on up to ten calls',
    description:
      'A draft (`criterion`) or a stored criterion (`criterionId`), on calls, traces, items of a dataset or texts; by default on the ten newest calls. No score is stored. A judge costs a little of the LLM-feature budget (429 `budget_exhausted`). At most 30 requests a minute.',
    access: write,
    project: 'scoped',
    body: CriterionTest,
    replies: { 200: CriterionTestResult },
    errors: [404, 429, 503],
    audit: 'eval_criterion.test',
    handle: (ctx, { body, signal }) => tryCriterion(ctx, body, signal),
  }),
];
