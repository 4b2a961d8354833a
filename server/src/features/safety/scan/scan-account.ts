// One background scan of one account: calls that arrived since the last round, in order of arrival, within
// limits of number and time. Assessments and progress are saved page by page, so an interrupted scan
// continues from there, in any process. A lease lets one process at a time scan an account.
import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { ModerationConfig } from '#config';
import type { Context, SystemContext } from '#core/context';
import { selectArrivedCalls, type Arrival } from '#records';
import { scopeOf } from '#services/record-access';
import type { JobSlice } from '#core/jobs/job-slice';
import { classifierId } from '../classifier/classify.ts';
import { isScannable } from '../prerequisites.ts';
import type { ScanCounts } from '../schemas.ts';
import { selectAssessed } from '../store.ts';
import {
  addCounts,
  CALLS_AT_ONCE,
  NOTHING_SCANNED,
  scanCalls,
  type ScanAs,
  type Scanned,
} from './scan-calls.ts';
import { noteScan, releaseScan, takeScan, type Mark } from './store.ts';
import { selectScannableCalls } from './records.ts';

/** Per round of 15 minutes: a month's quota, spread evenly. */
const MAX_CALLS = 400;
/** Including calls that are already assessed. */
const MAX_ARRIVALS = 20_000;
/**
 * Older calls are skipped, so that an account that waited for days does not cause a storm. The first round
 * also starts here.
 */
const MAX_BEHIND_MS = DAY_MS;
/**
 * A call gets its timestamp when its request arrives and becomes visible moments later, perhaps in another
 * process with a slightly different clock.
 */
const OVERLAP_MS = 2 * MINUTE_MS;
/** Longer than a page can take; each page renews it. The lease of a dead process ends after this time. */
const LEASE_MS = 10 * MINUTE_MS;

type Ending =
  /** All new calls were checked. */
  | 'done'
  /** The limit of the round was reached; the next one continues. */
  | 'bounded'
  | 'out_of_time'
  | 'not_consenting'
  | 'held_by_another'
  | 'classifier_away';

interface AccountScan {
  counts: ScanCounts;
  ending: Ending;
  /** The progress; null if another process is scanning this account. */
  watermark: Mark | null;
}

export async function scanForSafety(
  system: SystemContext,
  accountId: string,
  classifier: ModerationConfig,
  slice: JobSlice,
): Promise<AccountScan> {
  const { metadata, clock, log } = system;
  const holder = randomUUID();
  const now = clock.now();
  const startMs = now - MAX_BEHIND_MS;
  const mark = await metadata.transaction((db) =>
    takeScan(db, { accountId, holder, now, until: now + LEASE_MS, startMs }),
  );
  if (!mark) return { counts: NOTHING_SCANNED, ending: 'held_by_another', watermark: null };
  const from = mark.receivedMs < startMs ? { receivedMs: startMs, id: '' } : mark;
  try {
    return await new Round(system, accountId, holder, from).run(classifier, slice);
  } finally {
    await metadata
      .transaction((db) => releaseScan(db, accountId, holder, clock.now()))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'safety scan lease could not be released and will expire'),
      );
  }
}

class Round {
  readonly #system: SystemContext;
  readonly #accountId: string;
  readonly #holder: string;
  /** Everything up to here is settled. */
  #mark: Mark;
  /** A call after the mark is not settled: the mark stays, but the rest is still checked. */
  #halted = false;
  #counts = NOTHING_SCANNED;

  constructor(system: SystemContext, accountId: string, holder: string, from: Mark) {
    this.#system = system;
    this.#accountId = accountId;
    this.#holder = holder;
    this.#mark = from;
  }

  async run(classifier: ModerationConfig, slice: JobSlice): Promise<AccountScan> {
    const as: ScanAs = { classifier, source: 'background', signal: slice.signal };
    let cursor = this.#mark;
    for (let looked = 0; ;) {
      slice.signal.throwIfAborted();
      if (slice.isOver()) return this.#end('out_of_time');
      if (looked >= MAX_ARRIVALS || this.#counts.scanned >= MAX_CALLS) return this.#end('bounded');
      // Consent may have been withdrawn since the last page.
      const ctx = await this.#context();
      if (!ctx) return this.#end('not_consenting');
      const askedAt = ctx.clock.now();
      const arrivals = await ctx.records.ask(scopeOf(ctx), selectArrivedCalls({}, pageAfter(cursor)));
      const scanned = await this.#scan(ctx, arrivals, as);
      slice.signal.throwIfAborted();
      const isLast = arrivals.length < CALLS_AT_ONCE;
      if (!(await this.#note(askedAt - OVERLAP_MS, isLast))) return this.#end('held_by_another');
      if (scanned.stuck) return this.#end('classifier_away');
      cursor = arrivals.at(-1) ?? cursor;
      looked += arrivals.length;
      if (isLast) return this.#end('done');
    }
  }

  async #scan(ctx: Context, arrivals: readonly Arrival[], as: ScanAs): Promise<Scanned> {
    const ids = arrivals.map(({ id }) => id);
    const assessed = await selectAssessed(ctx.db, ctx.account.id, classifierId(as.classifier), ids);
    const left = arrivals.filter(({ id }) => !assessed.has(id));
    const found = await ctx.records.ask(scopeOf(ctx), selectScannableCalls(left));
    const scanned = await scanCalls(ctx, [...found.values()], as);
    this.#counts = addCounts(this.#counts, scanned.counts);
    for (const arrival of arrivals) {
      // A missing call was deleted or turned out to be a duplicate.
      this.#halted ||= found.has(arrival.id) && !scanned.settled.has(arrival.id);
      if (!this.#halted) this.#mark = { receivedMs: arrival.receivedMs, id: arrival.id };
    }
    return scanned;
  }

  /** Calls that arrived before `seenMs` are visible by now. */
  #note(seenMs: number, isLast: boolean): Promise<boolean> {
    const { metadata, clock } = this.#system;
    if (isLast && !this.#halted && this.#mark.receivedMs < seenMs)
      this.#mark = { receivedMs: seenMs, id: '' };
    const mark = this.#mark.receivedMs > seenMs ? { receivedMs: seenMs, id: '' } : this.#mark;
    return metadata.transaction((db) =>
      noteScan(db, this.#accountId, this.#holder, { mark, until: clock.now() + LEASE_MS }),
    );
  }

  /** The current account; null if it may no longer be scanned. */
  async #context(): Promise<Context | null> {
    const account = await this.#system.accounts.get(this.#accountId);
    if (!account || !isScannable(account)) return null;
    return { ...this.#system, account, project: null, plan: account.plan };
  }

  #end(ending: Ending): AccountScan {
    return { counts: this.#counts, ending, watermark: this.#mark };
  }
}

const pageAfter = ({ receivedMs, id }: Mark) => ({
  sinceMs: receivedMs,
  after: id === '' ? null : { receivedMs, id },
  limit: CALLS_AT_ONCE,
});
