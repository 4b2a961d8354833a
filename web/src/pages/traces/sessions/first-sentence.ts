// The title of a session.
import type { Message } from '@tracewell/sdk/reading';

const LONGEST_TITLE = 100;

/** The first sentence that a user said; null if there is none. */
export function firstSentence(messages: readonly Message[]): string | null {
  for (const { role, parts } of messages) {
    if (role !== 'user') continue;
    const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ');
    const [sentence = ''] = text.trim().split(/(?<=[.!?])\s|(?<=[。！？])|\n/);
    const line = sentence.replaceAll(/\s+/g, ' ').trim();
    if (line !== '')
      return line.length > LONGEST_TITLE
        ? // Half of a surrogate pair is not a character.
          `${line.slice(0, LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, '')}…`
        : line;
  }
  return null;
}
