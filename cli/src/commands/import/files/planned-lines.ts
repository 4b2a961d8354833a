// Files are read twice: once to see what the account would not take, and once to send. If every line is a
// record as it is, the first reading notes where each request begins and ends, and the second only copies
// bytes.
import { stat } from 'node:fs/promises';
import type { ImportParcel, SourcePosition } from '../source.ts';
import type { SourceTally } from '../tally.ts';
import { openFile } from './lines.ts';

const NEW_LINE = 0x0a;
const COMMA = 0x2c;
const HEAD = Buffer.from('{"records":[');
const TAIL = Buffer.from(']}');

interface PlannedParcel {
  file: number;
  /** Bytes of the uncompressed file. */
  start: number;
  end: number;
  tally: SourceTally;
  next: SourcePosition | null;
  share: number | null;
}

export class LinePlan {
  readonly #files: readonly string[];
  readonly #parcels: PlannedParcel[] = [];
  #stamps: string[] = [];
  #isUsable = true;
  #isComplete = false;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  async begin(): Promise<void> {
    this.#stamps = await stampsOf(this.#files);
  }

  add(parcel: PlannedParcel): void {
    if (this.#isUsable) this.#parcels.push(parcel);
  }

  /** Something has to be written anew, so the second reading is as the first. */
  giveUp(): void {
    this.#isUsable = false;
    this.#parcels.length = 0;
  }

  complete(): void {
    this.#isComplete = this.#isUsable;
  }

  /** False if there is no plan, or if a file has changed since. */
  async holds(): Promise<boolean> {
    if (!this.#isComplete) return false;
    const now = await stampsOf(this.#files);
    return now.every((stamp, at) => stamp === this.#stamps[at]);
  }

  async *parcels(): AsyncGenerator<ImportParcel> {
    let at = 0;
    for (const [index, file] of this.#files.entries()) {
      const { chunks } = await openFile(file);
      let rest: Buffer[] = [];
      let offset = 0;
      let held = 0;
      for await (const chunk of chunks) {
        rest.push(chunk);
        held += chunk.length;
        let planned = this.#parcels[at];
        if (planned?.file !== index || offset + held < planned.end) continue;
        const bytes = rest.length === 1 ? chunk : Buffer.concat(rest);
        let used = 0;
        while (planned?.file === index && planned.end <= offset + held) {
          const part = bytes.subarray(planned.start - offset, planned.end - offset);
          used = planned.end - offset;
          yield parcelOf(planned, part);
          at += 1;
          planned = this.#parcels[at];
        }
        rest = [bytes.subarray(used)];
        offset += used;
        held -= used;
      }
    }
  }
}

const parcelOf = ({ tally, next, share }: PlannedParcel, part: Buffer): ImportParcel => ({
  path: '/v1/ingest',
  body: () => bodyOf(part),
  tally,
  next,
  share,
});

/** JSON has no line breaks inside of texts, so each one is between two records. */
function bodyOf(part: Buffer): Buffer<ArrayBuffer> {
  const lines = part.at(-1) === NEW_LINE ? part.subarray(0, -1) : part;
  const body = Buffer.concat([HEAD, lines, TAIL]);
  for (let at = body.indexOf(NEW_LINE); at >= 0; at = body.indexOf(NEW_LINE, at + 1)) body[at] = COMMA;
  return body;
}

const stampsOf = (files: readonly string[]): Promise<string[]> =>
  Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
        () => '',
      ),
    ),
  );
