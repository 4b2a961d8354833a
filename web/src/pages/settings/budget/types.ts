import type { Schemas } from '#api';

export type LlmBudget = Schemas['LlmFeatureBudget'];
