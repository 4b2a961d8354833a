export { createKey, mintKey } from './create.ts';
export { registerClient } from './oauth/client-id.ts';
export { redeemCode } from './oauth/redeem.ts';
export { revokeKey, revokeKeysMadeBy } from './revoke.ts';
export { ApiKeyList, NewApiKey } from './schemas.ts';
export { listChildKeys, listKeys, listKeysMadeBy } from './list.ts';
