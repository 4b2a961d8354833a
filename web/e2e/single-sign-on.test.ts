// Signing in through a single sign-on provider and signing out again, in one browser.
import { expect, inject, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const PATIENCE = { timeout: 60_000 };

it('says why someone is refused, lets an invited person in, and signs out at the provider too', async () => {
  const account = await makeAccount('Hosts');
  const refused = await visit('/signin?next=/settings/team');
  await refused.page.getByRole('link', { name: 'Continue with Acme Login' }).click();
  await refused.page.getByLabel('Who are you?').fill('mallory');
  await refused.page.getByRole('button', { name: 'Sign in here' }).click();
  const alert = refused.page.getByRole('alert');
  await alert.getByText('No one has invited you yet.', { exact: false }).waitFor(PATIENCE);
  expect(await alert.innerText()).toMatch(/req_\w+/);
  expect(new URL(refused.page.url()).searchParams.get('next')).toBe('/settings/team');
  await shot(refused.page, 'signin-sso-refused');
  await expectAccessible(refused.page);

  const { page: small } = await visit('/signin?sso=other_identity&ref=req_1a2b3c4d5e6f', {
    width: 390,
    height: 844,
    theme: 'dark',
    language: 'ja',
  });
  await small.getByRole('link', { name: 'Acme Login で続ける' }).waitFor();
  await small.getByText('別の ID が結び付けられています', { exact: false }).waitFor();
  await shot(small, 'signin-sso-390-ja-dark');
  await expectFits(small);
  await expectAccessible(small);

  const response = await fetch(`${inject('serviceUrl')}/v1/team/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'grace@example.com', role: 'viewer' }),
  });
  const { token } = (await response.json()) as { token: string };
  const { page, faults } = await visit(`/invite#token=${token}`);
  await page.getByRole('link', { name: 'Continue with Acme Login' }).click();
  await page.getByLabel('Who are you?').fill('grace');
  await page.getByRole('button', { name: 'Sign in here' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor(PATIENCE);
  await page.goto('/settings/team');
  const row = page.getByRole('row', { name: /Grace Hopper/ });
  await row.getByText('Single sign-on').waitFor(PATIENCE);
  await page.getByRole('row', { name: account.email }).getByText('Password').waitFor();
  await shot(page, 'team-sso');
  await expectAccessible(page);

  await page.getByRole('button', { name: /Account and preferences/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click(PATIENCE);
  await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor(PATIENCE);
  // The provider asks the user to sign in again.
  await page.getByRole('link', { name: 'Continue with Acme Login' }).click();
  await page.getByLabel('Who are you?').waitFor(PATIENCE);
  expect(faults).toEqual([]);
});
