import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
});

describe('the keys', () => {
  it('are created, shown once, and revoked', async () => {
    const { page, faults } = await visit('/settings/keys', { as: account });
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Name').fill('Nightly evaluation of everything that was ever deployed anywhere');
    await dialog.getByLabel('Only read').check();
    await dialog.getByLabel('Expires').selectOption('In 30 days');
    await shot(page, 'keys-create');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('heading', { name: /Save “Nightly/ }).waitFor();
    const secret = (await page.getByText(/^twl_\w{20,}$/).textContent()) ?? '';
    await page.getByRole('button', { name: /^Revoke Nightly/ }).waitFor();
    await shot(page, 'keys-made');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await page.getByText(secret).count()).toBe(0);

    await page.getByRole('button', { name: /^Revoke Nightly/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('status')
      .getByText(/is revoked/)
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Revoke Nightly/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('are rotated: the new key is shown once, and the old one ends after the chosen time', async () => {
    const { page, faults } = await visit('/settings/keys', { as: account });
    const headers = { origin: new URL(page.url()).origin };
    await page.request.post('/v1/api-keys', { data: { name: 'Worker', scopes: ['read'] }, headers });
    await page.reload();
    await page.getByRole('button', { name: 'Rotate Worker' }).click();
    await page.getByLabel('The old key works').selectOption({ label: 'for 1 day' });
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('Save “Worker” now').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Rotate Worker' }).count()).toBe(2);
    const { apiKeys } = (await (await page.request.get('/v1/api-keys')).json()) as {
      apiKeys: { name: string; expiresAt: string | null }[];
    };
    const workers = apiKeys.filter(({ name }) => name === 'Worker');
    expect(workers.map(({ expiresAt }) => expiresAt !== null)).toEqual([true, false]);
    expect(faults).toEqual([]);
  });

  it('that were created with a key are listed when it is revoked, and can be revoked with it', async () => {
    const rounds = [
      {
        language: 'en',
        together: false,
        revoke: 'Revoke',
        named: 'Revoke Deploy',
        list: 'These keys were created with it:',
      },
      {
        language: 'ja',
        together: true,
        revoke: '失効',
        named: 'Deploy を失効',
        list: 'このキーで作成されたキー：',
      },
    ] as const;
    for (const { language, together, revoke, named, list } of rounds) {
      const { page, faults } = await visit('/settings/keys', { as: account, language });
      const mint = async (name: string, authorization?: string) => {
        const reply = await page.request.post('/v1/api-keys', {
          data: { name },
          headers: authorization ? { authorization } : { origin: new URL(page.url()).origin },
        });
        return ((await reply.json()) as { apiKey: string }).apiKey;
      };
      const secret = await mint('Deploy');
      const child = await mint('Made by deploy', `Bearer ${secret}`);
      await page.reload();
      await page.getByRole('button', { name: named, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const children = dialog.getByRole('list', { name: list }).getByRole('listitem');
      await children.first().waitFor();
      expect(await children.allTextContents()).toEqual([expect.stringContaining('Made by deploy')]);
      if (together) await dialog.getByRole('checkbox').check();
      await shot(page, `keys-revoke-${language}`);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: revoke }).click();
      await page.getByRole('status').getByText('Deploy').first().waitFor();
      const authorization = `Bearer ${child}`;
      const reply = await page.request.get('/v1/projects', { headers: { authorization } });
      expect([reply.status(), faults]).toEqual([together ? 401 : 200, []]);
    }
  });

  it('show an error with a retry, and fit a phone in dark mode', async () => {
    const { page } = await visit('/settings/keys', { as: account, width: 390, height: 844, theme: 'dark' });
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .waitFor();
    await shot(page, 'keys-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    await page.route('**/v1/api-keys*', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ error: 'Your role was changed to member.', reason: 'insufficient_role' }),
      }),
    );
    await page.reload();
    await page.getByText('Your role was changed to member.').waitFor();
    await shot(page, 'keys-error-390-dark');
    await expectAccessible(page);
    await page.unroute('**/v1/api-keys*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .waitFor();
  });
});
