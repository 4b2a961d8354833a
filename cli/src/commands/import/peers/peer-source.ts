// A back end whose rows are read page by page from its interface, or from files that have the same rows.
import { wrongInput } from '../../../service/fault.ts';
import { formatOfRows, fileRows, type Row } from '../files/rows.ts';
import { asString, isFields, type Fields } from '../../../service/read.ts';
import type { ImportParcel, SourcePosition, ImportSource } from '../source.ts';
import { SourceTally, type ImportRules } from '../tally.ts';

export interface PeerPage {
  rows: Fields[];
  /** Where to go on after this page. */
  next: SourcePosition;
  share: number | null;
}

/** One request to the service with what it carries. */
export type DraftParcel = Pick<ImportParcel, 'path' | 'headers' | 'body' | 'tally'>;

export interface PeerRows {
  /** Requests for some rows; `rows` may be of several kinds. */
  parcelsOf: (rows: readonly Fields[], rules: ImportRules) => DraftParcel[];
}

/** The range is the same in all runs of an import, so that pages do not shift. */
export interface TimeRange {
  from: string | undefined;
  to: string;
}

type ReadPages = (range: TimeRange, at: SourcePosition | null) => AsyncIterable<PeerPage>;

interface PagedSource {
  name: string;
  identity: string;
  /** As the options say. */
  from: string | undefined;
  to: string | undefined;
  pages: ReadPages;
  rows: PeerRows;
}

export function pagedSource({
  name,
  identity,
  from,
  to,
  pages,
  rows: { parcelsOf },
}: PagedSource): ImportSource {
  const since = { ms: from === undefined ? null : Date.parse(from) };
  return {
    name,
    identity,
    isFile: false,
    since,
    parcels: async function* (start, rules) {
      const range = {
        from:
          start === null
            ? since.ms === null
              ? undefined
              : new Date(since.ms).toISOString()
            : textIn(start['from']),
        to: textIn(start?.['to']) ?? to ?? new Date().toISOString(),
      };
      const placed = (at: SourcePosition): SourcePosition => ({ ...range, at });
      const at = start?.['at'];
      for await (const { rows, next, share } of pages(range, isFields(at) ? at : null)) {
        yield* inOrder(parcelsOf(rows, rules), placed(next), share);
      }
    },
  };
}

const textIn = (value: unknown): string | undefined => asString(value) ?? undefined;

export const fileSource = (
  name: string,
  identity: string,
  files: readonly string[],
  { parcelsOf }: PeerRows,
): ImportSource => ({
  name,
  identity,
  isFile: true,
  parcels: async function* (from, rules) {
    let unread: Row[] = [];
    let isEmpty = true;
    for await (const { rows, next, share } of fileRows(files, formatOfRows, from)) {
      const drafts = parcelsOf(
        rows.flatMap(({ fields }) => (fields === null ? [] : [fields])),
        rules,
      );
      unread.push(...rows.filter(({ fields }) => fields === null));
      const [first] = drafts;
      if (!first) continue;
      noteUnread(first.tally, unread);
      noteOthers(drafts, rows);
      unread = [];
      isEmpty = false;
      yield* inOrder(drafts, next, share);
    }
    if (isEmpty && from === null)
      throw wrongInput('no_records', `There is no record of ${name} in ${files.join(', ')}.`);
  },
});

function noteUnread(tally: SourceTally, rows: readonly Row[]): void {
  for (const { place } of rows) {
    tally.read += 1;
    tally.miss('invalid_json', place);
  }
}

/** Rows that are JSON, but nothing that this back end writes. */
function noteOthers(drafts: readonly DraftParcel[], rows: readonly Row[]): void {
  const made = drafts.reduce((sum, { tally }) => sum + tally.read + tally.scores, 0);
  const [first] = drafts;
  const lost = rows.length - made;
  if (!first || lost <= 0) return;
  first.tally.read += lost;
  first.tally.miss('not_a_record', rows[0]?.place ?? '', lost);
}

/** Only after the last one of a page can the next page be the place to go on from. */
function* inOrder(
  drafts: readonly DraftParcel[],
  next: SourcePosition,
  share: number | null,
): Generator<ImportParcel> {
  for (const [at, draft] of drafts.entries()) {
    yield { ...draft, next: at === drafts.length - 1 ? next : null, share };
  }
}

const MAX_BYTES = 4 * 1024 * 1024;

interface Item {
  json: string;
  note: (tally: SourceTally) => void;
}

/** Items in requests of a limited number and size. */
export function packed(
  items: readonly Item[],
  most: number,
  request: (list: string) => { path: string; body: string; headers?: Readonly<Record<string, string>> },
): DraftParcel[] {
  const drafts: DraftParcel[] = [];
  let some: Item[] = [];
  let bytes = 0;
  const end = () => {
    if (some.length === 0) return;
    const tally = new SourceTally();
    for (const { note } of some) note(tally);
    const list = some.map(({ json }) => json).join(',');
    const { path, body, headers } = request(list);
    drafts.push({ path, body: () => body, tally, ...(headers ? { headers } : {}) });
    some = [];
    bytes = 0;
  };
  for (const item of items) {
    const size = Buffer.byteLength(item.json);
    if (some.length >= most || (some.length > 0 && bytes + size > MAX_BYTES)) end();
    some.push(item);
    bytes += size;
  }
  end();
  return drafts;
}
