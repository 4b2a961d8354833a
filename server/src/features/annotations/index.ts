export { forgetClaims } from './review-queue/store.ts';
