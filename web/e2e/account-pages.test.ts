// The pages of an account: ingest diagnostics, proposals, the audit log and the settings.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PASSWORD, makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, leave, shot, visit } from './browser.ts';
import { docsShots } from './docs-shots.ts';

// A loaded machine takes longer to render.
const SOON = { timeout: 20_000 };

let account: Account;
let quiet: Account;

async function call(path: string, token: string, body?: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? { body: '{}' } : { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Short calls to a large model that a smaller model could handle. */
const triage = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `triage-${index}`,
    provider: 'openai',
    model: 'gpt-4o',
    timestamp: new Date(Date.now() - (1 + (index % 20)) * 3_600_000).toISOString(),
    promptTokens: 3_400,
    completionTokens: 180,
    totalTokens: 3_580,
    costUsd: 0.0412,
    latencyMs: 800,
    tags: { feature: 'triage' },
    traceId: `trace-${index}`,
  }));

const SPANS = 40;

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});

/** Calls without a cost, so the service derives it. One of them uses a model without a price. */
const spans = () => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          scope: { name: 'opentelemetry.instrumentation.openai_v2' },
          spans: Array.from({ length: SPANS }, (_, index) => {
            const start = BigInt(Date.now() - 3_600_000 - index * 1000) * 1_000_000n;
            return {
              traceId: (index + 1).toString(16).padStart(32, 'a'),
              spanId: (index + 1).toString(16).padStart(16, 'b'),
              name: 'chat',
              startTimeUnixNano: String(start),
              endTimeUnixNano: String(start + 900_000_000n),
              attributes: [
                attribute('gen_ai.operation.name', 'chat'),
                attribute('gen_ai.provider.name', 'openai'),
                attribute('gen_ai.request.model', index === 0 ? 'in-house-7b' : 'gpt-4o'),
                attribute('gen_ai.usage.input_tokens', 5_000 + index),
                attribute('gen_ai.usage.output_tokens', 200),
              ],
            };
          }),
        },
      ],
    },
  ],
});

beforeAll(async () => {
  [account, quiet] = [await makeAccount(), await makeAccount('Quiet Ltd')];
});

/** Created once, for all tests that read records. */
let sending: Promise<void> | undefined;
const sent = (): Promise<void> => (sending ??= send());

/** Retries, because a busy engine may answer 503. */
async function patiently(work: () => Promise<unknown>, tries = 3): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (tries === 1) throw error;
    await patiently(work, tries - 1);
  }
}

async function sendTraces(): Promise<void> {
  const answer = (await call('/v1/traces', account.apiKey, spans())) as { reason?: string };
  if (answer.reason !== undefined) throw new Error(`/v1/traces: ${answer.reason}`);
}

async function send(): Promise<void> {
  await patiently(() => account.send(triage(100)));
  await patiently(sendTraces);
  await call('/v1/ingest', account.apiKey, {
    records: [
      { id: 'odd-1', provider: 'deepthought', model: 'x', timestamp: new Date().toISOString() },
      { id: 'odd-2', provider: 'openai', model: 'gpt-4o', timestamp: '1999-01-01T00:00:00Z' },
    ],
  });
  await call('/v1/ingest', account.apiKey, { nothing: true });
}

const refuse = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
  );

/** Expects an error state, then recovery after a retry. */
async function expectRetry(page: Page, path: string, name: string): Promise<void> {
  await refuse(page, path);
  await page.reload();
  await page.getByText('No.', { exact: true }).first().waitFor();
  await shot(page, `${name}-error`);
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.poll(() => page.getByText('No.', { exact: true }).count(), SOON).toBe(0);
}

/** Dark theme, phone width, Japanese: the page fits and is accessible. */
async function expectSmall(path: string, as: Account, name: string, mark: RegExp): Promise<void> {
  const { page } = await visit(path, { as, width: 390, height: 844, theme: 'dark', language: 'ja' });
  await page.getByText(mark).first().waitFor();
  await shot(page, `${name}-390-dark-ja`);
  await expectFits(page);
  await expectAccessible(page);
  await leave(page);
}

/** On a phone, the role is whole, and an address breaks after its @. */
async function expectWholeWords(email: string): Promise<void> {
  const { page } = await visit('/settings/team', { as: account, width: 390, height: 844 });
  const cut = await page.getByLabel('Role of Grace').evaluate((element) => {
    const select = element as HTMLSelectElement;
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return null;
    pen.font = font;
    const widest = Math.max(...Array.from(select.options, ({ text }) => pen.measureText(text).width));
    return widest - (select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
  });
  expect(cut).toBeLessThanOrEqual(0);
  const lines = await page
    .getByRole('region', { name: 'Members and their roles' })
    .getByTitle(email)
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.lastChild ?? element);
      return range.getClientRects().length;
    });
  expect(lines).toBe(1);
  await leave(page);
}

/** Fills in judge spend and webhook answers for the screenshots in the docs; the test service has neither. */
async function showSpending(page: Page): Promise<void> {
  const path = '**/v1/account/llm-feature-budget';
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const budget = (await response.json()) as { budgetUsd: number };
    await route.fulfill({ json: { ...budget, spentUsd: 9.84, remainingUsd: budget.budgetUsd - 9.84 } });
  });
  await page.reload();
  await page.getByText('$9.84').waitFor();
  await docsShots(page, 'settings-budget');
  await page.unroute(path);
}

async function showDeliveries(page: Page): Promise<void> {
  const path = '**/v1/webhooks/*/deliveries*';
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const attempt = (minutes: number, status: number, error: string | null = null) => ({
    at: at(minutes),
    status,
    error,
    durationMs: 120 + minutes,
  });
  const delivery = (id: string, event: string, status: string, attempts: { at: string }[]) => ({
    id,
    event,
    status,
    attempts,
    createdAt: attempts[0]?.at,
  });
  const deliveries = [
    delivery('dlv_8Qw2xPb1', 'prompt.deployed', 'delivered', [attempt(3, 200)]),
    delivery('dlv_5Tn7kLc9', 'alert.fired', 'failed', [attempt(41, 503, 'The receiver answered 503.')]),
    delivery('dlv_1Zr4mHd6', 'alert.fired', 'delivered', [attempt(190, 200)]),
  ];
  await page.route(path, (route) => route.fulfill({ json: { deliveries, nextCursor: null } }));
  await page.reload();
  await page.getByText('Failed', { exact: true }).waitFor();
  await docsShots(page, 'settings-webhooks');
  await page.unroute(path);
  await page.reload();
}

describe('the pages around an account', () => {
  it('show what happened to requests, and what to do', async () => {
    await sent();
    const { page, faults } = await visit('/diagnostics', { as: account });
    await page.getByRole('heading', { name: 'Unknown provider' }).waitFor();
    await page.getByText('This deployment does not know the provider.', { exact: false }).waitFor();
    await page
      .getByText(/got "deepthought"/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Timestamp too old' }).waitFor();
    await page.getByText('1 request refused').waitFor();
    await shot(page, 'diagnostics');
    await expectAccessible(page);
    await docsShots(page, 'diagnostics');
    await expectRetry(page, '**/v1/ingest/diagnostics', 'diagnostics');
    expect(faults).toEqual([]);
    await expectSmall('/diagnostics', account, 'diagnostics', /受け付けられなかった/);
    await page.getByRole('button', { name: 'Accept any provider' }).click();
    await page.getByText('This account accepts any provider.', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Accept any provider' }).waitFor({ state: 'detached' });
    const empty = await visit('/diagnostics', { as: quiet });
    await empty.page.getByText('Nothing arrived in the last 24 hours').waitFor();
    await shot(empty.page, 'diagnostics-empty');
    await expectAccessible(empty.page);
  });

  it('propose what to improve, with evidence, and take a decision', async () => {
    await sent();
    const { page, faults } = await visit('/proposals', { as: account });
    await page.getByText('No proposals right now').waitFor();
    await page.getByRole('button', { name: 'Look now' }).click();
    await page.getByText(/^\d+ new, 0 with new figures/).waitFor(SOON);
    const evidence = page.getByRole('button', { name: /^Evidence for Use gpt-4o-mini/ });
    await evidence.click();
    await page.getByRole('heading', { name: 'Calls to look at' }).waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?shown=prp_/);
    expect(
      await page
        .getByRole('link', { name: /^triage-\d+/ })
        .first()
        .getAttribute('href'),
    ).toMatch(/^\/calls\/triage-\d+$/);
    await shot(page, 'proposals');
    await expectAccessible(page);
    await docsShots(page, 'proposals');
    await expectSmall(`/proposals${new URL(page.url()).search}`, account, 'proposals', /節約の見込み/);
    await page.getByRole('button', { name: /^Dismiss: Use gpt-4o-mini/ }).click();
    await page.getByRole('dialog').getByLabel('Why (optional)').fill('Tried it, the answers were worse.');
    await shot(page, 'proposals-dismiss');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect.poll(() => evidence.count(), SOON).toBe(0);
    await page.getByRole('radio', { name: 'Dismissed' }).click();
    await page.getByRole('button', { name: /^Accept: Use gpt-4o-mini/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('dismissed');
    await expectRetry(page, '**/v1/proposals*', 'proposals');
    expect(faults).toEqual([]);
    const empty = await visit('/proposals', { as: quiet });
    await empty.page.getByText('No proposals right now').waitFor();
    await shot(empty.page, 'proposals-empty');
    await expectAccessible(empty.page);
  });

  it('show the audit log, filtered by the URL, and verify its chain', async () => {
    const { page, faults } = await visit('/audit', { as: account });
    await page
      .getByRole('button', { name: /^Details of entry/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/The chain is intact: all \d+ entries match/).waitFor();
    await shot(page, 'audit');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'user.login' }).first().click();
    await expect.poll(() => new URL(page.url()).search, SOON).toBe('?action=user.login');
    await expect.poll(() => page.getByRole('button', { name: 'account.create' }).count(), SOON).toBe(0);
    await page.getByRole('button', { name: 'Time Any time' }).click();
    await page.getByLabel('From', { exact: true }).fill('2000-12-31 00:00');
    await page.getByLabel('To', { exact: true }).fill('2001-01-01 00:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No entries match these filters').waitFor();
    await shot(page, 'audit-none-found');
    await page.goBack();
    await page
      .getByRole('button', { name: /^Details of entry/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /^user\.login/ }).waitFor();
    await shot(page, 'audit-details');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectRetry(page, '**/v1/audit?*', 'audit');
    expect(faults).toEqual([]);
    await expectSmall('/audit', account, 'audit', /チェーンを検証/);
  });

  it('manage people and projects, each as their role allows', async () => {
    const { page, faults } = await visit('/settings/team', { as: account });
    await page.getByText('The account needs an owner.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const email = `grace-${Date.now() % 100_000}@example.com`;
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await page.getByRole('dialog').getByLabel('Viewer').check();
    await shot(page, 'team-invite');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.getByText(/\/invite#token=/).textContent()) ?? '';
    await page.getByRole('button', { name: `Withdraw the invitation for ${email}` }).waitFor();
    await shot(page, 'team-invited');
    await expectAccessible(page);
    await fetch(`${inject('serviceUrl')}/v1/team/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: inject('serviceUrl') },
      body: JSON.stringify({ token: link.split('=')[1], name: 'Grace', password: PASSWORD }),
    });
    await page.reload();
    await page.getByLabel('Role of Grace').waitFor();
    await shot(page, 'team');
    await expectAccessible(page);
    await docsShots(page, 'settings-team');
    await expectSmall('/settings/team', account, 'team', /Grace/);
    await expectWholeWords(email);

    const viewer: Account = {
      ...account,
      email,
      signIn: async (context) => {
        await context.request.post(`${inject('serviceUrl')}/v1/auth/login`, {
          headers: { origin: inject('serviceUrl') },
          data: { email, password: PASSWORD },
        });
      },
    };
    const hers = await visit('/settings/team', { as: viewer });
    await hers.page.getByRole('button', { name: 'Leave' }).waitFor();
    expect(await hers.page.getByRole('button', { name: /Invite|^Remove/ }).count()).toBe(0);
    for (const [path, words] of [
      ['/audit', 'Only owners and admins can read the audit log'],
      ['/settings/consents', 'Only owners and admins can manage consents'],
      ['/settings/budget', 'Only owners and admins can set the budget.'],
      ['/settings/projects', 'Only owners and admins can create, rename and delete projects.'],
      ['/settings/webhooks', 'Only owners and admins can create webhooks.'],
      ['/settings/prices', 'Owners and admins can add custom prices.'],
    ] as const) {
      await go(hers.page, path);
      await hers.page.getByText(words, { exact: false }).waitFor();
    }
    expect(hers.faults).toEqual([]);

    await page.getByLabel('Role of Grace').selectOption('Admin');
    await page.getByText('Grace is now Admin.').waitFor();
    await page.getByRole('button', { name: 'Remove Grace' }).click();
    await page.getByText('No API keys are affected.').waitFor();
    await page.keyboard.press('Escape');
    const key = await hers.page.request.post(`${inject('serviceUrl')}/v1/api-keys`, {
      headers: { origin: inject('serviceUrl') },
      data: { name: 'Key of Grace' },
    });
    const { apiKey } = (await key.json()) as { apiKey: string };
    await page.getByRole('button', { name: 'Remove Grace' }).click();
    await page.getByRole('dialog').getByText('Key of Grace').waitFor();
    await shot(page, 'team-remove');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.getByLabel('Role of Grace').count(), SOON).toBe(0);
    const after = await fetch(`${inject('serviceUrl')}/v1/alerts`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(after.status).toBe(401);

    await go(page, '/settings/projects');
    await page.getByText('The default project cannot be deleted.').waitFor();
    await page.getByRole('button', { name: 'Create a project' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Support bot');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a project' }).click();
    await page.getByRole('button', { name: 'Rename Support bot' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Default');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Another project has this name.', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByLabel('Name').fill('Help desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Delete Help desk' }).waitFor();
    await shot(page, 'projects');
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Delete Help desk' }).waitFor();
    await docsShots(page, 'settings-projects');
    await expectSmall('/settings/projects', account, 'projects', /Help desk/);
    await page.getByRole('button', { name: 'Delete Help desk' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Delete Help desk' }).count(), SOON).toBe(0);
    await expectRetry(page, '**/v1/projects*', 'projects');
    expect(faults).toEqual([]);
  });

  it('change consents and the budget, within their limits', async () => {
    const { page, faults } = await visit('/settings/consents', { as: account });
    const storage = page.getByRole('switch', { name: 'Store messages (encrypted)' });
    await storage.waitFor();
    expect(await page.getByRole('switch', { name: 'Redaction of personal data' }).isChecked()).toBe(true);
    expect(await storage.isChecked()).toBe(false);
    await storage.click();
    await expect.poll(() => storage.isChecked(), SOON).toBe(true);
    await shot(page, 'consents');
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => storage.isChecked(), SOON).toBe(true);
    await docsShots(page, 'settings-consents');
    await storage.click();
    await page.getByRole('dialog').getByText('deleted within an hour', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Stored content is being deleted.', { exact: false }).waitFor();
    await expect.poll(() => storage.isChecked(), SOON).toBe(false);
    await shot(page, 'consents-withdrawn');
    await expectSmall('/settings/consents', account, 'consents', /メッセージを保存/);
    await expectRetry(page, '**/v1/account/overview', 'consents');

    await go(page, '/settings/budget');
    await page.getByLabel('US dollars per month').fill('4');
    await page.getByText('This amount is not allowed.', { exact: false }).waitFor();
    await page.getByLabel('US dollars per month').fill('25.5');
    await page.getByRole('button', { name: 'Set the budget' }).click();
    await page.getByText('The budget is now $25.50 per month.').waitFor();
    await page.getByRole('meter').waitFor();
    await shot(page, 'budget');
    await expectAccessible(page);
    await expectRetry(page, '**/v1/account/llm-feature-budget', 'budget');
    await showSpending(page);
    expect(faults).toEqual([]);
    await expectSmall('/settings/budget', account, 'budget', /使用額/);
  });

  it('create webhooks and manage their deliveries', async () => {
    const { page, faults } = await visit('/settings/webhooks', { as: account });
    await page.getByText('No webhooks yet').waitFor();
    await shot(page, 'webhooks-empty');
    await page.getByRole('button', { name: 'Create a webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('URL')
      .fill('https://hooks.example.invalid/tracewell/a-rather-long-path-that-is-cut');
    await dialog.getByLabel('A prompt is deployed').check();
    await dialog.getByLabel('An alert fires').check();
    await dialog.getByLabel('Description (optional)').fill('Deploy bot');
    await shot(page, 'webhooks-create');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create a webhook' }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await page.getByText(secret).count()).toBe(0);

    const { prompt } = (await call('/v1/prompts', account.apiKey, {
      name: 'triage',
      version: '1',
      template: 'Sort: {{ticket}}',
    })) as { prompt: { id: number } };
    await call(`/v1/prompts/${prompt.id}/deploy`, account.apiKey, { label: 'production' });
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await page
      .getByText(/^\d+ attempts?$/)
      .first()
      .click();
    await page.getByText('no answer').first().waitFor();
    await shot(page, 'webhooks');
    await expectAccessible(page);
    await showDeliveries(page);
    await page.getByRole('button', { name: /^Send again: dlv_/ }).click();
    await page.getByText('The message is being sent again.').waitFor();
    await expectSmall(`/settings/webhooks${new URL(page.url()).search}`, account, 'webhooks', /送信 \d+ 回/);

    await page.getByRole('switch', { name: 'Enabled' }).click();
    await page.getByText('No messages are sent.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('heading', { name: 'Save the secret now' }).waitFor();
    expect(await page.getByText(/^whsec_/).textContent()).not.toBe(secret);
    await shot(page, 'webhooks-rotated');
    await expectAccessible(page);
    await expectRetry(page, '**/v1/webhooks?*', 'webhooks');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await go(page, '/audit');
    await page.getByText('webhook.delete', { exact: true }).waitFor();
    await docsShots(page, 'audit');
    expect(faults).toEqual([]);
  });

  it('set prices, and apply them to the past after a dry run', async () => {
    await sent();
    const { page, faults } = await visit('/settings/prices', { as: account });
    await page.getByText('No custom prices').waitFor();
    await shot(page, 'prices-empty');
    await go(page, '/overview');
    await page.getByRole('link', { name: 'without a price' }).first().waitFor();
    await shot(page, 'overview-unpriced');
    await go(page, '/settings/prices');
    await page.getByRole('button', { name: 'Dry run' }).click();
    const result = page.getByRole('group', { name: 'Result' });
    await result.waitFor({ timeout: 60_000 });
    await result.getByRole('button', { name: 'Set a price for in-house-7b' }).click();
    expect(await page.getByLabel('Model, line 1', { exact: true }).inputValue()).toBe('in-house-7b');
    await page.getByLabel('Input, line 1', { exact: true }).fill('0.2');
    await page.getByLabel('Output, line 1', { exact: true }).fill('0.4');
    await page.getByRole('button', { name: 'Add a price' }).click();
    await page.getByLabel('Model, line 2', { exact: true }).fill('gpt-4o*');
    await page.getByLabel('Input, line 2', { exact: true }).fill('2');
    await page.getByLabel('Output, line 2', { exact: true }).fill('8');
    await page.getByLabel('Provider, line 2', { exact: true }).fill('openai');
    await page.getByText('Long input, one-hour cache, tools').nth(1).click();
    await page.getByLabel('Above input tokens, line 2', { exact: true }).fill('200000');
    await page.getByLabel('Long input, line 2', { exact: true }).fill('4');
    await page.getByLabel('Output at long input, line 2', { exact: true }).fill('12');
    await page.getByLabel('1,000 web searches, line 2', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('2 prices are saved.').waitFor();
    await expect
      .poll(() => page.getByLabel('Above input tokens, line 2', { exact: true }).inputValue(), SOON)
      .toBe('200000');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await result.getByText(`${SPANS} of ${SPANS}`).first().waitFor({ timeout: 60_000 });
    await shot(page, 'prices');
    await expectAccessible(page);
    const toasts = page.getByRole('button', { name: 'Dismiss' });
    await expect.poll(() => toasts.count(), SOON).toBe(0);
    await docsShots(page, 'settings-prices');
    await page.getByRole('button', { name: 'Apply prices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply prices' }).click();
    await page.getByText(`${SPANS} calls now have the current prices.`).waitFor({ timeout: 120_000 });
    await expectSmall('/settings/prices', account, 'prices', /独自の価格/);
    await page.getByRole('button', { name: 'Remove line 1' }).click();
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('1 price is saved.').waitFor();
    await expectRetry(page, '**/v1/account/model-prices', 'prices');
    expect(faults).toEqual([]);
  });
});
