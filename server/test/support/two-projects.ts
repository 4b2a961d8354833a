// An account with two projects that both have one of everything. Every text of a project begins with its
// mark, and every cost is a distinctive number, so that a byte of the wrong project can be recognised in any
// answer and any table.
import type { TestAccount, TestApp } from '#test/support/app';
import { fire } from '#test/support/firing';
import { flush } from '#test/support/gate-app';
import { made, notice, sendCalls } from './project-records.ts';
import { runJobs } from './run-jobs.ts';

/** The values of path parameters, by the part of the path before them. */
export interface Ids {
  calls: string;
  trace: string;
  session: string;
  span: string;
  'eval-criteria': number;
  'eval-datasets': number;
  /** As other systems see it: its name, its item and its run. */
  datasets: string;
  'dataset-items': string;
  runs: string;
  'by-dataset-id': number;
  '{datasetId}': string;
  'eval-runs': number;
  /** An earlier run with the same name. */
  earlierRun: number;
  'eval-rules': number;
  annotations: number;
  comments: string;
  'review-queues': number;
  /** An item of the review queue that waits for an answer. */
  items: number;
  scores: string;
  'safety-assessments': number;
  'saved-views': number;
  dashboards: number;
  prompts: number;
  alerts: number;
  events: number;
  checks: string;
  approvals: string;
  budgets: string;
  policies: string;
  findings: string;
  proposals: string;
  erasures: string;
  media: string;
  webhooks: string;
  'model-connections': string;
  drafts: string;
  experiments: string;
  results: number;
  deliveries: string;
  'api-keys': string;
  projects: string;
  members: string;
  invitations: string;
}

/**
 * Objects of the account that belong to no project. A bound key may read some of them: their texts have no
 * mark.
 */
type SharedIds = Pick<
  Ids,
  | 'eval-criteria'
  | 'prompts'
  | 'policies'
  | 'saved-views'
  | 'dashboards'
  | 'webhooks'
  | 'model-connections'
  | 'deliveries'
  | 'members'
  | 'invitations'
>;

const HOOK = 'https://hooks.example.com/';

export async function furnishAccount(app: TestApp, account: TestAccount, mark: string): Promise<SharedIds> {
  const owner = await account.member('owner');
  for (const kind of ['plaintext-storage', 'ai-helper'])
    await made(account, 'PUT', `/v1/account/consents/${kind}`);
  const { criteria } = await made(account, 'POST', '/v1/eval-criteria', {
    name: 'Says hello',
    type: 'contains',
    rubric: 'hello',
    scaleMin: 0,
    scaleMax: 1,
  });
  const criterion = criteria.find(({ isGlobal }: { isGlobal: boolean }) => !isGlobal);
  const prompt = { name: 'greeting', template: 'Hello {{input}}', variables: { input: 'Who' } };
  const first = await made(account, 'POST', '/v1/prompts', { ...prompt, version: '1' });
  await made(account, 'POST', '/v1/prompts', { ...prompt, version: '2' });
  const promptId: number = first.prompt.id;
  await made(account, 'POST', `/v1/prompts/${promptId}/deploy`, { label: 'production' });
  const policy = await made(account, 'POST', '/v1/gate/policies', {
    name: 'Ask first',
    match: { tools: ['pay'] },
    effect: 'require_approval',
  });
  const view = await made(account, 'POST', '/v1/saved-views', {
    name: `${mark}-view`,
    filter: { search: `${mark}-filter` },
  });
  const { dashboard } = await made(account, 'POST', '/v1/dashboards', {
    name: `${mark}-dashboard`,
    widgets: [
      {
        id: 'cost',
        title: `${mark}-widget`,
        chart: 'line',
        question: { metric: 'cost', groupBy: 'model', filter: { tags: { env: `${mark}-tag` } } },
        position: { x: 0, y: 0 },
        size: { w: 6, h: 3 },
      },
    ],
  });
  const hook = await made(account, 'POST', '/v1/webhooks', {
    url: `${HOOK}${mark}-hook`,
    events: ['alert.fired', 'prompt.deployed'],
    description: `${mark}-hook`,
  });
  await made(account, 'POST', `/v1/prompts/${promptId}/deploy`, { label: 'staging' });
  const { deliveries } = await made(account, 'GET', `/v1/webhooks/${hook.id}/deliveries`);
  await made(account, 'PUT', '/v1/account/model-prices', {
    prices: [{ provider: 'openai', model: `${mark}-priced`, inputPerMTok: 1, outputPerMTok: 2 }],
  });
  await made(account, 'PATCH', '/v1/account/llm-feature-budget', { budgetUsd: 25 });
  const connection = await made(account, 'POST', '/v1/model-connections', {
    name: `${mark}-connection`,
    provider: 'openai-compatible',
    // Nothing listens there, so that a request through it fails at once.
    baseUrl: 'https://model.example.invalid/v1',
    defaultModel: 'some-model',
    isDefault: false,
    test: false,
  });
  await made(account, 'PUT', '/v1/account/export-schedule', {
    s3: { region: 'eu-1', bucket: 'exports', prefix: mark, accessKeyId: `${mark}-id`, secretAccessKey: mark },
  });
  await made(account, 'POST', '/v1/alerts', {
    name: `${mark}-alert-of-all`,
    alertType: 'cost_threshold',
    thresholdValue: 5,
    windowMinutes: 60,
    channelKinds: ['email'],
  });
  await made(account, 'POST', '/v1/eval-datasets', {
    name: `${mark}-dataset-of-all`,
    items: [{ inputText: `${mark}-item-of-all` }],
  });
  const invitation = await made(account, 'POST', '/v1/team/invitations', { email: `${mark}@example.com` });
  await made(owner, 'POST', '/v1/api-keys', { name: `${mark}-key-of-owner` });
  await settle(app);
  return {
    'eval-criteria': criterion.id,
    prompts: promptId,
    policies: policy.id,
    'saved-views': view.id,
    dashboards: dashboard.id,
    webhooks: hook.id,
    'model-connections': connection.id,
    deliveries: deliveries[0].id,
    members: owner.userId,
    invitations: invitation.id,
  };
}

interface ProjectOrder {
  projectId: string;
  mark: string;
  /** The cost of each call. */
  costUsd: number;
  shared: SharedIds;
}

/** With a key that is bound to the project, except for what only the account can set. */
export async function furnishProject(app: TestApp, account: TestAccount, order: ProjectOrder): Promise<Ids> {
  const { projectId, mark, costUsd, shared } = order;
  const bound = await account.key(null, { projectId });
  const budget = await made(account, 'POST', '/v1/gate/budgets', {
    name: `${mark}-budget`,
    limitUsd: 1_000_000,
    period: 'month',
    scope: { projectId },
  });
  const records = await sendCalls(app, bound, mark, costUsd);
  const criterionIds = [shared['eval-criteria']];
  const runs: number[] = [];
  for (const key of ['earlier', 'nightly']) {
    const { summary } = await made(bound, 'POST', '/v1/eval-runs', {
      name: `${mark}-run`,
      criterionIds,
      idempotencyKey: key,
    });
    runs.push(summary.id);
  }
  const dataset = await made(bound, 'POST', '/v1/eval-datasets', {
    name: `${mark}-dataset`,
    items: [{ inputText: `${mark}-item`, expectedOutput: `${mark}-expected` }],
  });
  await made(bound, 'POST', `/v1/eval-datasets/${dataset.id}/items/from-calls`, {
    callIds: [records.calls],
  });
  await made(bound, 'POST', `/v1/eval-datasets/${dataset.id}/run`, { criterionIds });
  const item = await made(bound, 'POST', '/api/public/dataset-items', {
    datasetName: `${mark}-dataset`,
    id: `${mark}-external`,
    input: { text: `${mark}-json` },
  });
  const linked = await made(bound, 'POST', '/api/public/dataset-run-items', {
    runName: `${mark}-linked`,
    datasetItemId: item.id,
    traceId: records.trace,
    metadata: { note: `${mark}-metadata` },
  });
  const rule = await made(bound, 'POST', '/v1/eval-rules', {
    name: `${mark}-rule`,
    criterionId: shared['eval-criteria'],
    samplePct: 100,
  });
  const { annotation } = await made(bound, 'POST', '/v1/annotations', {
    callId: records.calls,
    annotationText: `${mark}-note`,
    label: `${mark}-label`,
    qualityScore: 4,
  });
  const comment = await made(bound, 'POST', '/v1/comments', {
    on: { callId: records.calls },
    text: `${mark}-comment`,
  });
  const queue = await made(bound, 'POST', '/v1/review-queues', {
    name: `${mark}-queue`,
    instructions: `${mark}-instructions`,
    dimensions: [{ name: `${mark}-dimension`, kind: 'boolean' }],
    reviewersPerItem: 2,
  });
  await made(bound, 'POST', `/v1/review-queues/${queue.id}/items`, { callIds: [records.calls] });
  const { item: queued } = await made(bound, 'POST', `/v1/review-queues/${queue.id}/take`, {});
  const score = { name: `${mark}-score`, comment: `${mark}-remark`, metadata: { by: `${mark}-rater` } };
  const { ids } = await made(bound, 'POST', '/v1/scores', {
    scores: [
      { ...score, id: `${mark}-score-of-call`, value: costUsd, callId: records.calls },
      { ...score, value: `${mark}-category`, traceId: records.trace, spanId: records.span },
      { ...score, value: true, spanId: records.span },
      { ...score, value: `${mark}-text`, dataType: 'text', traceId: records.trace },
      { ...score, value: costUsd, sessionId: records.session },
    ],
  });
  const draft = await made(bound, 'POST', '/v1/playground/drafts', {
    columns: [
      {
        connectionId: shared['model-connections'],
        messages: [{ role: 'user', content: `${mark}-drafted` }],
      },
    ],
    variables: { name: `${mark}-variable` },
    sourceCallId: records.calls,
  });
  const experiment = await made(bound, 'POST', '/v1/experiments', {
    name: `${mark}-experiment`,
    datasetId: dataset.id,
    variants: [{ name: `${mark}-variant`, kind: 'code' }],
  });
  await made(bound, 'POST', `/v1/experiments/${experiment.id}/results`, {
    results: [{ itemId: 1, variant: 0, output: `${mark}-answered`, costUsd }],
  });
  const alert = await made(bound, 'POST', '/v1/alerts', {
    name: `${mark}-alert`,
    alertType: 'cost_threshold',
    thresholdValue: 5,
    windowMinutes: 60,
    channelKinds: ['webhook'],
    channelTargets: { webhook: { url: `${HOOK}${mark}-alert` } },
  });
  const alertId: number = alert.id;
  const { eventId } = await fire(
    app.services,
    account.id,
    { webhook: { url: `${HOOK}${mark}-alert` } },
    { alertId, alertName: `${mark}-alert` },
  );
  const asked = await made(bound, 'POST', '/v1/gate/check', {
    tool: 'pay',
    tags: { env: `${mark}-env` },
    traceId: `${mark}-asked`,
    sessionId: records.session,
  });
  const held = await made(bound, 'POST', '/v1/gate/check', { estimatedCostUsd: 1, holdSeconds: 3_600 });
  const key = await made(bound, 'POST', '/v1/api-keys', { name: `${mark}-key` });
  const erasure = await made(bound, 'POST', '/v1/erasures', { sessionId: `${mark}-of-nobody` });
  const file = await made(bound, 'POST', '/v1/media', { file: `${mark}-file` });
  const noticed = await notice(app, account, order, records.calls);
  await settle(app);
  return {
    ...shared,
    drafts: draft.id,
    experiments: experiment.id,
    results: 0,
    ...records,
    ...noticed,
    'eval-datasets': dataset.id,
    datasets: `${mark}-dataset`,
    'dataset-items': item.id,
    runs: `${mark}-linked`,
    'by-dataset-id': dataset.id,
    '{datasetId}': linked.datasetRunId,
    'eval-runs': runs[1] ?? 0,
    earlierRun: runs[0] ?? 0,
    'eval-rules': rule.id,
    annotations: annotation.id,
    comments: comment.id,
    'review-queues': queue.id,
    items: queued.id,
    scores: ids[0],
    alerts: alertId,
    events: eventId,
    checks: held.gateCheckId,
    approvals: asked.approvalId,
    budgets: budget.id,
    'api-keys': key.id,
    projects: projectId,
    erasures: erasure.id,
    media: file.id,
  };
}

/** Runs queued jobs, and the jobs that these queue. */
export async function settle(app: TestApp): Promise<void> {
  await runJobs(app);
  // Spend and holds are written once a second.
  await flush(app);
}
