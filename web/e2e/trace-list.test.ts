// The list of traces, and the previews of what was said in other lists.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { agent, chatIn, sendSpans, tool, type Span } from './spans.ts';

const FAILED = '11111111111111111111111111111111';
const chat = chatIn('chat-1');
// An emulated, shared engine answers slowly.
const PATIENCE = { timeout: 100_000 };

/** An agent that asks a tool and then answers. */
const run = (asked: string, answer: string, toolError?: string): Span[] => [
  { name: 'invoke_agent Support', id: 1, from: 0, to: 3_000, attributes: agent('Support') },
  {
    name: 'execute_tool find_order',
    id: 2,
    under: 1,
    from: 100,
    to: 600,
    attributes: tool('find_order'),
    ...(toolError === undefined ? {} : { error: toolError }),
  },
  {
    name: 'chat gpt-4o',
    id: 3,
    under: 1,
    from: 700,
    to: 2_900,
    attributes: chat('gpt-4o', 900, 80, asked, answer),
  },
];

let account: Account;
let bare: Account;
beforeAll(async () => {
  [account, bare] = await Promise.all([makeAccount(), makeAccount('Nobody yet')]);
  const now = Date.now();
  // Before the consent: the messages of this one are not stored.
  await sendSpans(account, '3'.repeat(32), now - 900_000, run('Never stored', 'Never stored'));
  await fetch(`${inject('serviceUrl')}/v1/account/consents/plaintext-storage`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  await sendSpans(
    account,
    FAILED,
    now - 600_000,
    run('Where is my order 1187?', 'It left Osaka this morning.', 'No answer within 3 s'),
  );
  const long = 'Please sum up all that was said about the parcel, with every name and every hour. '.repeat(4);
  await sendSpans(account, '2'.repeat(32), now - 300_000, run(long, 'There were two calls about it.'));
  await fetch(`${inject('serviceUrl')}/v1/scores`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'helpful', value: 0.9, traceId: FAILED }),
  });
}, 300_000);

const grid = (page: Page) => page.getByRole('grid', { name: /^(Traces|トレース),/ });
const rows = (page: Page) => grid(page).getByRole('row');
const failed = (page: Page) => rows(page).filter({ hasText: 'Where is my order 1187?' });

describe('the traces', () => {
  it('say what was asked and answered, and open by mouse, in a new tab and by keyboard', async () => {
    const { page, context, faults } = await visit('/traces?window=24h', { as: account, width: 1440 });
    await failed(page).waitFor(PATIENCE);
    expect(await rows(page).count()).toBe(4);
    const text = await failed(page).innerText();
    for (const part of ['Support', 'It left Osaka this morning.', 'helpful', '0.9', '3 s'])
      expect(text).toContain(part);
    await failed(page).getByRole('img', { name: '1 failed tool call' }).waitFor();
    await rows(page).getByText('Messages not stored').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'User' }).click();
    await page.reload();
    await failed(page).getByText('visitor-42').waitFor(PATIENCE);
    await shot(page, 'traces-light');
    await expectAccessible(page);

    for (const click of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
      const opened = context.waitForEvent('page');
      await failed(page).click(click);
      const tab = await opened;
      await tab.waitForURL(`**/traces/${FAILED}`);
      await tab.close();
      expect(new URL(page.url()).pathname).toBe('/traces');
    }

    // The first key moves the focus into the list, to the row that was clicked.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const key of ['j', 'k', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor(PATIENCE);
    expect(new URL(page.url()).pathname).toBe(`/traces/${FAILED}`);

    // Moves to its neighbours in the list, in the same view; one step back leads to the list.
    await page.getByRole('radio', { name: 'Timeline' }).click();
    const open = (id: string) =>
      page.waitForURL(
        ({ pathname, search }) => pathname + search === `/traces/${id}?view=timeline`,
        PATIENCE,
      );
    await page.keyboard.press('Shift+K');
    await open('2'.repeat(32));
    const before = page.getByRole('button', { name: 'Previous trace (K)' });
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor(PATIENCE);
    expect(await before.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Shift+J');
    await open(FAILED);
    await page.getByRole('button', { name: 'Next trace (J)' }).click();
    await open('3'.repeat(32));
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next and previous trace of the list').waitFor();
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.goBack();
    await failed(page).waitFor(PATIENCE);
    // A trace that is opened by its URL has no list.
    await page.goto(`/traces/${FAILED}`);
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor(PATIENCE);
    expect(await before.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('are filtered by fields of traces and of their calls, and share window and filter with the calls', async () => {
    const { page, faults } = await visit('/traces?window=24h&model=gpt-4o', { as: account });
    await page.getByRole('button', { name: 'Filters 1', exact: true }).click();
    // Columns give way to the filters; the list does not scroll sideways.
    await grid(page).waitFor(PATIENCE);
    await expect
      .poll(() => grid(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBeLessThanOrEqual(0);
    const filters = page.getByRole('complementary', { name: 'Filters' });
    // The facets count runs, not calls.
    const findOrder = filters.getByRole('checkbox', { name: 'Include find_order' });
    await findOrder.check(PATIENCE);
    await page.getByText(/^3 traces /).waitFor(PATIENCE);
    await filters.getByLabel('Tools that failed').selectOption('A tool failed');
    await page.getByText(/^1 trace /).waitFor(PATIENCE);
    await filters.getByRole('checkbox', { name: 'Include openai' }).waitFor(PATIENCE);
    await shot(page, 'traces-filter');
    await expectAccessible(page);
    await failed(page).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      window: '24h',
      model: 'gpt-4o',
      where: '["run.tool","is","find_order"]',
      failingTool: 'true',
    });
    await page.getByRole('button', { name: 'Remove A tool failed' }).click();
    await page.getByText(/^3 traces /).waitFor(PATIENCE);

    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Calls' }).click();
    const calls = page.getByRole('grid', { name: /^Calls,/ });
    await calls.getByText('Where is my order 1187?').waitFor(PATIENCE);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ window: '24h', model: 'gpt-4o' });
    await calls.getByText('It left Osaka this morning.').waitFor();
    await shot(page, 'calls-previews');
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('Osaka');
    await calls.locator('mark', { hasText: 'Osaka' }).waitFor(PATIENCE);
    await shot(page, 'calls-snippet');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/traces');
    expect(faults).toEqual([]);
  });

  it('fit a phone in dark mode, load with a skeleton, and say what to do when the list is empty or fails', async () => {
    const phone = { as: account, width: 390, height: 844, theme: 'dark', language: 'ja' } as const;
    const { page } = await visit('/traces?window=24h', phone);
    await failed(page).waitFor(PATIENCE);
    await shot(page, 'traces-390-dark-ja');
    await expectFits(page);
    await expectAccessible(page);
    await go(page, '/traces?agent=nobody');
    await page.getByRole('button', { name: '条件をクリア' }).waitFor(PATIENCE);
    await shot(page, 'traces-no-match-390-dark-ja');
    await page.route('**/v1/query/traces', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
    );
    await page.reload();
    await page.getByRole('button', { name: '再試行' }).waitFor();
    await shot(page, 'traces-error-390-dark-ja');
    await page.route('**/v1/query/traces', () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status').first().waitFor();
    await shot(page, 'traces-loading-390-dark-ja');

    const { page: empty } = await visit('/traces', { as: bare });
    await empty.getByRole('main').getByRole('link', { name: 'Connect your application' }).waitFor(PATIENCE);
    await shot(empty, 'traces-none');
    await expectAccessible(empty);
  });
});
