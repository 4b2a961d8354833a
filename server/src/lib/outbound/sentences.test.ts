import { describe, expect, it } from 'vitest';
import { say } from './sentences.ts';

const host = 'a.test';

describe('a failed outgoing request', () => {
  it.each([
    [say('unreachable', { host: 'hooks.example.com' }), 'hooks.example.com could not be connected to.'],
    [say('timeout', { host: '[::1]', stage: 'headers', seconds: 10 }), '[::1] did not answer within 10 s.'],
    [say('timeout_name', { host, seconds: 0.5 }), 'The name of a.test could not be looked up within 0.5 s.'],
    [say('tls_failed', { host, why: 'expired' }), 'The certificate has expired (a.test).'],
  ])('%j', ({ message }, words) => {
    expect(message).toBe(words);
  });
});
