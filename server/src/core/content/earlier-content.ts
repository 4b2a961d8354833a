// Converts records of earlier versions, which stored text in the clear that now counts as content. The text
// leaves the clear columns as it would today: sealed if the account had given consent when the record
// arrived, dropped otherwise (docs/adr/0032-records-know-their-rules.md). The rows show what is left to do,
// so no other state is needed.
import { randomInt } from 'node:crypto';
import { chunks } from '#lib/chunks';
import { isId } from '#lib/ids';
import { isObject } from '#lib/is-object';
import { mapInPieces } from '#lib/yield-to-event-loop';
import {
  REWRITABLE,
  applyRewrites,
  selectEarlierRecords,
  selectSealedContent,
  stageRewrites,
  wholeAccount,
  type EarlierRecord,
  type RewritableTable,
  type Rewrite,
  type StoredRecord,
} from '#records';
import { EVAL_RUN_TAG, EXPERIMENT_TAG, isOwnTag, PLAYGROUND_TAG } from '#semconv';
import { contentStoredSince } from '#core/access/accounts';
import {
  applyConsent,
  joinContent,
  openContent,
  redactionFacts,
  sealRecord,
  splitContent,
  type AccountKeys,
  type AccountRef,
  type Split,
} from './index.ts';
import { type Content } from './content.ts';
import type { Services } from '#core/context';
import { changeRecords, type ChangeOrder } from '#core/record-changes/record-changes';

type EarlierServices = Pick<
  Services,
  'metadata' | 'records' | 'clock' | 'log' | 'state' | 'contentKeys' | 'config'
>;

const PAGE = 1_000;
/** Records whose sealed content is in memory at once. */
const OPEN_AT_ONCE = 50;
/** Records per batch. Each batch rewrites columns of whole parts, and other changes wait for it. */
const BATCH = { records: 100_000, changed: 10_000, sealedBytes: 16_000_000 };

/**
 * Returns how many records lost text. Each batch takes its own turn, so that other changes of the account can
 * run in between.
 */
export async function sealEarlier(
  services: EarlierServices,
  account: AccountRef,
  { signal = new AbortController().signal, ...order }: SealOrder = {},
): Promise<number> {
  const turn = { account: account.number, kind: 'sealing', ...order } as const;
  let changed = 0;
  for (const table of REWRITABLE) {
    let first = await firstEarlier(services, account, table);
    while (first !== null) {
      signal.throwIfAborted();
      changed += await changeRecords(services, turn, (held) =>
        sealBatch(services, account, table, AbortSignal.any([held, signal])),
      );
      const next = await firstEarlier(services, account, table);
      if (next === first) throw new Error('A stored record could not be rewritten.');
      first = next;
    }
  }
  return changed;
}

export type SealOrder = Pick<ChangeOrder, 'place' | 'patienceMs'> & { signal?: AbortSignal };

/** The account's id. */
const firstEarlier = async ({ records }: EarlierServices, { number }: AccountRef, table: RewritableTable) =>
  (await records.ask(wholeAccount(number), selectEarlierRecords(table, null, 1)))[0]?.record.id ?? null;

async function sealBatch(
  services: EarlierServices,
  account: AccountRef,
  table: RewritableTable,
  signal: AbortSignal,
): Promise<number> {
  const { records, metadata, contentKeys } = services;
  // Finishes the work of a dead process first, so that rows are read in their final state.
  await records.admin.change(account.number, applyRewrites(), signal);
  const since = await contentStoredSince(metadata.reader, account.id);
  const sealing: Sealing = since === null ? null : { since, keys: await contentKeys.load(account) };
  const batch = randomInt(1, 2 ** 47);
  const sum = { records: 0, changed: 0, sealedBytes: 0 };
  let after: StoredRecord | null = null;
  while (sum.records < BATCH.records && sum.changed < BATCH.changed && sum.sealedBytes < BATCH.sealedBytes) {
    signal.throwIfAborted();
    const page: EarlierRecord[] = await records.ask(
      wholeAccount(account.number),
      selectEarlierRecords(table, after, PAGE),
    );
    if (page.length === 0) break;
    const rewrites: Rewrite[] = [];
    for (const some of chunks(page, OPEN_AT_ONCE))
      rewrites.push(...(await rewritten(services, account, some, sealing)));
    await records.admin.change(account.number, stageRewrites(batch, table, rewrites));
    after = page.at(-1)?.record ?? null;
    sum.records += page.length;
    for (const { now } of rewrites) {
      if (now) sum.changed += 1;
      sum.sealedBytes += now?.content?.sealed.length ?? 0;
    }
  }
  await records.admin.change(account.number, applyRewrites(), signal);
  return sum.changed;
}

/** The keys, and when the account gave consent. Content from before that is removed. */
type Sealing = { keys: AccountKeys; since: number } | null;

async function rewritten(
  { records, config, log }: EarlierServices,
  account: AccountRef,
  some: readonly EarlierRecord[],
  sealing: Sealing,
): Promise<Rewrite[]> {
  const found = await mapInPieces(some, (earlier) => ({ earlier, split: splitEarlier(earlier, null) }));
  const sealed = await records.ask(
    wholeAccount(account.number),
    selectSealedContent(
      found
        .filter(({ earlier, split }) => split !== null && earlier.hasContent && keeps(sealing, earlier))
        .map(({ earlier: { record } }) => ({ id: record.id, timestampMs: record.timestampMs })),
    ),
  );
  return mapInPieces(found, ({ earlier, split }): Rewrite => {
    if (split === null) return { earlier, now: null };
    const bytes = sealed.get(earlier.record.id);
    const content = bytes && sealing ? openContent(sealing.keys, earlier.record.id, bytes) : null;
    if (bytes && !content)
      log.warn({ account: account.id }, 'text beside content that cannot be opened is removed');
    if (!sealing || !keeps(sealing, earlier) || (bytes && !content))
      return { earlier, now: dropped(earlier, split) };
    const { narrow, content: whole } = (content && splitEarlier(earlier, content)) ?? split;
    return {
      earlier,
      now: {
        ...columns(earlier, narrow),
        hasContent: whole !== null || earlier.hasContent,
        content: whole && sealRecord(sealing.keys, narrow, whole, config.contentSearch),
      },
    };
  });
}

const keeps = (sealing: Sealing, { receivedMs }: EarlierRecord): boolean =>
  sealing !== null && receivedMs >= sealing.since;

/** As ingest does without consent. But an existing digest is of the original content and stays. */
function dropped(earlier: EarlierRecord, split: Split<StoredRecord>): Rewrite['now'] {
  const { narrow } = applyConsent(split, { plaintextStorage: false, aiHelper: false, piiRedaction: false });
  const had = split.narrow.kind === 'call' ? split.narrow.requestMeta?.['contentDigest'] : null;
  if (narrow.kind === 'call' && isObject(had)) {
    const has = narrow.requestMeta?.['contentDigest'];
    narrow.requestMeta = { ...narrow.requestMeta, contentDigest: { ...(isObject(has) ? has : {}), ...had } };
  }
  return { ...columns(earlier, narrow), hasContent: earlier.hasContent, content: null };
}

/** The pricing that the service added stays at the end, where a repricing looks for it. */
function columns(earlier: EarlierRecord, narrow: StoredRecord) {
  if (narrow.kind === 'observation')
    return { record: narrow, redactionMetadata: redactionFacts(earlier.redactionMetadata) };
  const { pricing } = pricingApart(earlier);
  const record =
    pricing === undefined ? narrow : { ...narrow, requestMeta: { ...narrow.requestMeta, pricing } };
  return { record, redactionMetadata: narrow.redactionMetadata };
}

/** Null if nothing has to be removed. `content` is the content that was sealed before. */
function splitEarlier(earlier: EarlierRecord, content: Content | null): Split<StoredRecord> | null {
  const { record, redactionMetadata } = earlier;
  if (record.kind === 'observation') {
    const split = splitContent(joinContent(record, content));
    const isClean = split.content === null && redactionFacts(redactionMetadata) === redactionMetadata;
    return isClean ? null : split;
  }
  const tags = withoutOwnTags(record.tags);
  const { requestMeta } = pricingApart(earlier);
  const call = joinContent({ ...record, tags, requestMeta }, content);
  // As in possible-doubles.ts: the id of a call that arrived as a span consists of its trace and span id.
  const isSpan = record.id === `${record.traceId}-${record.spanId}`;
  const split = splitContent(call, { errorIsLabel: !isSpan });
  return split.content === null && tags === record.tags ? null : split;
}

function pricingApart({ record, isPricedHere }: EarlierRecord) {
  const meta = record.kind === 'call' ? record.requestMeta : null;
  if (meta === null || !isPricedHere) return { requestMeta: meta, pricing: undefined };
  const { pricing, ...requestMeta } = meta;
  return { requestMeta, pricing };
}

/** The number of an evaluation or playground run stays, because sums leave out such calls. */
function withoutOwnTags(tags: Record<string, string>): Record<string, string> {
  const kept = Object.entries(tags).filter(
    ([key, value]) =>
      !isOwnTag(key) ||
      (key === EVAL_RUN_TAG && /^\d{1,10}$/.test(value)) ||
      (key === PLAYGROUND_TAG && isId('playgroundRun', value)) ||
      (key === EXPERIMENT_TAG && isId('experiment', value)),
  );
  return kept.length === Object.keys(tags).length ? tags : Object.fromEntries(kept);
}
