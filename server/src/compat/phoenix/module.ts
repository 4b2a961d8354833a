import type { Module } from '#core/module';
import { phoenixEndpoints } from './endpoints.ts';

export const phoenixModule: Module = { endpoints: phoenixEndpoints };
