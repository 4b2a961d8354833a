export { lookForProposals } from './look.job.ts';
