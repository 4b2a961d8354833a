import type { Module } from '#core/module';
import { dataTransferEndpoints } from './endpoints.ts';

export const dataTransferModule: Module = {
  tag: { name: 'data', description: 'An account exports and imports its own data.' },
  endpoints: dataTransferEndpoints,
};
