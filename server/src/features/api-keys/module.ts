import type { Module } from '#core/module';
import { apiKeyEndpoints } from './endpoints.ts';
import { keyUseOf } from './note-use.ts';
import { deviceEndpoints } from './oauth/device/endpoints.ts';
import { endedLoginsJob } from './oauth/device/ended-logins.job.ts';
import { oauthEndpoints } from './oauth/endpoints.ts';

export const apiKeysModule: Module = {
  tag: { name: 'api-keys', description: 'Keys with scopes' },
  endpoints: [...apiKeyEndpoints, ...oauthEndpoints, ...deviceEndpoints],
  jobs: [endedLoginsJob],
  // Needed even if the app never starts: the last use of keys is saved when it stops.
  open: (services) => void keyUseOf(services),
  start: (services) => keyUseOf(services).start(),
};
