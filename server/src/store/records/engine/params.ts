/** Values for `{name: Type}` placeholders. No other way brings outside values into a statement. */
export type Params = Record<string, unknown>;

/**
 * The in-process client rejects whole numbers of 2^53 and more, because they may have lost digits. A threshold
 * such as 1e18 has lost none. As a bigint it is the same number, and both clients write all its digits.
 */
export const bindable = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, exact(value)]));

function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact);
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? BigInt(value)
    : value;
}
