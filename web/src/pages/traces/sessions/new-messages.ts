// What each call of a session adds to the conversation. Every call repeats the messages before it; the page
// shows each of them once.
import { parsedJson, type Conversation, type Message, type MessagePart } from '@tracewell/sdk/reading';
import { isInstruction } from '#lib/roles';

interface Thread {
  /** The input of its last call, then the answer. */
  keys: string[];
  given: number;
}

function partKey(part: MessagePart): string[] {
  switch (part.kind) {
    case 'text':
      return [part.text.trim()];
    // Programs leave out a model's reasoning when they send its answer back.
    case 'reasoning':
      return [];
    case 'toolCall':
      return [`calls ${part.name} ${JSON.stringify(parsedJson(part.input))}`];
    case 'toolResult':
      return [`result ${JSON.stringify(parsedJson(part.result))}`];
    case 'media':
      return [`media ${part.type} ${part.url?.length ?? 0}`];
    default:
      return [JSON.stringify(part.value)];
  }
}

const keyOf = ({ role, parts }: Message): string => [role, ...parts.flatMap(partKey)].join('\n');

function commonStart(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}

/**
 * How many of the first keys are the last ones of `before`. Programs drop the oldest messages of a long
 * history.
 */
function overlap(before: readonly string[], keys: readonly string[]): number {
  for (let start = 1; start < before.length - 1; start += 1) {
    const length = before.length - start;
    if (length <= keys.length && commonStart(before.slice(start), keys) === length) return length;
  }
  return 0;
}

/**
 * For each call, in order of time: its messages that no earlier call had. Agents that work in parallel are
 * kept separate.
 */
export function newMessages(conversations: readonly Conversation[]): Message[][] {
  const threads: Thread[] = [];
  const instructions = new Set<string>();
  return conversations.map(({ input, output }) => {
    const newInstructions = input
      .filter(({ role }) => isInstruction(role))
      .filter((message) => {
        const key = keyOf(message);
        const isNew = !instructions.has(key);
        instructions.add(key);
        return isNew;
      });
    const given = input.filter(({ role }) => !isInstruction(role));
    return [...newInstructions, ...given.slice(knownOf(threads, given, output)), ...output];
  });
}

function knownOf(threads: Thread[], given: readonly Message[], output: readonly Message[]): number {
  const keys = given.map(keyOf);
  const next: Thread = { keys: [...keys, ...output.map(keyOf)], given: keys.length };
  let [thread, known]: [Thread | undefined, number] = [undefined, 0];
  for (const each of threads) {
    const same = commonStart(each.keys, keys);
    if (same > known) [thread, known] = [each, same];
  }
  // The answer comes back in the history, often in another form than it was recorded in.
  if (thread && known >= thread.given) {
    const echoed = thread.keys.length - known;
    for (let left = echoed; left > 0 && given[known]?.role === 'assistant'; left -= 1) known += 1;
  } else {
    const cut = threads.find((each) => overlap(each.keys, keys) > 0);
    if (cut && overlap(cut.keys, keys) > known) [thread, known] = [cut, overlap(cut.keys, keys)];
  }
  if (thread && known >= Math.min(thread.given, keys.length))
    threads.splice(threads.indexOf(thread), 1, next);
  else threads.push(next);
  // A question that is repeated word for word is still a new question.
  return given.at(-1)?.role === 'user' ? Math.min(known, keys.length - 1) : known;
}

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
