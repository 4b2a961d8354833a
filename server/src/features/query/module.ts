import type { Module } from '#core/module';
import { queryEndpoints } from './endpoints.ts';
import { stepEndpoints } from './steps/endpoints.ts';

export const queryModule: Module = {
  tag: {
    name: 'query',
    description: 'Search, traces, sessions, aggregates, percentiles, distributions, export',
  },
  endpoints: [...queryEndpoints, ...stepEndpoints],
};
