// The server's face for the command line: everything it does on its own machine goes through here.
export { ConfigError, readConfig, readNewMasterKey, type Config } from '#config';
export { SCOPES, type Scope } from '#core/access/actor';
export { PLAN_NAMES, type PlanName } from '#core/access/plans';
export {
  createAccount,
  deleteAccount,
  initAccount,
  keepAccount,
  listAccounts,
  makePasswordLink,
  makeSignInLink,
  setPlan,
  showAccount,
  type MadeAccount,
} from './accounts.ts';
export { backup } from './backup.ts';
export { restore } from './restore.ts';
export { doctor, type Check, type Diagnosis } from './doctor/doctor.ts';
export { explain, type Fault } from './explain.ts';
export { createKey, listChildKeys, listKeys, revokeKey } from './keys.ts';
export { rotateMasterKey, type MasterRotation } from './rotate-master.ts';
export { withServices } from './services.ts';
