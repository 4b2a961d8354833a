/** Whether all texts and names in a JSON value have at most this many characters together. Stops early. */
export function isWithinChars(value: unknown, maxChars: number): boolean {
  let left = maxChars;
  const take = (part: unknown): boolean => {
    left -= typeof part === 'string' ? part.length + 3 : 2;
    if (left < 0) return false;
    if (typeof part !== 'object' || part === null) return true;
    if (Array.isArray(part)) return part.every(take);
    return Object.entries(part).every(([name, inner]) => take(name) && take(inner));
  };
  return take(value);
}
