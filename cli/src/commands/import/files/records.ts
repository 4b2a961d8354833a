// `import jsonl` and `import csv`: rows become records of POST /v1/ingest.
import { asFinite, asString, isFields } from '../../../service/read.ts';
import type { ImportParcel, SourcePosition, ImportSource } from '../source.ts';
import { SourceTally, type ImportRules } from '../tally.ts';
import type { Mapping } from './mapping.ts';
import { fileRows, type Row, type RowFormat } from './rows.ts';

/** The limits of POST /v1/ingest. */
const MAX_RECORDS = 100;
const MAX_BYTES = 1024 * 1024;
const ENVELOPE_BYTES = '{"records":[]}'.length;

export const recordFiles = (
  name: string,
  identity: string,
  files: readonly string[],
  formatOf: (file: string) => RowFormat,
  mapping: Mapping,
): ImportSource => ({
  name,
  identity,
  isFile: true,
  parcels: (from, rules) => recordParcels(files, formatOf, mapping, from, rules),
});

async function* recordParcels(
  files: readonly string[],
  formatOf: (file: string) => RowFormat,
  mapping: Mapping,
  from: SourcePosition | null,
  rules: ImportRules,
): AsyncGenerator<ImportParcel> {
  for await (const { rows, next, share } of fileRows(files, formatOf, from)) {
    const batches = batchesOf(rows, mapping, rules);
    for (const [at, { records, tally }] of batches.entries()) {
      yield {
        path: '/v1/ingest',
        body: () => `{"records":[${records.join(',')}]}`,
        tally,
        next: at === batches.length - 1 ? next : null,
        share,
      };
    }
  }
}

interface Batch {
  records: string[];
  bytes: number;
  tally: SourceTally;
}

const newBatch = (): Batch => ({ records: [], bytes: ENVELOPE_BYTES, tally: new SourceTally() });

/** At least one, so that rows that cannot be sent are counted too. */
function batchesOf(rows: readonly Row[], mapping: Mapping, rules: ImportRules): Batch[] {
  let batch = newBatch();
  const batches = [batch];
  for (const { fields, text, place } of rows) {
    if (fields === null) {
      batch.tally.read += 1;
      batch.tally.miss('invalid_json', place);
      continue;
    }
    const { record, timeMs, isAsIs } = mapping.apply(fields, text);
    const json = isAsIs && text !== null ? text.trim() : JSON.stringify(record);
    const bytes = Buffer.byteLength(json) + 1;
    if (bytes + ENVELOPE_BYTES > MAX_BYTES) {
      batch.tally.read += 1;
      batch.tally.miss('record_too_large', place);
      continue;
    }
    if (batch.records.length >= MAX_RECORDS || batch.bytes + bytes > MAX_BYTES) {
      batch = newBatch();
      batches.push(batch);
    }
    batch.records.push(json);
    batch.bytes += bytes;
    const meta = isFields(record['requestMeta']) ? record['requestMeta'] : {};
    batch.tally.note(
      {
        timeMs,
        costUsd: asFinite(record['costUsd']),
        provider: asString(record['provider']),
        hasContent: meta['input'] !== undefined || meta['output'] !== undefined,
        id: place,
      },
      rules,
    );
  }
  return batches;
}
