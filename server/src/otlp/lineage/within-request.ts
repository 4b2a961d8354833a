// Spans of one request hand down what they say before they are stored, so that they are complete at once. What
// arrives in other requests is settled after loading (services/runs).
import type { CallRecord, Labels, Lineage, ObservationRecord, StoredRecord } from '#records';
import { inherit, type LineageSpan, type Taken } from './inherit.ts';

/** Changes the records in place. */
export function inheritWithin(records: readonly StoredRecord[]): void {
  if (records.length < 2) return;
  for (const run of Map.groupBy(records, ({ traceId }) => traceId).values()) {
    if (run.length < 2) continue;
    const taken = inherit(run.map(lineageOf));
    run.forEach((record, at) => {
      const what = taken[at];
      if (what) take(record, what);
    });
  }
}

const lineageOf = (record: StoredRecord): LineageSpan => {
  const { userId = '', agent = '', environment = '', release = '' }: Partial<Labels> = record.labels ?? {};
  return {
    spanId: record.spanId ?? '',
    parentSpanId: record.parentSpanId ?? '',
    own: [record.sessionId ?? '', userId, agent, environment, release],
    ownTags: record.tags,
    takes: record.lineage,
  };
};

const COMPLETE = [false, true].map((takesTags): Lineage => ({
  takesTags,
  inherited: 0,
  inheritedTags: [],
  isComplete: true,
}));

function take(
  record: CallRecord | ObservationRecord,
  { values, tags, leftOut: _rest, ...lineage }: Taken,
): void {
  if (lineage.inherited === 0 && lineage.inheritedTags.length === 0) {
    if (lineage.isComplete) Object.assign(record, { lineage: COMPLETE[Number(lineage.takesTags)] });
    return;
  }
  const [sessionId = '', userId = '', agent = '', environment = '', release = ''] = values;
  record.sessionId = sessionId || null;
  if (record.labels) record.labels = { ...record.labels, userId, agent, environment, release };
  record.tags = { ...tags };
  record.lineage = lineage;
}
