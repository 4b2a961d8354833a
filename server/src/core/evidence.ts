// The calls and traces that findings and proposals refer to, stored as JSON, without erased ones.

export interface Gone {
  callIds: ReadonlySet<string>;
  traceIds: ReadonlySet<string>;
}

interface Evidence {
  callIds: string[];
  traceIds: string[];
}

/** Null if nothing was erased. `left` is false if everything was. */
export function withoutGone(
  json: string,
  { callIds, traceIds }: Gone,
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
