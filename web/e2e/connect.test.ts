import { expect, inject, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const redirectUri = (): string => `${inject('serviceUrl')}/back-in-the-application`;

async function addressOf(scope: string): Promise<string> {
  const answer = await fetch(`${inject('serviceUrl')}/oauth/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: 'Desk <b>helper</b>', redirect_uris: [redirectUri()] }),
  });
  const { client_id: clientId } = (await answer.json()) as { client_id: string };
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 'kept',
    scope,
  });
  return `/connect?${query.toString()}`;
}

it('a person lets an application in, read-only unless more is chosen, or refuses', async () => {
  const account = await makeAccount();
  const { page, faults } = await visit(await addressOf('read write'), { as: account });
  await page
    .getByRole('heading', { name: '“Desk <b>helper</b>” asks for access to this account.' })
    .waitFor();
  expect(await page.getByRole('radio', { name: /^Only read/ }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: /^Read and change/ }).waitFor();
  await shot(page, 'connect');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await page.waitForURL(/[?&]code=/);
  const back = new URL(page.url()).searchParams;
  expect([back.get('state'), (back.get('code') ?? '').length > 100]).toEqual(['kept', true]);
  expect(faults).toEqual([]);

  const japanese = await visit(await addressOf('read'), {
    as: account,
    language: 'ja',
    theme: 'dark',
    width: 390,
  });
  await japanese.page.getByRole('button', { name: '許可' }).waitFor();
  expect(await japanese.page.getByRole('radio').count()).toBe(1);
  await shot(japanese.page, 'connect-ja');
  await expectAccessible(japanese.page);
  await expectFits(japanese.page);
  await japanese.page.getByRole('link', { name: '拒否' }).click();
  await japanese.page.waitForURL(/error=access_denied/);

  const strange = await visit('/connect?client_id=x', { as: account });
  await strange.page.getByText('This address is incomplete').waitFor();
  const unknown = await visit((await addressOf('read')).replace(/client_id=[^&]+/, 'client_id=x'), {
    as: account,
  });
  await unknown.page.getByText('This service does not know the application.').waitFor();
});
