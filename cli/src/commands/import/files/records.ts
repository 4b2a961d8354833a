// `import jsonl`, `import csv` and `import parquet`: rows become records of POST /v1/ingest.
import { asFinite, asString, isFields } from '../../../service/read.ts';
import type { ImportParcel, SourcePosition, ImportSource } from '../source.ts';
import { SourceTally, type ImportRules } from '../tally.ts';
import type { Mapping } from './mapping.ts';
import { LinePlan } from './planned-lines.ts';
import { fileRows, type Row, type RowFormat } from './rows.ts';

/** The limits of POST /v1/ingest. */
const MAX_RECORDS = 100;
const MAX_BYTES = 1024 * 1024;
const ENVELOPE_BYTES = '{"records":[]}'.length;

interface RecordFiles {
  files: readonly string[];
  format: RowFormat;
  mapping: Mapping;
}

export function recordFiles(name: string, identity: string, source: RecordFiles): ImportSource {
  let plan: LinePlan | null = null;
  return {
    name,
    identity,
    isFile: true,
    parcels: async function* (from, rules) {
      if (from === null && plan !== null && (await plan.holds())) {
        yield* plan.parcels();
        return;
      }
      plan = from === null && source.format === 'jsonl' ? new LinePlan(source.files) : null;
      await plan?.begin();
      yield* recordParcels(source, from, rules, plan);
      plan?.complete();
    },
  };
}

async function* recordParcels(
  { files, format, mapping }: RecordFiles,
  from: SourcePosition | null,
  rules: ImportRules,
  plan: LinePlan | null,
): AsyncGenerator<ImportParcel> {
  for await (const { rows, next, share, file, start } of fileRows(files, () => format, from)) {
    const batches = batchesOf(rows, mapping, rules, start);
    for (const [at, { records, tally, range }] of batches.entries()) {
      const place = { tally, next: at === batches.length - 1 ? next : null, share };
      if (range === null) plan?.giveUp();
      else plan?.add({ file, ...range, ...place });
      yield { path: '/v1/ingest', body: () => `{"records":[${records.join(',')}]}`, ...place };
    }
  }
}

interface Batch {
  records: string[];
  bytes: number;
  tally: SourceTally;
  /** Where its lines are in the file, if they can be sent as they are. */
  range: { start: number; end: number } | null;
}

const newBatch = (start: number | null): Batch => ({
  records: [],
  bytes: ENVELOPE_BYTES,
  tally: new SourceTally(),
  range: start === null ? null : { start, end: start },
});

/** At least one, so that rows that cannot be sent are counted too. */
function batchesOf(
  rows: readonly Row[],
  mapping: Mapping,
  rules: ImportRules,
  start: { end: number; number: number } | null,
): Batch[] {
  let batch = newBatch(start?.end ?? null);
  const batches = [batch];
  let last = start;
  const miss = (reason: 'invalid_json' | 'record_too_large', place: string) => {
    batch.tally.read += 1;
    batch.tally.miss(reason, place);
    batch.range = null;
  };
  for (const { fields, text, place, line } of rows) {
    if (fields === null) {
      miss('invalid_json', place);
      continue;
    }
    const { record, timeMs, isAsIs } = mapping.apply(fields, text);
    const json = isAsIs && text !== null ? text : JSON.stringify(record);
    // The bytes of a line are known, with its line break.
    const isNext = line !== undefined && last !== null && line.number === last.number + 1;
    const bytes = isAsIs && isNext && last !== null ? line.end - last.end : Buffer.byteLength(json) + 1;
    if (bytes + ENVELOPE_BYTES > MAX_BYTES) {
      miss('record_too_large', place);
      continue;
    }
    if (batch.records.length >= MAX_RECORDS || batch.bytes + bytes > MAX_BYTES) {
      batch = newBatch(last?.end ?? null);
      batches.push(batch);
    }
    batch.records.push(json);
    batch.bytes += bytes;
    if (batch.range !== null && isAsIs && isNext) batch.range.end = line.end;
    else batch.range = null;
    last = line ?? null;
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
