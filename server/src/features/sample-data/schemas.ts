import { Type, type Static } from 'typebox';
import { Nullable } from '#lib/schema';

export const SampleData = Type.Object(
  {
    loaded: Type.Boolean(),
    projectId: Nullable(Type.String({ description: 'The project of the sample data' })),
    records: Type.Integer({ minimum: 0, description: 'Number of stored calls and observations' }),
  },
  { title: 'SampleData', additionalProperties: false },
);
export type SampleData = Static<typeof SampleData>;
