import type { Module } from '#core/module';
import { lineageEndpoints } from './endpoints.ts';

/** What was made with what. Its endpoints belong to the tags of prompts and of evaluation runs. */
export const lineageModule: Module = { endpoints: lineageEndpoints };
