import { describe, expect, it } from 'vitest';
import { whyEmpty } from './why-empty.ts';

describe('why a call has no messages', () => {
  it('a digest means that the service dropped the content on arrival', () => {
    const contentDigest = { input: { sha256: 'f', chars: 12 }, toolCalls: { sha256: 'e', chars: 3 } };
    expect(whyEmpty({ stream: true, contentDigest })).toEqual({
      why: 'not-stored',
      digests: [
        { part: 'input', chars: 12 },
        { part: 'toolCalls', chars: 3 },
      ],
    });
  });

  it('null stands for content that cannot be decrypted', () => {
    expect(whyEmpty({ output: null })).toEqual({ why: 'unreadable' });
  });

  it.each([null, undefined, 'text', {}, { contentDigest: {} }, { contentDigest: { input: 'x' } }])(
    'anything else is a call without content: %j',
    (meta) => expect(whyEmpty(meta)).toEqual({ why: 'not-sent' }),
  );
});
