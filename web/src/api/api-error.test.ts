import { describe, expect, it } from 'vitest';
import { ApiError, errorOf, mayPass } from './api-error.ts';

const reply = (status: number, body: string, headers: Record<string, string> = {}) =>
  errorOf(new Response(body, { status, headers }));

describe('an error of the service', () => {
  it('is what the service said', async () => {
    const details = [{ path: 'name', message: 'is required' }];
    const error = await reply(
      429,
      JSON.stringify({ error: 'Slow down.', reason: 'too_many_requests', details }),
      {
        'retry-after': '7',
        'x-request-id': 'req_1',
      },
    );
    expect(error).toMatchObject({
      message: 'Slow down.',
      status: 429,
      reason: 'too_many_requests',
      details,
      retryAfterSeconds: 7,
      requestId: 'req_1',
    });
  });

  it.each(['', '<html>', 'null', '[]', '{"error":5,"reason":null,"details":"x"}'])(
    'bears a body that is none of ours: %s',
    async (body) => {
      expect(await reply(502, body)).toMatchObject({
        status: 502,
        message: '',
        reason: '',
        details: [],
        retryAfterSeconds: null,
      });
    },
  );

  it('may pass where the service was away or busy, and not where it said no', () => {
    const of = (status: number) => mayPass(new ApiError('', { status }));
    expect([of(0), of(429), of(500), of(503)]).toEqual([true, true, true, true]);
    expect([of(400), of(401), of(404), of(409)]).toEqual([false, false, false, false]);
    expect(mayPass(new TypeError('fetch failed'))).toBe(true);
  });
});
