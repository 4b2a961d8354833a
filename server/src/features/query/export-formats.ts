// Batches of calls as text, a batch at a time.
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import type { ReadCall } from '#records';
import { presentCall } from './present-call.ts';
import { Call } from './schemas.ts';

type Batches = AsyncIterable<readonly ReadCall[]>;

/** A batch of wide calls is sent in several. */
const CHUNK_CHARACTERS = 65_536;

export async function* jsonExport(batches: Batches): AsyncGenerator<string> {
  let before = '{"records":[';
  for await (const batch of batches) {
    let text = '';
    for (const { call } of batch) {
      text += before + JSON.stringify(presentCall(call));
      before = ',';
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

const FIELDS = Object.keys(Call.properties) as (keyof Call)[];

/** What may hold any JSON, a bare string too, is JSON in every cell. */
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

export async function* csvExport(batches: Batches): AsyncGenerator<string> {
  // Leaves with the first rows: until they are there, an error can still be told.
  let text = BYTE_ORDER_MARK + csvLine(FIELDS);
  for await (const batch of batches) {
    for (const { call } of batch) {
      text += csvLine(cellsOf(presentCall(call)));
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
    if (batch.length === 0 || text === '') continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
