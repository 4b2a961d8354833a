// What a call adds to a conversation. Every call repeats the messages before it, sometimes cut or edited: programs drop the
// oldest messages, replace them by a summary, or clear old results of tools.
import { hash } from 'node:crypto';
import { parsedJson, type Conversation, type Message, type MessagePart } from '@tracewell/sdk/reading';

/** Consecutive messages of an input. */
interface MessageStretch {
  /** Position of the first one among the messages of the input. */
  at: number;
  count: number;
  /** Null if calls before this one had them. */
  messages: Message[] | null;
}

/** A message without its content. */
interface MessageMark {
  key: string;
  role: string;
}

/** A call without its content, to recognize its messages in later calls. */
export interface ConversationMarks {
  input: readonly MessageMark[];
  output: readonly MessageMark[];
  text: TextMark | null;
}

/** The only message of an input, if it is a long text. Programs without messages append to it. */
interface TextMark {
  length: number;
  digest: string;
}

/** The input of its last call, then the answer. */
interface Thread {
  keys: string[];
  given: number;
  text: TextMark | null;
}

/** Longer keys are replaced by their hash. */
const LONG_KEY = 64;
/** A shorter text may be the beginning of another one by chance. */
const LONG_TEXT = 200;
/** Places of a message in an earlier history that are tried. */
const MOST_PLACES = 8;

const digestOf = (text: string): string => hash('sha1', text, 'base64');

const isInstruction = (role: string): boolean => role === 'system' || role === 'developer';

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
      return [`media ${part.type} ${part.stored?.id ?? digestOf(part.url ?? '')}`];
    default:
      return [JSON.stringify(part.value)];
  }
}

function markOf({ role, parts }: Message): MessageMark {
  const key = [role, ...parts.flatMap(partKey)].join('\n');
  return { role, key: key.length > LONG_KEY ? digestOf(key) : key };
}

function onlyText(messages: readonly Message[]): string | null {
  const [message, ...others] = messages.filter(({ role }) => !isInstruction(role));
  const [part, ...more] = message?.parts ?? [];
  return others.length === 0 && more.length === 0 && part?.kind === 'text' ? part.text : null;
}

export function marksOf({ input, output }: Conversation): ConversationMarks {
  const text = onlyText(input);
  return {
    input: input.map(markOf),
    output: output.map(markOf),
    text: text !== null && text.length >= LONG_TEXT ? { length: text.length, digest: digestOf(text) } : null,
  };
}

/** Whether an earlier call may have messages of this one: a model has answered in it, or it is one long text. */
export const hasHistory = ({ input }: Conversation): boolean =>
  input.some(({ role }) => role === 'assistant') || (onlyText(input)?.length ?? 0) > LONG_TEXT;

/** How many keys are equal from these places on. */
function equalRun(a: readonly string[], fromA: number, b: readonly string[], fromB: number): number {
  const most = Math.min(a.length - fromA, b.length - fromB);
  let same = 0;
  while (same < most && a[fromA + same] === b[fromB + same]) same += 1;
  return same;
}

/** What the calls so far said. Agents that work in parallel are kept apart. */
export class ConversationSoFar {
  readonly #threads: Thread[] = [];
  readonly #instructions = new Set<string>();

  /** Whether an earlier call had at least the beginning of this history. */
  continues({ input }: Conversation): boolean {
    const first = input.find(({ role }) => !isInstruction(role));
    if (!first) return true;
    const { key } = markOf(first);
    return (
      this.#threads.some(({ keys }) => keys[0] === key) || this.#threadOfText(onlyText(input)) !== undefined
    );
  }

  remember(marks: ConversationMarks): void {
    this.#read(marks);
  }

  /** The input of the next call in order of time, divided into what is new and what earlier calls had. */
  add(conversation: Conversation): MessageStretch[] {
    const { input } = conversation;
    const { isKnown, before } = this.#read(marksOf(conversation), onlyText(input));
    const stretches: MessageStretch[] = [];
    for (const [at, message] of input.entries()) {
      const last = stretches.at(-1);
      const known = isKnown[at] ?? false;
      if (last && (last.messages === null) === known) {
        last.count += 1;
        last.messages?.push(message);
      } else stretches.push({ at, count: 1, messages: known ? null : [message] });
    }
    if (before === 0) return stretches;
    return stretches.flatMap((stretch) => appendedText(stretch, before) ?? [stretch]);
  }

  /** `before` is how much of the only text was in an earlier call. */
  #read(
    { input, output, text }: ConversationMarks,
    whole: string | null = null,
  ): { isKnown: boolean[]; before: number } {
    const isKnown = input.map(({ role, key }) => isInstruction(role) && this.#instructions.has(key));
    for (const { role, key } of input) if (isInstruction(role)) this.#instructions.add(key);
    const places = [...input.keys()].filter((at) => !isInstruction(input[at]?.role ?? ''));
    const given = places.map((at) => input[at] ?? { role: '', key: '' });
    const { thread, same } = this.#closest(given.map(({ key }) => key));
    const known = knownIn(thread, same, given);
    for (const [index, at] of places.entries()) isKnown[at] = known[index] ?? false;
    const last = places.at(-1);
    // A question that is repeated word for word is still a new question.
    if (last !== undefined && given.at(-1)?.role === 'user') isKnown[last] = false;
    const next: Thread = {
      keys: [...given, ...output].map(({ key }) => key),
      given: given.length,
      text,
    };
    const grown = this.#threadOfText(whole);
    const replaced =
      grown ?? (thread && same > 0 && same >= Math.min(thread.given, given.length) ? thread : undefined);
    if (replaced) this.#threads.splice(this.#threads.indexOf(replaced), 1, next);
    else this.#threads.push(next);
    return { isKnown, before: grown?.text?.length ?? 0 };
  }

  /** The thread whose beginning this history repeats the furthest; else one that has parts of it. */
  #closest(keys: readonly string[]): { thread: Thread | undefined; same: number } {
    let [thread, same]: [Thread | undefined, number] = [undefined, 0];
    for (const each of this.#threads) {
      const common = equalRun(each.keys, 0, keys, 0);
      if (common > same) [thread, same] = [each, common];
    }
    if (thread || keys.length < 2) return { thread, same };
    const sought = new Set(keys);
    const shared = (each: Thread): number => each.keys.filter((key) => sought.has(key)).length;
    for (const each of this.#threads) if (!thread || shared(each) > shared(thread)) thread = each;
    return { thread, same: 0 };
  }

  #threadOfText(whole: string | null): Thread | undefined {
    if (whole === null || whole.length < LONG_TEXT) return undefined;
    return this.#threads.findLast(
      ({ text }) =>
        text !== null && text.length < whole.length && digestOf(whole.slice(0, text.length)) === text.digest,
    );
  }
}

/** A text that an earlier call sent, with what was added to it. */
function appendedText({ at, count, messages }: MessageStretch, before: number): MessageStretch[] | null {
  const last = messages?.at(-1);
  const [part] = last?.parts ?? [];
  if (!messages || !last || part?.kind !== 'text') return null;
  const added: Message = { role: last.role, parts: [{ kind: 'text', text: part.text.slice(before) }] };
  return [
    ...(count > 1 ? [{ at, count: count - 1, messages: messages.slice(0, -1) }] : []),
    { at: at + count - 1, count: 1, messages: null },
    { at: at + count - 1, count: 1, messages: [added] },
  ];
}

/** For each message of a history, whether the thread has it. `same` is how many of the first ones it has. */
function knownIn(thread: Thread | undefined, same: number, given: readonly MessageMark[]): boolean[] {
  const known = given.map((_, at) => at < same);
  if (!thread) return known;
  const keys = given.map(({ key }) => key);
  let at = same + markEcho(thread, same, given, known, same);
  if (at >= given.length) return known;
  const places = new Map<string, number[]>();
  for (let place = same; place < thread.keys.length; place += 1) {
    const key = thread.keys[place] ?? '';
    const list = places.get(key);
    if (!list) places.set(key, [place]);
    else if (list.length < MOST_PLACES) list.push(place);
  }
  let passed = same;
  while (at < given.length) {
    const found = (places.get(keys[at] ?? '') ?? [])
      .filter((place) => place >= passed)
      .map((place) => ({ place, run: equalRun(thread.keys, place, keys, at) }))
      // A single message may be equal by chance, such as "yes".
      .find(
        ({ place, run }) => run > 1 || (place + 1 === thread.given && given[at + 1]?.role === 'assistant'),
      );
    if (!found) {
      at += 1;
      continue;
    }
    known.fill(true, at, at + found.run);
    at += found.run;
    passed = found.place + found.run;
    at += markEcho(thread, passed, given, known, at);
  }
  return known;
}

/** The answer comes back in the history, often in another form than it was recorded in. */
function markEcho(
  thread: Thread,
  place: number,
  given: readonly MessageMark[],
  known: boolean[],
  at: number,
): number {
  if (place < thread.given) return 0;
  let echoed = 0;
  const most = thread.keys.length - place;
  while (echoed < most && given[at + echoed]?.role === 'assistant') {
    known[at + echoed] = true;
    echoed += 1;
  }
  return echoed;
}
