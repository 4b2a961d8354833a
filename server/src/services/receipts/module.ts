import type { Module } from '#core/module';
import { receiptsOf } from './receipts.ts';

export const receiptsModule: Module = {
  start: (services) => receiptsOf(services).start(),
};
