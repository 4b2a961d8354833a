import { expect, it } from 'vitest';
import { ApiError, mayPass } from './api-error.ts';

it('a retry may succeed if the service was unavailable or busy, but not if it refused the request', () => {
  const of = (status: number) => mayPass(new ApiError('', { status }));
  expect([of(0), of(429), of(500), of(503)]).toEqual([true, true, true, true]);
  expect([of(400), of(401), of(404), of(409)]).toEqual([false, false, false, false]);
  expect(mayPass(new TypeError('fetch failed'))).toBe(true);
});
