import type { Module } from '#core/module';
import { contentDeletionJob } from './content-deletion.job.ts';
import { accountEndpoints } from './endpoints.ts';

export const accountModule: Module = {
  tag: { name: 'account', description: 'Plan, usage, consents, LLM-feature budget' },
  endpoints: accountEndpoints,
  jobs: [contentDeletionJob],
};
