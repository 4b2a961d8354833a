// A Parquet export with columns that only this process can fill. The engine writes all others
// (store/records/questions/export-calls.ts); both have the same fields of a call.
import { chunks } from '#lib/chunks';
import { ParquetFile, type ParquetColumn } from '#lib/parquet-file';
import { Pace } from '#lib/yield-to-event-loop';
import type { ExportPart } from '#records';
import { ADDED_AT_ONCE, exportedCalls, type AddedColumns, type AddedValues } from './export-formats.ts';
import { presentCall } from './present-call.ts';
import type { Call } from './schemas/calls.ts';

interface Row {
  call: Call;
  added: AddedValues;
}

/** A row group is written when it has this many characters or rows. It takes about 10 ms of this thread. */
const GROUP_CHARACTERS = 524_288;
const GROUP_ROWS = 500;

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const ofCall = (
  name: keyof Call,
  kind: ParquetColumn<Row>['kind'],
  isOptional = false,
): ParquetColumn<Row> => ({ name, kind, isOptional, value: ({ call }) => call[name] });

const jsonOf = (name: keyof Call): ParquetColumn<Row> => ({
  name,
  kind: 'text',
  isOptional: true,
  value: ({ call }) => json(call[name]),
});

const COLUMNS: readonly ParquetColumn<Row>[] = [
  ofCall('id', 'text'),
  ofCall('provider', 'text'),
  ofCall('model', 'text'),
  { name: 'timestamp', kind: 'time', value: ({ call }) => Date.parse(call.timestamp) },
  ofCall('promptTokens', 'number'),
  ofCall('completionTokens', 'number'),
  ofCall('totalTokens', 'number'),
  ofCall('costUsd', 'number'),
  ofCall('latencyMs', 'number'),
  { name: 'tags', kind: 'map', value: ({ call }) => call.tags ?? {} },
  ofCall('error', 'text', true),
  jsonOf('errorDetails'),
  ofCall('traceId', 'text', true),
  ofCall('spanId', 'text', true),
  ofCall('parentSpanId', 'text', true),
  ofCall('sessionId', 'text', true),
  jsonOf('toolCalls'),
  ofCall('piiRedacted', 'flag'),
  jsonOf('redactionMetadata'),
  jsonOf('requestMeta'),
];

/** Every part must be a call. */
export async function* parquetExport(
  batches: AsyncIterable<readonly ExportPart[]>,
  { names, of }: AddedColumns,
): AsyncGenerator<Uint8Array> {
  const file = new ParquetFile<Row>([
    ...COLUMNS,
    ...names.map((name): ParquetColumn<Row> => ({
      name,
      kind: 'text',
      isOptional: true,
      value: ({ added }) => added[name] ?? null,
    })),
  ]);
  const pace = new Pace();
  let [rows, characters]: [Row[], number] = [[], 0];
  const group = (): Buffer => {
    const bytes = file.group(rows);
    [rows, characters] = [[], 0];
    return bytes;
  };
  for await (const whole of batches) {
    for (const batch of chunks(whole, ADDED_AT_ONCE)) {
      const calls = exportedCalls(batch);
      const values = await of(calls);
      for (const { call } of calls) {
        const found = values(call.id);
        const added = Object.fromEntries(names.map((name) => [name, json(found[name])]));
        rows.push({ call: presentCall(call), added });
        characters += Object.values(added).reduce((sum, text) => sum + (text?.length ?? 0), 0);
        if (characters < GROUP_CHARACTERS && rows.length < GROUP_ROWS) continue;
        yield group();
        await pace.rest();
      }
    }
  }
  if (rows.length > 0) yield group();
  yield file.end();
}
