// Makes the pictures of the docs: the real service with sample data, every page, light and dark, in Chromium.
// npm run build && node tools/pictures.ts [page …]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { tracewell, type TracewellClient } from '@tracewell/sdk';
import { findChromium } from '../web/e2e/chromium.ts';
import { startService } from '../web/e2e/service.ts';

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';
const SIZE = { width: 1280, height: 800 };
const wanted = process.argv.slice(2);

const service = await startService();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  const made = await post<{ accountId: string; apiKey: string }>('/operator/accounts', {
    email: EMAIL,
    password: PASSWORD,
    name: 'Acme Robotics',
    plan: 'team',
  });
  const consents = { plaintextStorage: true, aiHelper: true };
  await post(`/operator/accounts/${made.accountId}/consents`, consents, 'PUT');
  const whole = tracewell({ url: service.url, apiKey: made.apiKey });
  const { data: sample } = await whole.POST('/v1/sample-data');
  const projectId = sample?.projectId ?? '';
  const client = tracewell({ url: service.url, apiKey: made.apiKey, projectId });
  const places = await fill(client, whole);
  for (const theme of ['light', 'dark'] as const) await takeAll(browser, theme, projectId, places);
} finally {
  await browser.close();
  await service.stop();
}

async function post<T>(path: string, body: object, method = 'POST'): Promise<T> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

function sure<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** Sets up what people would have after a week. Returns the addresses of single pages. */
async function fill(client: TracewellClient, whole: TracewellClient): Promise<Record<string, string>> {
  const { records } = sure(await client.POST('/v1/query/calls', { body: { limit: 100 } }));
  const call = records.find(({ toolCalls, error }) => toolCalls !== null && error === null) ?? records[0];
  const { sessions } = sure(await client.POST('/v1/query/sessions', { body: { limit: 20 } }));
  const longest = sessions.toSorted((left, right) => right.calls - left.calls)[0];
  for (const [at, { id }] of records.slice(0, 12).entries()) {
    await client.POST('/v1/annotations', {
      body: { callId: id, qualityScore: 3 + (at % 3), label: 'correct' },
    });
  }
  const template = (tone: string) =>
    `You are the support assistant of {{company}}.\n\n${tone}\nAnswer in {{language}}, in at most five sentences.\nNever promise a refund.`;
  const versions = ['Be kind.', 'Be kind and brief.', 'Be kind, brief, and say what happens next.'];
  for (const [at, tone] of versions.entries()) {
    const { prompt } = sure(
      await client.POST('/v1/prompts', {
        body: {
          name: 'support/answer',
          version: String(at + 1),
          template: template(tone),
          description: tone,
          variables: { company: { required: true }, language: 'English' },
        },
      }),
    );
    const label = at < 2 ? 'production' : 'staging';
    await client.POST('/v1/prompts/{id}/deploy', { params: { path: { id: prompt.id } }, body: { label } });
  }
  const budgets = [
    { name: 'Everything', limitUsd: 40, period: 'month' as const },
    { name: 'Research agent', limitUsd: 5, period: 'day' as const, action: 'require_approval' as const },
  ];
  for (const body of budgets) await client.POST('/v1/gate/budgets', { body });
  await client.POST('/v1/gate/policies', {
    body: {
      name: 'Nothing is deleted unasked',
      effect: 'require_approval',
      match: { tools: ['delete_*', 'refund_*'] },
    },
  });
  await client.POST('/v1/gate/check', {
    body: { provider: 'openai', model: 'gpt-4o', tool: 'refund_order', estimatedCostUsd: 0.02 },
  });
  await client.POST('/v1/gate/check', {
    body: { provider: 'openai', model: 'gpt-4o', estimatedCostUsd: 1.5, holdSeconds: 3_600 },
  });
  const alert = sure(
    await client.POST('/v1/alerts', {
      body: {
        templateKey: 'error-rate',
        name: 'Calls fail',
        channelKinds: ['email'],
        thresholdValue: 0.08,
        enabled: true,
      },
    }),
  );
  await client.POST('/v1/alerts', {
    body: { templateKey: 'daily-cost', name: 'Expensive day', channelKinds: ['email'], enabled: true },
  });
  await evaluate(client);
  await incidents(client);
  await whole.POST('/v1/api-keys', { body: { name: 'Production', scopes: ['write:records'] } });
  await whole.POST('/v1/projects', { body: { name: 'Mobile app' } });
  const { dashboards } = sure(await whole.GET('/v1/dashboards'));
  return {
    dashboard: `/dashboards/${dashboards[0]?.id}?window=7d`,
    call: `/calls/${encodeURIComponent(call?.id ?? '')}`,
    trace: `/traces/${encodeURIComponent(call?.traceId ?? '')}`,
    session: `/sessions/${encodeURIComponent(longest?.sessionId ?? '')}`,
    alert: `/alerts/${alert.id}`,
  };
}

/** Records that the guardian and the diagnostics report on. */
async function incidents(client: TracewellClient): Promise<void> {
  const record = (id: string, more: object) => ({
    id,
    provider: 'openai',
    model: 'gpt-4o',
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    promptTokens: 900,
    completionTokens: 120,
    totalTokens: 1_020,
    costUsd: 0.0035,
    latencyMs: 1_100,
    tags: { env: 'production', feature: 'chat' },
    ...more,
  });
  const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
  const records = [
    ...Array.from({ length: 14 }, (_, at) =>
      record(`storm-${at}`, {
        error: 'timeout',
        requestMeta: { input: 'Summarise the report of the third quarter.' },
      }),
    ),
    record('leak', { requestMeta: { input: `My key is ${key}, does it work?`, output: 'It does.' } }),
    record('unpriced', { model: 'house-model-7b' }),
    { ...record('broken', {}), model: undefined },
  ];
  // Includes invalid records on purpose, which the types would not allow.
  const body = { records } as never;
  sure(await client.POST('/v1/ingest', { body }));
  sure(await client.POST('/v1/ingest', { body }));
  for (const job of ['guardian', 'proposals']) await post(`/operator/jobs/${job}/run`, {});
}

/** Deterministic criteria, so that pictures need no judge. */
async function evaluate(client: TracewellClient): Promise<void> {
  const criteria = [
    { name: 'Names a next step', type: 'regex' as const, rubric: '(?i)next|then|please' },
    { name: 'Asks nothing back', type: 'regex' as const, rubric: '[^?]$' },
  ];
  const ids: number[] = [];
  for (const one of criteria) {
    const made = sure(
      await client.POST('/v1/eval-criteria', {
        body: { ...one, scaleMin: 0, scaleMax: 1, scoreType: 'boolean' },
      }),
    );
    ids.push(...made.criteria.filter(({ name }) => name === one.name).map(({ id }) => id));
  }
  for (const name of ['Support, before', 'Support, after the new prompt']) {
    await client.POST('/v1/eval-runs', { body: { name, recentCount: 60, criterionIds: ids } });
  }
}

async function takeAll(
  by: Browser,
  theme: 'light' | 'dark',
  projectId: string,
  places: Record<string, string>,
): Promise<void> {
  const context = await by.newContext({
    baseURL: service.url,
    viewport: SIZE,
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  await context.request.post('/v1/auth/login', {
    headers: { origin: service.url },
    data: { email: EMAIL, password: PASSWORD },
  });
  const page = await context.newPage();
  const pages = {
    overview: '/?window=7d',
    start: '/start',
    onboarding: '/start?with=langchain-py',
    palette: '/?window=7d',
    traces: '/traces?window=7d',
    calls: '/calls?window=7d',
    sessions: '/sessions?window=7d',
    users: '/users?window=7d',
    prompts: '/prompts',
    prompt: `/prompts/${encodeURIComponent('support/answer')}`,
    evaluations: '/evaluations',
    review: '/review',
    proposals: '/proposals',
    alerts: '/alerts',
    safety: '/safety',
    guardian: '/guardian',
    gate: '/gate',
    diagnostics: '/diagnostics',
    audit: '/audit',
    keys: '/settings/keys',
    plan: '/settings/plan',
    projects: '/settings/projects',
    team: '/settings/team',
    consents: '/settings/consents',
    budget: '/settings/budget',
    prices: '/settings/prices',
    webhooks: '/settings/webhooks',
    ...places,
  };
  for (const [name, address] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    // Records belong to the project of their key, but the diagnostics page shows the whole account.
    const project = name === 'diagnostics' ? '' : `${address.includes('?') ? '&' : '?'}project=${projectId}`;
    await page.goto(address + project);
    await settled(page);
    if (name === 'palette') {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(400);
    }
    await page.screenshot({ path: `${FOLDER}${name}-${theme}.png` });
    console.log(`${name}-${theme}.png`);
  }
  await context.close();
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(400);
}
