export { firstStart, type FirstStart } from './first-start.ts';
export { anyAccountExists, lockFirstAccount } from './store.ts';
