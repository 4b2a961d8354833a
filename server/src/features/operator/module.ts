import type { Module } from '#core/module';
import { operatorEndpoints } from './endpoints.ts';

export const operatorModule: Module = {
  tag: { name: 'operator', description: 'For operators of the service' },
  endpoints: operatorEndpoints,
};
