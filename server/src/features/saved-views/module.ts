import type { Module } from '#core/module';
import { savedViewEndpoints } from './endpoints.ts';

export const savedViewsModule: Module = {
  tag: { name: 'saved-views', description: 'Filters saved under a name' },
  endpoints: savedViewEndpoints,
};
