import type { Module } from '#core/module';
import { addPeerSpans } from '../open-spans/index.ts';
import { langfuseDatasetEndpoints } from './datasets/endpoints.ts';
import { langfuseElsewhereEndpoints } from './elsewhere.ts';
import { langfuseInstanceEndpoints } from './instance.ts';
import { langfuseLinkEndpoints } from './links.ts';
import { langfuseMediaEndpoints } from './media.ts';
import { langfusePromptEndpoints } from './prompts/endpoints.ts';
import { langfuseScoreEndpoints } from './scores/endpoints.ts';
import { tracingEndpoints } from './tracing/endpoints.ts';
import { langfuseSpans } from './tracing/observation-span.ts';

export const langfuseModule: Module = {
  endpoints: [
    ...tracingEndpoints,
    ...langfuseScoreEndpoints,
    ...langfuseInstanceEndpoints,
    ...langfusePromptEndpoints,
    ...langfuseDatasetEndpoints,
    ...langfuseMediaEndpoints,
    ...langfuseLinkEndpoints,
    ...langfuseElsewhereEndpoints,
  ],
  open: (services) => addPeerSpans(services, langfuseSpans),
};
