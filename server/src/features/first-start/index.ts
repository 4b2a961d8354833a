export { firstStart, type FirstStart } from './first-start.ts';
export { anyAccountExists, lockFirstAccount, selectFirstAccount } from './store.ts';
