// Valid bodies for random requests, by operation.
import { isoTime, type Clock } from '#lib/clock';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';

const CRITERION = { rubric: 'Is it right?', scaleMin: 1, scaleMax: 5 };
export const FUZZ_HOOK = 'https://hooks.example.com/x';
const BY_HOOK = { channelKinds: ['webhook'], channelTargets: { webhook: { url: FUZZ_HOOK } } };
/** The name does not exist, so that a test or a run fails soon. */
const BUCKET = {
  endpoint: 'https://s3.example.invalid',
  region: 'eu-1',
  bucket: 'exports',
  prefix: 'a/b',
  accessKeyId: 'AKIA',
  secretAccessKey: 'secret',
};
const CONNECTION = {
  provider: 'openai-compatible',
  baseUrl: 'https://model.example.invalid/v1',
  defaultModel: 'gpt-4o-mini',
  isDefault: false,
  test: false,
};
export const FUZZ_FILTER = {
  provider: 'openai',
  model: 'gpt',
  minLatencyMs: 1,
  minCostUsd: 0.0001,
  tags: { env: 'prod' },
};

/** Valid bodies by operation. Bodies with a 2xx answer are added, so that oddities accumulate. */
export function rightBodies(clock: Clock): Record<string, object[]> {
  const now = clock.now();
  const window = { startTime: isoTime(now - 86_400_000), endTime: isoTime(now + 3_600_000) };
  const question = { ...window, ...FUZZ_FILTER, error: false, promptName: 'greeting', promptVersion: '1' };
  return {
    'POST /v1/ingest': [
      {
        records: [
          sampleRecord({
            timestamp: isoTime(now - 1_000),
            tags: { env: 'prod' },
            traceId: 'trace-1',
            spanId: 's1',
            sessionId: 'session-1',
            requestMeta: {
              input: 'Hello, attack',
              output: 'Hi',
              ttftMs: 12.5,
              cachedTokens: 100,
              cacheWriteTokens: 10,
              reasoningTokens: 20,
              audioTokens: 1,
              promptName: 'greeting',
              promptVersion: '1',
              promptId: 1,
              userId: 'u1',
            },
            toolCalls: [{ id: 't', name: 'search', arguments: { q: 1 }, durationMs: 3 }],
          }),
        ],
      },
    ],
    'POST /v1/traces': [
      exportOf([inference({ 'gen_ai.usage.cost': 0.5 }, now), plain({ a: 1.5 }, 'w', now)]),
    ],
    'POST /v1/query/calls': [
      { ...question, limit: 5, sortBy: 'cost_usd' },
      { search: 'gpt', preview: true, content: true },
      {},
    ],
    'POST /v1/review-queues': [
      {
        name: 'Answers',
        instructions: '# How',
        dimensions: [
          { name: 'helpful', kind: 'number', min: 1, max: 5, step: 1, tolerance: 1 },
          { name: 'tone', kind: 'category', categories: ['kind', 'rude'], description: 'How it sounds' },
          { name: 'correct', kind: 'boolean', optional: true },
        ],
        reviewersPerItem: 2,
        assignees: [],
        filter: FUZZ_FILTER,
        samplePct: 10,
        maxOpen: 5,
      },
    ],
    'PATCH /v1/review-queues/{id}': [{ instructions: 'x', enabled: false, samplePct: 2 }, { maxOpen: 7 }],
    'POST /v1/review-queues/{id}/take': [{ purpose: 'review' }, { purpose: 'resolve' }],
    'PUT /v1/review-queues/{id}/items/{itemId}/answer': [
      { values: { good: true }, comment: 'Fine', correction: 'Bern' },
    ],
    'PUT /v1/review-queues/{id}/items/{itemId}/resolution': [{ values: { good: false } }],
    'POST /v1/query/export': [question, {}],
    'POST /v1/data/import': [
      {
        account: 'acc_00000000000000000000',
        projects: [{ id: 'prj_1', name: 'Bern' }],
        table: 'calls',
        rows: [{ ...sampleRecord({ timestamp: isoTime(now) }), priceSource: 'client', projectId: 'prj_1' }],
      },
      {
        account: 'acc_00000000000000000000',
        projects: [],
        table: 'observations',
        rows: [
          {
            id: 'o-1',
            type: 'tool',
            name: 'search',
            timestamp: isoTime(now),
            durationMs: 5,
            traceId: 't-1',
            spanId: 's-1',
            attributes: '{"a":1}',
          },
        ],
      },
      {
        account: 'acc_00000000000000000000',
        projects: [],
        table: 'scores',
        rows: [
          {
            id: 's-1',
            name: 'thumbs',
            dataType: 'numeric',
            number: 1,
            source: 'api',
            createdAt: isoTime(now),
          },
        ],
      },
    ],
    'PATCH /v1/account/limits': [{ savedViews: 30, exportRows: null }],
    'POST /v1/query/users': [{ ...question, search: 'u', sortBy: 'cost' }, {}],
    'POST /v1/query/sessions': [{ ...question, search: 's' }, { preview: true }, {}],
    'POST /v1/query/traces': [
      { ...question, name: 's', agent: 'planner', tool: 'search', failingTool: true, hasError: true },
      { preview: true },
      {},
    ],
    'POST /v1/query/spans': [
      { ...question, type: 'tool', name: 's', agent: 'planner', tool: 'search', search: 's', sortBy: 'name' },
      {},
    ],
    'POST /v1/query/spans/export': [{ ...question, type: 'tool', sortBy: 'durationMs' }, {}],
    'POST /v1/query/previews': [{ ids: ['call-1', `${'a'.repeat(32)}-${'b'.repeat(16)}`] }],
    'POST /v1/query/aggregate': [
      { ...question, groupBy: 'day', metric: 'cost', tzOffsetMinutes: 60 },
      { groupBy: 'tag', tagKey: 'env', metric: 'latency' },
      { groupBy: 'model', metric: 'tokens' },
      { ...question, of: 'spans', groupBy: 'name', metric: 'latency', type: 'tool' },
      { ...question, of: 'runs', groupBy: 'tool', metric: 'tools', hasError: true },
    ],
    'POST /v1/query/percentiles': [{ ...question, metric: 'cost' }, { groupBy: 'day' }, {}],
    'POST /v1/query/distribution': [{ ...question, buckets: 10, scale: 'log' }, { metric: 'cost' }, {}],
    'POST /v1/query/figures': [
      {
        figures: [
          {
            id: 'a',
            kind: 'aggregate',
            query: { ...question, groupBy: 'hour', every: 3, metric: 'cost', splitBy: 'model' },
          },
          { id: 'd', kind: 'distribution', query: { ...question, groupBy: 'day', scale: 'log' } },
          { id: 's', kind: 'scores', query: { ...window, groupBy: 'day' } },
        ],
      },
    ],
    'POST /v1/query/facets': [{ ...window, fields: ['provider', 'tag:env'] }],
    'POST /v1/eval-criteria': [
      { ...CRITERION, name: 'Right' },
      { ...CRITERION, name: 'Says hi', type: 'contains', rubric: 'hi' },
      { ...CRITERION, name: 'Form', type: 'regex', rubric: '^h' },
    ],
    'POST /v1/eval-criteria/propose': [{ useCaseHint: 'A helpful chat', maxCriteria: 2 }],
    'POST /v1/eval-criteria/test': [
      { criterion: { ...CRITERION, name: 'Draft', type: 'contains', rubric: 'hi' }, filter: FUZZ_FILTER },
      {
        criterion: { ...CRITERION, name: 'Draft', type: 'regex', rubric: '^h' },
        samples: [{ output: 'hi' }],
      },
    ],
    'POST /v1/eval-datasets': [
      { name: 'Set', description: null, items: [{ inputText: 'Hello', expectedOutput: 'Hi' }] },
    ],
    'POST /v1/eval-runs': [
      { name: 'Run', recentCount: 5, itemTag: 'env', filter: { ...window, ...FUZZ_FILTER } },
      { name: 'All' },
    ],
    'POST /v1/safety-assessments/scan-batch': [{ maxRecords: 3 }],
    'POST /v1/saved-views': [{ name: 'View', filter: { ...question, deep: { a: [1, 2.5] } } }],
    'POST /v1/dashboards': [
      {
        name: 'Board',
        widgets: [
          {
            id: 'w1',
            title: 'Cost',
            chart: 'stackedBar',
            question: {
              metric: 'cost',
              groupBy: 'model',
              filter: { tags: { env: 'prod' }, scores: [{ name: 'helpfulness', op: 'lt', value: 0.5 }] },
            },
            position: { x: 0, y: 0 },
            size: { w: 6, h: 3 },
          },
        ],
      },
    ],
    'PATCH /v1/account/llm-feature-budget': [{ budgetUsd: 12.5 }],
    'POST /v1/model-connections': [
      { ...CONNECTION, name: 'Local', models: ['gpt-4o-mini'], dayBudgetUsd: 1.5 },
    ],
    'PUT /v1/account/export-schedule': [
      { enabled: true, s3: BUCKET },
      { content: true, s3: BUCKET },
    ],
    'POST /v1/account/export-schedule/test': [{ s3: BUCKET }],
    'PUT /v1/account/model-prices': [
      { prices: [{ provider: 'openai', model: 'gpt-4o-mini', inputPerMTok: 1.5, outputPerMTok: 2 }] },
    ],
    'POST /v1/account/model-prices/reprice': [{ ...window, dryRun: true }, window],
    'PUT /v1/prompts/protected-labels': [{ labels: ['production'] }, { labels: [] }],
    'POST /v1/prompts': [
      { name: 'greeting', version: '1', template: 'Hello {{name}}', variables: { name: 'Who' } },
      { name: 'greeting', version: '2', template: 'Hi {{name}}', labels: ['staging'] },
      {
        name: 'chat',
        version: '1',
        messages: [
          { role: 'system', content: 'Hello {{name}}' },
          { type: 'placeholder', name: 'history' },
        ],
        config: { model: 'gpt-4o-mini', deep: { a: [1, 2.5] } },
      },
    ],
    'POST /v1/alerts': [
      { alertType: 'cost_threshold', thresholdValue: 0.5, windowMinutes: 60, name: 'Cost', ...BY_HOOK },
      { templateKey: 'error-rate', ...BY_HOOK },
      { alertType: 'latency_degradation', thresholdValue: 900, windowMinutes: 15, name: 'Slow', ...BY_HOOK },
    ],
    'POST /v1/alerts/preview': [{ alertType: 'cost_threshold', thresholdValue: 5, windowMinutes: 60 }],
    'POST /v1/alerts/{id}/silence': [{ until: isoTime(now + 7_200_000) }],
    'POST /v1/gate/check': [
      {
        provider: 'openai',
        model: 'gpt-4o-mini',
        tool: 'search',
        estimatedTokens: 100,
        estimatedCostUsd: 0.25,
        tags: { env: 'prod' },
        holdSeconds: 60,
      },
    ],
    'POST /v1/gate/budgets': [
      { name: 'Month', limitUsd: 100.5, period: 'month', scope: { provider: 'openai' }, action: 'warn' },
    ],
    'POST /v1/gate/policies': [
      {
        name: 'Ask first',
        priority: 5,
        match: { tools: ['search'] },
        effect: 'require_approval',
        maxCostUsd: 0.1,
        maxTokens: 50,
        approvalMinutes: 30,
      },
    ],
    'POST /v1/webhooks': [{ url: FUZZ_HOOK, events: ['alert.fired'], description: 'Ops' }],
    'POST /v1/api-keys': [{ name: 'Key', scopes: ['read'], expiresAt: isoTime(now + 86_400_000) }],
    'POST /v1/projects': [{ name: 'Bern' }],
    'POST /v1/team/invitations': [{ email: 'new@example.com', role: 'viewer' }],
    'PATCH /operator/accounts/{id}': [
      { recordQuota: 1_000_000, retentionDays: 30 },
      { limits: { savedViews: 25, traceSpans: 600 } },
    ],
  };
}
