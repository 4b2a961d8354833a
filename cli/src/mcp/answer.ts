// The text of an answer: sentences of ours, a link into the dashboard, then the recorded data between two
// marks. Names, errors, tags and messages come from people and models that the reader's model must not obey,
// so all of it is between the marks. A mark has a random part, so that recorded text cannot end the block.
import { randomBytes } from 'node:crypto';

type AnswerData =
  | { kind: 'rows'; rows: readonly unknown[] }
  | { kind: 'lines'; lines: readonly string[] }
  | { kind: 'value'; value: unknown };

export interface ToolAnswer {
  /** Sentences of ours. They never contain text of a record. */
  says: readonly string[];
  url: string;
  data?: AnswerData;
}

export const dataRows = (rows: readonly unknown[]): AnswerData => ({ kind: 'rows', rows });
export const dataLines = (lines: readonly string[]): AnswerData => ({ kind: 'lines', lines });
export const dataValue = (value: unknown): AnswerData => ({ kind: 'value', value });

export const UNTRUSTED = 'untrusted-data';

/** For the marks and for the sentence that says what was cut. */
const RESERVED = 400;

export function writeAnswer({ says, url, data }: ToolAnswer, maxChars: number): string {
  const head = [...says, `Dashboard: ${url}`];
  if (!data) return head.join('\n').slice(0, maxChars);
  const room = Math.max(200, maxChars - head.join('\n').length - RESERVED);
  const { text, cut } = fitted(data, room);
  const mark = `${UNTRUSTED}-${randomBytes(6).toString('hex')}`;
  return [...head, ...(cut === null ? [] : [cut]), `<${mark}>`, text, `</${mark}>`].join('\n');
}

interface Fitted {
  text: string;
  /** Says what is missing and how to get it. */
  cut: string | null;
}

function fitted(data: AnswerData, room: number): Fitted {
  if (data.kind === 'value') return fittedValue(data.value, room);
  const all = data.kind === 'lines' ? data.lines : data.rows.map((row) => JSON.stringify(row));
  const shown: string[] = [];
  let used = 0;
  for (const line of all) {
    used += line.length + 1;
    if (used > room && shown.length > 0) break;
    shown.push(line);
  }
  const text = clipped(shown.join('\n'), room);
  const what = data.kind === 'lines' ? 'lines' : 'rows';
  return {
    text,
    cut:
      shown.length === all.length && used <= room + 1
        ? null
        : `Cut: ${shown.length} of ${all.length} ${what} are shown. Narrow the question, or raise maxChars.`,
  };
}

/** Each step shortens texts and lists further; the first that fits is taken. */
const STEPS = [
  { characters: 8_000, items: 500 },
  { characters: 2_000, items: 200 },
  { characters: 600, items: 60 },
  { characters: 200, items: 20 },
  { characters: 60, items: 6 },
] as const;

function fittedValue(value: unknown, room: number): Fitted {
  const whole = JSON.stringify(value);
  if (whole.length <= room) return { text: whole, cut: null };
  for (const step of STEPS) {
    const text = JSON.stringify(shortened(value, step));
    if (text.length > room) continue;
    const cut = `Cut: texts beyond ${step.characters} characters and lists beyond ${step.items} items are shortened. Ask for one part, or raise maxChars.`;
    return { text, cut };
  }
  return { text: clipped(whole, room), cut: 'Cut: only the beginning is shown. Raise maxChars.' };
}

interface Step {
  characters: number;
  items: number;
}

function shortened(value: unknown, step: Step): unknown {
  if (typeof value === 'string') return clipped(value, step.characters);
  if (Array.isArray(value)) {
    const items = value.slice(0, step.items).map((item) => shortened(item, step));
    return value.length > step.items ? [...items, `… ${value.length - step.items} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, step)]));
}

/** Does not split a pair of code units, which would be an invalid text. */
export function clipped(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const kept = text.slice(0, Math.max(0, characters - 1));
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** Without members that are null, undefined or empty. */
export const compact = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => !isEmpty(member)));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The sentence about the next page. The cursor is made by the service. */
export const nextPage = (cursor: string | null): string[] =>
  cursor === null ? [] : [`There are more: nextCursor ${cursor}`];
