import type { Module } from '#core/module';
import { teamEndpoints } from './endpoints.ts';
import { invitationMailJob } from './invitation-mail.job.ts';

export const teamModule: Module = {
  tag: { name: 'team', description: 'Members and invitations' },
  endpoints: teamEndpoints,
  jobs: [invitationMailJob],
};
