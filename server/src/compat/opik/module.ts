import type { Module } from '#core/module';
import { opikEndpoints } from './endpoints.ts';

export const opikModule: Module = { endpoints: opikEndpoints };
