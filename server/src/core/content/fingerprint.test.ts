import { PLAIN_SPAN } from '#records/record';
import { createHash, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json, ObservationRecord } from '#records';
import { fingerprints, fingerprintSecret } from './fingerprint.ts';
import { sampleCall } from './sample-call.ts';
import type { Content } from './content.ts';

const secret = fingerprintSecret(createSecretKey(Buffer.alloc(32, 1)));
const ofCall = (content: Content | null, by = secret) => fingerprints(sampleCall({}), content, by);

const span = (type: ObservationRecord['type'], name: string): ObservationRecord => ({
  kind: 'observation',
  ...PLAIN_SPAN,
  id: 'o',
  type,
  name,
  timestampMs: 0,
  durationMs: 1,
  error: null,
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: null,
  sessionId: null,
  attributes: {},
});

describe('fingerprints', () => {
  it('are equal only for equal input and system instructions', () => {
    const { inputHash, toolsHash } = ofCall({ input: 'hello' });
    expect(inputHash).toBeGreaterThan(0);
    expect(Number.isSafeInteger(inputHash)).toBe(true);
    expect(toolsHash).toBe(0);
    expect(ofCall({ input: 'hello', output: 'other' }).inputHash).toBe(inputHash);
    expect(ofCall({ input: 'hello!' }).inputHash).not.toBe(inputHash);
    expect(ofCall({ input: 'hello', systemInstructions: 'be kind' }).inputHash).not.toBe(inputHash);
  });

  // Stored fingerprints are compared with new ones, so the algorithm must not change.
  it.each([
    ['short', 'hello'],
    ['in another script', '東京'.repeat(500)],
    ['a lone surrogate', '\ud83d'],
    ['long', 'a long question '.repeat(10_000)],
    ['long, in another script', '東京'.repeat(12_000)],
  ])('are bits of SHA-256 over the secret and the JSON: %s', (_name, input) => {
    const digest = createHash('sha256')
      .update(`${secret}\n${JSON.stringify([null, input])}`)
      .digest();
    expect(BigInt(ofCall({ input }).inputHash)).toBe(digest.readBigUInt64LE(0) & 0x000f_ffff_ffff_ffffn);
  });

  it('differ between accounts', () => {
    const other = fingerprintSecret(createSecretKey(Buffer.alloc(32, 2)));
    expect(ofCall({ input: 'hello' }, other)).not.toEqual(ofCall({ input: 'hello' }));
    expect(fingerprintSecret(null)).toBe('');
  });

  it('are 0 where there is nothing to compare', () => {
    expect(ofCall(null)).toEqual({ inputHash: 0, toolsHash: 0 });
    expect(ofCall({ output: 'x' })).toEqual({ inputHash: 0, toolsHash: 0 });
  });

  it.each<[string, Json, Json, boolean]>([
    [
      'other ids',
      [{ id: '1', name: 'f', arguments: '{"x":1}' }],
      [{ id: '2', name: 'f', arguments: '{"x":1}' }],
      true,
    ],
    [
      'other results',
      [{ name: 'f', args: { x: 1 }, result: 1 }],
      [{ name: 'f', args: { x: 1 }, result: 2 }],
      true,
    ],
    ['other arguments', [{ name: 'f', arguments: '{"x":1}' }], [{ name: 'f', arguments: '{"x":2}' }], false],
    ['another tool', [{ name: 'f', input: 1 }], [{ name: 'g', input: 1 }], false],
    [
      'OpenAI’s form',
      [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      [{ id: 'b', type: 'function', function: { name: 'f', arguments: '{}' } }],
      true,
    ],
    ['texts', 'one', 'two', false],
  ])('tool calls with %s', (_, one, two, equal) => {
    expect(ofCall({ toolCalls: one }).toolsHash === ofCall({ toolCalls: two }).toolsHash).toBe(equal);
  });

  it.each<[string, Content['attributes'], boolean]>([
    ['the same', { 'gen_ai.tool.call.arguments': '{"q":1}' }, true],
    ['another result', { 'gen_ai.tool.call.arguments': '{"q":1}', 'gen_ai.tool.call.result': 'x' }, true],
    ['other arguments', { 'gen_ai.tool.call.arguments': '{"q":2}' }, false],
  ])('tool spans with %s', (_, attributes = {}, equal) => {
    const first = { attributes: { 'gen_ai.tool.call.arguments': '{"q":1}' } };
    const of = (content: Content, name = 'search') =>
      fingerprints(span('tool', name), content, secret).inputHash;
    expect(of({ attributes }) === of(first)).toBe(equal);
    expect(of(first, 'fetch')).not.toBe(of(first));
  });

  it('are 0 for spans that are not tools, and for tools without an input', () => {
    const attributes = { 'input.value': 'x' };
    expect(fingerprints(span('agent', 'a'), { attributes }, secret).inputHash).toBe(0);
    expect(fingerprints(span('tool', 'a'), { attributes: { 'output.value': 'x' } }, secret).inputHash).toBe(
      0,
    );
    expect(fingerprints(span('tool', 'a'), { attributes }, secret).inputHash).toBeGreaterThan(0);
  });
});
