import { Type, type Static } from 'typebox';
import { Nullable } from '#lib/schema';

export const SampleData = Type.Object(
  {
    loaded: Type.Boolean(),
    projectId: Nullable(Type.String({ description: 'The project that has it' })),
    records: Type.Integer({ minimum: 0, description: 'Calls and observations that were stored for it' }),
  },
  { title: 'SampleData', additionalProperties: false },
);
export type SampleData = Static<typeof SampleData>;
