export { GRACE_MS, closeAccount, restoreAccount } from './close.ts';
