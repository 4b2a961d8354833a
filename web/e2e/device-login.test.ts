import { expect, inject, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const post = async (path: string, body: string | URLSearchParams): Promise<Record<string, string>> =>
  (await fetch(inject('serviceUrl') + path, { method: 'POST', body })).json() as never;

async function begin() {
  const registration = JSON.stringify({ client_name: 'tracewell on <b>laptop</b>', grant_types: [GRANT] });
  const { client_id: clientId = '' } = await post('/oauth/register', registration);
  const form = new URLSearchParams({ client_id: clientId, scope: 'read write:records write' });
  const { user_code: code = '', device_code: device = '' } = await post('/oauth/device_authorization', form);
  const redeem = () =>
    post(
      '/oauth/token',
      new URLSearchParams({ grant_type: GRANT, device_code: device, client_id: clientId }),
    );
  return { code, redeem };
}

it('a person lets a terminal in, for one project if they like, or refuses', async () => {
  const account = await makeAccount();
  await account.api('POST', '/v1/projects', { name: 'Support' });
  const first = await begin();
  const { page, faults } = await visit(`/connect/device?code=${first.code}`, { as: account });
  await page
    .getByRole('heading', { name: '“tracewell on <b>laptop</b>” asks for access to this account.' })
    .waitFor();
  await page.getByText(first.code).waitFor();
  expect(await page.getByRole('radio', { name: /^Read and change/ }).isChecked()).toBe(true);
  await page.getByLabel('Project').selectOption('Support');
  await shot(page, 'device-login');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await page.getByText('The terminal is logged in.').waitFor();
  expect((await first.redeem())['scope']).toBe('read write:records write');
  expect(faults).toEqual([]);

  const second = await begin();
  const japanese = await visit('/connect/device', { as: account, language: 'ja', theme: 'dark', width: 390 });
  await japanese.page
    .getByRole('textbox', { name: 'コード' })
    .fill(second.code.toLowerCase().replace('-', ''));
  await japanese.page.getByRole('textbox', { name: 'コード' }).press('Enter');
  await japanese.page.getByRole('button', { name: '拒否' }).waitFor();
  await shot(japanese.page, 'device-login-ja');
  await expectAccessible(japanese.page);
  await expectFits(japanese.page);
  await japanese.page.getByRole('button', { name: '拒否' }).click();
  await japanese.page.getByText('ターミナルはアクセスできません。').waitFor();
  expect((await second.redeem())['error']).toBe('access_denied');

  const unknown = await visit('/connect/device?code=BBBB-BBBB', { as: account });
  await unknown.page.getByText('No login waits with this code').waitFor();
  await unknown.page.getByRole('button', { name: 'Type another code' }).click();
  await unknown.page.getByRole('textbox', { name: 'Code' }).waitFor();
});
