export { makeClaimLink } from './claim-link.ts';
export { signedIn, type SignedIn } from './cookie.ts';
export { authEndpoints } from './endpoints.ts';
export { makeResetLink, resetMailJob } from './password-reset.ts';
export { requirePassword } from './require-password.ts';
export { Password, SessionView } from './schemas.ts';
export {
  anyUserExists,
  deleteExpired,
  hasMembership,
  insertMembership,
  insertUser,
  lockUserByEmail,
  normalEmail,
  renewUser,
  selectSessionView,
  selectUserByEmail,
} from './store.ts';
