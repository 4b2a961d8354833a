import { PLAIN_SPAN } from '#records/record';
import { describe, expect, it } from 'vitest';
import type { Json, ObservationRecord } from '#records';
import { sampleCall } from '#core/content/sample-call';
import { redactRecord } from './redact-record.ts';
import { TOO_DEEP } from './redact-value.ts';

const MAIL = 'joe@example.com';

describe('redactRecord', () => {
  it('redacts content, tool calls, error texts and tag values, and reports the fields', () => {
    const { record, piiRedacted, redactionMetadata } = redactRecord(
      sampleCall({
        error: `rejected ${MAIL}`,
        errorDetails: { message: 'from 203.0.113.9' },
        tags: { customer: MAIL, env: 'production' },
        toolCalls: [
          { id: 'call_1', name: 'send', arguments: { to: [MAIL], phone: '4155552671' }, result: 'ok' },
        ],
        requestMeta: {
          input: [{ role: 'user', content: `I am ${MAIL}` }],
          output: 'your card 4111 1111 1111 1111',
          systemInstructions: `ask ${MAIL}`,
          note: MAIL,
          agentName: `agent of ${MAIL}`,
          attributes: { 'app.customer': MAIL, nested: [{ to: MAIL }] },
          userId: MAIL,
        },
      }),
    );
    expect(record).toMatchObject({
      error: 'rejected [email]',
      errorDetails: { message: 'from [ip_address]' },
      tags: { customer: '[email]', env: 'production' },
      toolCalls: [
        { id: 'call_1', name: 'send', arguments: { to: ['[email]'], phone: '[phone]' }, result: 'ok' },
      ],
      requestMeta: {
        input: [{ role: 'user', content: 'I am [email]' }],
        output: 'your card [credit_card]',
        systemInstructions: 'ask [email]',
        note: '[email]',
        agentName: 'agent of [email]',
        attributes: { 'app.customer': '[email]', nested: [{ to: '[email]' }] },
        userId: MAIL,
      },
      piiRedacted: true,
    });
    expect(piiRedacted).toBe(true);
    expect(redactionMetadata).toEqual({
      version: 1,
      total: 12,
      kinds: { email: 9, phone: 1, credit_card: 1, ip_address: 1 },
      fields: [
        'input',
        'output',
        'systemInstructions',
        'requestMeta',
        'toolCalls',
        'error',
        'errorDetails',
        'tags',
      ],
    });
    expect(record.redactionMetadata).toEqual(redactionMetadata);
  });

  it('returns a clean record unchanged, without a copy', () => {
    const call = sampleCall({
      requestMeta: { input: 'hello', output: [{ content: 'world' }] },
      toolCalls: [{ id: 'a' }],
    });
    expect(redactRecord(call).record).toBe(call);
    expect(redactRecord(call)).toMatchObject({ piiRedacted: false, redactionMetadata: null });
  });

  it('uses the name of a tag as the context of a bare number', () => {
    const tags = { phone: '4155552671', order: '4155552671' };
    const { record } = redactRecord(sampleCall({ tags }));
    expect(record.tags).toEqual({ phone: '[phone]', order: '4155552671' });
  });

  it('does not change ids, models and tag names', () => {
    const call = sampleCall({ id: MAIL, model: MAIL, traceId: MAIL, sessionId: MAIL, tags: { [MAIL]: 'x' } });
    expect(redactRecord(call).record).toBe(call);
  });

  it('keeps the redaction metadata of a client if there is nothing to add', () => {
    const call = sampleCall({
      piiRedacted: true,
      redactionMetadata: { tool: 'theirs' },
      requestMeta: { input: '[EMAIL]' },
    });
    expect(redactRecord(call)).toMatchObject({ piiRedacted: true, redactionMetadata: { tool: 'theirs' } });
  });

  it.each<[what: string, client: Json, merged: Json]>([
    [
      'its counts',
      { version: 'x', total: 2, kinds: { email: 1, name: 1 }, fields: ['input', 'title'] },
      {
        clientVersion: 'x',
        version: 1,
        total: 3,
        kinds: { email: 2, name: 1 },
        fields: ['input', 'title'],
      },
    ],
    [
      'its own members',
      { by: 'me' },
      { by: 'me', version: 1, total: 1, kinds: { email: 1 }, fields: ['input'] },
    ],
    [
      'a text',
      'done by me',
      { client: 'done by me', version: 1, total: 1, kinds: { email: 1 }, fields: ['input'] },
    ],
    [
      'nonsense',
      { total: 'many', kinds: 3, fields: 'all' },
      { version: 1, total: 1, kinds: { email: 1 }, fields: ['input'] },
    ],
  ])('adds to the redaction metadata of a client: %s', (_what, client, merged) => {
    const call = sampleCall({ redactionMetadata: client, requestMeta: { input: MAIL } });
    expect(redactRecord(call).record).toMatchObject({ piiRedacted: true, redactionMetadata: merged });
  });

  it('redacts the attributes of an observation, also inside JSON text', () => {
    const observation: ObservationRecord = {
      kind: 'observation',
      ...PLAIN_SPAN,
      id: 'a',
      type: 'tool',
      name: 'send',
      timestampMs: 0,
      durationMs: 1,
      error: `no such user ${MAIL}`,
      traceId: 't',
      spanId: 's',
      parentSpanId: null,
      sessionId: null,
      attributes: { 'gen_ai.tool.call.arguments': `{"to":"${MAIL}","api_key":"abcdef0123456789abcdef"}` },
    };
    const { record, redactionMetadata } = redactRecord(observation);
    expect(JSON.parse(record.attributes['gen_ai.tool.call.arguments'] as string)).toEqual({
      to: '[email]',
      api_key: '[api_key]',
    });
    expect(record.error).toBe('no such user [email]');
    expect(redactionMetadata).toMatchObject({ total: 3, fields: ['attributes', 'error'] });
    expect(observation.error).toContain(MAIL);
  });

  it('redacts keys inside content, and keeps both values if two keys become the same', () => {
    const call = sampleCall({ requestMeta: { input: { 'a@x.com': 1, 'b@x.com': 2, plain: 3 } } });
    expect(redactRecord(call).record.requestMeta?.['input']).toEqual({
      '[email]': 1,
      '[email]_2': 2,
      plain: 3,
    });
  });

  it('removes values that are nested too deeply to check', () => {
    let deep: Json = MAIL;
    for (let n = 0; n < 10_000; n += 1) deep = [deep];
    const { record } = redactRecord(sampleCall({ requestMeta: { input: deep } }));
    expect(JSON.stringify(record.requestMeta)).not.toContain(MAIL);
    expect(JSON.stringify(record.requestMeta)).toContain(TOO_DEEP);
  });
});
