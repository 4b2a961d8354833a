// Spans of one request hand down what they say before they are stored, so that they are complete at once. What
// arrives in other requests is settled after loading (services/runs).
import type { CallRecord, Labels, ObservationRecord, StoredRecord } from '#records';
import { inherit, type LineageSpan, type Taken } from './inherit.ts';

/** Changes the records in place. */
export function inheritWithin(records: readonly StoredRecord[]): void {
  if (records.length < 2) return;
  for (const run of Map.groupBy(records, ({ traceId }) => traceId).values()) {
    if (run.length < 2) continue;
    const taken = inherit(run.map(lineageOf));
    run.forEach((record, at) => {
      const what = taken[at];
      if (what && (what.inherited !== 0 || what.inheritedTags.length > 0)) take(record, what);
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

function take(record: CallRecord | ObservationRecord, { values, tags, ...lineage }: Taken): void {
  const { takesTags, inherited, inheritedTags } = lineage;
  const [sessionId = '', userId = '', agent = '', environment = '', release = ''] = values;
  record.sessionId = sessionId || null;
  if (record.labels) record.labels = { ...record.labels, userId, agent, environment, release };
  record.tags = tags as Record<string, string>;
  record.lineage = { takesTags, inherited, inheritedTags };
}
