// What becomes of a call's content in a dataset. The system's part of a conversation is left out: a run has the dataset's prompt
// in its place.
import { plainText, stepsOf } from '#features/judge';
import type { CallRecord, Json } from '#records';
import { MAX_TEXT } from './schemas.ts';

export interface CutText {
  text: string;
  /** Of the whole text. */
  chars: number;
}

export interface CallTexts {
  input: CutText;
  output: CutText | null;
}

export type NoTexts = 'content_not_stored' | 'content_unreadable' | 'no_input';

const SYSTEM = new Set(['system', 'developer']);

export function textsOf({ requestMeta }: CallRecord, hasContent: boolean): CallTexts | NoTexts {
  const { input, output } = requestMeta ?? {};
  // Content that cannot be opened is shown as null; what is not there any more is absent.
  if (hasContent && input === null && output === null) return 'content_unreadable';
  if (isAbsent(input) && isAbsent(output)) return 'content_not_stored';
  const given = conversation(input);
  if (given === null) return 'no_input';
  // As evaluators read outputs, so that the same output again would equal it.
  const answered = plainText(output);
  return { input: cutText(given), output: answered === null || answered === '' ? null : cutText(answered) };
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null;

/** One message of the user is its text, several are told apart by who said them; null when nothing was said. */
function conversation(input: Json | undefined): string | null {
  const steps = stepsOf(input, 'user').filter(({ head, text }) => !SYSTEM.has(head) && text.trim() !== '');
  const [only] = steps;
  if (only === undefined) return null;
  if (steps.length === 1 && only.head === 'user') return only.text;
  return steps.map(({ head, text }) => `${head}: ${text}`).join('\n\n');
}

function cutText(text: string): CutText {
  if (text.length <= MAX_TEXT) return { text, chars: text.length };
  const last = text.charCodeAt(MAX_TEXT - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT;
  return { text: text.slice(0, end), chars: text.length };
}
