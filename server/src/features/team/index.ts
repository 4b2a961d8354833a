export { resealInvitations } from './invitation-mail.job.ts';
