// Accounts and the people in them: opening an account, users, memberships, one-time links.
export { makeClaimLink } from './claim-link.ts';
export {
  SIGN_IN_METHODS,
  hasIdentity,
  insertIdentity,
  selectIdentityUser,
  selectSignInMethods,
  touchIdentity,
  type SignInMethod,
} from './identities.ts';
export { EffectiveLimits, AccountLimitsChange, limitColumns, limitsOf, type LimitColumns } from './limits.ts';
export {
  deleteExpiredInvitations,
  deleteInvitationRow,
  insertInvitation,
  isInvited,
  selectInvitation,
  selectInvitations,
  selectInvitationTo,
  selectInvitationToSend,
  selectOpenInvitation,
  takeInvitation,
} from './invitations.ts';
export { openAccount } from './open-account.ts';
export { requirePasswordLogin, requirePassword, requirePresence } from './require-password.ts';
export { Password } from '#lib/schema';
export { SessionView } from './schemas.ts';
export {
  anyUserExists,
  countOwners,
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
  selectFirstAccount,
  selectHome,
  selectMemberNames,
  selectRole,
  selectSessionView,
  selectTokenUser,
  selectUnclaimedAccount,
  selectUserByEmail,
  spendToken,
  takeToken,
  updatePassword,
  updateRole,
} from './store.ts';
