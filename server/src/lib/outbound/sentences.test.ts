import { describe, expect, it } from 'vitest';
import { outboundSentences as said } from './sentences.ts';

describe('a failed outgoing request', () => {
  it.each([
    ['hooks.example.com could not be connected to.', 'unreachable', { host: 'hooks.example.com' }],
    ['[::1] did not answer within 10 s.', 'timeout', { host: '[::1]', stage: 'headers', seconds: 10 }],
    [
      'The name of a.test could not be looked up within 0.5 s.',
      'timeout_name',
      { host: 'a.test', seconds: 0.5 },
    ],
    ['The certificate has expired (a.test).', 'tls_failed', { host: 'a.test', why: 'expired' }],
  ])('%s', (words, code, values) => {
    expect(said.read(words)).toEqual({ code, values });
    expect(said.byCode[code as 'timeout'].write(values as never)).toBe(words);
  });
});
