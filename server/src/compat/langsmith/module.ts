import type { Module } from '#core/module';
import { addPeerSpans } from '../open-spans/index.ts';
import { langsmithEndpoints } from './endpoints.ts';
import { langsmithSpans } from './run-span.ts';

export const langsmithModule: Module = {
  endpoints: langsmithEndpoints,
  open: (services) => addPeerSpans(services, langsmithSpans),
};
