import type { Module } from '#core/module';
import { publicDataEndpoints } from './endpoints.ts';

export const publicDataModule: Module = {
  tag: { name: 'public-data', description: 'Model prices, plans and presets; no credential needed' },
  endpoints: publicDataEndpoints,
};
