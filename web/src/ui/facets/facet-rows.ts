import type { Chosen } from '#lib/chosen-values';

export interface FacetRow {
  value: string;
  /** Undefined: not among the counted values. */
  count: number | undefined;
}

const MOST = 20;

/** The values to offer: those with the highest count that contain the typed text, and always the chosen ones. */
export function facetRows(
  counted: readonly { value: string; count: number }[],
  { is, isNot }: Chosen,
  typed: string,
): FacetRow[] {
  const chosen = new Set([...is, ...isNot]);
  const wanted = typed.trim().toLowerCase();
  const fits = ({ value }: { value: string }) => value.toLowerCase().includes(wanted);
  const offered = counted.filter((row) => chosen.has(row.value) || fits(row));
  const rows = offered.filter((row, index) => index < MOST || chosen.has(row.value));
  const known = new Set(counted.map(({ value }) => value));
  const missing = [...chosen].filter((value) => !known.has(value));
  return [...rows, ...missing.map((value) => ({ value, count: undefined }))];
}

/** The rows in the places that their values have already. New values come last, and none gives up its place. */
export function inPlace(rows: readonly FacetRow[], shown: readonly string[]): FacetRow[] {
  const left = new Map(rows.map((row) => [row.value, row]));
  const kept = shown.map((value) => {
    const row = left.get(value);
    left.delete(value);
    return row ?? { value, count: undefined };
  });
  return [...kept, ...left.values()];
}
