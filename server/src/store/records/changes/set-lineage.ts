// Stores the labels that spans inherit. A small patch part names the rows and holds their new values, so no
// part is rewritten. A power cut may lose it; such runs are settled again at the next start.
import { INHERITED_COLUMNS, type LineageTable } from '../questions/lineage.ts';
import { OF_ACCOUNT } from '../questions/scope.ts';
import type { Lineage } from '../record.ts';
import { bitsOf } from '../writer/rows/lineage.ts';
import { recordsChange } from './change.ts';

export interface LineageChange {
  table: LineageTable;
  id: string;
  timestampMs: number;
  /** In the order of INHERITED. */
  values: readonly string[];
  tags: Readonly<Record<string, string>>;
  lineage: Lineage;
}

/** The engine parses each id. */
const AT_ONCE = 1_000;

export const setLineage = recordsChange({
  name: 'setLineage',
  isStaging: true,
  run: async (engine, account, signal, changes: readonly LineageChange[]): Promise<void> => {
    for (const [table, all] of Map.groupBy(changes, (change) => change.table)) {
      // Spans that are close in time are close in the table.
      const inOrder = all.toSorted((left, right) => left.timestampMs - right.timestampMs);
      for (let from = 0; from < inOrder.length; from += AT_ONCE) {
        signal?.throwIfAborted();
        const some = inOrder.slice(from, from + AT_ONCE);
        await engine.command(setSql(table), {
          account,
          ids: some.map(({ id }) => id),
          fromMs: some[0]?.timestampMs ?? 0,
          untilMs: some.at(-1)?.timestampMs ?? 0,
          ...Object.fromEntries(
            INHERITED_COLUMNS.map((name, at) => [name, some.map(({ values }) => values[at] ?? '')]),
          ),
          bits: some.map(({ lineage }) => bitsOf(lineage)),
          tags: some.map(({ tags }) => JSON.stringify(tags)),
          inheritedTags: some.map(({ lineage }) => JSON.stringify(lineage.inheritedTags)),
        });
      }
    }
  },
});

const staged = (name: string, type: string, none: string): string =>
  `transform(id, {ids: Array(String)}, {${name}: Array(${type})}, ${none})`;

const setSql = (table: LineageTable): string => `UPDATE ${table} SET
  ${INHERITED_COLUMNS.map((name) => `${name} = ${staged(name, 'String', `''`)}`).join(', ')},
  lineage = ${staged('bits', 'UInt8', 'toUInt8(0)')},
  tags = JSONExtract(${staged('tags', 'String', `''`)}, 'Map(String, String)'),
  inherited_tags = JSONExtract(${staged('inheritedTags', 'String', `''`)}, 'Array(String)')
WHERE ${OF_ACCOUNT} AND timestamp >= fromUnixTimestamp64Milli({fromMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({untilMs: Int64}) AND id IN {ids: Array(String)}`;
