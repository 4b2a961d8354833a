import type { Module } from '#core/module';
import { priceRenewalOf } from './price-renewal.ts';

export const pricesModule: Module = {
  start: (services) => priceRenewalOf(services).start(),
};
