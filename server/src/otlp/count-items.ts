// Counts the log records or data points of an export. They are not stored, and the response reports the exact number.
import { MalformedBody } from './decode/limits.ts';
import { bytes, WireReader } from './decode/wire-reader.ts';

export type OtherSignal = 'logs' | 'metrics';

type Counted = { ok: true; count: number } | { ok: false; reason: string; message: string };

/** The fields that lead to the items: by number in protobuf, by name in JSON. */
interface Level {
  fields: readonly number[];
  names: readonly string[];
}

const KINDS_OF_METRIC: Level = {
  fields: [5, 7, 9, 10, 11],
  names: ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'exponential_histogram', 'summary'],
};

const PATHS: Readonly<Record<OtherSignal, readonly Level[]>> = {
  logs: [
    { fields: [1], names: ['resourceLogs', 'resource_logs'] },
    { fields: [2], names: ['scopeLogs', 'scope_logs'] },
    { fields: [2], names: ['logRecords', 'log_records'] },
  ],
  metrics: [
    { fields: [1], names: ['resourceMetrics', 'resource_metrics'] },
    { fields: [2], names: ['scopeMetrics', 'scope_metrics'] },
    { fields: [2], names: ['metrics'] },
    KINDS_OF_METRIC,
    { fields: [1], names: ['dataPoints', 'data_points'] },
  ],
};

export function countProtobuf(signal: OtherSignal, body: Uint8Array): Counted {
  try {
    const wire = new WireReader(body);
    return { ok: true, count: countFields(wire, wire.length, PATHS[signal]) };
  } catch {
    return {
      ok: false,
      reason: 'invalid_protobuf',
      message: `The body is not a valid export of ${signal} in protobuf.`,
    };
  }
}

function countFields(wire: WireReader, end: number, path: readonly Level[]): number {
  const [level, ...deeper] = path;
  const wanted = level?.fields.map(bytes) ?? [];
  let count = 0;
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (!wanted.includes(tag)) {
      wire.skipField(tag, end);
      continue;
    }
    const fieldEnd = wire.fieldEnd(end);
    if (deeper.length > 0) count += countFields(wire, fieldEnd, deeper);
    else count += 1;
    wire.pos = fieldEnd;
  }
  wire.close(end);
  return count;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

export function countJson(signal: OtherSignal, body: Uint8Array): Counted {
  try {
    const value = JSON.parse(decoder.decode(body)) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MalformedBody('Not an object.');
    return { ok: true, count: countMembers(value as Record<string, unknown>, PATHS[signal]) };
  } catch {
    return {
      ok: false,
      reason: 'invalid_json',
      message: `The body is not a valid export of ${signal} in JSON.`,
    };
  }
}

function countMembers(value: Record<string, unknown>, path: readonly Level[]): number {
  const [level, ...deeper] = path;
  let count = 0;
  for (const name of level?.names ?? []) {
    const member = value[name];
    for (const item of Array.isArray(member) ? member : member === undefined ? [] : [member]) {
      if (deeper.length === 0) count += 1;
      else if (typeof item === 'object' && item !== null)
        count += countMembers(item as Record<string, unknown>, deeper);
    }
  }
  return count;
}
