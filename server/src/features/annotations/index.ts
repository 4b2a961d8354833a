export { forgetReviewClaims } from './review-queue/store.ts';
