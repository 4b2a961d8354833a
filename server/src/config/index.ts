export { ConfigError, readConfig } from './env.ts';
export type * from './settings.ts';
