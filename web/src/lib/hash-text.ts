/**
 * A stable number of 32 bits for a text: FNV-1a with a last mix. The colours of models come from it; the
 * start value was chosen so that models that are often used together differ.
 */
export function hashText(text: string): number {
  let hash = 0x811c9ddb;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
