import { Type, type Static } from 'typebox';
import { ACCOUNT_LIMITS } from '#config';
import { codesOf, figuresByCode } from '#lib/figures';
import { closed, Distinct, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { StoredFilter } from '#services/record-access';
import { CALL_FORMS } from './item-from-call.ts';
import { SourceTraceId } from './items/schemas.ts';

/** Limits of one request. The size of a dataset is a limit of the account. */
const MAX_ITEMS = 1_000;
/** As many as can be selected in a list. A dataset takes the first calls that fit. */
const MAX_CALLS = 200;

/** The limit of the account is lower: 4,000, unless it is raised. */
const Text = (minLength: number) => Type.String({ minLength, maxLength: ACCOUNT_LIMITS.itemCharacters.max });
const CallId = Type.String({ minLength: 1, maxLength: 256 });

export const DatasetItem = Type.Object(
  {
    id: Type.Integer({ description: 'Unique within the dataset and never reused' }),
    inputText: Type.String(),
    expectedOutput: Nullable(Type.String()),
    sourceCallId: Nullable(Type.String({ description: 'The call it was made from' })),
  },
  { title: 'EvalDatasetItem' },
);
export type DatasetItem = Static<typeof DatasetItem>;

const facts = {
  id: Type.Integer(),
  name: Type.String(),
  projectId: Nullable(
    Type.String({
      description: 'null if it belongs to the account; keys bound to a project do not see it',
    }),
  ),
  description: Nullable(Type.String()),
  promptRegistryId: Nullable(Type.Integer()),
  frozen: Type.Boolean(),
  version: Type.Integer({ description: 'Increases with every change of the items' }),
  itemCount: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const DatasetSummary = Type.Object(facts, { title: 'EvalDatasetSummary' });
export type DatasetSummary = Static<typeof DatasetSummary>;

export const Dataset = Type.Object(
  {
    ...facts,
    items: Type.Array(DatasetItem),
    itemsTruncated: Type.Optional(
      Type.Literal(true, { description: 'There are more items than these: list them in pages' }),
    ),
  },
  { title: 'EvalDataset' },
);
export type Dataset = Static<typeof Dataset>;

const itemFields = {
  inputText: Text(1),
  expectedOutput: Type.Optional(Nullable(Text(0))),
  sourceCallId: Type.Optional(Nullable(CallId)),
};
export const ItemInput = closed({ id: Type.Optional(Id), ...itemFields });
export type ItemInput = Static<typeof ItemInput>;

const optional = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  promptRegistryId: Type.Optional(Nullable(Id)),
  frozen: Type.Optional(Type.Boolean()),
  items: Type.Optional(
    Type.Array(ItemInput, {
      maxItems: MAX_ITEMS,
      description: 'At most as many as a dataset may have: 20, unless the limit of the account is raised',
    }),
  ),
};

export const NewDataset = closed({ name: Label(100), ...optional }, { title: 'EvalDatasetInput' });
export type NewDataset = Static<typeof NewDataset>;

export const DatasetChange = closed(
  { name: Type.Optional(Label(100)), ...optional },
  { title: 'EvalDatasetChange' },
);
export type DatasetChange = Static<typeof DatasetChange>;

export const DatasetParams = Type.Object({ id: Id });

const As = Type.Optional(
  OneOf(
    CALL_FORMS,
    '`messages`: the input is the list of messages, with the system message. `conversation`: the input is `{messages, tools}` with tool calls and their results, without the system message and without an expected output, to test prompts on. `text` by default: a text of it',
  ),
);

export const FromCalls = closed({
  callIds: Distinct(CallId, { minItems: 1, maxItems: MAX_CALLS }),
  as: As,
});

/** Calls that one request reads. */
const MAX_FILTERED = 1_000;

export const FromFilter = closed(
  {
    filter: StoredFilter,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_FILTERED, default: 100, description: 'The newest calls' }),
    ),
    as: As,
  },
  { title: 'EvalDatasetFromFilter' },
);
export type FromFilter = Static<typeof FromFilter>;

export const FilteredCount = Type.Object({
  matched: Type.Integer({ description: 'Calls that the filter matches' }),
  room: Type.Integer({ description: 'Items that the dataset can still take' }),
});

const AddedItem = closed({ ...itemFields, sourceTraceId: Type.Optional(SourceTraceId) });
export type AddedItem = Static<typeof AddedItem>;

export const AddedItems = closed(
  { items: Type.Array(AddedItem, { minItems: 1, maxItems: MAX_ITEMS }) },
  { title: 'EvalDatasetAddition' },
);

/** Reasons why a call or an item was not added. None has figures. */
const DatasetSkipFigures = figuresByCode('DatasetSkipFigures', {
  content_not_stored: {},
  content_unreadable: {},
  no_input: {},
  already_in_dataset: {},
  dataset_full: {},
});
export type SkipReason = keyof typeof DatasetSkipFigures.properties;

const Reason = Type.Unsafe<SkipReason>({
  type: 'string',
  enum: codesOf(DatasetSkipFigures),
  'x-figures': DatasetSkipFigures,
});

export const FromCallsResult = Type.Object(
  {
    dataset: Dataset,
    added: Type.Integer(),
    truncated: Type.Array(
      Type.Object({
        callId: Type.String(),
        field: Type.String({ examples: ['inputText'] }),
        chars: Type.Integer({
          description: 'Original length of the text; its beginning is kept',
        }),
      }),
    ),
    skipped: Type.Array(
      Type.Object({
        callId: Type.String(),
        reason: Reason,
        message: Type.String(),
      }),
    ),
  },
  { title: 'EvalDatasetFromCalls' },
);
export type FromCallsResult = Static<typeof FromCallsResult>;

export const AddedItemsResult = Type.Object(
  {
    dataset: Dataset,
    added: Type.Integer(),
    skipped: Type.Array(
      Type.Object({
        index: Type.Integer({ minimum: 0, description: 'Its place in the request' }),
        reason: Reason,
        message: Type.String(),
      }),
    ),
  },
  { title: 'EvalDatasetAdded' },
);
export type AddedItemsResult = Static<typeof AddedItemsResult>;

export const FromFilterResult = Type.Object(
  {
    version: Type.Integer(),
    itemCount: Type.Integer(),
    read: Type.Integer({ description: 'Calls that were read' }),
    added: Type.Integer(),
    truncated: Type.Integer({ description: 'Texts that were cut to the limit of the account' }),
    skipped: Type.Array(Type.Object({ reason: Reason, count: Type.Integer(), message: Type.String() })),
  },
  { title: 'EvalDatasetFiltered' },
);
export type FromFilterResult = Static<typeof FromFilterResult>;
