// Puts calls that arrived later into a list that is ordered by time, newest first.

interface Timed {
  id: string;
  timestamp: string;
}

/** The newest timestamp; null without rows. */
export const newestOf = (rows: readonly Timed[]): string | null =>
  rows.reduce<string | null>(
    (newest, { timestamp }) => (newest === null || timestamp > newest ? timestamp : newest),
    null,
  );

const newestFirst = (one: Timed, other: Timed): number =>
  one.timestamp === other.timestamp ? (one.id < other.id ? 1 : -1) : one.timestamp < other.timestamp ? 1 : -1;

/**
 * Returns the same array if nothing is new. Calls older than the last row belong to a later page and are left
 * out.
 */
export function mergeNewer<Call extends Timed>(
  rows: readonly Call[],
  arrived: readonly Call[],
): readonly Call[] {
  if (arrived.length === 0) return rows;
  const known = new Set(rows.map(({ id }) => id));
  const last = rows.at(-1);
  const fresh = arrived.filter(
    (call) => !known.has(call.id) && (last === undefined || newestFirst(call, last) < 0),
  );
  return fresh.length === 0 ? rows : [...rows, ...fresh].toSorted(newestFirst);
}
