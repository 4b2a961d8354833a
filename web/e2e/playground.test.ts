// The playground on the real service, with the model server of the client tests as its provider.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../../clients/model-server/server.ts';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
const ANSWER = 'Paris is the capital of France.';
let models: ModelServer;
let account: Account;
beforeAll(async () => {
  models = await startModelServer({ host: '127.0.0.7' });
  account = await makeAccount();
});
afterAll(() => models.close());

describe('the playground', () => {
  it('runs two columns with variables and tools, saves a version, and is shared by link', async () => {
    await account.api('PUT', '/v1/account/consents/plaintext-storage');
    const { page, faults } = await visit('/playground', { as: account, width: 1440 });
    await page.getByText('No model connections yet').waitFor(SOON);
    await account.api('POST', '/v1/model-connections', {
      name: 'Fake',
      provider: 'openai-compatible',
      baseUrl: `${models.url}/v1`,
      defaultModel: 'gpt-4o-mini',
      test: false,
    });
    await page.reload();
    const first = page.getByRole('region', { name: 'Column 1', exact: true });
    await first.getByLabel('Content of message 2').fill('What is the capital of {{country}}?');
    await page.getByLabel('country').fill('France');
    await page.getByRole('button', { name: 'Add column' }).click();
    const second = page.getByRole('region', { name: 'Column 2', exact: true });
    await second.getByText('Settings, tools and output schema').click();
    await second
      .getByLabel('Tools (JSON)')
      .fill('[{"name": "get_weather", "parameters": {"type": "object"}}]');
    await page.keyboard.press('Control+Enter');
    await first.getByText(ANSWER).waitFor(SOON);
    await second.getByLabel('Result of get_weather').fill('21 degrees');
    await shot(page, 'playground-light-1440');
    await expectAccessible(page);
    await second.getByRole('button', { name: 'Send results' }).click();
    await second.getByText(ANSWER).waitFor(SOON);
    await first.getByText('1,184 / 17').waitFor(SOON);

    await first.getByRole('button', { name: 'Save as prompt version' }).click();
    await page.getByRole('dialog').getByLabel('Prompt').fill('capital');
    await page.getByRole('dialog').getByLabel('Version').fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The prompt version is saved.').waitFor(SOON);

    const [saved] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/v1/playground/drafts')),
      page.getByRole('button', { name: 'Share' }).click(),
    ]);
    const { id } = (await saved.json()) as { id: string };
    const { page: opened } = await visit(`/playground?shared=${id}`, {
      as: account,
      theme: 'dark',
      width: 390,
      language: 'ja',
    });
    await opened.getByRole('region', { name: '列 2' }).waitFor(SOON);
    expect(await opened.getByLabel('country').inputValue()).toBe('France');
    await shot(opened, 'playground-dark-ja-390');
    await expectFits(opened);
    await expectAccessible(opened);

    await first.getByRole('link', { name: 'Open the call' }).click();
    await page.waitForURL(/\/calls\//);
    await page.getByRole('main').getByRole('link', { name: 'Playground', exact: true }).click();
    await page.waitForURL(/\/playground\?call=/);
    await page.getByLabel('Content of message 1').waitFor(SOON);
    expect(await page.getByLabel('Content of message 1').inputValue()).toBe('What is the capital of France?');
    expect(faults).toEqual([]);
  });
});
