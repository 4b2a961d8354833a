// Puts judged content between random boundary lines, so that it cannot imitate its own end, another part, or an
// instruction.
import { randomBytes } from 'node:crypto';

export interface Part {
  /** A fixed name such as `INPUT` or `OUTPUT`, never content. */
  title: string;
  text: string;
}

const random = (): string => randomBytes(12).toString('hex');

export function fenced(
  parts: readonly Part[],
  next: () => string = random,
): { boundary: string; text: string } {
  let boundary = next();
  while (parts.some(({ text }) => text.includes(boundary))) boundary = next();
  const text = parts
    .map(
      (part) => `BEGIN ${part.title} ${boundary}\n${part.text.toWellFormed()}\nEND ${part.title} ${boundary}`,
    )
    .join('\n\n');
  return { boundary, text };
}
