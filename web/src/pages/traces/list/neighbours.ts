export interface Neighbours {
  /** Whether the trace is in the list at all. */
  isListed: boolean;
  before?: string;
  after?: string;
}

export function neighboursIn(ids: readonly string[], at: number): Neighbours {
  const before = at > 0 ? ids[at - 1] : undefined;
  const after = at >= 0 ? ids[at + 1] : undefined;
  return {
    isListed: at >= 0,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
