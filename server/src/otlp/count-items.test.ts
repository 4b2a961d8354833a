import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import { countJson as countInPieces, countProtobuf, type OtherSignal } from './count-items.ts';

/** A message inside messages: the fields from the outside in, and the innermost one written `times` times. */
function nested(fields: readonly number[], times: number): Uint8Array {
  const [field = 1, ...deeper] = fields;
  const writer = new PbfWriter();
  const inner = deeper.length > 0 ? nested(deeper, times) : new Uint8Array([8, 1]);
  for (let at = 0; at < (deeper.length > 0 ? 1 : times); at += 1) writer.writeBytesField(field, inner);
  return Buffer.from(writer.finish());
}

const countJson = (signal: OtherSignal, body: Buffer) => countInPieces(signal, body, new Pace());
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('how many items an export holds', () => {
  it('log records', async () => {
    expect(countProtobuf('logs', nested([1, 2, 2], 7))).toEqual({ ok: true, count: 7 });
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }, { log_records: [{}] }] }] };
    expect(await countJson('logs', json(logs))).toEqual({ ok: true, count: 3 });
  });

  it.each([5, 7, 9, 10, 11])('data points of the metric in field %i', (kind) => {
    expect(countProtobuf('metrics', nested([1, 2, 2, kind, 1], 4))).toEqual({ ok: true, count: 4 });
  });

  it('data points in JSON, of every kind', async () => {
    const metrics = [
      { gauge: { dataPoints: [{}] } },
      { sum: { dataPoints: [{}, {}] } },
      { exponentialHistogram: { dataPoints: [{}] } },
      { name: 'empty' },
    ];
    expect(await countJson('metrics', json({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }))).toEqual({
      ok: true,
      count: 4,
    });
  });

  it('as many in a large body, which is not parsed in one go', async () => {
    const body = 'x'.repeat(4_000);
    const logRecords = Array.from({ length: 200 }, () => ({ body }));
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords }, { log_records: [{}] }, 7] }, null] };
    expect(await countJson('logs', json(logs))).toEqual({ ok: true, count: 201 });
    const metrics = logRecords.map(() => ({ name: body, gauge: { dataPoints: [{}, {}] } }));
    expect(await countJson('metrics', json({ resourceMetrics: [{ scopeMetrics: { metrics } }] }))).toEqual({
      ok: true,
      count: 400,
    });
    for (const broken of [json(logRecords), json(logs).subarray(0, -1)])
      expect(await countJson('logs', broken)).toMatchObject({ ok: false, reason: 'invalid_json' });
  });

  it('nothing in an empty export', async () => {
    expect(countProtobuf('logs', new Uint8Array())).toEqual({ ok: true, count: 0 });
    expect(await countJson('metrics', json({}))).toEqual({ ok: true, count: 0 });
  });

  it.each(['', '[]', '7', '{"resourceLogs":', 'null'])('no export in JSON: %s', async (text) => {
    expect(await countJson('logs', Buffer.from(text))).toMatchObject({ ok: false, reason: 'invalid_json' });
  });

  it.each([[[10, 200, 1]], [[255]], [[10, 2, 18]]])('no export in protobuf: %j', (body) => {
    expect(countProtobuf('logs', new Uint8Array(body))).toMatchObject({
      ok: false,
      reason: 'invalid_protobuf',
    });
  });
});
