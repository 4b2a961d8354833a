export { createKey, mintKey, readExpiry } from './create.ts';
export { revokeKey, revokeKeysMadeBy } from './revoke.ts';
export { type ApiKey, ApiKeyList, CreatedApiKey, NewApiKey } from './schemas.ts';
export { listChildKeys, listKeys, listKeysMadeBy } from './list.ts';
export { rememberUse } from './store.ts';
