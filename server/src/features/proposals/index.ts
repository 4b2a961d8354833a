export { proposalEndpoints } from './endpoints.ts';
export { proposalsJob } from './refresh.job.ts';
export { deleteProjectProposals, forgetExamples } from './store.ts';
