export { changeAccount } from './change-account.ts';
export { furnishAccount, openFurnished, type FurnishedAccount } from './create-account.ts';
export { inAccount } from './in-account.ts';
export {
  selectAccountOfKey,
  selectAccounts,
  selectAccountsNamed,
  selectAccountMembers,
  type AccountSummary,
} from './store.ts';
