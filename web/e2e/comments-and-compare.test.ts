// Talking about a run, and comparing it with another one.
import { expect, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, go, leave, shot, visit } from './browser.ts';
import { agent, chatIn, says, sendSpans, tool, type Span } from './spans.ts';

const PATIENCE = { timeout: 100_000 };
const POLL = { timeout: 60_000, interval: 200 };
const FIRST = '1c8efff798038103d269b633813fc60a';
const SECOND = '2c8efff798038103d269b633813fc60b';
const SESSION = 'visitor-9';
const chat = chatIn(SESSION);

const spansOf = (model: string, answer: string, tools: readonly string[]): Span[] => [
  {
    name: 'invoke_agent Support',
    id: 1,
    from: 0,
    to: 4_000,
    attributes: {
      ...agent('Support'),
      'gen_ai.input.messages': says('user', 'Where is it?'),
      'gen_ai.output.messages': says('assistant', answer),
    },
  },
  {
    name: `chat ${model}`,
    id: 2,
    under: 1,
    from: 20,
    to: 1_500,
    attributes: chat(model, 1_840, 120, 'Where is it?', answer),
  },
  ...tools.map((name, at) => ({
    name: `execute_tool ${name}`,
    id: 3 + at,
    under: 1,
    from: 1_600 + at * 300,
    to: 1_800 + at * 300,
    attributes: { ...tool(name), 'gen_ai.tool.call.arguments': '{"order":1187}' },
  })),
];

it('a run is talked about and compared with another one', async () => {
  const account = await makeAccount();
  const start = Date.now() - 600_000;
  await sendSpans(account, FIRST, start, spansOf('gpt-4o-mini', 'On its way.', ['find', 'track']));
  await sendSpans(
    account,
    SECOND,
    start + 60_000,
    spansOf('gpt-4o', 'In Kobe.', ['find', 'track', 'refund']),
  );

  const { page, faults } = await visit(`/traces/${FIRST}`, { as: account });
  const open = page.getByRole('button', { name: 'Comments' }).first();
  await open.waitFor(PATIENCE);
  await open.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('No comments yet.').waitFor(PATIENCE);
  const field = sheet.getByLabel('Comment', { exact: true });
  await field.fill('Wrong city. ');
  await field.press('End');
  await field.pressSequentially(`@${account.email.slice(0, 6)}`);
  await sheet.getByRole('option').first().waitFor(PATIENCE);
  await expectAccessible(page);
  // Escape leaves the offers and not the comments.
  await field.press('Escape');
  await expect.poll(() => sheet.getByRole('option').count(), POLL).toBe(0);
  await field.press('Backspace');
  await sheet.getByRole('option').first().waitFor(PATIENCE);
  await field.press('Enter');
  expect(await field.inputValue()).toBe(`Wrong city. @${account.email} `);
  await field.pressSequentially('please look');
  await sheet.getByRole('button', { name: 'Comment', exact: true }).click();
  const entry = sheet.getByRole('article');
  await entry.getByText('please look').waitFor(PATIENCE);
  await shot(page, 'comments-run');

  // The comment is found by its own address and among the mentions.
  const { comments } = (await account.api('GET', `/v1/comments?traceId=${FIRST}`)) as {
    comments: { id: string; mentions: { email: string }[] }[];
  };
  expect(comments.map(({ mentions }) => mentions.map(({ email }) => email))).toEqual([[account.email]]);
  await go(page, `/comments/${comments[0]?.id}`);
  await page.getByRole('dialog').getByText('please look').waitFor(PATIENCE);
  await go(page, '/mentions');
  await page.getByText('please look').waitFor(PATIENCE);
  await expectAccessible(page);
  await shot(page, 'mentions');
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  const again = page.getByRole('dialog');
  await again.getByRole('button', { name: 'Delete the comment' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await again.getByText('No comments yet.').waitFor(PATIENCE);

  // The second run is chosen from the newest ones.
  await go(page, `/traces/${FIRST}`);
  await page.getByRole('link', { name: 'Compare with…' }).click(PATIENCE);
  await page.getByText('Two runs side by side').waitFor(PATIENCE);
  await expectAccessible(page);
  await go(page, `/traces/compare?a=${FIRST}&b=${SECOND}`);
  await page.getByRole('row').filter({ hasText: 'refund' }).getByText('only in B').waitFor(PATIENCE);
  await page.getByRole('row').filter({ hasText: 'gpt-4o-mini → gpt-4o' }).getByText('model, cost').waitFor();
  await expectAccessible(page);
  await shot(page, 'compare');
  await page.getByRole('radio', { name: /Differences/ }).click();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'track' }).count(), POLL).toBe(0);
  await page.getByRole('row').filter({ hasText: 'refund' }).click();
  await page.getByText('This run has no such span.').waitFor(PATIENCE);
  await shot(page, 'compare-span');
  expect(faults).toEqual([]);
  await leave(page);

  const narrow = await visit(`/traces/compare?a=${FIRST}&b=${SECOND}`, {
    as: account,
    width: 390,
    theme: 'dark',
    language: 'ja',
  });
  await narrow.page.getByText('B のみ').first().waitFor(PATIENCE);
  await expectFits(narrow.page);
  await shot(narrow.page, 'compare-narrow');
  expect(narrow.faults).toEqual([]);
});
