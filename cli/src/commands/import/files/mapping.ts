// How the fields of a row become a record of POST /v1/ingest: by `--map`, by the names of the record itself,
// and by names that other exports use.
import { createHash } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { isFields, type Fields } from '../../../service/read.ts';
import { timeMsOf } from './times.ts';

const TEXTS = ['id', 'provider', 'model', 'error', 'traceId', 'spanId', 'parentSpanId', 'sessionId'] as const;
const NUMBERS = ['promptTokens', 'completionTokens', 'totalTokens', 'costUsd', 'latencyMs'] as const;
const JSONS = ['tags', 'requestMeta', 'toolCalls', 'errorDetails', 'redactionMetadata'] as const;
const TIMES = ['timestamp', 'endTime'] as const;

const TARGETS: ReadonlySet<string> = new Set([...TEXTS, ...NUMBERS, ...JSONS, ...TIMES, 'piiRedacted']);
const TEXT_SET: ReadonlySet<string> = new Set(TEXTS);
const NUMBER_SET: ReadonlySet<string> = new Set(NUMBERS);
const TIME_SET: ReadonlySet<string> = new Set(TIMES);
const NESTED = /^(tags|requestMeta)\.(.+)$/;
/** Members of `requestMeta` that are numbers. */
const META_NUMBERS = /^(ttftMs|\w+Tokens)$/;

/** Names of other exports, by our own. The first that a row has is taken. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  id: ['request_id', 'call_id', 'run_id', 'uuid'],
  provider: ['vendor', 'llm_provider', 'gen_ai.provider.name', 'gen_ai.system'],
  model: ['model_name', 'request_model', 'llm_model', 'gen_ai.request.model'],
  timestamp: ['time', 'created_at', 'createdAt', 'start_time', 'startTime', 'started_at', 'date'],
  endTime: ['end_time', 'endTime', 'ended_at', 'completed_at'],
  promptTokens: ['prompt_tokens', 'input_tokens', 'inputTokens', 'tokens_in', 'gen_ai.usage.input_tokens'],
  completionTokens: [
    'completion_tokens',
    'output_tokens',
    'outputTokens',
    'tokens_out',
    'gen_ai.usage.output_tokens',
  ],
  totalTokens: ['total_tokens', 'tokens'],
  costUsd: ['cost_usd', 'cost', 'total_cost', 'totalCost', 'spend'],
  latencyMs: ['latency_ms', 'duration_ms', 'durationMs', 'delay_ms'],
  traceId: ['trace_id'],
  spanId: ['span_id'],
  parentSpanId: ['parent_span_id', 'parent_id', 'parentId'],
  sessionId: ['session_id', 'thread_id', 'conversation_id'],
  error: ['error_message', 'errorMessage'],
  'requestMeta.userId': ['userId', 'user_id', 'user'],
  'requestMeta.input': ['input', 'prompt', 'messages', 'request'],
  'requestMeta.output': ['output', 'completion', 'response'],
};

/** `--map model=llm.name`: the field of the record, then the field of the row. */
export function readMap(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  const target = text.slice(0, at);
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Give it as <field of the record>=<field of the file>.');
  requireTarget(target);
  return { ...before, [target]: text.slice(at + 1) };
}

/** `--set provider=openai`: the same value for every record. */
export function readSet(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give it as <field of the record>=<value>.');
  requireTarget(text.slice(0, at));
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

function requireTarget(target: string): void {
  if (TARGETS.has(target) || NESTED.test(target)) return;
  throw new InvalidArgumentError(
    `A record has no field ${target}. It has ${[...TARGETS].join(', ')}, tags.<name> and requestMeta.<name>.`,
  );
}

interface MappedRecord {
  record: Record<string, unknown>;
  timeMs: number | null;
  /** True if the row is a record as it is, so its text can be sent. */
  isAsIs: boolean;
}

export class Mapping {
  readonly #map: readonly (readonly [target: string, path: string])[];
  readonly #set: readonly (readonly [target: string, value: string])[];

  constructor(map: Readonly<Record<string, string>>, set: Readonly<Record<string, string>>) {
    this.#map = Object.entries(map);
    this.#set = Object.entries(set);
  }

  /** `text` is the line, from which a row without an id gets one: the same line has the same id. */
  apply(row: Fields, text: string | null): MappedRecord {
    if (this.#map.length === 0 && this.#set.length === 0 && isRecord(row))
      return { record: row, timeMs: timeMsOf(row['timestamp']), isAsIs: true };
    const record: Record<string, unknown> = {};
    for (const name of TARGETS) if (row[name] !== undefined) put(record, name, row[name]);
    for (const [target, names] of Object.entries(ALIASES)) {
      if (has(record, target)) continue;
      const name = names.find((each) => present(row[each]));
      if (name !== undefined) put(record, target, row[name]);
    }
    for (const [target, path] of this.#map) {
      const value = valueAt(row, path);
      if (present(value)) put(record, target, value);
    }
    for (const [target, value] of this.#set) put(record, target, value);
    return { record, timeMs: complete(record, text ?? JSON.stringify(row)), isAsIs: false };
  }
}

/** A line of our own export. */
const isRecord = (row: Fields): boolean =>
  typeof row['id'] === 'string' &&
  typeof row['timestamp'] === 'string' &&
  row['timestamp'].includes('T') &&
  typeof row['model'] === 'string' &&
  typeof row['costUsd'] === 'number' &&
  typeof row['totalTokens'] === 'number';

const present = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function has(record: Record<string, unknown>, target: string): boolean {
  const [, group, name] = NESTED.exec(target) ?? [];
  if (group === undefined || name === undefined) return present(record[target]);
  const members = record[group];
  return isFields(members) && present(members[name]);
}

/** A name with dots is a field of that name, or a way into objects. */
function valueAt(row: Fields, path: string): unknown {
  if (row[path] !== undefined) return row[path];
  let value: unknown = row;
  for (const step of path.split('.')) {
    const inside = typeof value === 'string' ? parsed(value) : value;
    if (Array.isArray(inside)) value = (inside as unknown[])[Number(step)];
    else if (isFields(inside)) value = inside[step];
    else return undefined;
  }
  return value;
}

function put(record: Record<string, unknown>, target: string, value: unknown): void {
  if (!present(value)) return;
  const [, group, name] = NESTED.exec(target) ?? [];
  if (group !== undefined && name !== undefined) {
    const members = isFields(record[group]) ? record[group] : {};
    record[group] = { ...members, [name]: group === 'tags' ? asText(value) : metaValue(name, value) };
  } else if (NUMBER_SET.has(target)) record[target] = asNumber(value);
  else if (TIME_SET.has(target)) record[target] = value;
  else if (TEXT_SET.has(target)) record[target] = asText(value);
  else if (target === 'piiRedacted') record[target] = value === true || value === 'true';
  else record[target] = typeof value === 'string' ? parsed(value) : value;
}

/** A cell of CSV has messages as JSON text. */
const metaValue = (name: string, value: unknown): unknown =>
  META_NUMBERS.test(name)
    ? asNumber(value)
    : typeof value === 'string' && /^[[{]/.test(value)
      ? parsed(value)
      : value;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What is no number stays, so that the service names it in its rejection. */
function asNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const number = Number(value.replace(/^\$/, '').replaceAll(',', ''));
  return Number.isFinite(number) ? number : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Fills what follows from the rest, and returns the time. */
function complete(record: Record<string, unknown>, text: string): number | null {
  const timeMs = timeMsOf(record['timestamp']);
  if (timeMs !== null) record['timestamp'] = new Date(timeMs).toISOString();
  const endMs = timeMsOf(record['endTime']);
  delete record['endTime'];
  if (!present(record['latencyMs']))
    record['latencyMs'] = timeMs !== null && endMs !== null ? Math.max(0, endMs - timeMs) : 0;
  for (const name of ['promptTokens', 'completionTokens', 'costUsd']) record[name] ??= 0;
  const { promptTokens, completionTokens } = record;
  if (
    !present(record['totalTokens']) &&
    typeof promptTokens === 'number' &&
    typeof completionTokens === 'number'
  )
    record['totalTokens'] = promptTokens + completionTokens;
  if (!present(record['id']))
    record['id'] = `import-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  return timeMs;
}
