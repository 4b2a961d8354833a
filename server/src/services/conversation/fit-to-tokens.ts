// Formats steps as text within a limit. Headings start at the margin and content is indented, so content that
// imitates a heading is still recognisable as content.
import { counted } from '#lib/wording';
import type { Step } from './conversation-steps.ts';

/** The usual rule of thumb. The limit saves attention and money and need not be exact. */
export const CHARS_PER_TOKEN = 4;

const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Cuts out the middle of a text and says so. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = (left: number) => `[… ${left.toLocaleString('en-US')} characters left out …]`;
  const room = Math.max(0, maxChars - note(text.length).length - 2);
  const head = Math.ceil(room / 2);
  const begin = text.slice(0, head);
  const end = room - head > 0 ? text.slice(-(room - head)) : '';
  // A cut can split a surrogate pair, and half a pair is not valid UTF-8.
  return `${begin.toWellFormed()}\n${note(text.length - room)}\n${end.toWellFormed()}`;
}

const layOutStep = ({ head, text }: Step): string => `[${head}]\n${indent(text)}`;

export const indent = (text: string): string =>
  text
    .split(LINE_ENDS)
    .map((line) => `  ${line}`)
    .join('\n');

/**
 * Returns all steps if they fit. Otherwise each step is cut to a quarter of the limit, and steps in the
 * middle are left out: the beginning shows the task and the end shows the result.
 */
export function layOut(steps: readonly Step[], maxChars: number): string {
  const whole = steps.map(layOutStep);
  if (lengthOf(whole) <= maxChars) return whole.join('\n');
  const share = Math.floor(maxChars / 4);
  // Indenting adds characters, so cut texts are cut again by the excess.
  const texts = steps.map((step) => cutStep(step, share));
  if (lengthOf(texts) <= maxChars) return texts.join('\n');
  return withoutMiddle(texts, maxChars);
}

function cutStep(step: Step, share: number): string {
  let text = layOutStep(step);
  for (let room = share; text.length > share && room > 1; room = Math.floor(room / 2))
    text = layOutStep({ head: step.head, text: cutMiddle(step.text, room) });
  return text;
}

function withoutMiddle(texts: readonly string[], maxChars: number): string {
  const note = (count: number) => `[… ${counted(count, 'step')} left out …]`;
  let room = maxChars - note(texts.length).length - 1;
  let [head, tail] = [0, texts.length];
  // Takes steps from both ends in turn. An end that no longer fits is closed, and the other continues.
  let [headOpen, tailOpen] = [true, true];
  while (head < tail && (headOpen || tailOpen)) {
    const fromHead = headOpen && (!tailOpen || head <= texts.length - tail);
    const size = (texts[fromHead ? head : tail - 1]?.length ?? 0) + 1;
    if (size > room) {
      if (fromHead) headOpen = false;
      else tailOpen = false;
      continue;
    }
    room -= size;
    if (fromHead) head += 1;
    else tail -= 1;
  }
  if (head >= tail) return texts.join('\n');
  return [...texts.slice(0, head), note(tail - head), ...texts.slice(tail)].join('\n');
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 1, 0);
