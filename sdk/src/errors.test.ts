import { describe, expect, it } from 'vitest';
import { errorOf, isTransient, readRetryAfter, toTracewellError, TracewellError } from './errors.ts';

const answered = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  errorOf(new Response('', { status, headers }), body);

describe('an error answer', () => {
  it('has what the service said', () => {
    const details = [{ path: 'name', message: 'is required' }];
    const error = answered(
      429,
      { error: 'Slow down.', reason: 'rate_limited', details },
      { 'retry-after': '7', 'x-request-id': 'req_1' },
    );
    expect(error).toBeInstanceOf(TracewellError);
    expect(error).toMatchObject({
      message: 'Slow down.',
      status: 429,
      reason: 'rate_limited',
      details,
      retryAfterMs: 7_000,
      requestId: 'req_1',
    });
  });

  it.each([undefined, '', '<html>', null, [], { error: 5, reason: null, details: 'x' }])(
    'of something that is not the service is unexpected: %j',
    (body) => {
      expect(answered(502, body)).toMatchObject({
        status: 502,
        message: 'The address answered 502, not in the form of the service.',
        reason: 'unexpected_answer',
        details: [],
        retryAfterMs: null,
      });
    },
  );

  it('says where a redirect leads', () => {
    expect(answered(302, '', { location: 'https://x.example/' })).toMatchObject({
      reason: 'redirected',
      message: 'The address redirects to https://x.example/.',
    });
  });
});

describe('an error of fetch', () => {
  it('has the code of the system', () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    expect(toTracewellError(refused)).toMatchObject({
      status: 0,
      reason: 'unreachable',
      message: 'The service cannot be reached (ECONNREFUSED).',
      cause: refused,
    });
    expect(toTracewellError(new DOMException('x', 'TimeoutError'))).toMatchObject({ reason: 'timed_out' });
    expect(toTracewellError(new SyntaxError('x'))).toMatchObject({ reason: 'unexpected_answer' });
  });
});

describe('whether to try again', () => {
  const of = (status: number) => isTransient(new TracewellError('', { status }));

  it('goes by the status', () => {
    expect([0, 408, 429, 500, 502, 503].map(of)).toEqual([true, true, true, true, true, true]);
    expect([400, 401, 404, 409, 413, 501].map(of)).toEqual([false, false, false, false, false, false]);
  });

  it('is no if waiting changes nothing: a certificate, an answer of something else, a fault of ours', () => {
    const certificate = new TypeError('x', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(isTransient(toTracewellError(certificate))).toBe(false);
    expect(isTransient(toTracewellError(new SyntaxError('x')))).toBe(false);
    expect(isTransient(new RangeError('x'))).toBe(false);
  });
});

it('Retry-After is read as seconds and as a date', () => {
  const of = (text: string) => readRetryAfter(new Headers({ 'retry-after': text }), Date.UTC(2026, 0, 1));
  expect(of('120')).toBe(120_000);
  expect(of('Thu, 01 Jan 2026 00:00:05 GMT')).toBe(5_000);
  expect(of('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
  expect([of('soon'), of(''), readRetryAfter(new Headers())]).toEqual([null, null, null]);
});
