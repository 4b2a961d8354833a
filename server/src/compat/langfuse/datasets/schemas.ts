import { Type, type Static } from 'typebox';
import { Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { LangfusePageMeta, LangfusePage } from '../pages.ts';

const Name = Label(100);
const ItemId = Label(256);
const RunName = Label(200);
/** A trace or an observation may have been sent with any id. */
const RecordId = Label(256);
const JsonSchema = Type.Optional(Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object' })));
const AnyJson = Type.Optional(Type.Unknown());

export const LangfuseDatasetParams = Type.Object({ name: Name });
export const LangfuseItemParams = Type.Object({ id: ItemId });
export const LangfuseRunParams = Type.Object({ name: Name, runName: RunName });
const DatasetId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const LangfuseDatasetIdParams = Type.Object({ datasetId: DatasetId });
export const LangfuseRunIdParams = Type.Object({
  datasetId: DatasetId,
  runId: Type.String({ maxLength: 64 }),
});

export const LangfuseNewDataset = Type.Object({
  name: Name,
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  metadata: AnyJson,
  inputSchema: JsonSchema,
  expectedOutputSchema: JsonSchema,
});
export type LangfuseNewDataset = Static<typeof LangfuseNewDataset>;

export const LangfuseNewItem = Type.Object({
  datasetName: Name,
  id: Type.Optional(Nullable(ItemId)),
  input: AnyJson,
  expectedOutput: AnyJson,
  metadata: AnyJson,
  sourceTraceId: Type.Optional(Nullable(RecordId)),
  sourceObservationId: Type.Optional(Nullable(RecordId)),
  status: Type.Optional(Nullable(OneOf(['ACTIVE', 'ARCHIVED']))),
});
export type LangfuseNewItem = Static<typeof LangfuseNewItem>;

export const LangfuseItemsQuery = Type.Object({
  datasetName: Type.Optional(Type.String({ maxLength: 100 })),
  sourceTraceId: Type.Optional(Type.String({ maxLength: 256 })),
  sourceObservationId: Type.Optional(Type.String({ maxLength: 256 })),
  version: Type.Optional(Timestamp),
  ...LangfusePage.properties,
});
export type LangfuseItemsQuery = Static<typeof LangfuseItemsQuery>;

export const LangfuseNewRunItem = Type.Object({
  runName: RunName,
  runDescription: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
  metadata: AnyJson,
  datasetItemId: ItemId,
  traceId: Type.Optional(Nullable(RecordId)),
  observationId: Type.Optional(Nullable(RecordId)),
});
export type LangfuseNewRunItem = Static<typeof LangfuseNewRunItem>;

export const LangfuseRunItemsQuery = Type.Object({
  datasetId: DatasetId,
  runName: RunName,
  ...LangfusePage.properties,
});
export type LangfuseRunItemsQuery = Static<typeof LangfuseRunItemsQuery>;

const times = { createdAt: Timestamp, updatedAt: Timestamp };

export const LangfuseDataset = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Nullable(Type.String()),
    metadata: Type.Unknown(),
    inputSchema: Type.Unknown(),
    expectedOutputSchema: Type.Unknown(),
    projectId: Type.String(),
    ...times,
  },
  { additionalProperties: false },
);
export type LangfuseDataset = Static<typeof LangfuseDataset>;

export const LangfuseItem = Type.Object(
  {
    id: Type.String(),
    status: OneOf(['ACTIVE', 'ARCHIVED']),
    input: Type.Unknown(),
    expectedOutput: Type.Unknown(),
    metadata: Type.Unknown(),
    sourceTraceId: Nullable(Type.String()),
    sourceObservationId: Nullable(Type.String()),
    datasetId: Type.String(),
    datasetName: Type.String(),
    mediaReferences: Type.Array(Type.Unknown()),
    ...times,
  },
  { additionalProperties: false },
);
export type LangfuseItem = Static<typeof LangfuseItem>;

export const LangfuseRunItem = Type.Object(
  {
    id: Type.String(),
    datasetRunId: Type.String(),
    datasetRunName: Type.String(),
    datasetItemId: Type.String(),
    traceId: Type.String(),
    observationId: Nullable(Type.String()),
    ...times,
  },
  { additionalProperties: false },
);
export type LangfuseRunItem = Static<typeof LangfuseRunItem>;

const runFields = {
  id: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  metadata: Type.Unknown(),
  datasetId: Type.String(),
  datasetName: Type.String(),
  ...times,
};

export const LangfuseRun = Type.Object(runFields, { additionalProperties: false });
export type LangfuseRun = Static<typeof LangfuseRun>;

export const LangfuseRunWithItems = Type.Object(
  { ...runFields, datasetRunItems: Type.Array(LangfuseRunItem) },
  { additionalProperties: false },
);

export const LangfuseDatasets = Type.Object({ data: Type.Array(LangfuseDataset), meta: LangfusePageMeta });
export const LangfuseItems = Type.Object({ data: Type.Array(LangfuseItem), meta: LangfusePageMeta });
export const LangfuseRuns = Type.Object({ data: Type.Array(LangfuseRun), meta: LangfusePageMeta });
export const LangfuseRunItems = Type.Object({ data: Type.Array(LangfuseRunItem), meta: LangfusePageMeta });
export const LangfuseDone = Type.Object({ message: Type.String() });
