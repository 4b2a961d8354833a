export { annotationEndpoints } from './endpoints.ts';
export { deleteClaims, forgetClaims } from './review-queue/store.ts';
export { deleteCallAnnotations, deleteProjectAnnotations } from './store.ts';
