/**
 * The value with the members of its objects in a fixed order, for a digest: two objects that differ only in
 * the order of their members give the same JSON. It is not JSON of the value itself.
 */
export const inMemberOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, member]) => [name, inMemberOrder(member)])
    : value;
