// Writes an export as text. Lines that the engine formatted are passed on, calls are formatted here. Both must give the same
// bytes (store/records/questions/export-lines.ts).
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import type { CallRecord, ExportForm, ExportPart } from '#records';
import { presentCall } from './present-call.ts';
import { Call } from './schemas/calls.ts';

/** Text is sent when it is this long. */
const CHUNK_CHARACTERS = 65_536;
/** Shorter formatted lines are joined with the text around them, because sending each one separately costs more. */
const PASSED_ON_BYTES = 16_384;

interface Form {
  before: string;
  /** As the engine writes it. */
  line: (call: CallRecord) => string;
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
    before: BYTE_ORDER_MARK + csvLine(FIELDS),
    line: (call) => csvLine(cellsOf(presentCall(call))),
    separator: '',
    after: '',
  },
  json: {
    before: '{"records":[',
    line: (call) => `,${JSON.stringify(presentCall(call))}`,
    separator: ',',
    after: ']}',
  },
};

export async function* textExport(
  batches: AsyncIterable<readonly ExportPart[]>,
  form: ExportForm,
): AsyncGenerator<string | Uint8Array> {
  const { before, line, separator, after } = FORMS[form];
  let [text, skip] = [before, separator.length];
  for await (const batch of batches) {
    for (const part of batch) {
      const bytes =
        part instanceof Uint8Array ? Buffer.from(part.buffer, part.byteOffset, part.length) : null;
      if (bytes !== null && bytes.length >= PASSED_ON_BYTES) {
        if (text !== '') yield text;
        text = '';
        yield bytes.subarray(skip);
      } else {
        text += (part instanceof Uint8Array ? String(bytes) : line(part.call)).slice(skip);
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
  text += after;
  if (text !== '') yield text;
}
