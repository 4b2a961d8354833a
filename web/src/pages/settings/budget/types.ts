import type { Schemas } from '#api';

export type Budget = Schemas['LlmFeatureBudget'];
