export { mintKey, readExpiry } from './create.ts';
export { apiKeyEndpoints } from './endpoints.ts';
export { CreatedApiKey, NewApiKey } from './schemas.ts';
export { rememberUse } from './store.ts';
