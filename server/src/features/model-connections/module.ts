import type { Module } from '#core/module';
import { modelConnectionEndpoints } from './endpoints.ts';

export const modelConnectionsModule: Module = {
  tag: { name: 'model-connections', description: 'Providers of models, called with keys of the account' },
  endpoints: modelConnectionEndpoints,
};
