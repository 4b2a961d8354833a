import type { Module } from '#core/module';
import { authEndpoints } from './endpoints.ts';
import { resetMailJob } from './password-reset.ts';

export const authModule: Module = {
  tag: { name: 'auth', description: 'Sign-up, sign-in, sessions and passwords' },
  endpoints: authEndpoints,
  jobs: [resetMailJob],
};
