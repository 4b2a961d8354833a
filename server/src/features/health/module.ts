import type { Module } from '#core/module';
import { healthEndpoints } from './endpoints.ts';

export const healthModule: Module = {
  tag: { name: 'health', description: 'Readiness and liveness' },
  endpoints: healthEndpoints,
};
