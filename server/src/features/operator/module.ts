import type { Module } from '#core/module';
import { operatorEndpoints } from './endpoints.ts';

export const operatorModule: Module = {
  tag: { name: 'operator', description: 'For whoever runs the service' },
  endpoints: operatorEndpoints,
};
