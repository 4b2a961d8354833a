/** Values for `{name: Type}` placeholders. Nothing that came from outside enters a statement in another way. */
export type Params = Record<string, unknown>;

/**
 * The in-process client refuses whole numbers of 2^53 and more, because they may have lost digits on the way. A threshold such as
 * 1e18 has not: as a bigint it is the same number, and both clients write all its digits.
 */
export const bindable = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, exact(value)]));

function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact);
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? BigInt(value)
    : value;
}
