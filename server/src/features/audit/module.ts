import type { Module } from '#core/module';
import { auditEndpoints } from './endpoints.ts';

export const auditModule: Module = {
  tag: { name: 'audit', description: 'Who did what, in a chain that shows tampering' },
  endpoints: auditEndpoints,
};
