import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { applyConsent } from './split-content.ts';
import { sampleCall } from './sample-call.ts';
import { splitContent } from './split-content.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const consents = (plaintextStorage: boolean) => ({ plaintextStorage, aiHelper: false, piiRedaction: true });

describe('applyConsent', () => {
  const call = sampleCall({
    requestMeta: {
      input: 'こんにちは 👋🏽',
      output: [{ text: 'hi' }],
      systemInstructions: 'be kind',
      stream: true,
    },
    toolCalls: [{ id: 'a', name: 'f', arguments: { x: 1 } }],
  });

  it('without plaintext storage drops content and keeps a digest of it', () => {
    const { narrow, content } = applyConsent(splitContent(call), consents(false));
    expect(content).toBeNull();
    expect(narrow).toMatchObject({ toolCalls: [{ id: 'a', name: 'f' }] });
    const output = '[{"text":"hi"}]';
    const toolCalls = '[{"id":"a","name":"f","arguments":{"x":1}}]';
    expect(narrow.kind === 'call' && narrow.requestMeta).toEqual({
      stream: true,
      contentDigest: {
        // Characters are code points: the waving hand and its skin tone are two.
        input: { sha256: sha256('こんにちは 👋🏽'), chars: 8 },
        output: { sha256: sha256(output), chars: output.length },
        toolCalls: { sha256: sha256(toolCalls), chars: toolCalls.length },
      },
    });
  });

  it('with plaintext storage returns content separately', () => {
    const { narrow, content } = applyConsent(splitContent(call), consents(true));
    expect(content).toMatchObject({ input: 'こんにちは 👋🏽', systemInstructions: 'be kind' });
    expect(narrow.kind === 'call' && narrow.requestMeta).toEqual({ stream: true });
  });

  it('keeps the digest of a client that dropped content itself', () => {
    const own = { input: { sha256: 'f'.repeat(64), chars: 3 } };
    const sent = sampleCall({ requestMeta: { output: 'x', contentDigest: own } });
    const { narrow } = applyConsent(splitContent(sent), consents(false));
    expect(narrow.kind === 'call' && narrow.requestMeta?.['contentDigest']).toEqual({
      ...own,
      output: { sha256: sha256('x'), chars: 1 },
    });
  });

  it('treats an invalid digest from a client as content', () => {
    for (const contentDigest of ['what was said', { note: 'what was said' }, { input: { sha256: 'said' } }]) {
      const sent = sampleCall({ requestMeta: { stream: true, contentDigest } });
      const { narrow } = applyConsent(splitContent(sent), consents(false));
      expect(narrow.kind === 'call' && narrow.requestMeta).toEqual({ stream: true });
    }
  });

  it('replaces a client’s digest of content that the client also sent', () => {
    const own = { output: { sha256: 'f'.repeat(64), chars: 3 } };
    const sent = sampleCall({ requestMeta: { output: 'x', contentDigest: own } });
    const { narrow } = applyConsent(splitContent(sent), consents(false));
    expect(narrow.kind === 'call' && narrow.requestMeta?.['contentDigest']).toEqual({
      output: { sha256: sha256('x'), chars: 1 },
    });
  });

  it('does not change a record without content', () => {
    const bare = sampleCall({ requestMeta: { stream: true } });
    expect(applyConsent(splitContent(bare), consents(false))).toEqual({ narrow: bare, content: null });
  });
});
