import type { Module } from '#core/module';
import { modelPriceEndpoints } from './endpoints.ts';

export const modelPricesModule: Module = {
  endpoints: modelPriceEndpoints,
};
