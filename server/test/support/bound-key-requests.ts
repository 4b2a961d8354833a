// A request for each endpoint of the declaration list, with the ids of one project in its path, query and body.
import type { Endpoint } from '#core/endpoint';
import { exportOf, inference } from '#test/support/sample-spans';
import { sampleRecord } from '#test/support/sample-records';
import type { Ids } from '#test/support/two-projects';

export interface Ask {
  method: string;
  url: string;
  body: object | undefined;
}

interface Parts {
  query?: Record<string, string | number | boolean>;
  body?: object;
}

/** At `nowMs`; `mine` is the word for what the asker makes up itself. */
interface Asker {
  nowMs: number;
  mine: string;
}

type PartsOf = (of: Ids, asker: Asker) => Parts;

const filter = (of: Ids) => ({ sessionId: of.session });
const criterion = (name: string) => ({ name, rubric: 'Is it right?', scaleMin: 1, scaleMax: 5 });
const rule = { alertType: 'cost_threshold', thresholdValue: 5, windowMinutes: 60 };

/** What an endpoint needs beside the ids in its path. Those that are not here need nothing. */
const PARTS: Readonly<Record<string, PartsOf>> = {
  ingestRecords: (of, { nowMs, mine }) => ({
    body: {
      records: [
        // The id of a call that is there, and a call that names the trace, the session and the hold of somebody.
        sampleRecord({ id: of.calls, model: `${mine}-model`, timestamp: new Date(nowMs).toISOString() }),
        sampleRecord({
          timestamp: new Date(nowMs).toISOString(),
          traceId: of.trace,
          spanId: `${mine}-span`,
          sessionId: of.session,
          requestMeta: { gateCheckId: of.checks },
        }),
      ],
    },
  }),
  exportTraces: (of, { nowMs }) => ({
    body: exportOf([{ ...inference({}, nowMs - 30_000), traceId: of.trace, parentSpanId: of.span }]),
  }),
  exportLogs: () => ({ body: { resourceLogs: [] } }),
  exportMetrics: () => ({ body: { resourceMetrics: [] } }),
  createErasure: (of) => ({ body: { sessionId: of.session } }),
  queryCalls: (of) => ({ body: filter(of) }),
  querySessions: (of) => ({ body: filter(of) }),
  queryAggregate: () => ({ body: { groupBy: 'model', metric: 'cost' } }),
  queryPercentiles: () => ({ body: { metric: 'cost' } }),
  queryDistribution: () => ({ body: { metric: 'cost' } }),
  queryFacets: () => ({ body: { fields: ['model', 'error', 'tag:env'] } }),
  exportCalls: () => ({ body: {} }),
  createEvalCriterion: (_of, { mine }) => ({ body: criterion(`${mine}-criterion`) }),
  updateEvalCriterion: (_of, { mine }) => ({ body: criterion(`${mine}-criterion`) }),
  proposeEvalCriteria: (of) => ({ body: { useCaseHint: 'A helpful chat', sampleCallIds: [of.calls] } }),
  createEvalDataset: (_of, { mine }) => ({ body: { name: `${mine}-dataset-made` } }),
  updateEvalDataset: (_of, { mine }) => ({ body: { description: `${mine}-description` } }),
  addCallsToEvalDataset: (of) => ({ body: { callIds: [of.calls] } }),
  runEvalDataset: (of) => ({ body: { criterionIds: [of['eval-criteria']] } }),
  createEvalRun: (of, { mine }) => ({
    body: {
      name: `${mine}-run`,
      idempotencyKey: 'nightly',
      criterionIds: [of['eval-criteria']],
      filter: filter(of),
    },
  }),
  compareEvalRuns: (of) => ({ query: { baseline: of.earlierRun, candidate: of['eval-runs'] } }),
  gateEvalRun: (of) => ({ query: { baseline: of.earlierRun, candidate: of['eval-runs'] } }),
  createEvalRule: (of, { mine }) => ({
    body: { name: `${mine}-rule`, criterionId: of['eval-criteria'], samplePct: 10 },
  }),
  updateEvalRule: () => ({ body: { samplePct: 11 } }),
  listAnnotations: (of) => ({ query: { callId: of.calls } }),
  createAnnotation: (of, { mine }) => ({ body: { callId: of.calls, label: `${mine}-label` } }),
  updateAnnotation: (_of, { mine }) => ({ body: { label: `${mine}-changed` } }),
  listSafetyAssessments: () => ({}),
  saveView: (_of, { mine }) => ({ body: { name: `${mine}-view`, filter: {} } }),
  setLlmFeatureBudget: () => ({ body: { budgetUsd: 500 } }),
  replaceAccountModelPrices: () => ({ body: { prices: [] } }),
  reprice: () => ({ body: { startTime: '2020-01-01T00:00:00Z', endTime: '2030-01-01T00:00:00Z' } }),
  createPrompt: (_of, { mine }) => ({ body: { name: mine, version: '1', template: 'x' } }),
  resolvePrompt: () => ({ query: { name: 'greeting', label: 'production' } }),
  listPromptDeploymentHistory: () => ({ query: { name: 'greeting', label: 'production' } }),
  rollBackPrompt: () => ({ body: { name: 'greeting', label: 'production' } }),
  updatePrompt: () => ({ body: { template: 'changed' } }),
  renamePrompt: (_of, { mine }) => ({ body: { name: mine, version: '9' } }),
  deployPrompt: () => ({ body: { label: 'production' } }),
  diffPrompts: (of) => ({ query: { against: of.prompts + 1 } }),
  createAlert: (_of, { mine }) => ({
    body: { ...rule, name: `${mine}-alert-made`, channelKinds: ['email'] },
  }),
  listAlertEvents: (of) => ({ query: { alertId: of.alerts } }),
  testAlertWebhook: () => ({ body: { url: 'https://127.0.0.1/' } }),
  previewAlert: () => ({ body: rule }),
  updateAlert: (_of, { mine }) => ({ body: { name: `${mine}-changed` } }),
  checkGate: (of) => ({ body: { tool: 'pay', approvalId: of.approvals } }),
  createGateBudget: (of, { mine }) => ({
    body: { name: `${mine}-budget-made`, limitUsd: 0, period: 'day', scope: { projectId: of.projects } },
  }),
  updateGateBudget: () => ({ body: { limitUsd: 0 } }),
  createGatePolicy: (_of, { mine }) => ({ body: { name: `${mine}-policy`, match: {}, effect: 'deny' } }),
  updateGatePolicy: () => ({ body: { enabled: false } }),
  updateFinding: () => ({ body: { status: 'acknowledged' } }),
  createWebhook: () => ({ body: { url: 'https://hooks.example.com/x', events: ['alert.fired'] } }),
  updateWebhook: () => ({ body: { enabled: false } }),
  createApiKey: (of, { mine }) => ({ body: { name: `${mine}-child`, projectId: of.projects } }),
  createProject: (_of, { mine }) => ({ body: { name: `${mine}-made` } }),
  renameProject: (_of, { mine }) => ({ body: { name: `${mine}-renamed` } }),
  changeMemberRole: () => ({ body: { role: 'viewer' } }),
  createInvitation: () => ({ body: { email: 'new@example.com', role: 'admin' } }),
};

export function askFor({ id, method, path }: Endpoint, of: Ids, asker: Asker): Ask {
  const { query = {}, body } = PARTS[id]?.(of, asker) ?? {};
  const parts = path.split('/').map((part, at, all) => {
    if (!part.startsWith('{')) return part;
    const noun = all[at - 1] ?? '';
    return encodeURIComponent(String(of[noun as keyof Ids] ?? 'none'));
  });
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `${parts.join('/')}${search && '?'}${search}`;
  return { method, url, body };
}
