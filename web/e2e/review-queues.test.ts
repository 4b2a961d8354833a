import { expect, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';

const PATIENCE = { timeout: 60_000 };
const POLL = { timeout: 60_000, interval: 200 };

interface Item {
  id: number;
  callId: string;
  state: string;
}

it('a queue is created, filled, answered by keyboard, compared and resolved', async () => {
  const account = await makeAccount();
  await account.send(sampleCalls(6, Date.now(), 1));
  const api = async <T>(method: string, path: string, body?: unknown) =>
    (await account.api(method, path, body)) as T;
  const { page, faults } = await visit('/review-queues', { as: account });
  await page.getByText('No review queues yet').waitFor(PATIENCE);
  await page.getByRole('button', { name: 'New queue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).first().fill('Support answers');
  await dialog.getByLabel('Instructions').fill('# Look closely\n\nRead the whole answer.');
  const first = dialog.getByRole('group', { name: 'Dimension 1' });
  await first.getByLabel('Name').fill('helpful');
  await dialog.getByRole('button', { name: 'Add dimension' }).click();
  const second = dialog.getByRole('group', { name: 'Dimension 2' });
  await second.getByLabel('Name').fill('tone');
  await second.getByLabel('Kind').selectOption('category');
  await second.getByLabel(/Categories/).fill('kind\nplain\nrude');
  await dialog.getByLabel('Reviewers per item').selectOption('2');
  await shot(page, 'review-queue-form');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create queue' }).click();
  await page.getByRole('link', { name: 'Support answers' }).waitFor(PATIENCE);

  // Chosen calls of the list go into the queue.
  await go(page, '/calls');
  const boxes = page.getByRole('checkbox', { name: /Select/ });
  await boxes.first().waitFor(PATIENCE);
  for (const at of [1, 2, 3]) await boxes.nth(at).click();
  await page.getByRole('button', { name: 'Add to queue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('3 added to “Support answers”.').waitFor(PATIENCE);
  const { queues } = await api<{ queues: { id: number }[] }>('GET', '/v1/review-queues');
  const id = queues[0]?.id ?? 0;
  const items = async (state: string) =>
    (await api<{ items: Item[] }>('GET', `/v1/review-queues/${id}/items?state=${state}`)).items;

  // By keyboard: two digits and Enter; s skips; ? shows the instructions.
  await go(page, `/review-queues/${id}/review`);
  await page.getByText('3 left').waitFor(PATIENCE);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Read the whole answer.').waitFor(PATIENCE);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.getByText('Every dimension that is not optional needs a value.').waitFor();
  await page.keyboard.press('4');
  await page.keyboard.press('1');
  await page.keyboard.press('c');
  await page.keyboard.type('A better answer.');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'kind' }).getAttribute('aria-pressed')).toBe('true');
  await shot(page, 'review-queue-flow');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('2 left').waitFor(PATIENCE);
  await page.keyboard.press('s');
  await page.keyboard.press('2');
  await expect.poll(async () => (await items('in_review')).length, POLL).toBeGreaterThan(0);

  // The key of the account is the second reviewer, and disagrees.
  const [answered] = await items('in_review');
  const all = await api<{ items: (Item & { answerCount: number })[] }>(
    'GET',
    `/v1/review-queues/${id}/items`,
  );
  const mine = all.items.find(({ answerCount }) => answerCount === 1) ?? answered;
  await api('PUT', `/v1/review-queues/${id}/items/${mine?.id}/answer`, {
    values: { helpful: 1, tone: 'kind' },
  });
  await page.goto(`/review-queues/${id}?tab=agreement`);
  await page.getByText('Compared: 1 · With a disagreement: 1 · To resolve: 1').waitFor(PATIENCE);
  await shot(page, 'review-queue-agreement');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Resolve (1)' }).click();
  await page.getByText('differs').waitFor(PATIENCE);
  // What both said is chosen already.
  expect(await page.getByRole('button', { name: 'kind' }).getAttribute('aria-pressed')).toBe('true');
  await shot(page, 'review-queue-resolve');
  await expectAccessible(page);
  await page.keyboard.press('3');
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing left to resolve').waitFor(PATIENCE);
  await expect.poll(async () => (await items('resolved')).length, POLL).toBe(1);

  const narrow = await visit(`/review-queues/${id}/review`, {
    as: account,
    width: 390,
    height: 844,
    theme: 'dark',
    language: 'ja',
  });
  await narrow.page.getByText('残り 2 件').waitFor(PATIENCE);
  await shot(narrow.page, 'review-queue-flow-390-dark-ja');
  await expectFits(narrow.page);
  await expectAccessible(narrow.page);
  // All calls of the list, of which the queue has three.
  await go(page, '/calls');
  await page.getByRole('button', { name: 'List to queue' }).click();
  const toQueue = page.getByRole('dialog', { name: 'List to queue' });
  await toQueue.getByLabel('Sample (%)').waitFor(PATIENCE);
  await shot(page, 'calls-to-queue');
  await expectAccessible(page);
  await toQueue.getByRole('button', { name: 'Add', exact: true }).click();
  await toQueue.getByText('3 added.').waitFor(PATIENCE);
  await toQueue.getByText('3 were in the queue already.').waitFor(PATIENCE);
  await page.goto(`/review-queues/${id}`);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'JSON with messages' }).waitFor(PATIENCE);
  expect(faults).toEqual([]);

  await go(narrow.page, `/review-queues/${id}?tab=progress`);
  await narrow.page.getByText('所要時間の中央値').waitFor(PATIENCE);
  await shot(narrow.page, 'review-queue-progress-390-dark-ja');
  await expectFits(narrow.page);
  await expectAccessible(narrow.page);
}, 300_000);
