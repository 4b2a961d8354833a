import type { Module } from '#core/module';
import { heliconeEndpoints } from './endpoints.ts';
import { heliconeScoreEndpoints } from './score-endpoints.ts';

export const heliconeModule: Module = { endpoints: [...heliconeEndpoints, ...heliconeScoreEndpoints] };
