import { expect, it } from 'vitest';
import { nextHop } from './redirect.ts';

const FROM = new URL('https://hooks.example.com/in');
const request = {
  method: 'POST' as const,
  headers: { authorization: 'Bearer 1', 'content-type': 'application/json', 'x-other': '2' },
  body: '{}',
};

it.each([
  ['/elsewhere', true],
  ['https://hooks.example.com/elsewhere', true],
  ['https://hooks.example.com:443/elsewhere', true],
  ['http://hooks.example.com/elsewhere', false],
  ['https://hooks.example.com:8443/elsewhere', false],
  ['https://example.com/elsewhere', false],
  ['//other.example.com/elsewhere', false],
  ['http://[bad', false],
])('to %s keeps the authorization: %s', (location, along) => {
  const { headers } = nextHop(location, 307, FROM, request).request;
  expect('authorization' in headers).toBe(along);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-other': '2' });
});
