// Rate limits with fixed windows. `hit` is exact across processes (one row in the metadata store), for rare
// and expensive requests. `Meter` counts in memory, for frequent ones.
import { AppError } from '#lib/app-error';
import type { Clock } from '#lib/clock';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import type { Metadata, Reader, Writer } from '#metadata';

export interface RateRule {
  name: string;
  limit: number;
  windowMs: number;
}

export interface RateState {
  allowed: boolean;
  retryAfterSeconds: number;
}

const windowStart = (now: number, windowMs: number): number => now - (now % windowMs);

const retryAfter = (now: number, start: number, windowMs: number): number =>
  Math.max(1, Math.ceil((start + windowMs - now) / 1000));

async function addHits(db: Writer, key: string, start: number, count: number): Promise<number> {
  const row = await db
    .insertInto('rate_windows')
    .values({ key, window_start: start, hits: count })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        hits: eb
          .case()
          .when('rate_windows.window_start', '=', start)
          .then(eb('rate_windows.hits', '+', count))
          .else(count)
          .end(),
        window_start: start,
      })),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return row.hits;
}

// A full window stays full until it ends, so rejecting a flood of requests writes nothing.
const fullOf = perProcess(() => new Map<string, number>());
const MAX_FULL = 10_000;

type RateServices = Pick<Services, 'metadata' | 'clock' | 'state'>;

function noteFull(services: RateServices, key: string, start: number): void {
  const known = fullOf(services);
  if (known.size >= MAX_FULL) known.clear();
  known.set(key, start);
}

/**
 * Counts one request and returns whether it is within the limit. The window is part of the row, so a clock that
 * is set back starts a new one.
 */
export async function hit(services: RateServices, rule: RateRule, subject: string): Promise<RateState> {
  const { metadata, clock } = services;
  const now = clock.now();
  const start = windowStart(now, rule.windowMs);
  const key = `${rule.name}:${subject}`;
  const retryAfterSeconds = retryAfter(now, start, rule.windowMs);
  if (fullOf(services).get(key) === start) return { allowed: false, retryAfterSeconds };
  const hits = await metadata.transaction((db) => addHits(db, key, start, 1));
  if (hits > rule.limit) noteFull(services, key, start);
  return { allowed: hits <= rule.limit, retryAfterSeconds };
}

/** Whether the limit is already reached, without counting. */
export async function peek(db: Reader, clock: Clock, rule: RateRule, subject: string): Promise<RateState> {
  const now = clock.now();
  const start = windowStart(now, rule.windowMs);
  const row = await db
    .selectFrom('rate_windows')
    .select('hits')
    .where('key', '=', `${rule.name}:${subject}`)
    .where('window_start', '=', start)
    .executeTakeFirst();
  return {
    allowed: (row?.hits ?? 0) < rule.limit,
    retryAfterSeconds: retryAfter(now, start, rule.windowMs),
  };
}

/**
 * Whether the limit is already reached, after all pending hits have counted: it takes the same lock as `hit`
 * and waits behind them. Otherwise a right guess among many wrong ones could pass before they count.
 */
export async function peekInTurn(
  metadata: Metadata,
  clock: Clock,
  rule: RateRule,
  subject: string,
): Promise<RateState> {
  const now = clock.now();
  const start = windowStart(now, rule.windowMs);
  const hits = await metadata.transaction((db) => addHits(db, `${rule.name}:${subject}`, start, 0));
  return { allowed: hits < rule.limit, retryAfterSeconds: retryAfter(now, start, rule.windowMs) };
}

export function requireAllowed(state: RateState, message: string): void {
  if (state.allowed) return;
  throw new AppError('too_many_requests', 'rate_limited', message, {
    retryAfterSeconds: state.retryAfterSeconds,
  });
}

export const forgetWindows = (db: Writer, before: number) =>
  db.deleteFrom('rate_windows').where('window_start', '<', before).execute();

const MAX_SUBJECTS = 100_000;

/** Counts in memory. If several processes share a store, `share` adds up their counts. */
export class Meter {
  readonly #clock: Clock;
  readonly #rule: RateRule;
  #start = 0;
  readonly #hits = new Map<string, number>();
  readonly #unshared = new Map<string, number>();

  constructor(clock: Clock, rule: RateRule) {
    this.#clock = clock;
    this.#rule = rule;
  }

  hit(subject: string): RateState {
    const now = this.#clock.now();
    const start = windowStart(now, this.#rule.windowMs);
    if (start !== this.#start || this.#hits.size > MAX_SUBJECTS) {
      this.#hits.clear();
      this.#unshared.clear();
      this.#start = start;
    }
    const hits = (this.#hits.get(subject) ?? 0) + 1;
    this.#hits.set(subject, hits);
    this.#owe(subject, 1);
    return {
      allowed: hits <= this.#rule.limit,
      retryAfterSeconds: retryAfter(now, start, this.#rule.windowMs),
    };
  }

  /** Called about once a second: stores the new counts and reads those of other processes. */
  async share(metadata: Metadata): Promise<void> {
    const start = this.#start;
    const counted = [...this.#unshared].sort(([left], [right]) => (left < right ? -1 : 1));
    this.#unshared.clear();
    if (counted.length === 0) return;
    const totals = await metadata
      .transaction(async (db) => {
        const sums: [string, number][] = [];
        for (const [subject, count] of counted) {
          sums.push([subject, await addHits(db, `${this.#rule.name}:${subject}`, start, count)]);
        }
        return sums;
      })
      .catch((error: unknown) => {
        // Counts that could not be stored are stored next time. Within a window, a count only grows.
        if (this.#start === start) for (const [subject, count] of counted) this.#owe(subject, count);
        throw error;
      });
    if (this.#start !== start) return;
    for (const [subject, total] of totals) {
      const known = this.#hits.get(subject) ?? 0;
      this.#hits.set(subject, Math.max(known, total + (this.#unshared.get(subject) ?? 0)));
    }
  }

  #owe(subject: string, count: number): void {
    this.#unshared.set(subject, (this.#unshared.get(subject) ?? 0) + count);
  }
}
