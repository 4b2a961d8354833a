export { makeClaimLink } from './claim-link.ts';
export { authEndpoints } from './endpoints.ts';
export { makeResetLink, resetMailJob } from './password-reset.ts';
export { Password } from './schemas.ts';
export {
  anyUserExists,
  deleteExpired,
  insertMembership,
  insertUser,
  normalEmail,
  selectUserByEmail,
} from './store.ts';
