import { Type, type Static } from 'typebox';
import { closed, Distinct, Nullable, OneOf } from '#lib/schema';
import { batchCounts, DuplicatesChoice, FullItem, ItemRefusal } from '../items/schemas.ts';

export const UPLOAD_BYTES = 64 * 1_048_576;

const Column = Type.String({ minLength: 1, maxLength: 300 });
const Columns = Distinct(Column, { minItems: 1, maxItems: 100 });

export const ColumnMapping = closed(
  {
    input: Type.Union([Column, Columns], {
      description: 'A column, or several: then the input is an object with one member for each',
    }),
    expectedOutput: Type.Optional(Type.Union([Column, Columns])),
    metadata: Type.Optional(Columns),
    split: Type.Optional(Column),
    externalId: Type.Optional(Column),
    sourceCallId: Type.Optional(Column),
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The column with the id of an existing item, to change items of an export',
      }),
    ),
  },
  {
    title: 'EvalDatasetMapping',
    description: 'The column of each field, or a path into a column of JSON: `example.messages`',
  },
);
export type ColumnMapping = Static<typeof ColumnMapping>;

export const ImportQuery = Type.Object({
  mapping: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: 'An `EvalDatasetMapping` as JSON; by default, columns are found by their usual names',
    }),
  ),
  duplicates: Type.Optional(DuplicatesChoice),
});
export type ImportQuery = Static<typeof ImportQuery>;

export const PreviewQuery = Type.Object({ mapping: ImportQuery.properties.mapping });

const { index: _index, ...refusalFields } = ItemRefusal.properties;
export const RowRefusal = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'The number of the row, without the header' }),
  ...refusalFields,
});
export type RowRefusal = Static<typeof RowRefusal>;

const counted = {
  rowCount: Type.Integer({ minimum: 0 }),
  refusedCount: Type.Integer({ minimum: 0 }),
  refused: Type.Array(RowRefusal, { description: 'The first 100' }),
};

export const ImportResult = Type.Object(
  { ...batchCounts, ...counted, mapping: ColumnMapping },
  { title: 'EvalDatasetImport' },
);
export type ImportResult = Static<typeof ImportResult>;

const { input, expectedOutput, metadata, split, externalId, sourceCallId } = FullItem.properties;

export const ImportPreview = Type.Object(
  {
    format: OneOf(['csv', 'jsonl', 'json', 'parquet']),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        example: Nullable(Type.String({ description: 'The beginning of the first value' })),
      }),
    ),
    // The one that was sent, or one by the usual names; null if no column looks like an input.
    mapping: Nullable(ColumnMapping),
    items: Type.Array(
      Type.Object({
        row: Type.Integer({ minimum: 1 }),
        input,
        expectedOutput,
        metadata,
        split,
        externalId,
        sourceCallId,
      }),
      { description: 'The first rows as they would be read' },
    ),
    ...counted,
  },
  { title: 'EvalDatasetPreview' },
);
export type ImportPreview = Static<typeof ImportPreview>;
