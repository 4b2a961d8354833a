// Counts the log records or data points of an export. They are not stored, and the response reports the exact number.
import { jsonChildren } from '#lib/json-pieces';
import type { Pace } from '#lib/yield-to-event-loop';
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

/** Up to this size, a body is parsed in one go. */
const SMALL_BYTES = 256 * 1_024;
const MAX_GROUPS = 200_000;

export async function countJson(signal: OtherSignal, body: Buffer, pace: Pace): Promise<Counted> {
  try {
    const count =
      body.length <= SMALL_BYTES
        ? countMembers(objectIn(body), PATHS[signal])
        : await countIn(body, pace, PATHS[signal]);
    if (count === null) throw new MalformedBody('Not an object.');
    return { ok: true, count };
  } catch {
    return {
      ok: false,
      reason: 'invalid_json',
      message: `The body is not a valid export of ${signal} in JSON.`,
    };
  }
}

function objectIn(body: Buffer): Record<string, unknown> {
  const value = JSON.parse(decoder.decode(body)) as unknown;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MalformedBody('Not an object.');
  return value as Record<string, unknown>;
}

/** Without parsing the items, and with pauses. Null if the text is no object. */
async function countIn(text: Buffer, pace: Pace, path: readonly Level[]): Promise<number | null> {
  const [level, ...deeper] = path;
  const object = await jsonChildren(text, pace, MAX_GROUPS);
  if (object?.kind !== 'object') return null;
  let count = 0;
  for (const { key, text: member } of object.children) {
    if (!level?.names.includes(key)) continue;
    const items = await jsonChildren(member, pace, deeper.length === 0 ? 0 : MAX_GROUPS);
    if (items === null) continue;
    if (deeper.length === 0) count += items.kind === 'list' ? items.count : 1;
    else if (items.kind === 'object') count += (await countIn(member, pace, deeper)) ?? 0;
    else for (const item of items.children) count += (await countIn(item.text, pace, deeper)) ?? 0;
  }
  return count;
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
