import { describe, expect, it } from 'vitest';
import type { Config } from '#config';
import { entryOf, greeting } from './greeting.ts';

const config = {
  publicUrl: 'http://127.0.0.1:4318',
  version: '0.1.0',
  metadata: { kind: 'postgres' },
} as Config;
const FIRST = {
  accountId: 'acc_1',
  accountName: 'My team',
  signInLink: 'http://127.0.0.1:4318/welcome#token=abc',
  ownerEmail: null,
  needsPassword: false,
  apiKey: 'twl_key',
  keyIsGiven: false,
};
const OVERVIEW = '/?project=prj_1&window=7d';

describe('the greeting', () => {
  it('of a demo has the address of the sample, and signing in leads there', () => {
    const entry = entryOf(config, FIRST, OVERVIEW);
    const { searchParams, hash } = new URL(entry.address);
    expect([searchParams.get('next'), hash]).toEqual([OVERVIEW, '#token=abc']);
    const text = greeting(config, entry, 4317);
    expect(text).toContain(`Sample data: http://127.0.0.1:4318${OVERVIEW}\n`);
    expect(text).toContain(`Sign in   ${entry.address}\n`);
  });

  it('of a later start of a demo opens the overview of the sample', () => {
    const entry = entryOf(config, null, OVERVIEW);
    expect(entry.address).toBe(`http://127.0.0.1:4318${OVERVIEW}`);
    expect(greeting(config, entry, null)).toContain(`Sample data: ${entry.address}\n`);
  });

  it('of a service has the sign-in link as it is, or none', () => {
    const first = entryOf(config, FIRST, null);
    expect([first.address, greeting(config, first, null).includes('Sample data')]).toEqual([
      FIRST.signInLink,
      false,
    ]);
    expect(entryOf(config, null, null).address).toBe('http://127.0.0.1:4318');
    expect(entryOf(config, { ...FIRST, signInLink: null }, null).address).toBe('http://127.0.0.1:4318');
  });
});
