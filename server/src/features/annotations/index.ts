export { deleteClaims, forgetClaims } from './review-queue/store.ts';
export { deleteCallAnnotations, deleteProjectAnnotations } from './store.ts';
