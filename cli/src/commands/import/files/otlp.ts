// `import otlp-file`: OTLP as JSON, one export per line, or as protobuf, as the collector's file exporter and
// Phoenix write it. Spans and log records go to the open endpoint as they are; the service maps them.
import { asString, fieldsIn, isFields, type Fields } from '../../../service/read.ts';
import type { ImportParcel, SourcePosition, ImportSource } from '../source.ts';
import { SourceTally, type ImportRules } from '../tally.ts';
import { protoPieces, type ProtoSignal, type SeenItem } from './otlp-proto.ts';
import { fileRows, type Row } from './rows.ts';

/** The endpoint takes this. */
const MAX_BODY = 72 * 1024 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ITEMS = 1_000;

interface Signal {
  names: readonly string[];
  scopes: readonly string[];
  items: readonly string[];
  path: string;
  /** The name in the request. */
  as: string;
  /** What the items are called in protobuf messages. */
  proto: ProtoSignal;
}

const SIGNALS: readonly Signal[] = [
  {
    names: ['resourceSpans', 'resource_spans'],
    scopes: ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'],
    items: ['spans'],
    path: '/otel/v1/traces',
    as: 'resourceSpans',
    proto: 'spans',
  },
  {
    names: ['resourceLogs', 'resource_logs'],
    scopes: ['scopeLogs', 'scope_logs'],
    items: ['logRecords', 'log_records'],
    path: '/otel/v1/logs',
    as: 'resourceLogs',
    proto: 'logs',
  },
];

export const otlpFiles = (identity: string, files: readonly string[]): ImportSource => ({
  name: 'otlp-file',
  identity,
  isFile: true,
  parcels: (from, rules) => otlpParcels(files, from, rules),
});

async function* otlpParcels(
  files: readonly string[],
  from: SourcePosition | null,
  rules: ImportRules,
): AsyncGenerator<ImportParcel> {
  for await (const { rows, next, share } of inLargerGroups(fileRows(files, () => 'otlp', from))) {
    const batches = otlpBatches(rows, rules);
    for (const [at, batch] of batches.entries()) {
      yield { ...requestOf(batch), next: at === batches.length - 1 ? next : null, share };
    }
  }
}

type Rows = ReturnType<typeof fileRows> extends AsyncGenerator<infer R> ? R : never;

/** Messages of a file come one by one, and one request takes many. */
async function* inLargerGroups(groups: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  let rows: Row[] = [];
  let bytes = 0;
  let last: Rows | null = null;
  for await (const group of groups) {
    last = group;
    for (const row of group.rows) {
      rows.push(row);
      bytes += row.bytes?.length ?? row.text?.length ?? MAX_BYTES;
    }
    if (bytes < MAX_BYTES) continue;
    yield { ...group, rows };
    rows = [];
    bytes = 0;
  }
  if (last !== null && rows.length > 0) yield { ...last, rows };
}

interface OtlpBatch {
  signal: Signal;
  /** Resources with their items: JSON texts, or fields of protobuf. */
  groups: (string | Buffer)[];
  isProto: boolean;
  bytes: number;
  items: number;
  tally: SourceTally;
}

const requestOf = ({ signal, groups, isProto, tally }: OtlpBatch): Omit<ImportParcel, 'next' | 'share'> =>
  isProto
    ? {
        path: signal.path,
        headers: { 'content-type': 'application/x-protobuf' },
        body: () => Buffer.concat(groups.map((group) => Buffer.from(group))),
        tally,
      }
    : { path: signal.path, body: () => `{"${signal.as}":[${groups.join(',')}]}`, tally };

function otlpBatches(rows: readonly Row[], rules: ImportRules): OtlpBatch[] {
  const batches: OtlpBatch[] = [];
  const open = new Map<string, OtlpBatch>();
  const batchFor = (signal: Signal, isProto: boolean, bytes: number, items: number): OtlpBatch => {
    const key = `${signal.as} ${isProto}`;
    const known = open.get(key);
    if (known && known.bytes + bytes <= MAX_BYTES && known.items + items <= MAX_ITEMS) return known;
    const fresh = { signal, groups: [], isProto, bytes: 0, items: 0, tally: new SourceTally() };
    open.set(key, fresh);
    batches.push(fresh);
    return fresh;
  };
  const miss = (reason: 'invalid_json' | 'not_a_record' | 'record_too_large', place: string) => {
    const { tally } = batchFor(SIGNALS[0]!, false, 0, 0);
    tally.read += 1;
    tally.miss(reason, place);
  };
  for (const row of rows) {
    const { place } = row;
    const found = row.bytes ? protoFound(row.bytes, place) : jsonFound(row);
    if (typeof found === 'string') {
      miss(found, place);
      continue;
    }
    for (const { signal, isProto, group, bytes, items } of found) {
      if (bytes > MAX_BODY) {
        miss('record_too_large', place);
        continue;
      }
      const batch = batchFor(signal, isProto, bytes, items.length);
      batch.groups.push(group);
      batch.bytes += bytes;
      batch.items += items.length;
      for (const item of items) batch.tally.note(seenItem(item), rules);
    }
  }
  return batches;
}

interface Found {
  signal: Signal;
  isProto: boolean;
  group: string | Buffer;
  bytes: number;
  items: SeenItem[];
}

function protoFound(message: Buffer, place: string): Found[] | 'not_a_record' {
  const pieces = protoPieces(message, place);
  if (pieces === null) return 'not_a_record';
  return pieces.map(({ signal: kind, bytes, items }) => ({
    signal: SIGNALS.find(({ proto }) => proto === kind) ?? SIGNALS[0]!,
    isProto: true,
    group: bytes,
    bytes: bytes.length,
    items,
  }));
}

function jsonFound({ fields, text, place }: Row): Found[] | 'invalid_json' | 'not_a_record' {
  if (fields === null) return 'invalid_json';
  const signal = SIGNALS.find(({ names }) => names.some((name) => name in fields));
  if (signal === undefined) return 'not_a_record';
  const resources = fieldsIn(signal.names.map((name) => fields[name]).find(Array.isArray));
  return piecesOf(signal, resources, text).map(({ json, bytes, items }) => ({
    signal,
    isProto: false,
    group: json,
    bytes,
    items: items.map((item) => itemOf(item, place)),
  }));
}

interface Piece {
  json: string;
  bytes: number;
  items: Fields[];
}

function itemsOf(signal: Signal, resource: Fields): { scope: Fields; items: Fields[] }[] {
  const scopes = fieldsIn(signal.scopes.map((name) => resource[name]).find(Array.isArray));
  return scopes.map((scope) => ({
    scope,
    items: fieldsIn(signal.items.map((name) => scope[name]).find(Array.isArray)),
  }));
}

/** The usual start of a line; what is between it and the end can be sent without writing it anew. */
const START = '{"resourceSpans":[';

function piecesOf(signal: Signal, resources: readonly Fields[], text: string | null): Piece[] {
  const all = resources.map((resource) => itemsOf(signal, resource));
  const items = all.flatMap((scopes) => scopes.flatMap((each) => each.items));
  const line = text?.trim() ?? '';
  const bytes = Buffer.byteLength(line);
  if (items.length <= MAX_ITEMS && bytes <= MAX_BYTES) {
    const isPlain = line.startsWith(START) && line.endsWith(']}') && resources.length === 1;
    const json = isPlain
      ? line.slice(START.length, -2)
      : resources.map((each) => JSON.stringify(each)).join(',');
    return [{ json, bytes: isPlain ? bytes : Buffer.byteLength(json), items }];
  }
  return resources.flatMap((resource, at) =>
    (all[at] ?? []).flatMap((scope) => splitScope(signal, resource, scope)),
  );
}

/** A large export in pieces that fit, each with its resource and scope. */
function splitScope(
  signal: Signal,
  resource: Fields,
  { scope, items }: { scope: Fields; items: Fields[] },
): Piece[] {
  const scopeName = signal.scopes.find((name) => name in resource) ?? signal.scopes[0]!;
  const itemName = signal.items.find((name) => name in scope) ?? signal.items[0]!;
  const pieces: Piece[] = [];
  let some: Fields[] = [];
  let size = 0;
  const end = () => {
    if (some.length === 0) return;
    const json = JSON.stringify({ ...resource, [scopeName]: [{ ...scope, [itemName]: some }] });
    pieces.push({ json, bytes: Buffer.byteLength(json), items: some });
    some = [];
    size = 0;
  };
  for (const item of items) {
    const bytes = JSON.stringify(item).length;
    if (some.length >= MAX_ITEMS || size + bytes > MAX_BYTES) end();
    some.push(item);
    size += bytes;
  }
  end();
  return pieces;
}

const TIME_NAMES = [
  'startTimeUnixNano',
  'start_time_unix_nano',
  'timeUnixNano',
  'time_unix_nano',
  'observedTimeUnixNano',
];

/** As the service reads them: nanoseconds have more digits than a number, so a division would round them. */
function millisecondsOf(nanos: unknown): number | null {
  const number = Number(nanos);
  if (!(number > 0 && number < 2 ** 64)) return null;
  const isExact = typeof nanos === 'string' && /^\d+$/.test(nanos);
  return Number((isExact ? BigInt(nanos) : BigInt(Math.trunc(number))) / 1_000_000n);
}

function itemOf(item: Fields, id: string): SeenItem {
  const name = TIME_NAMES.find((each) => item[each] !== undefined && item[each] !== '0');
  const attributes: { key: string; value: string | number | null }[] = [];
  for (const { key, value } of fieldsIn(item['attributes'])) {
    if (typeof key === 'string') attributes.push({ key, value: valueIn(value) });
  }
  return {
    timeMs: name === undefined ? null : millisecondsOf(item[name]),
    attributes,
    id,
  };
}

/** A text or a number. Integers are texts in the JSON form. */
function valueIn(value: unknown): string | number | null {
  if (!isFields(value)) return null;
  const text = asString(value['stringValue'] ?? value['string_value']);
  if (text !== null) return text;
  const found = value['doubleValue'] ?? value['double_value'] ?? value['intValue'] ?? value['int_value'];
  const number = Number(found ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

export const seenOf = (item: Fields, id: string) => seenItem(itemOf(item, id));

function seenItem({ timeMs, attributes, id }: SeenItem) {
  let costUsd: number | null = null;
  let hasContent = false;
  for (const { key, value } of attributes) {
    if (COSTS.has(key)) costUsd = typeof value === 'number' ? value : costUsd;
    else if (key === COST_DETAILS) costUsd = totalIn(value) ?? costUsd;
    hasContent ||= CONTENT.test(key);
  }
  return { timeMs, costUsd, hasContent, id };
}

const COSTS = new Set([
  'gen_ai.usage.cost',
  'llm.cost.total',
  'llm.usage.cost',
  'operation.cost',
  'cost_usd',
]);
const COST_DETAILS = 'langfuse.observation.cost_details';
const CONTENT =
  /^(gen_ai\.(input|output|prompt|completion|system_instructions)|llm\.(input|output)_messages|input\.value|output\.value|langfuse\.observation\.(input|output)|ai\.prompt|ai\.response\.text|traceloop\.entity\.(input|output))/;

function totalIn(text: string | number | null): number | null {
  try {
    const costs: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    return isFields(costs) && typeof costs['total'] === 'number' ? costs['total'] : null;
  } catch {
    return null;
  }
}
