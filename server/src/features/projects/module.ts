import type { Module } from '#core/module';
import { projectEndpoints } from './endpoints.ts';

export const projectsModule: Module = {
  tag: { name: 'projects', description: 'Projects of the account' },
  endpoints: projectEndpoints,
};
