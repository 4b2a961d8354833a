// Writes an export as text. Lines that the engine formatted are passed on, calls are formatted here. Both
// must give the same bytes (store/records/questions/export-lines.ts).
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import { chunks } from '#lib/chunks';
import type { CallRecord, ExportForm, ExportPart, ReadCall } from '#records';
import { presentCall } from './present-call.ts';
import { Call } from './schemas/calls.ts';

/** Text is sent when it is this long. */
const CHUNK_CHARACTERS = 65_536;
/**
 * Shorter formatted lines are joined with the text around them, because sending each one separately costs
 * more.
 */
const PASSED_ON_BYTES = 16_384;

/** Columns that the engine cannot write: scores, and content that only this process can decrypt. */
export interface AddedColumns {
  names: readonly AddedColumn[];
  /** The values of these calls, by id. */
  of: (calls: readonly ReadCall[]) => Promise<(id: string) => AddedValues>;
}
type AddedColumn = 'scores' | 'input' | 'output';
export type AddedValues = Readonly<Partial<Record<AddedColumn, unknown>>>;

/** Contents of this many calls are in memory at once. */
export const ADDED_AT_ONCE = 100;

interface Form {
  before: (added: readonly AddedColumn[]) => string;
  /** The same bytes as the engine writes. */
  line: (call: CallRecord, added: readonly AddedColumn[], values: AddedValues) => string;
  /** The ASCII separator that has to be removed from the start of the first line. */
  separator: string;
  after: string;
}

const FIELDS = Object.keys(Call.properties) as (keyof Call)[];

/** A column that may hold any JSON, even a bare string, has JSON in every cell. */
const json = (value: unknown): CsvCell => (value === null ? null : JSON.stringify(value));

/** In the order of FIELDS. */
const cellsOf = (call: Call): CsvCell[] => [
  call.id,
  call.provider,
  call.model,
  call.timestamp,
  call.promptTokens,
  call.completionTokens,
  call.totalTokens,
  call.costUsd,
  call.latencyMs,
  json(call.tags),
  call.error,
  json(call.errorDetails),
  call.traceId,
  call.spanId,
  call.parentSpanId,
  call.sessionId,
  json(call.toolCalls),
  call.piiRedacted,
  json(call.redactionMetadata),
  json(call.requestMeta),
];

const FORMS: Readonly<Record<ExportForm, Form>> = {
  csv: {
    before: (added) => BYTE_ORDER_MARK + csvLine([...FIELDS, ...added]),
    line: (call, added, values) =>
      csvLine([...cellsOf(presentCall(call)), ...added.map((name) => json(values[name] ?? null))]),
    separator: '',
    after: '',
  },
  json: {
    before: () => '{"records":[',
    line: (call, added, values) =>
      `,${JSON.stringify({
        ...presentCall(call),
        ...Object.fromEntries(added.map((name) => [name, values[name] ?? null])),
      })}`,
    separator: ',',
    after: ']}',
  },
};

export const exportedCalls = (batch: readonly ExportPart[]): ReadCall[] =>
  batch.flatMap((part) => (part instanceof Uint8Array ? [] : [part]));

/** With `added`, every part must be a call. */
export async function* textExport(
  batches: AsyncIterable<readonly ExportPart[]>,
  form: ExportForm,
  added: AddedColumns | null = null,
): AsyncGenerator<string | Uint8Array> {
  const { before, line, separator, after } = FORMS[form];
  const names = added?.names ?? [];
  let [text, skip] = [before(names), separator.length];
  for await (const whole of batches) {
    for (const batch of added ? chunks(whole, ADDED_AT_ONCE) : [whole]) {
      const values = await added?.of(exportedCalls(batch));
      for (const part of batch) {
        const bytes =
          part instanceof Uint8Array ? Buffer.from(part.buffer, part.byteOffset, part.length) : null;
        if (bytes !== null && bytes.length >= PASSED_ON_BYTES) {
          if (text !== '') yield text;
          text = '';
          yield bytes.subarray(skip);
        } else {
          text += (
            part instanceof Uint8Array ? String(bytes) : line(part.call, names, values?.(part.call.id) ?? {})
          ).slice(skip);
        }
        skip = 0;
        if (text.length < CHUNK_CHARACTERS) continue;
        yield text;
        text = '';
      }
      // The beginning is sent with the first line: until then, an error response is still possible.
      if (batch.length === 0 || text === '') continue;
      yield text;
      text = '';
    }
  }
  text += after;
  if (text !== '') yield text;
}
