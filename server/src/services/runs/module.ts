import type { Module } from '#core/module';
import { runsOf } from './runs.ts';

export const runsModule: Module = { start: (services) => runsOf(services).start() };
