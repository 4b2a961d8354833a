// Decides what a batch of items changes: which are new, which change a known item, which are duplicates, and
// which are refused and why. Pure, but for the items that it is given a way to open.
import { Pace } from '#lib/yield-to-event-loop';
import type { ItemWrite, Duplicates, ItemRefusal, RefusalReason } from './schemas.ts';
import { MAX_SPLIT } from './schemas.ts';
import { sameItem, textOfValue, type ItemChanges, type ItemText, type StoredItem } from './item.ts';
import type { ItemMark } from './store.ts';

interface BatchLimits {
  datasetItems: number;
  itemCharacters: number;
}

interface BatchStart {
  /** The current items, without those that the batch removes. */
  marks: readonly ItemMark[];
  removed: readonly number[];
  lastId: number;
  lastPosition: number;
  now: number;
  limits: BatchLimits;
  duplicates: Duplicates;
  digestOf: (item: StoredItem) => string;
  /** Opens a current item. */
  open: (id: number) => StoredItem;
}

export interface BatchPlan {
  changes: ItemChanges;
  added: number;
  changed: number;
  unchanged: number;
  duplicates: { skipped: number; replaced: number; kept: number };
  refused: ItemRefusal[];
}

/** An item while the batch is planned. `before` is null for a new one. */
interface Work {
  before: StoredItem | null;
  item: StoredItem;
}

type Fault = Omit<ItemRefusal, 'index'>;

/** Without blocking the thread. */
export async function planInPieces(start: BatchStart, writes: readonly ItemWrite[]): Promise<BatchPlan> {
  const pace = new Pace();
  const steps = planSteps(start, writes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (pace.isDue) await pace.rest();
  }
}

/** Yields after each item. */
function* planSteps(start: BatchStart, writes: readonly ItemWrite[]): Generator<undefined, BatchPlan> {
  const { limits, duplicates, digestOf } = start;
  const known = new Map<number, Work | null>(start.marks.map(({ id }) => [id, null]));
  const byKey = new Map<string, number>();
  const byDigest = new Map<string, number>();
  for (const { id, clientKey, digest } of start.marks) {
    if (clientKey !== null) byKey.set(clientKey, id);
    // The first of several equal ones is the one that is replaced.
    if (!byDigest.has(digest)) byDigest.set(digest, id);
  }
  const counts = { skipped: 0, replaced: 0, kept: 0 };
  const touched = new Set<number>();
  const refused: ItemRefusal[] = [];
  let lastId = start.lastId;
  let lastPosition = start.lastPosition;

  const workOf = (id: number): Work => {
    const open = known.get(id);
    if (open) return open;
    const item = start.open(id);
    const work: Work = { before: item, item };
    known.set(id, work);
    return work;
  };
  const change = (id: number, write: ItemWrite): Fault | null => {
    const holder = typeof write.externalId === 'string' ? byKey.get(write.externalId) : undefined;
    if (holder !== undefined && holder !== id)
      return refusal('id_taken', 'externalId', {}, `Item ${holder} has this external id.`);
    const work = workOf(id);
    const made = mergeItem(work.item, write, start);
    if ('reason' in made) return made;
    work.item = made;
    touched.add(id);
    if (made.clientKey !== null) byKey.set(made.clientKey, id);
    return null;
  };
  const add = (write: ItemWrite): Fault | null => {
    if (write.input === undefined || write.input === null)
      return refusal('input_required', 'input', {}, 'A new item needs an input.');
    const made = mergeItem(null, write, start);
    if ('reason' in made) return made;
    const digest = digestOf(made);
    const same = byDigest.get(digest);
    if (same !== undefined && duplicates === 'skip') {
      counts.skipped += 1;
      return null;
    }
    if (same !== undefined && duplicates === 'replace') {
      const fault = change(same, write);
      if (!fault) counts.replaced += 1;
      return fault;
    }
    if (known.size >= limits.datasetItems) {
      return refusal(
        'dataset_full',
        'items',
        { limit: limits.datasetItems },
        `A dataset can have at most ${limits.datasetItems} items.`,
      );
    }
    if (same !== undefined) counts.kept += 1;
    lastId += 1;
    lastPosition += 1;
    known.set(lastId, { before: null, item: { ...made, id: lastId, position: lastPosition } });
    if (made.clientKey !== null) byKey.set(made.clientKey, lastId);
    if (same === undefined) byDigest.set(digest, lastId);
    return null;
  };

  for (const [index, write] of writes.entries()) {
    const id = write.id ?? (typeof write.externalId === 'string' ? byKey.get(write.externalId) : undefined);
    const isUnknown = write.id !== undefined && !known.has(write.id);
    const fault = isUnknown
      ? refusal('unknown_item', 'id', {}, `The dataset has no item ${write.id}.`)
      : id === undefined
        ? add(write)
        : change(id, write);
    if (fault) refused.push({ index, ...fault });
    yield undefined;
  }
  return { ...collect(known, touched, start.removed), duplicates: counts, refused };
}

function collect(
  known: ReadonlyMap<number, Work | null>,
  touched: ReadonlySet<number>,
  removed: readonly number[],
) {
  const added: StoredItem[] = [];
  const changed: StoredItem[] = [];
  let unchanged = 0;
  for (const [id, work] of known) {
    if (work === null) continue;
    if (work.before === null) added.push(work.item);
    else if (!touched.has(id)) continue;
    else if (isSame(work.before, work.item)) unchanged += 1;
    else changed.push(work.item);
  }
  return {
    changes: { added, changed, removed },
    added: added.length,
    changed: changed.length,
    unchanged,
  };
}

/** The time of the request alone is not a change. */
const isSame = (before: StoredItem, { facts, ...item }: StoredItem): boolean =>
  sameItem(
    { ...before, facts: before.facts && { ...before.facts, updatedAt: 0 } },
    { ...item, facts: facts && { ...facts, updatedAt: 0 } },
  ) ||
  (before.facts === null && facts !== null && isPlain(facts) && sameItem(before, { ...item, facts: null }));

/** Facts that say no more than none at all. */
const isPlain = (facts: NonNullable<StoredItem['facts']>): boolean =>
  !facts.inputIsJson &&
  !facts.expectedIsJson &&
  !facts.archived &&
  facts.metadata === null &&
  facts.sourceSpanId === null;

type Start = Pick<BatchStart, 'now' | 'limits'>;

function mergeItem(known: StoredItem | null, write: ItemWrite, { now, limits }: Start): StoredItem | Fault {
  const input = textOf(
    write.input,
    known && { text: known.inputText, isJson: known.facts?.inputIsJson ?? false },
  );
  const expected = textOf(
    write.expectedOutput,
    known && { text: known.expectedOutput, isJson: known.facts?.expectedIsJson ?? false },
  );
  const metadata = write.metadata === undefined ? (known?.facts?.metadata ?? null) : write.metadata;
  const split = write.split === undefined ? (known?.split ?? null) : splitOf(write.split);
  if (input === null || input.text === null)
    return refusal('input_required', 'input', {}, 'An item needs an input.');
  const fault =
    tooLong('input', input.text, limits) ??
    tooLong('expectedOutput', expected?.text ?? null, limits) ??
    tooLong('metadata', metadata === null ? null : JSON.stringify(metadata), limits) ??
    badSplit(split);
  if (fault) return fault;
  return {
    id: known?.id ?? 0,
    position: known?.position ?? 0,
    inputText: input.text,
    expectedOutput: expected?.text ?? null,
    sourceCallId: write.sourceCallId === undefined ? (known?.sourceCallId ?? null) : write.sourceCallId,
    externalId: known?.externalId ?? null,
    clientKey: keyOf(known, write.externalId),
    sourceTraceId: write.sourceTraceId === undefined ? (known?.sourceTraceId ?? null) : write.sourceTraceId,
    split,
    facts: {
      inputIsJson: input.isJson,
      expectedIsJson: expected?.isJson ?? false,
      metadata,
      archived: write.archived ?? known?.facts?.archived ?? false,
      sourceSpanId: known?.facts?.sourceSpanId ?? null,
      createdAt: known?.facts?.createdAt ?? now,
      updatedAt: now,
    },
  };
}

/** An id that another system gave stays that system's. */
function keyOf(known: StoredItem | null, given: string | null | undefined): string | null {
  if (given === undefined || (given !== null && given === known?.externalId)) return known?.clientKey ?? null;
  return given;
}

/** Null means that the field is or becomes empty. */
function textOf(
  value: unknown,
  known: { text: string | null; isJson: boolean } | null,
): { text: string | null; isJson: boolean } | null {
  if (value === undefined) return known;
  return value === null ? null : (textOfValue(value) satisfies ItemText);
}

const splitOf = (split: string | null): string | null => (split === null ? null : split.trim());

function badSplit(split: string | null): Fault | null {
  if (split === null || (split !== '' && split.length <= MAX_SPLIT && !/\p{Cc}/u.test(split))) return null;
  return refusal(
    'invalid_split',
    'split',
    { limit: MAX_SPLIT },
    `A split is a name of 1 to ${MAX_SPLIT} characters on one line.`,
  );
}

function tooLong(field: string, text: string | null, { itemCharacters: limit }: BatchLimits): Fault | null {
  if (text === null || text.length <= limit) return null;
  return refusal(
    'text_too_long',
    field,
    { chars: text.length, limit },
    `It is ${text.length} characters long as text; at most ${limit} are allowed.`,
  );
}

export const refusal = (
  reason: RefusalReason,
  field: string,
  values: Record<string, number>,
  message: string,
): Fault => ({ reason, field, values, message });
