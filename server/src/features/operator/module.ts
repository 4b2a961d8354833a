import type { Module } from '#core/module';
import { operatorEndpoints } from './endpoints.ts';

export const operatorModule: Module = {
  tag: { name: 'operator', description: 'For those who run the service' },
  endpoints: operatorEndpoints,
};
