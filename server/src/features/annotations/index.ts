export { annotationEndpoints } from './endpoints.ts';
export { forgetClaims } from './review-queue/store.ts';
