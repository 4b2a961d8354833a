import { Type, type Static } from 'typebox';
import { ACCOUNT_LIMITS } from '#config';
import { PageQuery } from '#core/paging';
import { closed, Distinct, Id, Label, Named, Nullable, OneOf, Timestamp } from '#lib/schema';
import { SessionSelection, TraceSelection } from '#features/query';
import { MAX_LABEL, MAX_SCORE_NAME, RecordFilter, StoredFilter } from '#services/record-access';

export const MAX_QUEUES = 100;
const MAX_DIMENSIONS = 10;
const MAX_CATEGORIES = 20;
const MAX_ASSIGNEES = 50;
/** As many as can be selected in a list. */
const MAX_CALLS = 200;
/** Calls that one request adds by a filter. */
const MAX_FILTERED = 1_000;
/** Open and finished ones together. */
export const MAX_ITEMS = 20_000;
const MAX_OPEN = 5_000;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const KINDS = ['number', 'category', 'boolean'] as const;
const Name = Label(MAX_SCORE_NAME);
const Bound = Type.Number({ minimum: -1e6, maximum: 1e6 });
const Step = Type.Number({ exclusiveMinimum: 0, maximum: 1e6 });
const Tolerance = Type.Number({ minimum: 0, maximum: 1e6 });
const Categories = Distinct(Label(MAX_LABEL), { minItems: 2, maxItems: MAX_CATEGORIES });

export const Dimension = Type.Object(
  {
    name: Type.String({ description: 'Also the name of the scores' }),
    description: Nullable(Type.String()),
    kind: OneOf(KINDS),
    min: Nullable(Type.Number()),
    max: Nullable(Type.Number()),
    step: Nullable(Type.Number()),
    tolerance: Nullable(Type.Number({ description: 'Numbers that are no further apart agree' })),
    categories: Nullable(Type.Array(Type.String())),
    optional: Type.Boolean(),
  },
  { title: 'ReviewDimension', additionalProperties: false },
);
export type Dimension = Static<typeof Dimension>;

const DimensionInput = closed(
  {
    name: Name,
    description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    kind: OneOf(KINDS),
    min: Type.Optional(Nullable(Bound)),
    max: Type.Optional(Nullable(Bound)),
    step: Type.Optional(Nullable(Step)),
    tolerance: Type.Optional(Nullable(Tolerance)),
    categories: Type.Optional(Nullable(Categories)),
    optional: Type.Optional(Type.Boolean()),
  },
  { title: 'ReviewDimensionInput' },
);
export type DimensionInput = Static<typeof DimensionInput>;

const SamplePct = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100,
  description: 'Percentage of what matches; the sample is chosen by id',
});

const FilledWith = OneOf(
  ['calls', 'runs', 'sessions'],
  'What the filter adds: calls as they arrive (default), or runs or sessions once they have ended: no span of a run has arrived for 3 minutes, of a session for 30',
);

const QueueCounts = Type.Object({
  pending: Count('Nobody works on them'),
  inReview: Count('Someone works on them, or an answer is missing'),
  done: Count('Answered, without a disagreement'),
  disagreement: Count('Waiting for a decision between two answers'),
  resolved: Count('Decided after a disagreement'),
});
export type QueueCounts = Static<typeof QueueCounts>;

export const NamedQueue = Type.Object(
  {
    id: Id,
    name: Type.String(),
    projectId: Nullable(Type.String({ description: 'null: calls of all projects' })),
    instructions: Type.String({ description: 'Markdown' }),
    dimensions: Type.Array(Dimension),
    reviewersPerItem: Type.Integer({ minimum: 1, maximum: 2 }),
    assignees: Type.Array(Type.String(), { description: 'Empty: everyone who may annotate' }),
    datasetId: Nullable(Type.Integer({ description: 'Gets the corrections' })),
    of: FilledWith,
    filter: Nullable(RecordFilter),
    samplePct: SamplePct,
    enabled: Type.Boolean({ description: 'Whether the filter adds what is new' }),
    maxOpen: Type.Integer(),
    passedOver: Count('What matched while the queue was full'),
    lastFilledAt: Nullable(Timestamp),
    counts: QueueCounts,
    mayReview: Type.Boolean({ description: 'Whether the caller may answer' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'NamedReviewQueue', additionalProperties: false },
);
export type NamedQueue = Static<typeof NamedQueue>;

const QUEUE_FIELDS = {
  instructions: Type.Optional(Type.String({ maxLength: 20_000, description: 'Markdown' })),
  assignees: Type.Optional(
    Distinct(Type.String({ pattern: '^usr_[0-9A-Za-z]{8,40}$' }), {
      maxItems: MAX_ASSIGNEES,
      description: 'Members who may answer. Empty: everyone who may annotate',
    }),
  ),
  datasetId: Type.Optional(Nullable(Id)),
  of: Type.Optional(FilledWith),
  filter: Type.Optional(Nullable(RecordFilter)),
  samplePct: Type.Optional(SamplePct),
  enabled: Type.Optional(Type.Boolean()),
  maxOpen: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_OPEN,
      description: 'The filter adds nothing while so many items are open; 500 in a new queue',
    }),
  ),
};
const Dimensions = Type.Array(DimensionInput, { minItems: 1, maxItems: MAX_DIMENSIONS });
const ReviewersPerItem = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 2, description: 'One in a new queue' }),
);

export const NewNamedQueue = closed(
  { name: Label(100), dimensions: Dimensions, reviewersPerItem: ReviewersPerItem, ...QUEUE_FIELDS },
  { title: 'NewReviewQueue' },
);
export type NewNamedQueue = Static<typeof NewNamedQueue>;

export const NamedQueueChanges = closed(
  {
    name: Type.Optional(Label(100)),
    dimensions: Type.Optional(Dimensions),
    reviewersPerItem: ReviewersPerItem,
    ...QUEUE_FIELDS,
  },
  { title: 'ReviewQueueChanges' },
);
export type NamedQueueChanges = Static<typeof NamedQueueChanges>;

export const QueueParams = Type.Object({ id: Id });
export const QueueItemParams = Type.Object({ id: Id, itemId: Id });

const Ids = Type.Optional(
  Distinct(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: MAX_CALLS }),
);

export const NewQueueItems = closed(
  {
    callIds: Ids,
    traceIds: Ids,
    sessionIds: Ids,
    filter: Type.Optional(StoredFilter),
    traceFilter: Type.Optional(TraceSelection),
    sessionFilter: Type.Optional(SessionSelection),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_FILTERED,
        description: 'With a filter: at most so many of the newest ones; 100 if it is not given',
      }),
    ),
    samplePct: Type.Optional(SamplePct),
  },
  {
    title: 'NewReviewItems',
    description:
      'Exactly one of `callIds`, `traceIds`, `sessionIds`, and of `filter` (calls), `traceFilter` (runs) and `sessionFilter`',
  },
);
export type NewQueueItems = Static<typeof NewQueueItems>;

export const AddedQueueItems = Type.Object({
  added: Count('New items'),
  known: Count('Those that were in the queue already'),
  full: Count('Those for which the queue has no room'),
});
export type AddedQueueItems = Static<typeof AddedQueueItems>;

const Value = Type.Union([Type.Number(), Type.Boolean(), Type.String()]);
const Values = Type.Record(Type.String(), Value, { description: 'By the name of the dimension' });
export type ReviewValues = Static<typeof Values>;

export const Reviewer = Type.Object({
  type: Type.String({ description: 'user or key' }),
  id: Type.String(),
  name: Nullable(Type.String({ description: 'null for a key, and for someone who left' })),
});
export type Reviewer = Static<typeof Reviewer>;

const ShownAnswer = Type.Object({
  reviewer: Reviewer,
  isMine: Type.Boolean(),
  isResolution: Type.Boolean(),
  values: Values,
  comment: Nullable(Type.String()),
  correction: Nullable(Type.String()),
  durationMs: Nullable(Type.Integer({ minimum: 0 })),
  answeredAt: Timestamp,
});

const ITEM_STATES = ['pending', 'in_review', 'done', 'disagreement', 'resolved'] as const;

export const QueueItem = Type.Object(
  {
    id: Id,
    callId: Nullable(Type.String({ description: 'Set for a call' })),
    traceId: Nullable(Type.String({ description: 'Set for a run' })),
    sessionId: Nullable(Type.String({ description: 'Set for a session' })),
    callTimestamp: Type.String({
      ...Timestamp,
      description: 'Of a run or a session: the newest start of a span when it was added',
    }),
    state: OneOf(ITEM_STATES),
    answerCount: Count('Answers so far, without a resolution'),
    answers: Type.Array(ShownAnswer, {
      description: "Until all reviewers have answered, only the caller's own",
    }),
    disagreements: Type.Array(Type.String(), {
      description: 'Names of the dimensions in which the answers differ',
    }),
    final: Nullable(Values),
    correctionOutcome: Nullable(
      Type.String({ description: '`added`, or the reason why the dataset did not take the correction' }),
    ),
    takenUntil: Nullable(Timestamp),
    createdAt: Timestamp,
    doneAt: Nullable(Timestamp),
  },
  { title: 'ReviewQueueItem', additionalProperties: false },
);
export type QueueItem = Static<typeof QueueItem>;

const RecordId = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }));

export const QueueItemsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(OneOf(ITEM_STATES)),
  callId: RecordId,
  traceId: RecordId,
  sessionId: RecordId,
});
export type QueueItemsQuery = Static<typeof QueueItemsQuery>;

export const QueueItemsPage = Type.Object({
  items: Type.Array(QueueItem),
  nextCursor: Nullable(Type.String()),
});

const PURPOSES = ['review', 'resolve'] as const;
export const TakeOrder = closed({
  purpose: Type.Optional(OneOf(PURPOSES, '`review` by default; `resolve`: an item with a disagreement')),
});
export type TakeOrder = Static<typeof TakeOrder>;

export const TakenItem = Type.Object({
  item: Nullable(QueueItem),
  remaining: Count('Items that the caller could take, this one included'),
});
export type TakenItem = Static<typeof TakenItem>;

export const NewAnswer = closed(
  {
    values: Named(Value, { maxLength: MAX_SCORE_NAME }, { maxProperties: MAX_DIMENSIONS }),
    comment: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
    correction: Type.Optional(
      Nullable(
        Type.String({
          maxLength: ACCOUNT_LIMITS.itemCharacters.max,
          description:
            'Only for a call: what it should have answered; at most as long as a text of a dataset may be',
        }),
      ),
    ),
  },
  { title: 'ReviewAnswer' },
);
export type NewAnswer = Static<typeof NewAnswer>;

export const AnsweredItem = Type.Object({
  item: QueueItem,
  textDropped: Type.Boolean({
    description: 'The comment and the correction were not stored, because the account does not store content',
  }),
});
export type AnsweredItem = Static<typeof AnsweredItem>;

const Share = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 100, description }));
const Kappa = (description: string) => Nullable(Type.Number({ minimum: -1, maximum: 1, description }));

const AgreementFigures = {
  n: Count('Items that both answered'),
  agreementPct: Share('Items without a disagreement, in percent'),
  kappa: Kappa("Cohen's kappa; null if all answers are the same, or for a single item"),
  kappaLow: Kappa('Lower end of the 95 % interval; null below 30 items'),
  kappaHigh: Kappa('Upper end of the 95 % interval'),
};

const DimensionAgreement = Type.Object({
  name: Type.String(),
  weights: OneOf(['none', 'quadratic'], 'quadratic for numbers: a near miss counts less'),
  ...AgreementFigures,
  disagreements: Count('Items in which the answers differ'),
  pairs: Type.Array(Type.Object({ reviewers: Type.Array(Reviewer), ...AgreementFigures })),
});
export type DimensionAgreement = Static<typeof DimensionAgreement>;

export const QueueAgreement = Type.Object(
  {
    compared: Count('Items with two answers'),
    disagreements: Count('Items in which the answers differ in a dimension'),
    open: Count('Disagreements without a decision'),
    dimensions: Type.Array(DimensionAgreement),
  },
  { title: 'ReviewAgreement' },
);
export type QueueAgreement = Static<typeof QueueAgreement>;

const PersonProgress = Type.Object({
  reviewer: Reviewer,
  answered: Count('Answers, without resolutions'),
  resolved: Count('Disagreements that this person decided'),
  skipped: Count('Open items that this person skipped'),
  remaining: Count('Open items that this person could still answer'),
  medianMs: Nullable(Type.Integer({ minimum: 0, description: 'Median time for an answer' })),
  lastAnsweredAt: Nullable(Timestamp),
});
export type PersonProgress = Static<typeof PersonProgress>;

export const QueueProgress = Type.Object(
  { counts: QueueCounts, people: Type.Array(PersonProgress) },
  { title: 'ReviewProgress' },
);
export type QueueProgress = Static<typeof QueueProgress>;

const EXPORT_FILES = ['csv', 'json'] as const;
export const QueueExportQuery = closed({
  format: Type.Optional(OneOf(EXPORT_FILES, '`csv` by default')),
  content: Type.Optional(
    Type.Boolean({
      description: 'Adds `input` and `output` of the calls, where they are stored; false by default',
    }),
  ),
});
export type QueueExportQuery = Static<typeof QueueExportQuery>;
