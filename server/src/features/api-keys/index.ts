export { createKey, mintKey, readExpiry } from './create.ts';
export { apiKeyEndpoints } from './endpoints.ts';
export { revokeKey } from './revoke.ts';
export { type ApiKey, CreatedApiKey, NewApiKey } from './schemas.ts';
export { listKeys } from './list.ts';
export { rememberUse } from './store.ts';
