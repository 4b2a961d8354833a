// Accounts and the people in them: opening an account, users, memberships, one-time links.
export { makeClaimLink } from './claim-link.ts';
export { openAccount } from './open-account.ts';
export { requirePassword } from './require-password.ts';
export { Password } from '#lib/schema';
export { SessionView } from './schemas.ts';
export {
  anyUserExists,
  deleteClaimTokens,
  deleteExpiredAccess,
  deleteTokensOfUser,
  hasMembership,
  insertMembership,
  insertToken,
  insertUser,
  lockFirstUser,
  lockUserByEmail,
  normalEmail,
  renameAccount,
  renewUser,
  selectClaimedAccount,
  selectHome,
  selectSessionView,
  selectTokenUser,
  selectUnclaimedAccount,
  selectUserByEmail,
  takeToken,
  updatePassword,
} from './store.ts';
