export { createKey, mintKey } from './create.ts';
export { DEVICE_GRANT, registerClient } from './oauth/client-id.ts';
export { beginDeviceLogin } from './oauth/device/begin.ts';
export { redeemDeviceCode } from './oauth/device/redeem.ts';
export { redeemCode } from './oauth/redeem.ts';
export { revokeKey, revokeKeysMadeBy } from './revoke.ts';
export { ApiKeyList, NewApiKey } from './schemas.ts';
export { listChildKeys, listKeys, listKeysMadeBy } from './list.ts';
