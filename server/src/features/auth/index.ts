export { signedIn, type SignedIn } from './cookie.ts';
export { authEndpoints } from './endpoints.ts';
export { makeResetLink, resetMailJob } from './password-reset.ts';
