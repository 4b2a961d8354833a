// `import otlp-file`: OTLP as JSON, one export per line, as the collector's file exporter and Phoenix write
// it. Spans and log records go to the open endpoint as they are; the service maps them.
import { asString, fieldsIn, isFields, type Fields } from '../../../service/read.ts';
import type { ImportParcel, SourcePosition, ImportSource } from '../source.ts';
import { SourceTally, type ImportRules } from '../tally.ts';
import { fileRows, type Row } from './rows.ts';

/** The endpoint takes 16 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ITEMS = 1_000;

interface Signal {
  names: readonly string[];
  scopes: readonly string[];
  items: readonly string[];
  path: string;
  /** The name in the request. */
  as: string;
}

const SIGNALS: readonly Signal[] = [
  {
    names: ['resourceSpans', 'resource_spans'],
    scopes: ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'],
    items: ['spans'],
    path: '/otel/v1/traces',
    as: 'resourceSpans',
  },
  {
    names: ['resourceLogs', 'resource_logs'],
    scopes: ['scopeLogs', 'scope_logs'],
    items: ['logRecords', 'log_records'],
    path: '/otel/v1/logs',
    as: 'resourceLogs',
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
  for await (const { rows, next, share } of fileRows(files, () => 'jsonl', from)) {
    const batches = otlpBatches(rows, rules);
    for (const [at, { signal, groups, tally }] of batches.entries()) {
      yield {
        path: signal.path,
        body: () => `{"${signal.as}":[${groups.join(',')}]}`,
        tally,
        next: at === batches.length - 1 ? next : null,
        share,
      };
    }
  }
}

interface OtlpBatch {
  signal: Signal;
  /** JSON of resources with their spans. */
  groups: string[];
  bytes: number;
  items: number;
  tally: SourceTally;
}

function otlpBatches(rows: readonly Row[], rules: ImportRules): OtlpBatch[] {
  const batches: OtlpBatch[] = [];
  const open = new Map<Signal, OtlpBatch>();
  const batchFor = (signal: Signal, bytes: number, items: number): OtlpBatch => {
    const known = open.get(signal);
    if (known && known.bytes + bytes <= MAX_BYTES && known.items + items <= MAX_ITEMS) return known;
    const fresh = { signal, groups: [], bytes: 0, items: 0, tally: new SourceTally() };
    open.set(signal, fresh);
    batches.push(fresh);
    return fresh;
  };
  for (const { fields, text, place } of rows) {
    const signal =
      fields === null ? undefined : SIGNALS.find(({ names }) => names.some((name) => name in fields));
    if (fields === null || signal === undefined) {
      const { tally } = batchFor(SIGNALS[0]!, 0, 0);
      tally.read += 1;
      tally.miss(fields === null ? 'invalid_json' : 'not_a_record', place);
      continue;
    }
    const resources = fieldsIn(signal.names.map((name) => fields[name]).find(Array.isArray));
    const pieces = piecesOf(signal, resources, text);
    for (const { json, bytes, items } of pieces) {
      const batch = batchFor(signal, bytes, items.length);
      batch.groups.push(json);
      batch.bytes += bytes;
      batch.items += items.length;
      for (const item of items) batch.tally.note(seenOf(item, place), rules);
    }
  }
  return batches;
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

const NANOS_PER_MS = 1_000_000;
const TIME_NAMES = [
  'startTimeUnixNano',
  'start_time_unix_nano',
  'timeUnixNano',
  'time_unix_nano',
  'observedTimeUnixNano',
];

export function seenOf(item: Fields, id: string) {
  const name = TIME_NAMES.find((each) => item[each] !== undefined && item[each] !== '0');
  const nanos = name === undefined ? Number.NaN : Number(item[name]);
  const attributes = fieldsIn(item['attributes']);
  let costUsd: number | null = null;
  let hasContent = false;
  for (const { key, value } of attributes) {
    if (typeof key !== 'string') continue;
    if (COSTS.has(key)) costUsd = numberIn(value) ?? costUsd;
    else if (key === COST_DETAILS) costUsd = totalIn(value) ?? costUsd;
    hasContent ||= CONTENT.test(key);
  }
  return {
    timeMs: Number.isFinite(nanos) && nanos > 0 ? Math.floor(nanos / NANOS_PER_MS) : null,
    costUsd,
    hasContent,
    id,
  };
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

function numberIn(value: unknown): number | null {
  if (!isFields(value)) return null;
  const found = value['doubleValue'] ?? value['double_value'] ?? value['intValue'] ?? value['int_value'];
  const number = Number(found ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

function totalIn(value: unknown): number | null {
  const text = isFields(value) ? asString(value['stringValue'] ?? value['string_value']) : null;
  try {
    const costs: unknown = text === null ? null : JSON.parse(text);
    return isFields(costs) && typeof costs['total'] === 'number' ? costs['total'] : null;
  } catch {
    return null;
  }
}
