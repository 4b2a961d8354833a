// Removes erased calls and traces from the evidence of findings and proposals, which is stored as JSON.

export interface ErasedIds {
  callIds: ReadonlySet<string>;
  traceIds: ReadonlySet<string>;
}

interface Evidence {
  callIds: string[];
  traceIds: string[];
}

/** Null if the evidence contains nothing erased. `left` is false if all of it was erased. */
export function withoutErased(
  json: string,
  { callIds, traceIds }: ErasedIds,
): { json: string; left: boolean } | null {
  const evidence = JSON.parse(json) as Evidence;
  const kept = {
    ...evidence,
    callIds: evidence.callIds.filter((id) => !callIds.has(id)),
    traceIds: evidence.traceIds.filter((id) => !traceIds.has(id)),
  };
  const same =
    kept.callIds.length === evidence.callIds.length && kept.traceIds.length === evidence.traceIds.length;
  return same ? null : { json: JSON.stringify(kept), left: kept.callIds.length + kept.traceIds.length > 0 };
}
