import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { closed, Distinct, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { settingsSchema, ToolChoice } from '#services/models';
import { Criterion } from '#services/scores';
import { MAX_RUN_CRITERIA } from '#services/criteria';

const MAX_VARIANTS = 6;
const MAX_REPETITIONS = 10;
const MAX_CONCURRENCY = 16;
/** As many as the results can be shown and compared for. */
export const MAX_CELLS = 60_000;
const MAX_TEXT = 262_144;
const MAX_LIMIT_USD = 1_000_000;
const EXPERIMENT_STATUSES = ['draft', 'queued', 'running', 'paused', 'cancelled', 'done', 'failed'] as const;

const Count = Type.Integer({ minimum: 0 });
const Usd = Type.Number({ minimum: 0 });
const VariantNumber = Type.Integer({ minimum: 0, maximum: MAX_VARIANTS - 1 });
const Position = Type.Integer({ minimum: 0, maximum: MAX_CELLS });

const JsonSchema = Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON Schema' });
const Settings = settingsSchema('ExperimentSettings');

const Message = closed(
  {
    role: OneOf(['system', 'user', 'assistant']),
    content: Type.String({ maxLength: MAX_TEXT, description: 'Text with `{{input}}` and other variables' }),
  },
  { title: 'ExperimentMessage' },
);

const NewVariant = closed(
  {
    name: Type.Optional(Label(100)),
    kind: Type.Optional(
      OneOf(
        ['model', 'code'],
        '`model` unless given: the service asks a model. `code`: a client uploads its own answers.',
      ),
    ),
    promptId: Type.Optional(Id),
    messages: Type.Optional(
      Type.Array(Message, { minItems: 1, maxItems: 50, description: 'Instead of `promptId`' }),
    ),
    connectionId: Type.Optional(Type.String({ maxLength: 100, examples: ['mdc_1a2b3c4d5e6f'] })),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'The default model of the connection unless given',
      }),
    ),
    settings: Type.Optional(Settings),
  },
  { title: 'NewExperimentVariant' },
);
export type NewVariant = Static<typeof NewVariant>;

const LimitUsd = Nullable(
  Type.Number({
    minimum: 0,
    maximum: MAX_LIMIT_USD,
    description: 'The experiment pauses before it would cost more; null for no limit',
  }),
);

export const NewExperiment = closed(
  {
    name: Label(100),
    datasetId: Id,
    datasetVersion: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The current one unless given' }),
    ),
    split: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    variants: Type.Array(NewVariant, { minItems: 1, maxItems: MAX_VARIANTS }),
    baseline: Type.Optional(
      Type.Integer({
        ...VariantNumber,
        description: 'The variant that the others are compared with, from 0; the first unless given',
      }),
    ),
    repetitions: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_REPETITIONS, description: '1 unless given' }),
    ),
    concurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_CONCURRENCY, description: '8 unless given' }),
    ),
    criterionIds: Type.Optional(
      Distinct(Id, {
        maxItems: MAX_RUN_CRITERIA,
        description: 'Criteria that score each answer; none unless given',
      }),
    ),
    limitUsd: Type.Optional(LimitUsd),
  },
  { title: 'NewExperiment' },
);
export type NewExperiment = Static<typeof NewExperiment>;

export const ResumeExperiment = closed(
  {
    limitUsd: Type.Optional(LimitUsd),
    retryFailed: Type.Optional(
      Type.Boolean({ description: 'Run failed cells again, also of an experiment that has ended' }),
    ),
  },
  { title: 'ResumeExperiment' },
);
export type ResumeExperiment = Static<typeof ResumeExperiment>;

const Variant = Type.Object(
  {
    name: Type.String(),
    kind: OneOf(['model', 'code']),
    promptId: Nullable(Id),
    promptName: Nullable(Type.String()),
    promptVersion: Nullable(Type.String()),
    messages: Type.Array(Type.Object({ role: Type.String(), content: Type.String() })),
    connectionId: Nullable(Type.String()),
    model: Nullable(Type.String()),
    settings: Settings,
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.Optional(Type.String()),
        parameters: JsonSchema,
      }),
      { description: 'Of the prompt version' },
    ),
    toolChoice: Type.Optional(ToolChoice),
    outputSchema: Nullable(JsonSchema),
  },
  { title: 'ExperimentVariant', additionalProperties: false },
);
export type ExperimentVariant = Static<typeof Variant>;

export const ExperimentReply = Type.Object(
  {
    id: Type.String({ examples: ['exp_1a2b3c4d5e6f'] }),
    name: Type.String(),
    projectId: Nullable(Type.String()),
    status: OneOf(EXPERIMENT_STATUSES),
    reason: Nullable(Type.String({ description: 'Why it is paused or failed, for machines' })),
    message: Nullable(Type.String({ description: 'The same for people' })),
    datasetId: Id,
    datasetVersion: Id,
    split: Nullable(Type.String()),
    itemCount: Count,
    variants: Type.Array(Variant),
    criteria: Type.Array(Criterion),
    baseline: VariantNumber,
    repetitions: Count,
    concurrency: Count,
    limitUsd: Nullable(Usd),
    cellCount: Type.Integer({ minimum: 0, description: 'Items x variants x repetitions' }),
    doneCount: Count,
    failedCount: Count,
    costUsd: Type.Number({ minimum: 0, description: 'Spent so far, with the scoring' }),
    shipped: Nullable(
      Type.Object({
        variant: VariantNumber,
        promptId: Id,
        name: Type.String(),
        version: Type.String(),
        label: Type.String(),
        at: Timestamp,
        by: Type.String(),
      }),
    ),
    createdBy: Type.String(),
    createdAt: Timestamp,
    startedAt: Nullable(Timestamp),
    endedAt: Nullable(Timestamp),
  },
  { title: 'Experiment', additionalProperties: false },
);
export type ExperimentReply = Static<typeof ExperimentReply>;

export const ExperimentList = Type.Object(
  { experiments: Type.Array(ExperimentReply), nextCursor: Nullable(Type.String()) },
  { title: 'Experiments' },
);
export type ExperimentList = Static<typeof ExperimentList>;

const Range = Type.Object({ lowUsd: Usd, likelyUsd: Usd, highUsd: Usd });

export const ExperimentEstimate = Type.Object(
  {
    itemCount: Count,
    cellCount: Count,
    sampledItems: Type.Integer({ minimum: 0, description: 'The items that the estimate was made from' }),
    priceKnown: Type.Boolean({ description: 'False if a model has no known price; it then counts as free' }),
    variants: Type.Array(
      Type.Object({
        name: Type.String(),
        model: Nullable(Type.String()),
        inputTokens: Type.Integer({ minimum: 0, description: 'Of all cells, about' }),
        priceKnown: Type.Boolean(),
        ...Range.properties,
      }),
    ),
    scoring: Type.Object({ judgedCells: Count, priceKnown: Type.Boolean(), ...Range.properties }),
    total: Range,
  },
  {
    title: 'ExperimentEstimate',
    additionalProperties: false,
    description:
      'Low: no output. Likely: an output as long as the expected one, or 300 tokens. High: the longest output.',
  },
);
export type ExperimentEstimate = Static<typeof ExperimentEstimate>;

const RESULT_ORDERS = ['position', 'disagreement', 'score', 'cost', 'latency'] as const;

export const ResultsQuery = Type.Object({
  sortBy: Type.Optional(
    OneOf(
      RESULT_ORDERS,
      'By position unless given. The lowest score comes first; of the others, the highest.',
    ),
  ),
  ...PageQuery.properties,
});
export type ResultsQuery = Static<typeof ResultsQuery>;

const CellScore = Type.Object({
  criterionId: Id,
  score: Nullable(Type.Number()),
  normalizedScore: Nullable(Type.Number()),
});

const cell = {
  variant: VariantNumber,
  repetition: Count,
  status: OneOf(['done', 'failed', 'uploaded'], '`uploaded`: sent by a client and not scored yet'),
  reason: Nullable(Type.String({ description: 'Why there is no answer' })),
  callId: Nullable(Type.String()),
  scores: Type.Array(CellScore),
  costUsd: Usd,
  latencyMs: Nullable(Count),
  inputTokens: Nullable(Count),
  outputTokens: Nullable(Count),
  attempts: Count,
  outputValid: Nullable(
    Type.Boolean({
      description: 'Whether the answer matches the output schema of its prompt version; null without one',
    }),
  ),
  verdict: Nullable(OneOf(['good', 'bad'])),
};

const ResultCell = Type.Object(
  {
    ...cell,
    output: Nullable(Type.String({ description: 'The beginning of a long one' })),
    outputTruncated: Type.Boolean(),
  },
  { title: 'ExperimentCell', additionalProperties: false },
);
export type ResultCell = Static<typeof ResultCell>;

const row = {
  position: Position,
  itemId: Id,
  disagreement: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  score: Nullable(Type.Number({ description: 'Mean of the normalised scores' })),
  costUsd: Usd,
  latencyMs: Nullable(Type.Integer({ minimum: 0, description: 'Of the slowest answer' })),
};

const ResultRow = Type.Object(
  {
    ...row,
    input: Type.String({
      description: 'The beginning of a long one; of a conversation, its first question and its tool calls',
    }),
    expectedOutput: Nullable(Type.String()),
    cells: Type.Array(ResultCell),
  },
  { title: 'ExperimentRow', additionalProperties: false },
);
export type ResultRow = Static<typeof ResultRow>;

export const ResultPage = Type.Object(
  { rows: Type.Array(ResultRow), nextCursor: Nullable(Type.String()) },
  { title: 'ExperimentResults' },
);
export type ResultPage = Static<typeof ResultPage>;

const FullCell = Type.Object(
  {
    ...cell,
    output: Nullable(Type.String()),
    error: Nullable(Type.String({ description: 'Why there is no answer, for people' })),
    notes: Type.Array(
      Type.Object({
        criterionId: Id,
        label: Nullable(Type.String()),
        reason: Nullable(Type.String()),
        reasoning: Type.String(),
        judge: Nullable(Type.String()),
      }),
    ),
    outputProblem: Nullable(Type.String({ description: 'Why the answer does not match the output schema' })),
    verdictBy: Nullable(Type.String()),
  },
  { title: 'ExperimentFullCell', additionalProperties: false },
);
type FullCell = Static<typeof FullCell>;

export const FullRow = Type.Object(
  { ...row, input: Type.String(), expectedOutput: Nullable(Type.String()), cells: Type.Array(FullCell) },
  { title: 'ExperimentFullRow', additionalProperties: false },
);
export type FullRow = Static<typeof FullRow>;

export const ExperimentParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const ExperimentRowParams = Type.Object({ id: Type.String({ maxLength: 100 }), position: Position });

export const NewVerdict = closed(
  {
    variant: VariantNumber,
    repetition: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_REPETITIONS - 1, description: 'From 0; 0 unless given' }),
    ),
    verdict: Nullable(OneOf(['good', 'bad'])),
  },
  { title: 'ExperimentVerdict' },
);
export type NewVerdict = Static<typeof NewVerdict>;

export const ShipExperiment = closed(
  {
    variant: VariantNumber,
    label: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$' }),
    comment: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    force: Type.Optional(
      Type.Boolean({ description: 'Deploy although the gate fails against the baseline' }),
    ),
  },
  { title: 'ShipExperiment' },
);
export type ShipExperiment = Static<typeof ShipExperiment>;

const MAX_UPLOADED = 100;

export const UploadedResults = closed(
  {
    results: Type.Array(
      closed(
        {
          itemId: Id,
          variant: VariantNumber,
          repetition: Type.Optional(
            Type.Integer({ minimum: 0, maximum: MAX_REPETITIONS - 1, description: 'From 0; 0 unless given' }),
          ),
          output: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
          error: Type.Optional(
            Type.String({ minLength: 1, maxLength: 2_000, description: 'Instead of `output`' }),
          ),
          callId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
          costUsd: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_LIMIT_USD })),
          latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
        },
        { title: 'UploadedResult' },
      ),
      { minItems: 1, maxItems: MAX_UPLOADED },
    ),
  },
  { title: 'UploadedResults' },
);
export type UploadedResults = Static<typeof UploadedResults>;
export type UploadedResult = UploadedResults['results'][number];
