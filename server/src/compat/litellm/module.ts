import type { Module } from '#core/module';
import { litellmEndpoints } from './endpoints.ts';

export const litellmModule: Module = { endpoints: litellmEndpoints };
