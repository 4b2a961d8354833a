/** Null with the reason if the vectors cannot be compared. */
export function cosineSimilarity(
  one: readonly number[],
  other: readonly number[],
): { similarity: number } | { why: 'length' | 'zero' } {
  if (one.length === 0 || one.length !== other.length) return { why: 'length' };
  let [product, left, right] = [0, 0, 0];
  one.forEach((a, at) => {
    const b = other[at] ?? 0;
    product += a * b;
    left += a * a;
    right += b * b;
  });
  const similarity = product / Math.sqrt(left) / Math.sqrt(right);
  if (!Number.isFinite(similarity)) return { why: 'zero' };
  // Rounding can leave it a little outside.
  return { similarity: Math.min(1, Math.max(-1, similarity)) };
}
