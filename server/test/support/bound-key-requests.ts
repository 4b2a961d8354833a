// A request for each declared endpoint, with the ids of one project in its path, query and body.
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
  /** Path parameters that do not follow from the rest of the path. */
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: object;
}

/** The caller. Requests are sent at `nowMs`, and `mine` marks the texts that the caller invents. */
interface Asker {
  nowMs: number;
  mine: string;
}

type PartsOf = (of: Ids, asker: Asker) => Parts;

const filter = (of: Ids) => ({ sessionId: of.session });
const criterion = (name: string) => ({ name, rubric: 'Is it right?', scaleMin: 1, scaleMax: 5 });
const ANNOTATION = { name: 'correct', annotator_kind: 'HUMAN', result: { score: 1 } };
const rule = { alertType: 'cost_threshold', thresholdValue: 5, windowMinutes: 60 };

const BUCKET = { region: 'eu-1', bucket: 'exports', accessKeyId: 'AKIA', secretAccessKey: 'secret' };

const CONNECTION = { provider: 'openai', apiKey: 'sk-key', defaultModel: 'gpt-4o-mini', test: false };

const experiment = (of: Ids, mine: string) => ({
  name: `${mine}-experiment`,
  datasetId: of['eval-datasets'],
  variants: [{ connectionId: of['model-connections'], messages: [{ role: 'user', content: '{{input}}' }] }],
});

/** LangSmith’s endpoints exist at two paths. */
const underBoth = (name: string, parts: PartsOf): Record<string, PartsOf> => ({
  [`langsmith${name}`]: parts,
  [`langsmithApi${name}`]: parts,
});
const runOf = (of: Ids, { nowMs, mine }: Asker, which: string) => ({
  id: `${mine}-${which}`,
  trace_id: of.trace,
  parent_run_id: of.span,
  name: `${mine}-run`,
  run_type: 'chain',
  start_time: nowMs,
});

/** What an endpoint needs besides the ids in its path. Endpoints that are not listed need nothing. */
const PARTS: Readonly<Record<string, PartsOf>> = {
  ingestRecords: (of, { nowMs, mine }) => ({
    body: {
      records: [
        // The id of an existing call, and a call that names a trace, a session and a hold of another project.
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
  ingestLitellm: (of, { nowMs, mine }) => ({
    body: [
      {
        id: `${mine}-litellm`,
        trace_id: of.trace,
        call_type: 'completion',
        status: 'success',
        model: 'gpt-4o-mini',
        startTime: (nowMs - 1_000) / 1_000,
        endTime: nowMs / 1_000,
        metadata: { requester_metadata: { session_id: of.session } },
      },
    ],
  }),
  ...Object.fromEntries(
    ['', 'Openai', 'Anthropic', 'Google', 'Trace', 'TraceShort'].map((route) => [
      `logHelicone${route}`,
      (of: Ids) => ({
        body: {
          providerRequest: {
            url: 'custom-model-nopath',
            json: { model: 'gpt-4o-mini' },
            meta: { 'helicone-session-id': of.session, 'helicone-request-id': `${of.span}-logged` },
          },
          providerResponse: { status: 200, headers: {}, json: {} },
        },
      }),
    ]),
  ),
  scoreHeliconeRequest: () => ({ body: { scores: { helpful: 1 } } }),
  rateHeliconeRequest: () => ({ body: { rating: true } }),
  annotatePhoenixSpans: (of) => ({ body: { data: [{ span_id: of.span, ...ANNOTATION }] } }),
  annotatePhoenixTraces: (of) => ({ body: { data: [{ trace_id: of.trace, ...ANNOTATION }] } }),
  annotatePhoenixSessions: (of) => ({ body: { data: [{ session_id: of.session, ...ANNOTATION }] } }),
  annotatePhoenixDocuments: (of) => ({
    body: { data: [{ span_id: of.span, document_position: 0, ...ANNOTATION }] },
  }),
  exportOpikTraces: (of, { nowMs }) => ({
    body: exportOf([{ ...inference({}, nowMs - 20_000), traceId: of.trace, parentSpanId: of.span }]),
  }),
  uploadMedia: (_of, { mine }) => ({ body: { file: `${mine}-file` } }),
  exportLogs: () => ({ body: { resourceLogs: [] } }),
  exportMetrics: () => ({ body: { resourceMetrics: [] } }),
  exportOpenTraces: () => ({ body: { resourceSpans: [] } }),
  exportOpenTracesAtRoot: () => ({ body: { resourceSpans: [] } }),
  langfuseExportTraces: () => ({ body: { resourceSpans: [] } }),
  langfuseExportTracesAtRoot: () => ({ body: { resourceSpans: [] } }),
  langfuseIngest: (of, { nowMs, mine }) => {
    const at = new Date(nowMs).toISOString();
    const span = { id: `${mine}-open`, traceId: of.trace, parentObservationId: of.span, startTime: at };
    return { body: { batch: [{ id: mine, type: 'span-create', timestamp: at, body: span }] } };
  },
  langfuseCreateScore: (of, { mine }) => ({
    body: { id: `${mine}-score-sent`, name: `${mine}-name`, value: 1, traceId: of.trace },
  }),
  langfuseListScores: (of) => ({ query: { traceId: of.trace } }),
  langfuseListScoresByCursor: (of) => ({ query: { traceId: of.trace, fields: 'details,subject' } }),
  exportOpenLogs: () => ({ body: { resourceLogs: [] } }),
  exportClaudeCodeLogs: () => ({ body: { resourceLogs: [] } }),
  exportOpenMetrics: () => ({ body: { resourceMetrics: [] } }),
  createErasure: (of) => ({ body: { sessionId: of.session } }),
  queryCalls: (of) => ({ body: filter(of) }),
  querySessions: (of) => ({ body: filter(of) }),
  queryUsers: () => ({ body: { sortBy: 'cost' } }),
  queryTraces: (of) => ({ body: filter(of) }),
  compareTraces: (of) => ({ query: { a: of.trace, b: of.trace } }),
  querySpans: (of) => ({ body: filter(of) }),
  exportSpans: () => ({ query: { format: 'csv' }, body: {} }),
  queryPreviews: (of) => ({ body: { ids: [of.calls] } }),
  // A call is also a span of its trace.
  getTraceSpan: (of) => ({ params: { id: of.calls.replace('-call-', '-trace-'), record: of.calls } }),
  getPlaygroundDraftOfSpan: (of) => ({
    params: { id: of.calls.replace('-call-', '-trace-'), record: of.calls },
  }),
  exportReviewQueue: () => ({ query: { format: 'json', content: true } }),
  queryAggregate: () => ({ body: { groupBy: 'model', metric: 'cost' } }),
  queryPercentiles: () => ({ body: { metric: 'cost' } }),
  queryDistribution: () => ({ body: { metric: 'cost' } }),
  queryFigures: () => ({
    body: {
      figures: [
        { id: 'a', kind: 'aggregate', query: { groupBy: 'day', metric: 'cost', splitBy: 'model' } },
        { id: 'of', kind: 'aggregate', query: { of: 'spans', groupBy: 'name', metric: 'count' } },
        { id: 'runs', kind: 'aggregate', query: { of: 'runs', groupBy: 'name', metric: 'cost' } },
        { id: 'd', kind: 'distribution', query: { metric: 'cost', groupBy: 'day' } },
        { id: 'p', kind: 'percentiles', query: { metric: 'cost' } },
        { id: 's', kind: 'scores', query: { groupBy: 'day' } },
      ],
    },
  }),
  queryFacets: () => ({ body: { fields: ['model', 'error', 'tag:env'] } }),
  exportCalls: () => ({ body: {} }),
  getDataDay: (_of, { nowMs }) => ({
    params: { table: 'calls', day: new Date(nowMs).toISOString().slice(0, 10) },
  }),
  importData: (of, { nowMs, mine }) => ({
    body: {
      account: 'acc_00000000000000000000',
      projects: [{ id: of.projects, name: `${mine}-imported` }],
      table: 'calls',
      rows: [
        {
          ...sampleRecord({ id: `${mine}-imported`, timestamp: new Date(nowMs).toISOString() }),
          priceSource: 'client',
          projectId: of.projects,
        },
      ],
    },
  }),
  createEvalCriterion: (_of, { mine }) => ({ body: criterion(`${mine}-criterion`) }),
  updateEvalCriterion: (_of, { mine }) => ({ body: criterion(`${mine}-criterion`) }),
  proposeEvalCriteria: (of) => ({ body: { useCaseHint: 'A helpful chat', sampleCallIds: [of.calls] } }),
  testEvalCriterion: (of, { mine }) => ({
    body: { criterion: criterion(`${mine}-draft`), callIds: [of.calls] },
  }),
  scoreCall: (of) => ({ body: { criterionIds: [of['eval-criteria']] } }),
  scoreTrace: (of) => ({ body: { criterionIds: [of['eval-criteria']] } }),
  createEvalDataset: (_of, { mine }) => ({ body: { name: `${mine}-dataset-made` } }),
  updateEvalDataset: (_of, { mine }) => ({ body: { description: `${mine}-description` } }),
  addItemsToEvalDataset: (_of, { mine }) => ({ body: { items: [{ inputText: `${mine}-question` }] } }),
  addCallsToEvalDataset: (of) => ({ body: { callIds: [of.calls] } }),
  addFilteredCallsToEvalDataset: (of) => ({ body: { filter: filter(of), limit: 5 } }),
  countFilteredCallsForEvalDataset: (of) => ({ body: { filter: filter(of) } }),
  changeEvalDatasetItems: (_of, { mine }) => ({
    body: {
      items: [{ input: { text: `${mine}-asked` }, externalId: `${mine}-key`, split: 'test' }],
      remove: [1],
    },
  }),
  importEvalDatasetItems: (_of, { mine }) => ({ body: [{ input: `${mine}-uploaded` }] }),
  previewEvalDatasetImport: (_of, { mine }) => ({ body: [{ input: `${mine}-previewed` }] }),
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
  getFixTrail: (of) => ({ body: { callIds: [of.calls] } }),
  gateEvalRun: (of) => ({ query: { baseline: of.earlierRun, candidate: of['eval-runs'] } }),
  createEvalRule: (of, { mine }) => ({
    body: { name: `${mine}-rule`, criterionId: of['eval-criteria'], samplePct: 10 },
  }),
  estimateEvalRule: (of) => ({
    body: { criterionId: of['eval-criteria'], samplePct: 10, filter: filter(of) },
  }),
  updateEvalRule: () => ({ body: { samplePct: 11 } }),
  listAnnotations: (of) => ({ query: { callId: of.calls } }),
  createAnnotation: (of, { mine }) => ({ body: { callId: of.calls, label: `${mine}-label` } }),
  updateAnnotation: (_of, { mine }) => ({ body: { label: `${mine}-changed` } }),
  listComments: (of) => ({ query: { traceId: of.trace } }),
  createComment: (of, { mine }) => ({ body: { on: { callId: of.calls }, text: `${mine}-remark` } }),
  readMentions: (of) => ({ body: { ids: [of.comments] } }),
  createReviewQueue: (of, { mine }) => ({
    body: {
      name: `${mine}-further-queue`,
      dimensions: [{ name: `${mine}-dimension`, kind: 'boolean' }],
      datasetId: of['eval-datasets'],
    },
  }),
  updateReviewQueue: (of) => ({ body: { datasetId: of['eval-datasets'], maxOpen: 9 } }),
  addToReviewQueue: (of) => ({ body: { callIds: [of.calls] } }),
  takeReviewItem: () => ({ body: {} }),
  answerReviewItem: () => ({ body: { values: { 'own-dimension': true } } }),
  resolveReviewItem: () => ({ body: { values: { 'own-dimension': true } } }),
  createScores: (of, { mine }) => ({
    body: {
      scores: [
        { name: `${mine}-score`, value: 1, callId: of.calls },
        { name: `${mine}-score`, value: true, traceId: of.trace, spanId: of.span },
        { name: `${mine}-score`, value: 'x', spanId: of.span },
        { name: `${mine}-score`, value: 2, traceId: of.trace },
        { name: `${mine}-score`, value: 3, sessionId: of.session },
      ],
    },
  }),
  listScores: (of) => ({ query: { callId: of.calls } }),
  aggregateScores: () => ({ body: { groupBy: 'day' } }),
  listSafetyAssessments: () => ({}),
  saveView: (_of, { mine }) => ({ body: { name: `${mine}-view`, filter: {} } }),
  createDashboard: (_of, { mine }) => ({ body: { name: `${mine}-dashboard`, widgets: [] } }),
  updateDashboard: (_of, { mine }) => ({ body: { name: `${mine}-dashboard`, widgets: [], version: 1 } }),
  setLlmFeatureBudget: () => ({ body: { budgetUsd: 500 } }),
  createModelConnection: (_of, { mine }) => ({ body: { ...CONNECTION, name: `${mine}-connection` } }),
  updateModelConnection: (_of, { mine }) => ({ body: { name: `${mine}-connection` } }),
  testModelConnection: () => ({ body: {} }),
  createExperiment: (of, { mine }) => ({ body: experiment(of, mine) }),
  estimateExperiment: (of, { mine }) => ({ body: experiment(of, mine) }),
  uploadExperimentResults: (_of, { mine }) => ({
    body: { results: [{ itemId: 1, variant: 0, output: `${mine}-answered` }] },
  }),
  setExperimentVerdict: () => ({ body: { variant: 0, verdict: 'good' } }),
  shipExperiment: () => ({ body: { variant: 0, label: 'production' } }),
  runPlayground: (of) => ({
    body: { connectionId: of['model-connections'], messages: [{ role: 'user', content: 'Hello' }] },
  }),
  sharePlayground: (of, { mine }) => ({
    body: {
      columns: [{ connectionId: of['model-connections'], messages: [{ role: 'user', content: mine }] }],
    },
  }),
  setExportSchedule: () => ({ body: { s3: BUCKET } }),
  testExportSchedule: () => ({ body: { s3: { ...BUCKET, endpoint: 'https://127.0.0.1' } } }),
  replaceAccountModelPrices: () => ({ body: { prices: [] } }),
  reprice: () => ({ body: { startTime: '2020-01-01T00:00:00Z', endTime: '2030-01-01T00:00:00Z' } }),
  createPrompt: (_of, { mine }) => ({ body: { name: mine, version: '1', template: 'x' } }),
  resolvePrompt: () => ({ query: { name: 'greeting', label: 'production' } }),
  listPromptDeploymentHistory: () => ({ query: { name: 'greeting', label: 'production' } }),
  rollBackPrompt: () => ({ body: { name: 'greeting', label: 'production' } }),
  updatePrompt: () => ({ body: { template: 'changed' } }),
  renamePrompt: (_of, { mine }) => ({ body: { name: mine, version: '9' } }),
  deployPrompt: () => ({ body: { label: 'production' } }),
  setProtectedPromptLabels: () => ({ body: { labels: ['production'] } }),
  diffPrompts: (of) => ({ query: { against: of.prompts + 1 } }),
  langfuseGetPrompt: () => ({ params: { name: 'greeting' } }),
  langfuseCreatePrompt: (_of, { mine }) => ({ body: { name: mine, prompt: 'x' } }),
  langfuseLabelPrompt: () => ({ params: { name: 'greeting', version: '1' }, body: { newLabels: ['blue'] } }),
  langfuseDeletePrompt: () => ({ params: { name: 'greeting' } }),
  langfusePutDataset: (_of, { mine }) => ({ body: { name: `${mine}-dataset-put`, metadata: { a: 1 } } }),
  langfusePutDatasetItem: (of, { mine }) => ({
    body: { datasetName: of.datasets, id: `${mine}-item-put`, input: { a: 1 } },
  }),
  langfuseAddRunItem: (of, { mine }) => ({
    body: { runName: `${mine}-run-put`, datasetItemId: of['dataset-items'], traceId: of.trace },
  }),
  langfuseListRunItems: (of) => ({ query: { datasetId: of['eval-datasets'], runName: of.runs } }),
  langfuseUploadMedia: () => ({ body: { sha256Hash: `${'a'.repeat(43)}=`, contentLength: 3 } }),
  langfuseElsewherePOST: () => ({ body: {} }),
  exportLangsmithTraces: () => ({ body: { resourceSpans: [] } }),
  exportLangsmithTracesAtRoot: () => ({ body: { resourceSpans: [] } }),
  ...underBoth('CreateRun', (of, asker) => ({ body: runOf(of, asker, 'begun') })),
  ...underBoth('UpdateRun', (of, asker) => ({
    params: { id: `${asker.mine}-ended` },
    body: runOf(of, asker, 'ended'),
  })),
  ...underBoth('RunBatch', (of, asker) => ({ body: { post: [runOf(of, asker, 'batched')] } })),
  ...underBoth('CreateFeedback', (of, { mine }) => ({
    body: { id: `${mine}-feedback`, run_id: of.span, key: 'helpful', score: 1 },
  })),
  ...underBoth('ReadFeedback', (of) => ({ params: { id: of.scores } })),
  ...underBoth('UpdateFeedback', (of) => ({ params: { id: of.scores }, body: { comment: 'Yes.' } })),
  ...underBoth('DeleteFeedback', (of) => ({ params: { id: of.scores } })),
  ...underBoth('CreateSession', (_of, { mine }) => ({ body: { name: `${mine}-session` } })),
  ...underBoth('ReadSession', (of) => ({ params: { id: of.projects } })),
  createAlert: (_of, { mine }) => ({
    body: { ...rule, name: `${mine}-alert-made`, channelKinds: ['email'] },
  }),
  listAlertEvents: (of) => ({ query: { alertId: of.alerts } }),
  testAlertWebhook: () => ({ body: { url: 'https://127.0.0.1/' } }),
  testAlertChannel: (of) => ({ body: { channel: 'email', alertId: of.alerts } }),
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
  const { params = {}, query = {}, body } = PARTS[id]?.(of, asker) ?? {};
  const parts = path.split('/').map((part, at, all) => {
    if (!part.startsWith('{')) return part;
    const noun = all[at - 1] ?? '';
    return encodeURIComponent(params[part.slice(1, -1)] ?? String(of[noun as keyof Ids] ?? 'none'));
  });
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `${parts.join('/')}${search && '?'}${search}`;
  return { method, url, body };
}
