// Encodes a record's lineage for the tables of calls and observations.
import { INHERITED, type Lineage } from '../../record.ts';
import type { RowBuffer } from './row-buffer.ts';

export const LINEAGE_COLUMNS: readonly [name: string, type: string][] = [
  ['lineage', 'UInt8'],
  ['inherited_tags', 'Array(String)'],
];

/** Bits of the column `lineage`, after one for each of INHERITED. */
const TAKES = 1 << INHERITED.length;
/** The bits of the labels that come from spans above. */
export const IS_INHERITED = TAKES - 1;
const TAKES_TAGS = TAKES << 1;

export const bitsOf = ({ takesTags, inherited }: Lineage): number =>
  inherited | TAKES | (takesTags ? TAKES_TAGS : 0);

export function lineageOfRow(bits: number, inheritedTags: readonly string[]): Lineage | undefined {
  if ((bits & TAKES) === 0) return undefined;
  return { takesTags: (bits & TAKES_TAGS) !== 0, inherited: bits & IS_INHERITED, inheritedTags };
}

export function writeLineage(rows: RowBuffer, lineage: Lineage | undefined): void {
  rows.uint8(lineage ? bitsOf(lineage) : 0);
  rows.texts(lineage?.inheritedTags ?? []);
}
