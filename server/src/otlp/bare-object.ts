// An object with no `Object.prototype` behind it, for keys that come from strangers: `__proto__` and `constructor` are keys like
// others. `Object.create(null)` is the same to the eye, but in the engine's slow form: this one is two and a half times as fast.
import type { JsonObject } from '#records';

function Bare() {}
Bare.prototype = Object.freeze(Object.create(null) as object);
const Constructor = Bare as unknown as new () => JsonObject;

export const bareObject = (): JsonObject => new Constructor();
