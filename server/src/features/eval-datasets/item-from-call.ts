// Turns the content of a call into a dataset item. A text omits system messages, because a run uses the
// dataset's prompt instead. Messages keep them: an item of messages needs no prompt. A conversation is what a
// prompt is tested on: all that was said, with tool calls, their results and the tools, without instructions.
import { plainText, stepsOf } from '#services/conversation';
import type { ConversationItem } from '#services/model-runs';
import type { CallRecord, Json } from '#records';
import { conversationOfCall } from './conversation-of-call.ts';

interface CutText {
  text: string;
  /** Length of the whole text. */
  chars: number;
}

export const CALL_FORMS = ['text', 'messages', 'conversation'] as const;
export type CallForm = (typeof CALL_FORMS)[number];

export interface CallTexts {
  /** The input as messages or as a conversation; null if it is to be a text, or if they are too long. */
  messages: RoleText[] | ConversationItem | null;
  /** The length of the whole conversation, if texts in it were cut. */
  conversationChars: number | null;
  input: CutText;
  output: CutText | null;
}

interface RoleText {
  role: string;
  content: string;
}

type NoTexts = 'content_not_stored' | 'content_unreadable' | 'no_input';

const SYSTEM = new Set(['system', 'developer']);

/** Texts are cut to `most` characters. */
export function itemTextsOf(
  call: CallRecord,
  hasContent: boolean,
  most: number,
  form: CallForm = 'text',
): CallTexts | NoTexts {
  const { input, output } = call.requestMeta ?? {};
  // Undecryptable content is null; expired content is absent.
  if (hasContent && input === null && output === null) return 'content_unreadable';
  if (isAbsent(input) && isAbsent(output)) return 'content_not_stored';
  const given = conversation(input);
  if (given === null) return 'no_input';
  // The same text that evaluators see, so that an identical output equals it.
  const answered = plainText(output);
  const messages = form === 'messages' ? messagesOf(input) : null;
  const fitted = form === 'conversation' ? conversationOfCall(call, most) : null;
  return {
    messages: fitted?.item ?? (messages && JSON.stringify(messages).length <= most ? messages : null),
    conversationChars: fitted?.cutFrom ?? null,
    input: cutText(given, most),
    // A conversation comes from a call that went wrong, so its answer is not what is expected.
    output: form === 'conversation' || answered === null || answered === '' ? null : cutText(answered, most),
  };
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

/** Up to the last question, with system messages. Tool calls and their results are omitted. */
function messagesOf(input: Json | undefined): RoleText[] | null {
  const steps = stepsOf(input, 'user').filter(
    ({ head, text }) => text.trim() !== '' && (SYSTEM.has(head) || head === 'user' || head === 'assistant'),
  );
  const asked = steps.slice(0, steps.findLastIndex(({ head }) => head === 'user') + 1);
  return asked.length === 0 ? null : asked.map(({ head, text }) => ({ role: head, content: text }));
}

function cutText(text: string, most: number): CutText {
  if (text.length <= most) return { text, chars: text.length };
  const last = text.charCodeAt(most - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return { text: text.slice(0, end), chars: text.length };
}
