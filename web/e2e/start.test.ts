import { describe, expect, inject, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';

// An emulated, shared engine is slow.
const PATIENCE = { timeout: 60_000 };
const SLOW_MS = 240_000;

const record = (more: object) => ({
  id: 'first-call',
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: new Date().toISOString(),
  promptTokens: 500,
  completionTokens: 250,
  totalTokens: 750,
  costUsd: 0.000_225,
  latencyMs: 820,
  ...more,
});

const send = (apiKey: string, more: object) =>
  fetch(`${inject('serviceUrl')}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [record(more)] }),
  });

describe('get started', () => {
  it(
    'finds an integration, fills in the key, says what was rejected, and opens the trace of the first record',
    { tags: ['journey'] },
    async () => {
      const account = await makeAccount();
      const { page, faults } = await visit('/start', { as: account });
      await page.getByText('Waiting for the first record').waitFor();
      await shot(page, 'start-picker');
      await expectAccessible(page);
      await page.getByRole('searchbox', { name: 'Search integrations' }).fill('langgraph py');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'LangChain / LangGraph · Python' }).waitFor();
      expect(new URL(page.url()).search).toBe('?with=langchain-py');
      await page.getByText('LangChainInstrumentor().instrument(tracer_provider=provider)').waitFor();
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByText('This is the only time it is shown').waitFor();
      const apiKey = (await page.getByText(/^twl_\w+$/).textContent()) ?? '';
      await page.getByText(`Bearer%20${apiKey}`).waitFor();
      // The end of a long line with the key can be read.
      const cut = await page
        .locator('main pre')
        .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
      expect(cut).toBe(0);
      await page.getByText('OPENINFERENCE_HIDE_INPUTS=true').waitFor();
      // Messages are dropped until a user with permission turns on storage.
      await page.getByRole('button', { name: 'Store messages from now on' }).click();
      await page.getByText('This account stores messages, encrypted.').waitFor(PATIENCE);
      await shot(page, 'start-waiting');
      await expectAccessible(page);

      // The key stays filled in for another choice.
      await page.getByRole('link', { name: 'Choose another' }).click();
      await page.getByRole('link', { name: 'curl' }).click();
      await page.getByText(`Bearer ${apiKey}`).waitFor();

      await send(apiKey, { provider: 'nobody-knows' });
      await page.getByText('but was rejected').waitFor({ timeout: 40_000 });
      await shot(page, 'start-refused');

      const nav = page.getByRole('list', { name: 'Observe' });
      await nav.getByRole('link', { name: 'Get started' }).waitFor();
      await send(apiKey, {
        traceId: 'a1'.repeat(16),
        requestMeta: { input: 'Where is my parcel?', output: 'It arrives tomorrow.' },
      });
      await page.getByText('Your first record is here').waitFor({ timeout: 40_000 });
      await page.getByText('$0.000225').waitFor();
      await page.getByRole('list', { name: 'Help' }).getByRole('link', { name: 'Get started' }).waitFor();
      expect(await nav.getByRole('link', { name: 'Get started' }).count()).toBe(0);
      await shot(page, 'start-arrived');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Open the trace' }).click();
      await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toBe(`/traces/${'a1'.repeat(16)}`);
      // The overview has the call at once, in the minute in which it was sent.
      await go(page, '/');
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.getByText('gpt-4o-mini').first().waitFor(PATIENCE);
      // With one good call: an error rate of 0 % is data, and the axis of a count has whole steps.
      const errors = page.getByRole('figure', { name: 'Error rate over time' });
      await errors.waitFor(PATIENCE);
      expect(await errors.getByText('No data in this window').count()).toBe(0);
      const calls = page.getByRole('figure', { name: 'Calls over time' });
      const steps = await calls.locator('svg text[text-anchor="end"]').allTextContents();
      expect(steps).toEqual(['0', '1']);
      expect(faults).toEqual([]);
    },
  );

  it(
    'loads sample data to look around, counts it, and removes it on request',
    { timeout: SLOW_MS },
    async () => {
      const account = await makeAccount();
      const { page, faults } = await visit('/start', { as: account });
      await page.getByRole('button', { name: 'Load sample data' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor(PATIENCE);
      expect(new URL(page.url()).searchParams.get('project')).toMatch(/^prj_/);
      await page.getByText('Sample data').first().waitFor();
      // The oldest calls are seven days old, so they leave the 7-day window while a slow page loads.
      const wider = new URL(page.url());
      wider.searchParams.set('window', '30d');
      await page.goto(wider.href);
      await expect.poll(() => page.getByText('500', { exact: true }).count(), PATIENCE).toBeGreaterThan(0);

      // With data to look at, “Get started” is no longer first. The page says that this is sample data.
      await page
        .getByRole('list', { name: 'Help' })
        .getByRole('link', { name: 'Get started' })
        .waitFor(PATIENCE);
      await page.getByText('You are looking at sample data', { exact: false }).waitFor();
      await page.getByRole('link', { name: 'Connect your own agent' }).waitFor();
      await go(page, wider.href.replace('/?', '/dashboards?'));
      await page.getByRole('link', { name: 'Sample: three agents' }).click(PATIENCE);
      await page.getByRole('figure', { name: 'Cost by feature over time' }).waitFor(PATIENCE);
      await expectAccessible(page);
      await shot(page, 'dashboard-sample');

      await go(page, '/settings/plan');
      await page.getByText('1,000,000').waitFor(PATIENCE);
      const used = page.getByRole('meter', { name: 'Quota used' });
      expect(await used.getAttribute('aria-valuetext')).toMatch(/^0\.07% /);
      await expectAccessible(page);
      await shot(page, 'plan-light');

      await page.goto('/start');
      // The account has not sent its own records yet.
      await page.getByText('Waiting for the first record').waitFor(PATIENCE);
      await page.getByText(/has 7\d\d sample records/).waitFor(PATIENCE);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Load sample data' }).waitFor(PATIENCE);
      await page
        .getByRole('list', { name: 'Observe' })
        .getByRole('link', { name: 'Get started' })
        .waitFor(PATIENCE);
      expect(faults).toEqual([]);
    },
  );

  it.each(['ja', 'en'] as const)('shows the plan on a phone in dark mode (%s)', async (language) => {
    const account = await makeAccount();
    const { page } = await visit('/settings/plan', {
      as: account,
      width: 390,
      height: 844,
      theme: 'dark',
      language,
    });
    await page.getByText('1,000,000').first().waitFor(PATIENCE);
    await shot(page, `plan-390-dark-${language}`);
    await expectFits(page);
    await expectAccessible(page);
  });

  it('fits a phone in dark mode', async () => {
    const account = await makeAccount();
    const { page } = await visit('/start?with=from-langsmith', {
      as: account,
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.getByText('Waiting for the first record').waitFor();
    await shot(page, 'start-390-dark');
    await expectFits(page);
    await expectAccessible(page);
  });
});
