// Which email is believed if the sources of a provider contradict each other.
import { expect, it } from 'vitest';
import { readConfig, type OidcConfig } from '#config';
import { needsUserInfo, readPerson } from './person.ts';

const { oidc } = readConfig({
  TRACEWELL_PUBLIC_URL: 'https://tracewell.example',
  TRACEWELL_OIDC_ISSUER: 'https://sso.example',
  TRACEWELL_OIDC_CLIENT_ID: 'id',
  TRACEWELL_OIDC_CLIENT_SECRET: 'secret',
});
const config = oidc as OidcConfig;
const who = { issuer: 'https://sso.example', subject: 's' };

it.each([
  {
    name: 'the verified email counts, not the unverified one of the ID token',
    sources: [{ email: 'boss@example.com' }, { email: 'Me@example.com', email_verified: true }],
    person: { email: 'me@example.com', emailVerified: true },
  },
  {
    name: 'an email is not verified by a source that names none',
    sources: [{ email: 'boss@example.com' }, { email_verified: true }],
    person: { email: 'boss@example.com', emailVerified: false },
  },
  {
    name: 'of two verified ones the first counts',
    sources: [
      { email: 'one@example.com', xms_edov: '1' },
      { email: 'two@example.com', email_verified: true },
    ],
    person: { email: 'one@example.com', emailVerified: true },
  },
  { name: 'no source names one', sources: [{}, {}], person: { email: null, emailVerified: false } },
])('$name', ({ sources, person }) => {
  expect(readPerson(config, who, sources)).toMatchObject(person);
});

it('the userinfo is asked if the ID token has no verified email', () => {
  expect(needsUserInfo(config, { email: 'a@example.com' })).toBe(true);
  expect(needsUserInfo(config, { email: 'a@example.com', email_verified: true })).toBe(false);
});
