import type { Module } from '#core/module';
import { llmBudgetEndpoints } from './endpoints.ts';

export const llmBudgetModule: Module = {
  endpoints: llmBudgetEndpoints,
};
