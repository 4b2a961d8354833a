export { forgetReviewClaims as forgetClaims } from './review-queue/store.ts';
