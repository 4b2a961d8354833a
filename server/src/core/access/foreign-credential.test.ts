import { expect, it } from 'vitest';
import { foreignCredential } from './foreign-credential.ts';

const KEY = 'twl_abc';
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

it.each([
  ['Bearer', { authorization: `Bearer ${KEY}` }],
  ['Bearer with an encoded space', { authorization: `Bearer%20${KEY}` }],
  ['Basic, key as password', { authorization: basic(`pk-lf-1:${KEY}`) }],
  ['Basic, key as user', { authorization: basic(`${KEY}:`) }],
  ['Basic, key as user with another password', { authorization: basic(`${KEY}:sk-lf-2`) }],
  ['bare', { authorization: KEY }],
  ['x-api-key', { 'x-api-key': KEY }],
  ['api_key', { api_key: KEY }],
  ['api-key', { 'api-key': KEY }],
  [
    'Helicone-Auth with the vendor key in Authorization',
    { authorization: 'Bearer sk-vendor', 'helicone-auth': `Bearer ${KEY}` },
  ],
])('the key in the form: %s', (_form, headers) => {
  const { authorization, projectId } = foreignCredential(headers);
  expect(authorization?.replace('%20', ' ')).toBe(`Bearer ${KEY}`);
  expect(projectId).toBeUndefined();
});

it('a project id as public key selects the project', () => {
  expect(foreignCredential({ authorization: basic(`prj_1:${KEY}`) })).toEqual({
    authorization: `Bearer ${KEY}`,
    projectId: 'prj_1',
  });
});

it('without a key there is no credential', () => {
  expect(foreignCredential({}).authorization).toBeUndefined();
  expect(foreignCredential({ authorization: 'Digest x' }).authorization).toBe('Digest x');
});
