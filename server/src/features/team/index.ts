export { teamEndpoints } from './endpoints.ts';
export { invitationMailJob } from './invitation-mail.job.ts';
