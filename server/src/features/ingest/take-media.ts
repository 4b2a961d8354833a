// Takes the files out of the messages of spans and records, before limits and redaction see them. Files are stored
// before the records that refer to them are. The preparing thread runs this too.
import { isObject } from '#lib/is-object';
import type { Pace } from '#lib/yield-to-event-loop';
import { MediaTaker, type KeptFile, type TakenFile, MIN_CHARACTERS } from '#core/content/media/take-media';
import type { Span } from '#otlp';
import type { Json } from '#records';

export { MIN_CHARACTERS } from '#core/content/media/take-media';

export type KeepMedia = (project: number, files: readonly TakenFile[]) => Promise<readonly KeptFile[]>;

export async function settleMedia(taker: MediaTaker, project: number, keep: KeepMedia): Promise<void> {
  if (!taker.isEmpty) taker.put(await keep(project, taker.files));
}

/** An attribute with one file: the last part of its name says so. */
const FILE_ATTRIBUTE = /(?:^|[._])(?:data|image|audio|video|blob|file|file_data|b64_json)$/;

export function takeFromAttributes(taker: MediaTaker, attributes: Span['attributes']): void {
  attributes.forEach((value, key) => {
    if (typeof value === 'string') {
      if (value.length >= MIN_CHARACTERS)
        taker.fromText(
          value,
          (now) => attributes.set(key, now),
          () => FILE_ATTRIBUTE.test(key),
        );
    } else if (typeof value === 'object' && value !== null) taker.from(value);
  });
}

export async function takeMediaOfSpans(
  project: number,
  spans: readonly Span[],
  keep: KeepMedia,
  pace: Pace,
): Promise<void> {
  const taker = new MediaTaker();
  for (const { attributes, events } of spans) {
    if (pace.isDue) await pace.rest();
    takeFromAttributes(taker, attributes);
    for (const event of events) takeFromAttributes(taker, event.attributes);
  }
  await settleMedia(taker, project, keep);
}

/** The fields of a record that may have content of any form. */
const CONTENT_FIELDS = ['requestMeta', 'toolCalls', 'attributes'] as const;

export function takeFromRecord(taker: MediaTaker, record: object): void {
  for (const field of CONTENT_FIELDS) {
    const value = (record as Partial<Record<string, Json>>)[field];
    if (Array.isArray(value) || isObject(value)) taker.from(value);
  }
}

/** Of `POST /v1/ingest`, before they are checked. */
export async function takeMediaOfRecords(
  project: number,
  values: readonly unknown[],
  keep: KeepMedia,
  pace: Pace,
): Promise<void> {
  const taker = new MediaTaker();
  for (const value of values) {
    if (pace.isDue) await pace.rest();
    if (isObject(value)) takeFromRecord(taker, value);
  }
  await settleMedia(taker, project, keep);
}
