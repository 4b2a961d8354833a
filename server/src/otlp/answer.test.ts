import { describe, expect, test } from 'vitest';
import { decodeResponse } from '#test/oracles/otlp-oracle';
import { encodeResponse, partialSuccess, RejectionTally } from './index.ts';

const PROVIDERS = ['openai', 'anthropic'];

describe('the message of a partial success', () => {
  test('names each cause, the value, and the count', () => {
    const tally = new RejectionTally();
    for (let times = 0; times < 2; times += 1) tally.add('unknown_provider', 'cohere', 'chat command-r');
    tally.add('missing_provider', '', 'handle_responses');
    tally.add('invalid_span_id', '', 'chat "x"');
    expect(partialSuccess(tally.list(), PROVIDERS)).toEqual({
      rejectedSpans: 4,
      errorMessage:
        '4 spans were not stored: 2 with provider "cohere", which is none of openai, anthropic and whose model belongs to none of them; ' +
        '1 without gen_ai.provider.name and without a model that identifies one of openai, anthropic, such as "handle_responses"; 1 without a valid span id (16 hex digits, not all zero), such as "chat \\"x\\"".',
    });
    expect(partialSuccess([], PROVIDERS)).toBeNull();
    expect(
      partialSuccess([{ reason: 'quota_exceeded', count: 1, example: '2026-12-01' }], PROVIDERS)
        ?.errorMessage,
    ).toBe('1 span was not stored: 1 because the monthly record quota is used up until 2026-12-01.');
  });

  test('stays short for any input', () => {
    const tally = new RejectionTally();
    for (let at = 0; at < 5_000; at += 1) tally.add('unknown_provider', `p${at}${'x'.repeat(1_000)}`, 'n');
    const partial = partialSuccess(tally.list(), PROVIDERS);
    expect(partial?.rejectedSpans).toBe(5_000);
    expect(partial?.errorMessage.length).toBeLessThan(3_000);
  });
});

describe('the encoded response', () => {
  const rejected = { count: 300, message: 'Пять spans "x"' };

  test('full success is {} and an empty body', () => {
    expect(encodeResponse('json', null)).toMatchObject({
      contentType: 'application/json',
      body: Buffer.from('{}'),
    });
    expect(encodeResponse('protobuf', null)).toMatchObject({
      contentType: 'application/x-protobuf',
      body: Buffer.alloc(0),
    });
  });

  test('partial success in JSON, for each signal', () => {
    expect(JSON.parse(encodeResponse('json', rejected).body.toString())).toEqual({
      partialSuccess: { rejectedSpans: '300', errorMessage: rejected.message },
    });
    expect(encodeResponse('json', rejected, 'logs').body.toString()).toContain('"rejectedLogRecords":"300"');
    expect(encodeResponse('json', rejected, 'metrics').body.toString()).toContain(
      '"rejectedDataPoints":"300"',
    );
  });

  test('partial success in protobuf', () => {
    expect(decodeResponse(encodeResponse('protobuf', rejected).body)).toEqual({
      partialSuccess: { rejectedSpans: '300', errorMessage: rejected.message },
    });
  });
});
