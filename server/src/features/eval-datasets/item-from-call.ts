// Turns the content of a call into a dataset item. System messages are omitted, because a run uses the
// dataset's prompt instead.
import { plainText, stepsOf } from '#services/conversation';
import type { CallRecord, Json } from '#records';
import { MAX_TEXT } from './schemas.ts';

interface CutText {
  text: string;
  /** Length of the whole text. */
  chars: number;
}

export interface CallTexts {
  input: CutText;
  output: CutText | null;
}

type NoTexts = 'content_not_stored' | 'content_unreadable' | 'no_input';

const SYSTEM = new Set(['system', 'developer']);

export function itemTextsOf({ requestMeta }: CallRecord, hasContent: boolean): CallTexts | NoTexts {
  const { input, output } = requestMeta ?? {};
  // Undecryptable content is null; expired content is absent.
  if (hasContent && input === null && output === null) return 'content_unreadable';
  if (isAbsent(input) && isAbsent(output)) return 'content_not_stored';
  const given = conversation(input);
  if (given === null) return 'no_input';
  // The same text that evaluators see, so that an identical output equals it.
  const answered = plainText(output);
  return { input: cutText(given), output: answered === null || answered === '' ? null : cutText(answered) };
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null;

/**
 * The messages of user and model up to the last question. A single user message is its text; a chat is
 * labelled with roles. Tool calls and their results are omitted, because they are part of finding the answer.
 * Null if there is no text.
 */
function conversation(input: Json | undefined): string | null {
  const steps = stepsOf(input, 'user').filter(({ head, text }) => !SYSTEM.has(head) && text.trim() !== '');
  const said = steps.filter(({ head }) => head === 'user' || head === 'assistant');
  const asked = said.slice(0, said.findLastIndex(({ head }) => head === 'user') + 1);
  // Without a question, everything is used.
  const kept = asked.length > 0 ? asked : steps;
  const [only] = kept;
  if (only === undefined) return null;
  if (kept.length === 1 && only.head === 'user') return only.text;
  return kept.map(({ head, text }) => `${head}: ${text}`).join('\n\n');
}

function cutText(text: string): CutText {
  if (text.length <= MAX_TEXT) return { text, chars: text.length };
  const last = text.charCodeAt(MAX_TEXT - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT;
  return { text: text.slice(0, end), chars: text.length };
}
