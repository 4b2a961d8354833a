// The playground on the real service, with the model server of the client tests as its provider.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../../clients/model-server/server.ts';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
const ANSWER = 'Paris is the capital of France.';
/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
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
    const file = { name: 'dot.png', mimeType: 'image/png', buffer: DOT };
    await first.getByLabel('Image file for message 2').setInputFiles(file);
    await first.getByRole('img', { name: 'Image 1 of message 2' }).waitFor(SOON);
    await first.getByLabel('Content of message 2').evaluate((area, url) => {
      const bytes = Uint8Array.from(atob(url), (letter) => letter.charCodeAt(0));
      const pasted = new DataTransfer();
      pasted.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
      const options = { clipboardData: pasted, bubbles: true, cancelable: true };
      area.dispatchEvent(new ClipboardEvent('paste', options));
    }, DOT.toString('base64'));
    await first.getByRole('button', { name: 'Remove image 2 of message 2' }).click();
    await first.getByLabel('Image file for message 2').setInputFiles({ ...file, mimeType: 'image/bmp' });
    await page.getByText('Only PNG, JPEG, GIF and WebP images can be sent.').waitFor(SOON);
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

    await first.getByRole('button', { name: 'Add to dataset' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dataset name').fill('Capitals');
    expect(await dialog.getByLabel('Messages (JSON)').inputValue()).toContain('image_url');
    expect(await dialog.getByLabel('Expected output').inputValue()).toBe(ANSWER);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to “Capitals”.').waitFor(SOON);

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
    await page.getByRole('img', { name: 'Image 1 of message 1' }).waitFor(SOON);

    const { prompt } = (await account.api('POST', '/v1/prompts', {
      name: 'talk',
      version: '1',
      messages: [{ role: 'user', content: 'And now?' }],
    })) as { prompt: { id: number } };
    await page.goto(`/playground?prompt=${prompt.id}`);
    await page.getByRole('button', { name: 'Add placeholder' }).press('Enter');
    await page.keyboard.type('history');
    await page.getByRole('button', { name: 'Move message 2 up' }).press('Enter');
    const history = page.getByRole('group', { name: 'Messages of “history”' });
    await history.getByRole('button', { name: 'Add message' }).click();
    await history.getByLabel('Content of message 1').fill('It was sunny.');
    await shot(page, 'playground-placeholder-light-1440');
    await expectAccessible(page);
    // A tool with a mock is answered without anybody.
    await page.getByText('Settings, tools and output schema').click();
    await page.getByLabel('Tools (JSON)').fill('[{"name": "get_weather", "parameters": {"type": "object"}}]');
    await page.getByLabel('get_weather', { exact: true }).fill('21 degrees');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/v1/playground/runs')),
      page.keyboard.press('Control+Enter'),
    ]);
    expect(sent.postDataJSON()).toMatchObject({
      messages: [
        { type: 'placeholder', name: 'history' },
        { role: 'user', content: 'And now?' },
      ],
      placeholders: { history: [{ role: 'user', content: 'It was sunny.' }] },
    });
    await page.getByText(ANSWER).waitFor(SOON);
    expect(faults).toEqual([]);
  });
});
