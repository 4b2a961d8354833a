// What people ask of runs, tools and users first, in as few clicks as it takes: the most expensive run and why, the
// failing calls of one tool, an alert on the cost of each user.
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';
import { agent, chatIn, sendSpans, tool, type Span } from './spans.ts';

const DEAR = 'd'.repeat(32);
const chat = chatIn('chat-7');
// An emulated, shared engine answers slowly.
const PATIENCE = { timeout: 100_000 };

/** An agent that looks up an order and answers; `tokens` decide what it costs. */
const run = (name: string, tokens: number, toolMs: number, toolError?: string): Span[] => [
  { name: `invoke_agent ${name}`, id: 1, from: 0, to: toolMs + 3_000, attributes: agent(name) },
  {
    name: 'execute_tool find_order',
    id: 2,
    under: 1,
    from: 100,
    to: 100 + toolMs,
    attributes: tool('find_order'),
    ...(toolError === undefined ? {} : { error: toolError }),
  },
  {
    name: 'chat gpt-4o',
    id: 3,
    under: 1,
    from: 200 + toolMs,
    to: 2_900 + toolMs,
    attributes: chat('gpt-4o', tokens, 80, 'Where is my order?', 'On its way.'),
  },
];

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  await fetch(`${inject('serviceUrl')}/v1/account/consents/plaintext-storage`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  const now = Date.now();
  await sendSpans(account, '1'.repeat(32), now - 900_000, run('Support', 900, 300));
  await sendSpans(account, '2'.repeat(32), now - 800_000, run('Support', 1_200, 400, 'No answer within 3 s'));
  await sendSpans(account, DEAR, now - 700_000, run('Research', 90_000, 9_000));
  await sendSpans(account, '3'.repeat(32), now - 600_000, run('Support', 800, 200, 'No answer within 3 s'));
}, 300_000);

describe('in a few clicks', () => {
  it('the most expensive run, and why', { tags: ['journey'] }, async () => {
    const { page, faults } = await visit('/traces?window=24h', { as: account, width: 1440 });
    const list = page.getByRole('table', { name: 'Traces' }).or(page.getByRole('grid', { name: 'Traces' }));
    await list.getByText('Support').first().waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Cost' }).click();
    await page.waitForURL(/sort=cost/);
    const [first] = await list
      .getByRole('row')
      .filter({ hasText: /Support|Research/ })
      .all();
    await expect.poll(() => first?.textContent(), PATIENCE).toContain('Research');
    await first?.click();
    await page.waitForURL(new RegExp(DEAR), PATIENCE);
    const tree = page.getByRole('treegrid');
    await tree.getByRole('row', { name: /find_order/ }).waitFor(PATIENCE);
    // Why it was slow, too: the span that took the time itself is selected at once.
    await page
      .getByRole('radio', { name: 'Slowest' })
      .or(page.getByRole('button', { name: 'Slowest' }))
      .first()
      .click();
    const [slowest] = await tree
      .getByRole('row')
      .filter({ hasText: /find_order|chat/ })
      .all();
    expect(await slowest?.textContent()).toContain('find_order');
    await page.getByRole('complementary', { name: 'Span details' }).getByText('find_order').first().waitFor();
    await expectAccessible(page);
    await shot(page, 'slowest');
    expect(faults).toEqual([]);
  });

  it('all failing calls of one tool', { tags: ['journey'] }, async () => {
    const { page, faults } = await visit('/tools?window=24h', { as: account, width: 1440 });
    const failing = page.getByRole('link', { name: 'Show the 2 failed spans of find_order' });
    await failing.waitFor(PATIENCE);
    await page.getByText('support', { exact: false }).first().waitFor();
    await expectAccessible(page);
    await shot(page, 'tools');
    await failing.click();
    await page.waitForURL(/\/spans/);
    await page.getByText('2 spans', { exact: false }).first().waitFor(PATIENCE);
    expect(await page.getByText('No answer within 3 s').count()).toBeGreaterThanOrEqual(2);
    await expectAccessible(page);
    await shot(page, 'spans');
    expect(faults).toEqual([]);
  });

  it('an alert on the cost of each user', { tags: ['journey'] }, async () => {
    const { page, faults } = await visit('/alerts', { as: account, width: 1440 });
    await page
      .getByRole('button', { name: 'Create an alert' })
      .or(page.getByRole('button', { name: /alert/i }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Start from scratch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Cost per user');
    await dialog.getByLabel('For each').selectOption({ label: 'User' });
    await dialog.getByText(/groups judged/).waitFor(PATIENCE);
    await expectAccessible(page);
    await shot(page, 'alert-per-user');
    expect(faults).toEqual([]);
  });
});

it('spans and tools fit a phone', { tags: ['journey'] }, async () => {
  for (const path of ['/spans?window=24h', '/tools?window=24h', '/tools?window=24h&by=agent']) {
    const { page, faults } = await visit(path, { as: account, width: 390 });
    await page.getByText('find_order').or(page.getByText('Support')).first().waitFor(PATIENCE);
    await expectFits(page);
    expect(faults).toEqual([]);
  }
});
