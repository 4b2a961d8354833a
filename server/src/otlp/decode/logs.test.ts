import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeLogs, logsOfTree } from '#test/oracles/otlp-oracle';
import { otlpFixtures } from '#test/support/otlp-fixtures';
import { decodeLogsJson } from './logs-json.ts';
import { decodeLogsProtobuf } from './logs-protobuf.ts';

const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const request = (...logRecords: unknown[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });

const FULL = {
  timeUnixNano: '1794700000000000001',
  observedTimeUnixNano: '1794700000500000000',
  severityNumber: 9,
  severityText: 'INFO',
  body: { kvlistValue: { values: [{ key: 'a', value: { intValue: '7' } }] } },
  eventName: 'gemini_cli.api_response',
  attributes: [{ key: '__proto__', value: { stringValue: 'x' } }],
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
};

describe('both encodings', () => {
  test('every field', () => {
    const tree = {
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] },
          scopeLogs: [{ scope: { name: 'n', version: '1' }, logRecords: [FULL, {}] }],
        },
      ],
    };
    const decoded = decodeLogsJson(bytes(tree));
    expect(decoded).toEqual({ ok: true, records: logsOfTree(tree) });
    expect(decoded).toMatchObject({
      records: [
        {
          timeMs: 1_794_700_000_000,
          observedMs: 1_794_700_000_500,
          severity: 9,
          severityText: 'INFO',
          body: { a: 7 },
          eventName: 'gemini_cli.api_response',
          traceId: FULL.traceId,
          spanId: FULL.spanId,
          scope: { name: 'n', version: '1' },
        },
        { timeMs: 0, observedMs: 0, severity: 0, body: null, eventName: '', traceId: '', spanId: '' },
      ],
    });
    expect(decodeLogsProtobuf(encodeLogs(tree))).toEqual(decoded);
  });

  test('every captured body, and the same as protobuf', () => {
    const bodies = otlpFixtures().filter(({ name }) => name.startsWith('logs-'));
    expect(bodies.length).toBeGreaterThan(1);
    for (const { name, encoding, body } of bodies.filter((each) => each.encoding === 'json')) {
      const tree = JSON.parse(body.toString()) as unknown;
      expect([name, encoding, decodeLogsJson(body)]).toEqual([
        name,
        'json',
        { ok: true, records: logsOfTree(tree) },
      ]);
      expect([name, decodeLogsProtobuf(encodeLogs(tree))]).toEqual([name, decodeLogsJson(body)]);
    }
  });

  test('snake_case and the names before 2022', () => {
    const record = { time_unix_nano: '1794700000000000000', trace_id: FULL.traceId, event_name: 'e' };
    const old = { resource_logs: [{ instrumentation_library_logs: [{ logs: [record] }] }] };
    expect(decodeLogsJson(bytes(old))).toMatchObject({
      records: [{ timeMs: 1_794_700_000_000, traceId: FULL.traceId, eventName: 'e' }],
    });
  });
});

describe('bounds', () => {
  test('more log records than a body could mean', () => {
    const many = Array.from({ length: 50_001 }, () => ({}));
    const refused = {
      ok: false,
      reason: 'too_many_log_records',
      message: 'The request has more than 50000 log records. Send smaller batches.',
    };
    expect(decodeLogsJson(bytes(request(...many)))).toEqual(refused);
    expect(decodeLogsProtobuf(encodeLogs(request(...many)))).toEqual(refused);
  });

  test.for([
    ['', 'The body is not valid JSON.'],
    ['[]', 'The body must be an object.'],
    ['{"resourceLogs":{}}', 'resourceLogs must be an array.'],
    ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[1]}]}]}', 'logRecords[] must be an object.'],
  ])('malformed: %j', ([body, message]) => {
    expect(decodeLogsJson(bytes(body))).toEqual({ ok: false, reason: 'invalid_json', message });
  });

  test('a truncated protobuf body is malformed, and random bytes give a result', () => {
    const body = encodeLogs(request(FULL));
    for (let end = 1; end < body.length; end += 1)
      expect(decodeLogsProtobuf(body.subarray(0, end)), `${end}`).toMatchObject({
        reason: 'invalid_protobuf',
      });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.jsonValue({ maxDepth: 4 }), (raw, value) => {
        expect(typeof decodeLogsProtobuf(raw).ok).toBe('boolean');
        expect(typeof decodeLogsJson(raw).ok).toBe('boolean');
        expect(typeof decodeLogsJson(bytes(request(value))).ok).toBe('boolean');
        expect(typeof decodeLogsJson(bytes(request({ body: value, attributes: value }))).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
