export { deleteProjectProposals, forgetExamples } from './store.ts';
