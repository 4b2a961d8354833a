// Whom a text mentions: `@` before the email of a member, such as `@ada@example.com`. Names are not unique and
// have spaces, so they name no one. What follows an address in the text, such as a full stop, is not part of it.
import { redactText } from '#content';

const MAX_MENTIONS = 20;
const MENTION =
  /(?<![\w@.])@([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6})/g;

/** The addresses that a text mentions, in lower case, whether or not they are those of members. */
export const mentionedEmails = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(MENTION), ([, email = '']) => email.toLowerCase()))].slice(
    0,
    MAX_MENTIONS,
  );

/** Redacts everything but the mentions of members, who are known to everyone that can read the text. */
export function redactAround(text: string, members: ReadonlySet<string>): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mention, 1: email = '', index } of text.matchAll(MENTION)) {
    if (!members.has(email.toLowerCase())) continue;
    parts.push(redactText(text.slice(from, index)).text, mention);
    from = index + mention.length;
  }
  return [...parts, redactText(text.slice(from)).text].join('');
}
