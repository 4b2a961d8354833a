export { annotationEndpoints } from './endpoints.ts';
export { deleteClaims, forgetClaims } from './review-queue/store.ts';
export { deleteProjectAnnotations } from './store.ts';
