/**
 * The entry of `types` with the highest weight in an Accept header, the first on a tie; null if it names
 * none. Wildcards are ignored, so such clients get the default.
 */
export function acceptedType<T extends string>(accept: string, types: readonly T[]): T | null {
  let best: T | null = null;
  let weight = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const type = types.find((candidate) => candidate === name);
    if (type === undefined) continue;
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = given === undefined ? 1 : Number(given);
    if (quality > weight) [best, weight] = [type, quality];
  }
  return best;
}
