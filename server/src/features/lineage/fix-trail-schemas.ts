import { Type, type Static } from 'typebox';
import { closed, Distinct, Nullable, Timestamp } from '#lib/schema';
import { Run } from '#features/eval-runs';
import { ExperimentReply } from '#features/experiments';

/** As many as a dataset takes at once. */
const MAX_CALLS = 200;

export const FixTrailCalls = closed(
  {
    callIds: Distinct(Type.String({ minLength: 1, maxLength: 256 }), {
      minItems: 1,
      maxItems: MAX_CALLS,
    }),
  },
  { title: 'FixTrailCalls' },
);
export type FixTrailCalls = Static<typeof FixTrailCalls>;

const FixedDataset = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    itemCount: Type.Integer(),
    covered: Type.Integer({ description: 'How many of these calls it has items of' }),
    promptRegistryId: Nullable(Type.Integer()),
  },
  { title: 'FixTrailDataset' },
);

const FixExperiment = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    datasetId: Type.Integer(),
    status: ExperimentReply.properties.status,
    criterionIds: Type.Array(Type.Integer()),
    shipped: ExperimentReply.properties.shipped,
    createdAt: Timestamp,
  },
  { title: 'FixTrailExperiment' },
);

const FixRun = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    datasetId: Type.Integer(),
    status: Run.properties.status,
    createdAt: Timestamp,
  },
  { title: 'FixTrailRun' },
);

export const FixTrail = Type.Object(
  {
    datasets: Type.Array(FixedDataset, {
      description: 'With items made from these calls, newest first',
    }),
    experiments: Type.Array(FixExperiment, { description: 'On one of the datasets, newest first' }),
    runs: Type.Array(FixRun, {
      description: 'Evaluation runs of one of the datasets, as the CI gate starts them, newest first',
    }),
  },
  { title: 'FixTrail', additionalProperties: false },
);
export type FixTrail = Static<typeof FixTrail>;
