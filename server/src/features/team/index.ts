export { teamEndpoints } from './endpoints.ts';
export { invitationMailJob, resealInvitations } from './invitation-mail.job.ts';
