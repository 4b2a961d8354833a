// The main task of each page under Protect: gate, guardian, alerts, safety.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { BLANK, expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { docsShots } from './docs-shots.ts';
import { sampleCalls } from './sample-calls.ts';

// An emulated, shared engine is slow.
const PATIENCE = { timeout: 50_000 };
const SOON = { timeout: 20_000 };
const SLOW_MS = 240_000;

async function call(token: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
const ask = (account: Account, method: string, path: string, body?: unknown) =>
  call(account.apiKey, method, path, body);
const runJob = (name: string) => call(inject('operatorToken'), 'POST', `/operator/jobs/${name}/run`);

/** A round on a busy engine may time out; the next one continues. */
async function patiently(work: () => Promise<unknown>, tries = 3): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (tries === 1) throw error;
    await patiently(work, tries - 1);
  }
}

const refuse = (page: Page, what: string) =>
  page.route(what, (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
  );
const search = (page: Page) => new URL(page.url()).search;

let account: Account;
let empty: Account;
beforeAll(async () => {
  [account, empty] = await Promise.all([makeAccount(), makeAccount('New Ltd')]);
  await call(inject('operatorToken'), 'PUT', `/operator/accounts/${account.accountId}/consents`, {
    plaintextStorage: true,
  });
}, SLOW_MS);

let sent: Promise<void> | null = null;
const samples = () => (sent ??= patiently(() => account.send(sampleCalls(200, Date.now()))));

describe('the gate', () => {
  const LONG_NAME = 'Production of everything that was ever deployed, and then some';

  it('holds budgets and policies, and a person decides', { timeout: SLOW_MS }, async () => {
    await samples();
    const { page, faults } = await visit('/gate', { as: account });
    await page.getByText('No requests are waiting for a decision.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'New budget' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(LONG_NAME);
    await dialog.getByLabel('Limit in USD').fill('5');
    await dialog.getByLabel('Period (UTC)').selectOption('Month');
    await dialog.getByLabel('Tags').fill('production');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText(/Write each tag as name:value/).waitFor();
    await dialog.getByLabel('Tags').fill('env:production');
    await shot(page, 'gate-budget-form');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('meter', { name: /Production of everything/ }).waitFor();
    const budgets: [string, number, string, object][] = [
      ['Support chat', 0.25, 'require_approval', { tags: { feature: 'support-chat' } }],
      ['OpenAI', 25, 'warn', { provider: 'openai', model: 'gpt-4*' }],
      ['Everything', 0.05, 'warn', {}],
    ];
    for (const [name, limitUsd, action, scope] of budgets) {
      await ask(account, 'POST', '/v1/gate/budgets', { name, limitUsd, period: 'month', action, scope });
    }
    await ask(account, 'POST', '/v1/gate/check', {
      provider: 'openai',
      model: 'gpt-4o',
      estimatedCostUsd: 6,
      holdSeconds: 600,
      tags: { env: 'staging' },
    });

    await page.getByRole('tab', { name: 'Policies' }).click();
    await expect.poll(() => search(page), SOON).toBe('?section=policies');
    await page.getByRole('button', { name: 'New policy' }).click();
    await dialog.getByLabel('Name').fill('Nothing is deleted unasked');
    await dialog.getByLabel('Tools').fill('delete_*, drop_*');
    await dialog.getByLabel('Priority').fill('10');
    await dialog.getByLabel('Minutes to decide').fill('30');
    await shot(page, 'gate-policy-form');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Nothing is deleted unasked' }).waitFor();
    await ask(account, 'POST', '/v1/gate/policies', {
      name: 'No expensive models for search',
      effect: 'deny',
      priority: 5,
      match: { models: ['gpt-4o', 'claude-opus-*'], tags: { feature: 'search' } },
      maxCostUsd: 0.5,
    });

    const steps = [
      { tool: 'delete_user', provider: 'openai', model: 'gpt-4o', traceId: 'trace-1' },
      { tool: 'drop_table', estimatedCostUsd: 0, estimatedTokens: 3000, tags: { team: 'platform' } },
    ];
    for (const step of steps) await ask(account, 'POST', '/v1/gate/check', step);
    await page.getByRole('button', { name: 'Approve delete_user' }).waitFor();
    await page.getByRole('switch', { name: /Nothing is deleted unasked/ }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'No expensive models for search' }).waitFor(PATIENCE);
    await shot(page, 'gate-policies-light');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Approve delete_user' }).click();
    await dialog.getByLabel('Comment').fill('This once');
    await shot(page, 'gate-approve');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('status').getByText('“delete_user” is approved.').waitFor();
    await page.getByRole('button', { name: 'Deny drop_table' }).click();
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('No requests are waiting for a decision.').waitFor();
    await page.getByRole('tab', { name: 'Decisions' }).click();
    await page.getByRole('cell', { name: 'This once' }).waitFor();
    await shot(page, 'gate-history-light');
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Budgets' }).click();
    await ask(account, 'PATCH', `/v1/gate/policies/${await firstPolicy()}`, { enabled: true });
    await ask(account, 'POST', '/v1/gate/check', { tool: 'delete_invoice', estimatedCostUsd: 0 });
    await page.getByRole('button', { name: 'Approve delete_invoice' }).waitFor();
    await page.reload();
    await page.getByRole('meter').nth(3).waitFor(PATIENCE);
    await shot(page, 'gate-light');
    await patchBudget('Production of', { name: 'Production', limitUsd: 1.1 });
    await patchBudget('Everything', { limitUsd: 6.5 });
    await page.reload();
    await page.getByRole('heading', { name: 'Production', exact: true }).waitFor(PATIENCE);
    await docsShots(page, 'gate');
    await patchBudget('Production', { name: LONG_NAME });
    await page.getByRole('button', { name: 'Actions for Everything' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('meter').count(), SOON).toBe(3);
    expect(faults).toEqual([]);
  });

  async function firstPolicy(): Promise<string> {
    const { policies } = (await ask(account, 'GET', '/v1/gate/policies')) as { policies: { id: string }[] };
    return policies[0]?.id ?? '';
  }

  async function patchBudget(start: string, changes: object): Promise<void> {
    const { budgets } = (await ask(account, 'GET', '/v1/gate/budgets')) as {
      budgets: { id: string; name: string }[];
    };
    const id = budgets.find(({ name }) => name.startsWith(start))?.id ?? '';
    await ask(account, 'PATCH', `/v1/gate/budgets/${id}`, changes);
  }

  it('fits a phone, reads well in dark mode, and says what to do', { timeout: SLOW_MS }, async () => {
    const phone = await visit('/gate', { as: account, width: 390, height: 844, language: 'ja' });
    await phone.page.getByRole('meter').first().waitFor(PATIENCE);
    await shot(phone.page, 'gate-390-ja');
    await expectFits(phone.page);
    await go(phone.page, '/gate?section=policies');
    await phone.page.getByRole('switch').first().waitFor();
    await shot(phone.page, 'gate-policies-390-ja');
    await expectFits(phone.page);
    await go(phone.page, '/gate?section=history');
    await phone.page.getByText('delete_user').first().waitFor();
    await expectFits(phone.page);

    const dark = await visit('/gate', { as: account, theme: 'dark' });
    await dark.page.getByRole('meter').first().waitFor(PATIENCE);
    await shot(dark.page, 'gate-dark');
    await expectAccessible(dark.page);

    const { page } = await visit('/gate', { as: empty });
    await page.getByText('No budgets yet').waitFor();
    await shot(page, 'gate-empty');
    await expectAccessible(page);
    await refuse(page, '**/v1/gate/**');
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).nth(1).waitFor();
    await shot(page, 'gate-error');
    await expectAccessible(page);
  });
});

describe('the guardian', () => {
  const record = (id: string, changes: object) => ({
    id,
    provider: 'openai',
    model: 'gpt-4o',
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    latencyMs: 800,
    promptTokens: 100,
    completionTokens: 20,
    totalTokens: 120,
    costUsd: 0.001,
    ...changes,
  });

  beforeAll(async () => {
    const calls = [
      ...Array.from({ length: 8 }, (_, index) =>
        record(`loop-${index}`, {
          traceId: 'looping',
          toolCalls: [
            { id: `call_${index}`, name: 'get_weather', arguments: { city: 'Graz' }, result: 'Sun' },
          ],
        }),
      ),
      record('leak', { requestMeta: { input: 'Who is it?', output: 'Write to joe@example.com' } }),
      record('secret', {
        requestMeta: { input: 'My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789', output: 'Thanks' },
      }),
      ...Array.from({ length: 12 }, (_, index) =>
        record(`again-${index}`, {
          error: '429 Too Many Requests',
          requestMeta: { input: 'the very same question' },
        }),
      ),
    ];
    await patiently(() => account.send(calls));
    // A scheduled round may have run at the same time, before the newest of these arrived.
    await patiently(async () => {
      await runJob('guardian');
      const { findings } = (await ask(account, 'GET', '/v1/guardian/findings')) as { findings: object[] };
      if (findings.length < 4) throw new Error(`The guardian has only ${findings.length} findings yet.`);
    }, 5);
  }, SLOW_MS);

  it('works by keyboard, and opens its evidence', { timeout: SLOW_MS }, async () => {
    const { page, faults } = await visit('/guardian', { as: account });
    const list = page.getByRole('list', { name: 'Findings' });
    await list.waitFor(PATIENCE);
    await shot(page, 'guardian-light');
    await expectAccessible(page);
    const count = await list.getByRole('listitem').count();
    expect(count).toBeGreaterThan(2);
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Resolve' }).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => list.getByRole('button').nth(1).getAttribute('aria-current'), SOON).toBe('true');
    await page.goBack();
    await expect.poll(() => search(page), SOON).toBe('');

    await page.getByLabel('Kind', { exact: true }).last().selectOption('Tool in a loop');
    await list.getByRole('button', { name: /get_weather/ }).click();
    await page.getByRole('heading', { name: /get_weather was called 8 times/ }).waitFor();
    await shot(page, 'guardian-finding-light');
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'looping' }).getAttribute('href')).toBe('/traces/looping');
    expect(await page.getByRole('link', { name: 'loop-0' }).getAttribute('href')).toBe('/calls/loop-0');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('status').getByText('The finding is acknowledged.').waitFor();
    await page.getByText('No matching findings').waitFor();
    await page.getByLabel('Status').selectOption('Any');
    await list.getByRole('button', { name: /Acknowledged/ }).waitFor();
    expect(search(page)).toBe('?kind=tool_loop&status=any');
    expect(faults).toEqual([]);
  });

  it(
    'fits a phone, reads well in dark mode, and says when there are no findings',
    { timeout: SLOW_MS },
    async () => {
      const phone = await visit('/guardian?status=any', {
        as: account,
        width: 390,
        height: 844,
        language: 'ja',
      });
      await phone.page.getByRole('list', { name: '検出一覧' }).waitFor(PATIENCE);
      await shot(phone.page, 'guardian-390-ja');
      await expectFits(phone.page);
      await phone.page.getByRole('button', { name: /get_weather/ }).click();
      await phone.page.getByRole('heading', { name: /get_weather/ }).waitFor();
      await shot(phone.page, 'guardian-finding-390-ja');
      await expectFits(phone.page);
      await phone.page.getByRole('button', { name: '一覧に戻る' }).click();
      await phone.page.getByRole('list', { name: '検出一覧' }).waitFor();

      const dark = await visit('/guardian?status=any', { as: account, theme: 'dark' });
      await dark.page.getByRole('list', { name: 'Findings' }).waitFor(PATIENCE);
      await dark.page
        .getByRole('list', { name: 'Findings' })
        .getByRole('button', { name: /secret|key/i })
        .click();
      await dark.page.getByRole('button', { name: 'Dismiss' }).waitFor();
      await shot(dark.page, 'guardian-dark');
      await expectAccessible(dark.page);
      await docsShots(dark.page, 'guardian');

      const { page } = await visit('/guardian', { as: empty });
      await page.getByText('Nothing stands out').waitFor();
      await shot(page, 'guardian-empty');
      await expectAccessible(page);
      await refuse(page, '**/v1/guardian/**');
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).nth(1).waitFor();
      await shot(page, 'guardian-error');
      await expectAccessible(page);
    },
  );
});

describe('the alerts', () => {
  it('are created with one click or by hand, silenced, and acknowledged', { timeout: SLOW_MS }, async () => {
    await samples();
    const { page, faults } = await visit('/alerts', { as: account });
    await page.getByText('No alerts yet').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Create “Monthly budget”' }).waitFor();
    // This install has no mail server, and says so before anything is saved.
    await page.getByText('This service cannot send email yet', { exact: false }).waitFor();
    await shot(page, 'alerts-empty');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create “Monthly budget”' }).click();
    await page.getByRole('link', { name: 'Monthly budget' }).waitFor();
    const dialog = page.getByRole('dialog');
    await page
      .getByRole('button', { name: /Monthly budget/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Test channels' }).click();
    await dialog.getByRole('button', { name: 'Send a test: Email' }).click();
    await dialog.getByRole('status').getByText('TRACEWELL_SMTP_URL', { exact: false }).waitFor(SOON);
    await shot(page, 'alerts-test');
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'New alert' }).click();
    await dialog.getByRole('button', { name: 'Start from scratch' }).click();
    await dialog.getByLabel('Name').fill('A day of the checkout costs more than it ever should');
    await dialog.getByLabel('Threshold in USD').fill('0.1');
    await dialog.getByLabel('Window').selectOption('a day');
    await dialog.getByLabel('Webhook', { exact: true }).check();
    await dialog.getByLabel('Webhook URL').fill('https://127.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Send a test: Webhook' }).click();
    await dialog
      .getByRole('status')
      .getByText(/public|address/i)
      .waitFor();
    await dialog.getByLabel('Webhook URL').fill('https://hooks.example.com/tracewell/T000/secret-part');
    await dialog.getByText(/It would have fired/).waitFor(PATIENCE);
    await shot(page, 'alerts-form');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    const row = page.getByRole('row', { name: /A day of the checkout/ });
    await row.waitFor();
    for (const templateKey of ['slow-calls', 'guardian-findings']) {
      await ask(account, 'POST', '/v1/alerts', { templateKey });
    }
    await patiently(() => runJob('alerts'));

    await page.getByRole('tab', { name: 'Firings' }).click();
    await expect.poll(() => search(page), SOON).toBe('?section=events');
    await page.reload();
    await page.getByRole('button', { name: /^Acknowledge A day/ }).waitFor(PATIENCE);
    await shot(page, 'alerts-events-light');
    await page.getByRole('button', { name: /: deliveries of A day/ }).click();
    await dialog.getByText('Webhook').waitFor();
    await shot(page, 'alerts-deliveries');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    const acknowledge = page.getByRole('button', { name: /^Acknowledge A day/ });
    const { x = 0, width = 0 } = (await acknowledge.boundingBox()) ?? {};
    expect([width > 0, x + width <= 390 - 16]).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await acknowledge.click();
    await page.getByText('Acknowledged', { exact: true }).filter({ visible: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('button', { name: /^Actions for A day/ }).click();
    await page.getByRole('menuitem', { name: '8 hours' }).click();
    await row.getByText('Silenced').filter({ visible: true }).waitFor();
    await page.getByRole('switch', { name: /Monthly budget/ }).click();
    await page.getByText('Off', { exact: true }).filter({ visible: true }).waitFor();
    await shot(page, 'alerts-light');
    await expectAccessible(page);

    await page.getByRole('link', { name: /A day of the checkout/ }).click();
    await page.getByText(/It would have fired/).waitFor(PATIENCE);
    expect(await page.getByText('secret-part').count()).toBe(0);
    await shot(page, 'alert-light');
    await expectAccessible(page);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await ask(account, 'PATCH', `/v1/alerts/${id}`, { name: 'Daily cost' });
    await page.reload();
    await page.getByText(/It would have fired/).waitFor(PATIENCE);
    await docsShots(page, 'alert');
    await page.getByRole('link', { name: 'All alerts' }).click();
    await page.getByRole('link', { name: 'Monthly budget' }).waitFor();
    await docsShots(page, 'alerts');
    await page.getByRole('link', { name: 'Daily cost' }).click();
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/alerts');
    await expect.poll(() => page.getByRole('row').count(), SOON).toBe(4);
    expect(faults).toEqual([]);
  });

  it('fit a phone, read well in dark mode, and say what failed', { timeout: SLOW_MS }, async () => {
    await ask(account, 'POST', '/v1/alerts', { templateKey: 'error-rate' });
    const phone = await visit('/alerts', { as: account, width: 390, height: 844, language: 'ja' });
    await phone.page.getByRole('link', { name: 'Calls fail' }).waitFor(PATIENCE);
    await shot(phone.page, 'alerts-390-ja');
    await expectFits(phone.page);
    await phone.page.getByRole('link', { name: 'Calls fail' }).click();
    await phone.page.getByText(/発報/).filter({ visible: true }).first().waitFor();
    await phone.page.getByRole('figure').waitFor(PATIENCE);
    await shot(phone.page, 'alert-390-ja');
    await expectFits(phone.page);

    const dark = await visit('/alerts', { as: account, theme: 'dark' });
    await dark.page.getByRole('link', { name: 'Calls fail' }).waitFor(PATIENCE);
    await dark.page.getByRole('link', { name: 'Calls fail' }).click();
    await dark.page.getByRole('figure').waitFor(PATIENCE);
    await shot(dark.page, 'alert-dark');
    await expectAccessible(dark.page);

    const { page } = await visit('/alerts/999999', { as: empty });
    await page.getByText('Alert not found').waitFor();
    await refuse(page, '**/v1/alerts*');
    await go(page, '/alerts');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await shot(page, 'alerts-error');
    await expectAccessible(page);
  });
});

describe('safety', () => {
  const assessment = (id: number, labels: string[], score: number, reasoning: string) => ({
    id,
    call_id: `sample-${id}`,
    labels,
    score,
    reasoning,
    classifier_id: 'moderation:omni-moderation-latest',
    source: 'background',
    createdAt: new Date(Date.now() - id * 3_600_000).toISOString(),
  });
  // The test service has no classifier, so its answers are mocked.
  const answer = (page: Page) =>
    page.route('**/v1/safety-assessments*', (route) => {
      const { searchParams } = new URL(route.request().url());
      const flagged = [
        assessment(
          1,
          ['harassment', 'violence'],
          0.91,
          'Flagged for violence in the output (0.91), harassment in the input (0.72).',
        ),
        assessment(2, ['self-harm'], 0.78, 'Flagged for self-harm in the input (0.78).'),
      ];
      const clean = assessment(3, [], 0.04, 'Not flagged; highest: harassment in the input (0.04).');
      const second = searchParams.has('cursor');
      const assessments = second
        ? [assessment(4, [], 0.01, 'Not flagged.')]
        : searchParams.get('flagged') === 'true'
          ? flagged
          : [...flagged, clean];
      const more = !second && searchParams.get('flagged') === null;
      return route.fulfill({ json: { assessments, nextCursor: more ? 'next' : null } });
    });

  it('says what is needed, then what was flagged', { timeout: SLOW_MS }, async () => {
    const { page, faults } = await visit('/safety', { as: empty });
    await page.getByText('No assessments yet').waitFor();
    await page.getByRole('heading', { name: 'What the scan needs' }).waitFor();
    await shot(page, 'safety-empty');
    await expectAccessible(page);
    await answer(page);
    await page.reload();
    await page.getByRole('link', { name: 'sample-1' }).waitFor();
    expect(await page.getByRole('link', { name: 'sample-1' }).getAttribute('href')).toBe('/calls/sample-1');
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('link', { name: 'sample-4' }).waitFor();
    await shot(page, 'safety-light');
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Flagged', exact: true }).click();
    await expect.poll(() => page.getByRole('link', { name: 'sample-3' }).count(), SOON).toBe(0);
    expect(search(page)).toBe('?show=flagged');
    await page.goBack();
    await page.getByRole('link', { name: 'sample-3' }).waitFor();
    await docsShots(page, 'safety');
    expect(faults).toEqual([]);

    const phone = await visit(BLANK, {
      as: empty,
      width: 390,
      height: 844,
      theme: 'dark',
      language: 'ja',
    });
    await answer(phone.page);
    await phone.page.goto('/safety');
    await phone.page.getByRole('link', { name: 'sample-1' }).waitFor();
    await shot(phone.page, 'safety-390-dark-ja');
    await expectFits(phone.page);
    await expectAccessible(phone.page);
    await refuse(phone.page, '**/v1/safety-assessments*');
    await phone.page.reload();
    await phone.page.getByRole('alert').waitFor();
    await shot(phone.page, 'safety-error-390-dark-ja');
  });
});
