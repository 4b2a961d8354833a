// Steps as text within a bound. Heads stand at the margin and everything that was said is indented, so that a text which
// imitates a head is still seen as text.
import type { Step } from './steps.ts';

/** The usual rule of thumb; the bound is about attention and money, not about the last token. */
export const CHARS_PER_TOKEN = 4;

const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The middle of a text is cut out, and it says so. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = (left: number) => `[… ${left.toLocaleString('en-US')} characters left out …]`;
  const room = Math.max(0, maxChars - note(text.length).length - 2);
  const head = Math.ceil(room / 2);
  const begin = text.slice(0, head);
  const end = room - head > 0 ? text.slice(-(room - head)) : '';
  // A cut through a pair leaves half of it, which no wire takes.
  return `${begin.toWellFormed()}\n${note(text.length - room)}\n${end.toWellFormed()}`;
}

const layOutStep = ({ head, text }: Step): string => `[${head}]\n${indent(text)}`;

export const indent = (text: string): string =>
  text
    .split(LINE_ENDS)
    .map((line) => `  ${line}`)
    .join('\n');

/**
 * All steps where they fit. Otherwise no step is longer than a quarter of the bound, and steps in the middle are left out: the
 * beginning says what was wanted, the end what came of it.
 */
export function layOut(steps: readonly Step[], maxChars: number): string {
  const whole = steps.map(layOutStep);
  if (lengthOf(whole) <= maxChars) return whole.join('\n');
  const share = Math.floor(maxChars / 4);
  // Indenting adds to what was cut: cut again by what it came to.
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
  const note = (count: number) => `[… ${count} ${count === 1 ? 'step' : 'steps'} left out …]`;
  let room = maxChars - note(texts.length).length - 1;
  let [head, tail] = [0, texts.length];
  // In turn from both ends; the end that does not fit closes, the other goes on.
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
