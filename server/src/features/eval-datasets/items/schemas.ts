import { Type, type Static } from 'typebox';
import { closed, Id, Nullable, OneOf, Timestamp } from '#lib/schema';
import { codesOf, figuresByCode } from '#lib/figures';

/** Items in one request. */
const MAX_BATCH = 1_000;
/** Bytes of the body of a batch. */
export const BATCH_BYTES = 8 * 1_048_576;
export const MAX_SPLIT = 50;
export const MAX_KEY = 256;

/** Columns of versions are 32-bit integers. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const AnyJson = (description: string) => Type.Unknown({ description });

const METADATA = 'A JSON object; its JSON has at most as many characters as an input';

export const FullItem = Type.Object(
  {
    id: Type.Integer({ description: 'Unique within the dataset and never reused' }),
    externalId: Nullable(Type.String({ description: 'The id that the client chose' })),
    input: AnyJson('Text, messages (`[{role, content}]`) or any other JSON'),
    expectedOutput: AnyJson('The same; null if there is none'),
    metadata: Nullable(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: METADATA,
      }),
    ),
    split: Nullable(Type.String({ description: 'For example `train` or `test`' })),
    sourceCallId: Nullable(Type.String({ description: 'The call it was made from' })),
    archived: Type.Boolean({ description: 'Runs skip the item' }),
    createdAt: Nullable(Timestamp),
    updatedAt: Nullable(Timestamp),
  },
  { title: 'EvalDatasetFullItem' },
);
export type FullItem = Static<typeof FullItem>;

export const ItemsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  version: Type.Optional(Type.Integer({ ...VersionNumber, description: 'The current version by default' })),
  split: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_SPLIT })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of an input, an expected output, the metadata or the id, in any case',
    }),
  ),
});
export type ItemsQuery = Static<typeof ItemsQuery>;

export const ItemsPage = Type.Object(
  {
    version: Type.Integer({ description: 'All pages of a list are of this version' }),
    itemCount: Type.Integer({ description: 'All items of the dataset in its current version' }),
    items: Type.Array(FullItem),
    splits: Nullable(
      Type.Array(Type.Object({ name: Type.String(), itemCount: Type.Integer() }), {
        description: 'With the first page only',
      }),
    ),
    nextCursor: Nullable(
      Type.String({ description: 'A page may have fewer items than asked for, and still a next one' }),
    ),
  },
  { title: 'EvalDatasetItems' },
);
export type ItemsPage = Static<typeof ItemsPage>;

/** For an item that was made from a span which is not a call. */
export const SourceTraceId = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'The trace that it was made from: erasing a call of the trace erases the item',
  }),
);

const ItemWrite = closed(
  {
    id: Type.Optional(Id),
    externalId: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: MAX_KEY,
          description: 'Your own id, unique within the dataset: an item with it is changed, not added',
        }),
      ),
    ),
    input: Type.Optional(AnyJson('Text, messages or any other JSON; a new item needs it')),
    expectedOutput: Type.Optional(AnyJson('The same; null for none')),
    metadata: Type.Optional(
      Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    ),
    split: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    sourceCallId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 256 }))),
    sourceTraceId: Type.Optional(SourceTraceId),
    archived: Type.Optional(Type.Boolean()),
  },
  { title: 'EvalDatasetItemWrite', description: 'Fields that are not sent keep their value' },
);
export type ItemWrite = Static<typeof ItemWrite>;

const DUPLICATES = ['skip', 'replace', 'keep'] as const;
export type Duplicates = (typeof DUPLICATES)[number];
export const DuplicatesChoice = OneOf(
  DUPLICATES,
  'What happens to a new item with the input of an existing one: skip it, change the existing one, or keep both. `skip` by default',
);

export const ItemBatch = closed(
  {
    items: Type.Optional(Type.Array(ItemWrite, { maxItems: MAX_BATCH })),
    remove: Type.Optional(
      Type.Array(Id, { maxItems: MAX_BATCH, description: 'Ids of items; they are removed first' }),
    ),
    duplicates: Type.Optional(DuplicatesChoice),
  },
  { title: 'EvalDatasetBatch' },
);
export type ItemBatch = Static<typeof ItemBatch>;

/** Reasons why an item was not stored. */
const RefusalFigures = figuresByCode('DatasetRefusalFigures', {
  unknown_item: {},
  input_required: {},
  text_too_long: { chars: Type.Number(), limit: Type.Number() },
  invalid_split: { limit: Type.Number() },
  invalid_id: { limit: Type.Number() },
  id_taken: {},
  invalid_json: {},
  invalid_row: {},
  dataset_full: { limit: Type.Number() },
});
export type RefusalReason = keyof typeof RefusalFigures.properties;

const RefusalCode = Type.Unsafe<RefusalReason>({
  type: 'string',
  enum: codesOf(RefusalFigures),
  'x-figures': RefusalFigures,
});

export const ItemRefusal = Type.Object({
  index: Type.Integer({ minimum: 0, description: 'Its place in the list' }),
  field: Type.String({ examples: ['input'] }),
  reason: RefusalCode,
  values: Type.Record(Type.String(), Type.Number(), { description: 'The figures of the reason' }),
  message: Type.String(),
});
export type ItemRefusal = Static<typeof ItemRefusal>;

const Count = Type.Integer({ minimum: 0 });

export const batchCounts = {
  version: Type.Integer({ description: 'The version that the request made, or the one there was' }),
  itemCount: Type.Integer(),
  added: Count,
  changed: Count,
  unchanged: Count,
  removed: Count,
  duplicates: Type.Object(
    { skipped: Count, replaced: Count, kept: Count },
    { description: 'New items with the input of an existing one' },
  ),
};

export const BatchResult = Type.Object(
  { ...batchCounts, refused: Type.Array(ItemRefusal), notFound: Type.Array(Id) },
  { title: 'EvalDatasetBatchResult' },
);
export type BatchResult = Static<typeof BatchResult>;

export const DatasetVersion = Type.Object(
  {
    version: Type.Integer(),
    itemCount: Count,
    added: Count,
    changed: Count,
    removed: Count,
    madeBy: Nullable(Type.String({ description: 'Id of the user or key; null if it is unknown' })),
    createdAt: Timestamp,
  },
  { title: 'EvalDatasetVersion' },
);
export type DatasetVersion = Static<typeof DatasetVersion>;
