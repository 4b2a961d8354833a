export { ConfigError, readConfig, readNewMasterKey } from './env.ts';
export type * from './settings.ts';
