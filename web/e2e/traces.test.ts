import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const TRACE = '5b8efff798038103d269b633813fc60c';
const ODD = '9a1c0ffee798038103d269b633813f0d';
const SESSION = 'support/visitor-42';
const PATIENCE = { timeout: 40_000 };

interface Span {
  name: string;
  id: number;
  under?: number;
  from: number;
  to: number;
  error?: string;
  attributes?: Record<string, string | number>;
}

const hex = (id: number) => id.toString(16).padStart(16, '0');

async function sendSpans(account: Account, traceId: string, startMs: number, spans: Span[]): Promise<void> {
  const nanos = (ms: number) => `${BigInt(startMs + ms) * 1_000_000n}`;
  const sent = spans.map(({ name, id, under, from, to, error, attributes = {} }) => ({
    traceId,
    spanId: hex(id),
    ...(under === undefined ? {} : { parentSpanId: hex(under) }),
    name,
    kind: 1,
    startTimeUnixNano: nanos(from),
    endTimeUnixNano: nanos(to),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
    })),
    status: error === undefined ? { code: 0 } : { code: 2, message: error },
  }));
  const body = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ scope: { name: 'acme' }, spans: sent }] }],
  });
  // As an exporter does: what was not stored is sent again.
  for (let tries = 0; tries < 5; tries++) {
    const response = await fetch(`${inject('serviceUrl')}/v1/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      body,
    });
    if (response.status === 503) continue;
    const answer = await response.text();
    if (!response.ok || answer !== '{}') throw new Error(answer);
    return;
  }
  throw new Error('The service could not store the spans.');
}

const says = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

const chat = (model: string, input: number, output: number, asked: string, answer: string) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
  'gen_ai.conversation.id': SESSION,
  'user.id': 'visitor-42',
  'gen_ai.input.messages': says('user', asked),
  'gen_ai.output.messages': says('assistant', answer),
});
const agent = (name: string) => ({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name });
const tool = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name });

const ORDER: Span[] = [
  { name: 'invoke_agent Support', id: 1, from: 0, to: 9_400, attributes: agent('Support') },
  {
    name: 'chat gpt-4o',
    id: 2,
    under: 1,
    from: 20,
    to: 1_630,
    attributes: chat('gpt-4o', 1_840, 120, 'Where is my order 1187?', 'I will look it up.'),
  },
  {
    name: 'execute_tool find_order',
    id: 3,
    under: 1,
    from: 1_640,
    to: 2_420,
    attributes: tool('find_order'),
  },
  {
    name: 'SELECT orders',
    id: 4,
    under: 3,
    from: 1_660,
    to: 2_380,
    attributes: { 'db.system': 'postgresql' },
  },
  { name: 'invoke_agent Logistics', id: 5, under: 1, from: 2_430, to: 7_900, attributes: agent('Logistics') },
  {
    name: 'execute_tool track_parcel',
    id: 6,
    under: 5,
    from: 2_440,
    to: 5_450,
    error: 'The carrier did not answer within 3 s',
    attributes: tool('track_parcel'),
  },
  {
    name: 'execute_tool track_parcel',
    id: 7,
    under: 5,
    from: 5_460,
    to: 6_610,
    attributes: tool('track_parcel'),
  },
  { name: 'execute_tool weather', id: 8, under: 5, from: 2_450, to: 3_020, attributes: tool('weather') },
  {
    name: 'chat gpt-4o-mini',
    id: 9,
    under: 5,
    from: 6_620,
    to: 7_890,
    attributes: chat('gpt-4o-mini', 2_210, 340, 'Sum up the parcel’s way.', 'It left Osaka this morning.'),
  },
  {
    name: 'chat gpt-4o',
    id: 10,
    under: 1,
    from: 7_910,
    to: 9_380,
    attributes: chat('gpt-4o', 2_950, 210, 'Answer the customer.', 'Your order is on its way from Osaka.'),
  },
];

let account: Account;
let startMs: number;
beforeAll(async () => {
  account = await makeAccount();
  const consent = await fetch(`${inject('serviceUrl')}/v1/account/consents/plaintext-storage`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  if (!consent.ok) throw new Error(await consent.text());
  startMs = Date.now() - 600_000;
  await sendSpans(account, TRACE, startMs, ORDER);
  await sendSpans(account, ODD, startMs + 240_000, [
    {
      name: 'chat gpt-4o-mini',
      id: 21,
      under: 99,
      from: 0,
      to: 900,
      attributes: chat('gpt-4o-mini', 900, 60, 'And when will it be here?', 'Tomorrow before noon.'),
    },
    { name: 'tidy up', id: 22, from: 950, to: 1_200 },
  ]);
});

const tree = (page: Page) => page.getByRole('treegrid', { name: /Spans of the trace|トレースのスパン/ });
const row = (page: Page, name: string | RegExp) => tree(page).getByRole('row', { name });

describe('a trace', () => {
  it('is a tree with its times, and works by keyboard', async () => {
    const { page, faults } = await visit(`/traces/${TRACE}`, { as: account });
    await row(page, /track_parcel/)
      .first()
      .waitFor(PATIENCE);
    expect(await tree(page).getByRole('row').count()).toBe(ORDER.length + 1);
    await shot(page, 'trace-light');
    await expectAccessible(page);

    await tree(page).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await tree(page).getByRole('row').count()).toBe(2);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details of the span' });
    await details.getByText('Your order is on its way from Osaka.').waitFor();
    expect(await details.getByRole('link', { name: 'Open the call' }).getAttribute('href')).toMatch(
      /^\/calls\/.+/,
    );
    await shot(page, 'trace-details');
    await expectAccessible(page);
    expect(await tree(page).getByRole('row').count()).toBe(ORDER.length + 1);
    await page.goBack();
    await details.waitFor({ state: 'detached' });

    await page.getByRole('radio', { name: 'Errors' }).click();
    await page.getByText('1 match', { exact: true }).waitFor();
    expect(await row(page, /Support|Logistics|track_parcel/).count()).toBe(3);
    await page.getByRole('searchbox', { name: 'Find spans' }).fill('nowhere');
    await page.getByText('No span matches').waitFor();
    expect(new URL(page.url()).search).toBe('?show=errors&q=nowhere');
    await page.getByRole('button', { name: 'Show all spans' }).click();
    await row(page, /weather/).waitFor();
    expect(faults).toEqual([]);
  });

  it('has a graph of its agents, and reads well in the dark', async () => {
    const { page } = await visit(`/traces/${TRACE}?view=graph`, { as: account, theme: 'dark' });
    await page.getByRole('img', { name: /Graph of 8 nodes/ }).waitFor(PATIENCE);
    await shot(page, 'trace-graph-dark');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show track_parcel in the waterfall' }).click();
    await page.getByText('2 matches').waitFor();
    await row(page, /track_parcel/)
      .first()
      .click();
    await page.getByText('The carrier did not answer within 3 s').waitFor();
    await shot(page, 'trace-dark');
    await expectAccessible(page);
  });

  it('fits a telephone in Japanese, and says what is odd or missing', async () => {
    const phone = { as: account, width: 390, height: 844, language: 'ja' } as const;
    const { page } = await visit(`/traces/${ODD}`, phone);
    await row(page, /tidy up/).waitFor(PATIENCE);
    await page.getByText('1 個のスパンの親が見つかりません').waitFor();
    await page.getByText('最上位に 2 個のスパンが並んでいます').waitFor();
    await shot(page, 'trace-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await row(page, /gpt-4o-mini/).click();
    const drawer = page.getByRole('dialog', { name: 'スパンの詳細' });
    await drawer.getByText('Tomorrow before noon.').waitFor();
    await shot(page, 'trace-drawer-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.goto('/traces/0123456789abcdef');
    await page.getByText('このトレースは見つかりません').waitFor();
    await shot(page, 'trace-missing-390-ja');
  });

  it('opens thirty thousand spans at once, waits in its own shape and has a way on', async () => {
    const { page } = await visit('/signin', { as: account });
    await page.route('**/v1/query/trace/**', () => undefined);
    await page.goto('/traces/large', { waitUntil: 'commit' });
    await page.getByRole('status').first().waitFor();
    await shot(page, 'trace-loading');
    await page.unroute('**/v1/query/trace/**');
    await page.route('**/v1/query/trace/**', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await shot(page, 'trace-error');
    await page.unroute('**/v1/query/trace/**');
    const body = JSON.stringify(largeTrace());
    await page.route('**/v1/query/trace/**', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('these are its first 30,001 spans').waitFor();
    await row(page, /run/).waitFor();
    expect(await tree(page).getByRole('row').count()).toBeLessThan(60);
    await shot(page, 'trace-large');

    await tree(page).focus();
    const jumpMs = await page.evaluate(async () => {
      const list = document.querySelector('[role=treegrid]') as HTMLElement;
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const times: number[] = [];
      for (let step = 0; step < 40; step++) {
        const begin = performance.now();
        list.scrollTop += 9_000;
        await frame();
        times.push(performance.now() - begin);
      }
      return times.sort((a, b) => a - b)[20] ?? 0;
    });
    // Generous, for machines that do other things too: what grew with the spans would take seconds.
    expect(jumpMs).toBeLessThan(1_000);
    await page.keyboard.press('End');
    await row(page, /call 299\.98/).waitFor();
  });
});

describe('sessions', () => {
  it('are found among the newest calls, or by their id', async () => {
    const { page, faults } = await visit('/sessions?window=24h', { as: account });
    await page.getByRole('link', { name: SESSION }).waitFor(PATIENCE);
    await shot(page, 'sessions-light');
    await expectAccessible(page);
    await page.getByLabel('Session id').fill(SESSION);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('region', { name: 'Turn 2' }).waitFor(PATIENCE);
    expect(new URL(page.url()).pathname).toBe(`/sessions/${encodeURIComponent(SESSION)}`);
    const second = page.getByRole('region', { name: 'Turn 2' });
    await second.getByRole('button', { name: 'Show what was said' }).click();
    await second.getByText('Tomorrow before noon.').waitFor(PATIENCE);
    await shot(page, 'session-light');
    await expectAccessible(page);
    await second.getByRole('link', { name: 'Open the trace' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/traces/${ODD}`);
    await page.goBack();
    await second.getByText('Tomorrow before noon.').waitFor();
    expect(faults).toEqual([]);
  });

  it('fit a telephone in the dark, and say what to do where there are none', async () => {
    const phone = { as: account, width: 390, height: 844, theme: 'dark' } as const;
    const { page } = await visit(`/sessions/${encodeURIComponent(SESSION)}`, phone);
    await page.getByRole('region', { name: 'Turn 2' }).waitFor(PATIENCE);
    await shot(page, 'session-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    await page.goto('/sessions?window=24h');
    await page.getByRole('link', { name: SESSION }).waitFor(PATIENCE);
    await shot(page, 'sessions-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    await page.goto('/sessions/nobody');
    await page.getByText('There is no such session').waitFor();
    await page.goto('/sessions?userId=nobody');
    await page.getByText('No calls in this window').waitFor(PATIENCE);
    await shot(page, 'sessions-empty-390-dark');
    await expectAccessible(page);
    await page.route('**/v1/query/calls', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});

function largeTrace() {
  const span = (name: string, from: number, to: number, children: object[] = []) => ({
    id: name,
    kind: 'observation',
    type: children.length > 0 ? 'agent' : 'tool',
    name,
    spanId: name,
    parentSpanId: null,
    startTime: new Date(startMs + from).toISOString(),
    durationMs: to - from,
    error: null,
    attributes: {},
    call: null,
    children,
  });
  const steps = Array.from({ length: 300 }, (_, step) =>
    span(
      `step ${step}`,
      step * 100,
      step * 100 + 99,
      Array.from({ length: 99 }, (_, one) =>
        span(`call ${step}.${one}`, step * 100 + one, step * 100 + one + 1),
      ),
    ),
  );
  return { traceId: 'large', spans: [], nodes: [span('run', 0, 30_000, steps)], truncated: true };
}
