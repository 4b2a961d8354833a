export { signedIn, type SignedIn } from './cookie.ts';
export { makeResetLink } from './password-reset.ts';
export { callbackUrl } from './single-sign-on/provider.ts';
