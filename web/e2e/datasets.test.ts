// Datasets with many items: uploaded with a mapping, edited, and shown as they were.
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

let account: Account;

async function send(method: string, path: string, token: string, body: unknown): Promise<{ id: number }> {
  const response = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: number };
}

beforeAll(async () => {
  account = await makeAccount();
  const limits = { limits: { datasetItems: 10_000 } };
  await send('PATCH', `/operator/accounts/${account.accountId}`, inject('operatorToken'), limits);
});

const CSV = [
  'nr,frage,antwort,fold,topic',
  ...Array.from(
    { length: 3_000 },
    (_, at) => `c${at},Question ${at}?,Answer ${at},${at % 2 ? 'test' : 'train'},t${at % 9}`,
  ),
  'c-bad,,no question,test,t1',
].join('\n');

describe('a dataset', () => {
  it('is filled from a file, with a mapping and a preview', async () => {
    const { id } = await send('POST', '/v1/eval-datasets', account.apiKey, { name: 'Uploaded' });
    const { page, faults } = await visit(`/evaluations/datasets/${id}`, { as: account });
    await page.getByRole('button', { name: 'Upload' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload items' });
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'cases.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await dialog.getByText('3,001 rows').waitFor();
    // No column has a usual name.
    expect(await dialog.getByRole('button', { name: /^Upload/ }).isDisabled()).toBe(true);
    await dialog.getByLabel('Input', { exact: true }).selectOption('frage');
    await dialog.getByLabel('Expected output').selectOption('antwort');
    await dialog.getByLabel('Split').selectOption('fold');
    await dialog.getByLabel('Your id').selectOption('nr');
    await dialog.getByLabel('topic').check();
    await dialog.getByText('1 row is not taken').waitFor();
    await dialog.getByText('Row 3,001, input').waitFor();
    await dialog.getByRole('cell', { name: 'Question 0?' }).waitFor();
    await shot(page, 'datasets-upload');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Upload 3,000 items' }).click();
    await dialog.getByText('3,000 added, 0 changed. The dataset is now at version 2.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const list = page.getByRole('grid', { name: 'Items' });
    await list.getByText('Question 0?').waitFor();
    await page.getByLabel('Show the split').selectOption('test');
    await list.getByText('Question 0?').waitFor({ state: 'hidden' });
    await list.getByText('Question 1?').waitFor();
    await page.getByLabel('Show the split').selectOption('');
    await list.getByText('Question 0?').waitFor();
    // To the end of the list, page after page.
    await list.focus();
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          return list.getByText('Question 2999?').count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await page.getByLabel('Search items').fill('question 2718?');
    await list.getByText('Question 2718?').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'JSON lines' }).click();
    expect((await download).suggestedFilename()).toBe(`dataset-${id}-v2.jsonl`);
    await shot(page, 'datasets-list');
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('says how many items it takes, before and after an upload', async () => {
    const small = await makeAccount();
    const { id } = await send('POST', '/v1/eval-datasets', small.apiKey, { name: 'Small' });
    const { page, faults } = await visit(`/evaluations/datasets/${id}`, { as: small });
    const rows = ['input', ...Array.from({ length: 25 }, (_, at) => `Question ${at}?`)].join('\n');
    await page.getByRole('button', { name: 'Upload' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload items' });
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'cases.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    const limit = dialog.getByText('A dataset of this account takes up to 20 items.');
    await limit.waitFor();
    await dialog.getByRole('button', { name: 'Upload 25 items' }).click();
    await dialog.getByText('20 added, 0 changed.').waitFor();
    await dialog.getByText('5 rows are not taken').waitFor();
    expect(await limit.count()).toBe(1);
    await dialog.getByText('The operator of the service can raise the limit.').waitFor();
    await shot(page, 'datasets-limit');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('A dataset of this account takes up to 20 items.').waitFor();
    expect(faults).toEqual([]);
  });

  it('is edited item by item, and shows its versions', async () => {
    const { id } = await send('POST', '/v1/eval-datasets', account.apiKey, {
      name: 'Edited',
      items: [{ inputText: 'Why?' }, { inputText: 'When?' }],
    });
    const { page, faults } = await visit(`/evaluations/datasets/${id}`, { as: account, theme: 'dark' });
    const list = page.getByRole('grid', { name: 'Items' });
    await list.getByText('Why?').click();
    const drawer = page.getByRole('complementary', { name: 'Item 1' });
    await drawer.getByRole('radio', { name: 'Messages' }).first().click();
    await drawer.getByRole('button', { name: 'Add a message' }).click();
    await drawer.getByLabel('Content of message 2').fill('Because.');
    await drawer.getByLabel('Split').fill('test');
    await drawer.getByLabel('Metadata').fill('[1]');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('The metadata must be a JSON object.').waitFor();
    await drawer.getByLabel('Metadata').fill('{"topic": "reasons"}');
    await shot(page, 'datasets-edit');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 2').waitFor();
    await list.getByText('Because.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Run it' }).click();
    await page.getByRole('dialog').getByLabel('Split').selectOption({ label: 'test (1 item)' });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await versions.getByText('1 changed').waitFor();
    await versions.getByText('2 added').waitFor();
    await shot(page, 'datasets-versions');
    await versions.getByRole('button', { name: 'Show version 1' }).click();
    await page.getByText('The current one is version 2.').waitFor();
    await list.getByText('Why?').waitFor();
    expect(await page.getByRole('button', { name: 'Add an item' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show the current version' }).click();
    await list.getByText('Because.').waitFor();
    expect(faults).toEqual([]);

    const phone = await visit(`/evaluations/datasets/${id}?item=1`, {
      as: account,
      width: 390,
      language: 'ja',
    });
    await phone.page.getByRole('complementary', { name: '項目 1' }).waitFor();
    await expectFits(phone.page);
    await expectAccessible(phone.page);
  });
});
