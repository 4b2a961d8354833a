import type { Module } from '#core/module';
import { diagnosticsEndpoints } from './endpoints.ts';

export const diagnosticsModule: Module = {
  endpoints: diagnosticsEndpoints,
};
