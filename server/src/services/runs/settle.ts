// Computes the inherited labels of the stored spans of some runs, and the rows that have to change.
import { inherit, type LineageSpan, type Taken } from '#otlp';
import { INHERITED, type Lineage } from '#records/record';
import type { LineageChange, SettledSpan } from '#records';

export function lineageChanges(spans: readonly SettledSpan[]): LineageChange[] {
  // The same trace id in another project is another run.
  const runs = Map.groupBy(spans, ({ project, traceId }) => `${project} ${traceId}`);
  return [...runs.values()].flatMap(lineageChangesOfRun);
}

function lineageChangesOfRun(run: readonly SettledSpan[]): LineageChange[] {
  // Of two records with one span id the earlier counts.
  const inOrder = run.toSorted(
    (left, right) => left.timestampMs - right.timestampMs || (left.id < right.id ? -1 : 1),
  );
  const taken = inherit(inOrder.map(withoutTaken));
  return inOrder.flatMap((span, at) => {
    const now = taken[at];
    return now && span.lineage && differs(span, span.lineage, now) ? [changeTo(span, now)] : [];
  });
}

/** The span's own labels, without inherited ones. */
function withoutTaken({ spanId, parentSpanId, values, tags, lineage }: SettledSpan): LineageSpan {
  if (!lineage) return { spanId, parentSpanId, own: values, ownTags: tags, takes: undefined };
  const isInherited = new Set(lineage.inheritedTags);
  return {
    spanId,
    parentSpanId,
    own: INHERITED.map((_, at) => ((lineage.inherited & (1 << at)) === 0 ? (values[at] ?? '') : '')),
    ownTags:
      isInherited.size === 0
        ? tags
        : Object.fromEntries(Object.entries(tags).filter(([key]) => !isInherited.has(key))),
    takes: lineage,
  };
}

function differs({ values, tags }: SettledSpan, before: Lineage, now: Taken): boolean {
  return (
    before.inherited !== now.inherited ||
    now.values.some((value, at) => value !== values[at]) ||
    before.inheritedTags.length !== now.inheritedTags.length ||
    now.inheritedTags.some((key) => tags[key] !== now.tags[key])
  );
}

const changeTo = (
  { table, id, timestampMs }: SettledSpan,
  { values, tags, takesTags, inherited, inheritedTags }: Taken,
): LineageChange => ({
  table,
  id,
  timestampMs,
  values,
  tags,
  lineage: { takesTags, inherited, inheritedTags },
});
