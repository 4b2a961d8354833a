import type { Module } from '#core/module';
import { modelPriceEndpoints } from './endpoints.ts';
import { noteFinished } from './note-finished.ts';

export const modelPricesModule: Module = {
  hooks: { onChangeFinished: noteFinished },
  endpoints: modelPriceEndpoints,
};
