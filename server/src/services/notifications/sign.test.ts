import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSigningSecret, signature, signedHeaders } from './sign.ts';

describe('signatures', () => {
  it('match the published example of Standard Webhooks', () => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(signature(id, 1_614_265_330, '{"test": 2432232314}', secret)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('one per secret; none without a secret', () => {
    const secrets = [newSigningSecret(), newSigningSecret()];
    const headers = signedHeaders('dlv_1', 1_999, '{}', secrets);
    expect(headers['webhook-timestamp']).toBe('1');
    expect(headers['webhook-signature']).toBe(
      secrets.map((secret) => signature('dlv_1', 1, '{}', secret)).join(' '),
    );
    expect(signedHeaders('dlv_1', 1_999, '{}', [])).toEqual({
      'webhook-id': 'dlv_1',
      'webhook-timestamp': '1',
    });
  });

  it.each(['a word of one’s own', 'whsec_not base64!'])(
    'a secret in another format is used as is: %s',
    (secret) => {
      const expected = createHmac('sha256', secret).update('dlv_1.1.é').digest('base64');
      expect(signature('dlv_1', 1, 'é', secret)).toBe(`v1,${expected}`);
    },
  );
});
