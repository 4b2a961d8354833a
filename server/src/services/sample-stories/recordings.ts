// The answers of the recorded model: those of the sample's support bot, by model and by prompt. A conversation
// that is not part of the sample has no answer. Pure.
import {
  CATALOG_ANSWER,
  CATALOG_QUESTION,
  CATALOG_SYSTEM,
  DIALOGUES,
  OLD_TRIAGE_SYSTEM,
  REFUND_PROMPT,
  REFUND_TOOL,
  REFUNDS,
  SUPPORT_SYSTEM,
  TICKETS,
  TRIAGE_SYSTEM,
} from './stories.ts';

export interface RecordedMessage {
  role: string;
  text: string;
}

export interface RecordedReply {
  text: string;
  toolCall: { name: string; arguments: Record<string, unknown> } | null;
}

/** Dollars per million tokens: the usual price of a model of this size. Nobody is billed. */
interface RecordedModel {
  name: string;
  inputPerMTok: number;
  outputPerMTok: number;
  firstTokenMs: number;
  /** The number of failures after which it gives up, even if the prompt allows more. */
  patience: number;
  /** Every so manieth ticket goes into the wrong queue; none if missing. */
  misses?: number;
}

export const RECORDED_MODELS = [
  { name: 'recorded-small', inputPerMTok: 0.4, outputPerMTok: 1.6, firstTokenMs: 60, patience: 6, misses: 3 },
  { name: 'recorded-large', inputPerMTok: 2, outputPerMTok: 8, firstTokenMs: 180, patience: 4 },
] as const satisfies readonly RecordedModel[];

const says = (text: string): RecordedReply => ({ text, toolCall: null });
const calls = (name: string, args: Record<string, unknown>): RecordedReply => ({
  text: '',
  toolCall: { name, arguments: args },
});

const ORDER = /\border (W-\d{5})\b/;
/** The question with which a connection is tested. */
const TEST = 'Answer with the word: ok';

/** Null if there is no recording of this conversation. */
export function recordedAnswer(
  modelName: string,
  messages: readonly RecordedMessage[],
): RecordedReply | null {
  const model = RECORDED_MODELS.find(({ name }) => name === modelName);
  if (!model) return null;
  const system = textsOf(messages, 'system').join('\n\n');
  const asked = textsOf(messages, 'user');
  const last = asked.at(-1) ?? '';
  switch (system) {
    case '':
      return last === TEST ? says('ok') : null;
    case REFUND_PROMPT.used.system:
      return refund(messages, model.patience);
    case REFUND_PROMPT.fixed.system:
      return refund(messages, 2);
    case SUPPORT_SYSTEM:
      return reply(last) ?? orderState(last, messages);
    case TRIAGE_SYSTEM: {
      const queue = queueOf(last, model);
      return queue === null ? null : says(JSON.stringify({ queue }));
    }
    case OLD_TRIAGE_SYSTEM: {
      const queue = queueOf(last, model);
      return queue === null ? null : says(`This is one for the ${queue} team.`);
    }
    case CATALOG_SYSTEM:
      return last === CATALOG_QUESTION ? says(CATALOG_ANSWER) : null;
    default:
      return null;
  }
}

const textsOf = (messages: readonly RecordedMessage[], role: string): string[] =>
  messages.filter((message) => message.role === role).map(({ text }) => text);

/** Asks for the tool until it has worked, or failed `patience` times. */
function refund(messages: readonly RecordedMessage[], patience: number): RecordedReply | null {
  const [wished = ''] = textsOf(messages, 'user');
  const known = REFUNDS.find(({ wish }) => wished.startsWith(wish));
  const order = ORDER.exec(wished)?.[1];
  if (!known || order === undefined || textsOf(messages, 'user').length > 1) return null;
  const { amount } = known;
  const results = textsOf(messages, 'tool');
  const failures = results.filter((result) => result.includes('"error"')).length;
  if (results.length > failures)
    return says(
      `Done: **${amount.toFixed(2)} EUR** go back to you, the way you paid, within five working days.`,
    );
  if (failures < patience) return calls(REFUND_TOOL.name, { order, amount, currency: 'EUR' });
  return says(
    `I could not reach the payment system, so I have handed order ${order} to a colleague. You get your ${amount.toFixed(2)} EUR today; you do not have to do anything.`,
  );
}

function queueOf(text: string, { misses }: RecordedModel): string | null {
  const at = TICKETS.findIndex(([ticket]) => ticket === text);
  if (at === -1) return null;
  const isMissed = misses !== undefined && at % misses === misses - 1;
  return TICKETS[isMissed ? (at + 1) % TICKETS.length : at]?.[1] ?? null;
}

function reply(asked: string): RecordedReply | null {
  for (const { turns } of DIALOGUES)
    for (const [question, answer] of turns) if (question === asked) return says(answer);
  return null;
}

function orderState(asked: string, messages: readonly RecordedMessage[]): RecordedReply | null {
  const order = ORDER.exec(asked)?.[1];
  if (order === undefined || asked !== `What is the state of order ${order}?`) return null;
  // A result whose call is missing is in a message of the user.
  const [result] = [...textsOf(messages, 'tool'), ...textsOf(messages, 'user')].flatMap(
    (text) => /"state":"([a-z ]+)"/.exec(text)?.[1] ?? [],
  );
  return result === undefined ? calls('lookup_order', { order }) : says(`Your order ${order} is ${result}.`);
}
