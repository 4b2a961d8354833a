import * as z from 'zod';
import { unwrap, type OperationInput, type Schemas } from '@tracewell/sdk';
import { compact, nextPage, dataRows, dataValue } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { given, numericId, pageCursor, recordId, tool, wrongArgument, type McpTool } from '../tool.ts';

const FAILED_SCORES = 20;

const limit = z.int().min(1).max(50).optional().describe('20 unless set');

const datasets = tool({
  name: 'datasets',
  title: 'Datasets',
  description: 'The datasets for evaluation. With id: one dataset with its items.',
  scope: 'read',
  input: { id: numericId('One dataset').optional(), limit, cursor: pageCursor },
  run: async ({ id, limit: most = 20, cursor }, { client, links }) => {
    if (id !== undefined) {
      const { items, ...dataset } = await unwrap(
        client.GET('/v1/eval-datasets/{id}', { params: { path: { id } } }),
      );
      return {
        says: [`A dataset with ${countOf(items.length, 'item')}.`],
        url: links.dataset(id),
        data: dataRows([compact(dataset), ...items.map(compact)]),
      };
    }
    const query = given({ limit: most, cursor });
    const { datasets: list, nextCursor } = await unwrap(
      client.GET('/v1/eval-datasets', { params: { query } }),
    );
    return {
      says: [`${countOf(list.length, 'dataset')}, oldest first.`, ...nextPage(nextCursor)],
      url: links.page('evaluations'),
      data: dataRows(list.map(compact)),
    };
  },
});

const isWeak = ({ status, normalizedScore }: Schemas['EvalScore']): boolean =>
  status === 'failed' || (normalizedScore ?? 1) < 0.5;

const runs = tool({
  name: 'runs',
  title: 'Evaluation runs',
  description: `Evaluation runs, newest first, with their mean scores. With id: one run, with its ${FAILED_SCORES} weakest scores and the reasons.`,
  scope: 'read',
  input: { id: numericId('One run').optional(), limit, cursor: pageCursor },
  run: async ({ id, limit: most = 20, cursor }, { client, links }) => {
    if (id !== undefined) {
      const { run, scores } = await unwrap(client.GET('/v1/eval-runs/{id}', { params: { path: { id } } }));
      const weak = scores
        .filter(isWeak)
        .toSorted((a, b) => (a.normalizedScore ?? 0) - (b.normalizedScore ?? 0))
        .slice(0, FAILED_SCORES);
      return {
        says: [
          `A run with ${countOf(scores.length, 'score')}. ${scores.filter(isWeak).length} failed or are below the middle of their scale.`,
        ],
        url: links.run(id),
        data: dataRows([compact(run), ...weak.map(compact)]),
      };
    }
    const query = given({ limit: most, cursor });
    const { runs: list, nextCursor } = await unwrap(client.GET('/v1/eval-runs', { params: { query } }));
    return {
      says: [`${countOf(list.length, 'run')}, newest first.`, ...nextPage(nextCursor)],
      url: links.page('evaluations'),
      data: dataRows(list.map(compact)),
    };
  },
});

const compareRuns = tool({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'What changed from a baseline run to a candidate run, by criterion, and whether it is more than noise: p, effect, power, items needed.',
  scope: 'read',
  input: { baseline: numericId('The earlier run'), candidate: numericId('The run to judge') },
  run: async ({ baseline, candidate }, { client, links }) => {
    const query = { baseline, candidate };
    const { verdict, criterionDeltas, overall, explanation, itemsAllowed } = await unwrap(
      client.GET('/v1/eval-runs/compare', { params: { query } }),
    );
    return {
      says: [`Verdict: ${verdict}.`],
      url: links.comparison(baseline, candidate),
      data: dataValue({ explanation, overall, itemsAllowed, criterionDeltas: criterionDeltas.map(compact) }),
    };
  },
});

type GateQuery = OperationInput<'get', '/v1/eval-runs/gate'>['query'];

const gateVerdict = tool({
  name: 'gate_verdict',
  title: 'Verdict of the CI gate',
  description:
    'Whether a run passes against its baseline under thresholds, with p, effect and power. The same as `tracewell gate`.',
  scope: 'read',
  input: {
    candidate: numericId('The run to check'),
    baseline: numericId('The run to compare with').optional(),
    baselineName: z.string().max(100).optional().describe('Or: the latest earlier run of this name'),
    maxMeanDrop: z.number().min(0).max(1).optional().describe('Part of the scale'),
    maxCriterionDrop: z.number().min(0).max(1).optional(),
    maxNewFailures: z.int().min(0).max(1_000_000).optional(),
    requireSignificance: z.boolean().optional(),
    failOnInconclusive: z.boolean().optional(),
  },
  run: async ({ maxChars: _bound, ...args }: Record<string, unknown>, { client, links }) => {
    const query = given(args) as GateQuery;
    const verdict = await unwrap(client.GET('/v1/eval-runs/gate', { params: { query } }));
    return {
      says: [`The gate ${verdict.pass ? 'passes' : 'fails'}; verdict: ${verdict.verdict}.`],
      url: links.run(query.candidate),
      data: dataValue({ ...verdict, criterionDeltas: verdict.criterionDeltas.map(compact) }),
    };
  },
});

const addCallsToDataset = tool({
  name: 'add_calls_to_dataset',
  title: 'Add calls to a dataset',
  description:
    'Makes items of a dataset from stored calls: the input of a call, and its output as the expected one.',
  scope: 'write',
  input: {
    datasetId: numericId('The dataset'),
    callIds: z.array(recordId('A call')).min(1).max(200),
  },
  run: async ({ datasetId, callIds }, { client, links }) => {
    const { added, skipped, truncated } = await unwrap(
      client.POST('/v1/eval-datasets/{id}/items/from-calls', {
        params: { path: { id: datasetId } },
        body: { callIds },
      }),
    );
    return {
      says: [
        `${countOf(added, 'item')} added, ${skipped.length} calls skipped, ${truncated.length} texts cut.`,
      ],
      url: links.dataset(datasetId),
      ...(skipped.length === 0 ? {} : { data: dataRows(skipped) }),
    };
  },
});

const startEvalRun = tool({
  name: 'start_eval_run',
  title: 'Start an evaluation run',
  description:
    'Scores the items of a dataset (datasetId), or the newest calls (name and recentCount). A judge costs money, within the budget of the account. Ask `runs` for the result.',
  scope: 'write',
  input: {
    datasetId: numericId('Run this dataset').optional(),
    name: z.string().min(1).max(100).optional().describe('Without a dataset: the name of the run'),
    recentCount: z
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe('Without a dataset: how many calls; 50 unless set'),
    criterionIds: z.array(numericId('A criterion')).max(20).optional().describe('All criteria unless set'),
    idempotencyKey: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The same key within an hour starts no second run'),
  },
  run: async ({ datasetId, name, recentCount = 50, criterionIds, idempotencyKey }, { client, links }) => {
    if ((datasetId === undefined) === (name === undefined)) {
      throw wrongArgument('Give `datasetId`, or `name` for a run over recent calls.');
    }
    const id =
      datasetId === undefined
        ? (
            await unwrap(
              client.POST('/v1/eval-runs', {
                body: { name: name ?? '', recentCount, ...given({ criterionIds, idempotencyKey }) },
              }),
            )
          ).summary.id
        : (
            await unwrap(
              client.POST('/v1/eval-datasets/{id}/run', {
                params: { path: { id: datasetId } },
                body: given({ criterionIds, idempotencyKey }),
              }),
            )
          ).runId;
    return { says: [`Run ${id} is queued.`], url: links.run(id) };
  },
});

export const evaluationTools: readonly McpTool[] = [
  datasets,
  runs,
  compareRuns,
  gateVerdict,
  addCallsToDataset,
  startEvalRun,
];
