// How large an answer may become, and what of it is made already. An endpoint that may answer with much writes each record as JSON
// once, asks whether it still fits, and hands the texts on; http/ sends them in parts as they are. The whole is never one string.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';

/** For what stands around the records of an answer: names of fields, brackets, a cursor. */
const AROUND_BYTES = 65_536;

/** A value inside an answer that is JSON already. */
export class JsonText {
  readonly text: string;
  readonly bytes: number;
  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.bytes = Buffer.byteLength(this.text);
  }
}

/** The same as the value, for the types of an answer. */
export const asJson = <T>(value: T): JsonText & T => new JsonText(value) as JsonText & T;

/** An answer with `JsonText` in it, anywhere in its lists and objects. */
export class WrittenAnswer {
  readonly body: unknown;
  constructor(body: unknown) {
    this.body = body;
  }
}

export class AnswerBudget {
  #left = MAX_ANSWER_BYTES - AROUND_BYTES;
  readonly #onTaken: (bytes: number) => void;

  /** `onTaken` may throw: there is no room for so much right now. */
  constructor(onTaken: (bytes: number) => void = () => undefined) {
    this.#onTaken = onTaken;
  }

  /** Whether so many bytes still fit; then they are taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#onTaken(bytes);
    this.#left -= bytes;
    return true;
  }
}

const PART_CHARACTERS = 65_536;

/** The JSON of an answer, in parts of about 64 KiB; a text that is longer is a part of its own. */
export function jsonParts(body: unknown): string[] {
  const parts: string[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') parts.push(open);
    open = '';
  };
  const add = (text: string): void => {
    // A long text stays as it is: an answer that has it twice then holds it once.
    const isLong = text.length >= PART_CHARACTERS;
    if (isLong) close();
    open += text;
    if (open.length >= PART_CHARACTERS) close();
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
