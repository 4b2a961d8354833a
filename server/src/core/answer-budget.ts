// Limits the size of an answer while it is built. An endpoint with large answers writes each record as JSON
// once and checks whether it still fits. http/ sends these texts in parts, so the answer is never one string.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';

/** Room for the rest of an answer: field names, brackets, a cursor. */
const AROUND_BYTES = 65_536;

/** A value of an answer that is already JSON text. */
export class JsonText {
  readonly text: string;
  readonly bytes: number;
  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.bytes = Buffer.byteLength(this.text);
  }
}

/** Keeps the static type of the value, so that answers stay typed. */
export const asJson = <T>(value: T): JsonText & T => new JsonText(value) as JsonText & T;

/** An answer that contains `JsonText`, anywhere in its lists and objects. */
export class WrittenAnswer {
  readonly body: unknown;
  constructor(body: unknown) {
    this.body = body;
  }
}

export class AnswerBudget {
  #left = MAX_ANSWER_BYTES - AROUND_BYTES;
  readonly #onTaken: (bytes: number) => void;

  /** `onTaken` throws if too many answers are in memory. */
  constructor(onTaken: (bytes: number) => void = () => undefined) {
    this.#onTaken = onTaken;
  }

  /** Counts an answer that is not limited, because it is one thing and is streamed. */
  hold(bytes: number): void {
    this.#onTaken(bytes);
  }

  /** Takes this many bytes if they still fit. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#onTaken(bytes);
    this.#left -= bytes;
    return true;
  }
}

const PART_CHARACTERS = 65_536;
/** A text of this length is a separate part: joined with others, it would be copied when it is sent. */
const LONG_TEXT = 16_384;

/** The JSON of an answer in parts of about 64 KiB. A long text is one part. */
export function jsonParts(body: unknown): string[] {
  const parts: string[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') parts.push(open);
    open = '';
  };
  const add = (text: string): void => {
    // A long text is not copied, so an answer that contains it twice holds it once.
    const isLong = text.length >= LONG_TEXT;
    if (isLong) close();
    open += text;
    if (isLong || open.length >= PART_CHARACTERS) close();
  };
  write(body, add);
  close();
  return parts;
}

function write(value: unknown, add: (text: string) => void): void {
  if (value instanceof JsonText) return add(value.text);
  if (typeof value !== 'object' || value === null) return add(JSON.stringify(value));
  let before = '';
  if (Array.isArray(value)) {
    add('[');
    for (const item of value) {
      add(before);
      write(item, add);
      before = ',';
    }
    return add(']');
  }
  add('{');
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    add(`${before}${JSON.stringify(name)}:`);
    write(member, add);
    before = ',';
  }
  add('}');
}
