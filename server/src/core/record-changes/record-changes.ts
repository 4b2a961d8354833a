// Changes of stored records run one at a time per account, across processes
// (docs/adr/0025-one-change-of-records-at-a-time.md). A change takes several steps over several tables, and
// two at once would undo each other's work. They run in the order of arrival, so none starves. If a change
// died or failed half-way, the next one finishes it first.
import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#lib/clock';
import type { RecordChangesTable } from '#metadata';
import {
  applyAdditions,
  applyErasures,
  applyStagedCosts,
  reclassifyAsObservation,
  type DuplicateRef,
} from '#records';
import type { Services } from '#core/context';
import { Postponed } from '#core/jobs/job';
import { notifyFinished } from '#core/hooks';
import { perProcess } from '#core/process-state';
import {
  LEASE_MS,
  abandonTurn,
  endTurn,
  keepTurn,
  leaveQueue,
  meets,
  joinQueue,
  type ChangeKind,
  type Standing,
} from './record-queue.ts';

export { ALL_ACCOUNTS, EXPIRED_RECORDS, abandonAllTurns, noteOnTurn, selectCutOff } from './record-queue.ts';

export type ChangeServices = Pick<Services, 'metadata' | 'records' | 'clock' | 'log' | 'state'>;

export interface ChangeOrder {
  /** The account's number in the records store, ALL_ACCOUNTS or EXPIRED_RECORDS. */
  account: number;
  kind: ChangeKind;
  /** A job keeps its place in the queue across attempts. */
  place?: string;
  /** The calls to reclassify, so that any process can finish the change. */
  calls?: readonly DuplicateRef[];
  /** How long to wait for the turn. A job does not wait; it is postponed. */
  patienceMs?: number;
  /** Makes the error that is thrown at once if a change of the same kind is ahead. */
  alreadyUnderWay?: () => Error;
}

/** Multiplied by the number of changes ahead, so that those far behind poll less often. */
const LOOK_EVERY_MS = SECOND_MS / 4;
const LOOK_AT_LEAST_EVERY_MS = 2 * SECOND_MS;
const KEEP_EVERY_MS = 20 * SECOND_MS;
const RETRY_MS = SECOND_MS;

const busy = () =>
  new Postponed(
    'records_changing',
    'Stored records of this account are being changed. Try again in a moment.',
    RETRY_MS,
  );

/**
 * `held` is aborted if the turn was lost; another change may run by then. `place` is for a note (`noteOnTurn`),
 * which the work clears in the transaction that records its result.
 */
export async function changeRecords<T>(
  services: ChangeServices,
  order: ChangeOrder,
  work: (held: AbortSignal, place: string) => Promise<T>,
): Promise<T> {
  const { metadata, log } = services;
  const holder = randomUUID();
  const left = await takeTurn(services, order, holder);
  const held = new AbortController();
  const timer = keepEvery(services, holder, held);
  let done = false;
  try {
    await finish(services, left, held.signal);
    held.signal.throwIfAborted();
    const result = await work(held.signal, order.place ?? holder);
    done = true;
    return result;
  } finally {
    clearInterval(timer);
    await metadata
      .transaction((db) => (done ? endTurn(db, holder) : abandonTurn(db, holder)))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'record change lease could not be released and will expire'),
      );
    wakeNext(services, order.account);
  }
}

interface Waiter {
  account: number;
  wake: () => void;
}

/** Waiters of this process in the order of arrival. The next one is woken instead of polling. */
const waitersOf = perProcess(() => new Set<Waiter>());

function wakeNext(services: ChangeServices, account: number): void {
  for (const waiter of waitersOf(services)) {
    if (meets(waiter.account, account)) return waiter.wake();
  }
}

async function takeTurn(
  services: ChangeServices,
  order: ChangeOrder,
  holder: string,
): Promise<RecordChangesTable[]> {
  const { metadata, clock } = services;
  const { account, kind, place = holder, patienceMs = 0, alreadyUnderWay } = order;
  const calls = order.calls ? JSON.stringify(order.calls) : null;
  const stand = (): Promise<Standing> =>
    metadata.transaction((db) => joinQueue(db, { account, kind, place, holder, calls }, clock.now()));
  const deadline = performance.now() + patienceMs;
  const waiter: Waiter = { account, wake: () => undefined };
  const line = waitersOf(services);
  try {
    for (;;) {
      const standing = await stand();
      if (standing.turn) return standing.left;
      const refusal = standing.ahead.includes(kind) ? alreadyUnderWay?.() : undefined;
      if (refusal || performance.now() >= deadline) {
        if (place === holder) await metadata.transaction((db) => leaveQueue(db, place));
        throw refusal ?? busy();
      }
      line.add(waiter);
      await pause(Math.min(LOOK_EVERY_MS * standing.ahead.length, LOOK_AT_LEAST_EVERY_MS), waiter);
    }
  } finally {
    line.delete(waiter);
  }
}

/** Waits this long, or until woken. */
async function pause(ms: number, waiter: Waiter): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  waiter.wake = resolve;
  await promise;
  clearTimeout(timer);
}

function keepEvery({ metadata, clock, log }: ChangeServices, holder: string, held: AbortController) {
  let until = clock.now() + LEASE_MS;
  const lose = () => held.abort(new Error('The record change lease expired and another process holds it.'));
  const keep = async (): Promise<void> => {
    const next = clock.now() + LEASE_MS;
    if (await metadata.transaction((db) => keepTurn(db, holder, next))) until = next;
    else lose();
  };
  return setInterval(() => {
    void keep().catch((error: unknown) => {
      log.warn({ err: error }, 'record change lease could not be renewed');
      if (clock.now() > until) lose();
    });
  }, KEEP_EVERY_MS).unref();
}

/**
 * Every step is repeatable. Deletions and retention need no entry here: their jobs start again from the
 * beginning.
 */
async function finish(
  services: ChangeServices,
  left: readonly RecordChangesTable[],
  held: AbortSignal,
): Promise<void> {
  const { records, log } = services;
  for (const { account, kind, calls, place, note } of left) {
    held.throwIfAborted();
    log.info({ account, kind }, 'finishing an interrupted record change');
    if (kind === 'reprice') await records.admin.change(account, applyStagedCosts());
    if (kind === 'additions') await records.admin.change(account, applyAdditions(), held);
    if (kind === 'erasure') await records.admin.change(account, applyErasures(), held);
    if (calls !== null)
      await records.admin.change(account, reclassifyAsObservation(JSON.parse(calls) as DuplicateRef[]), held);
    if (note !== null)
      await notifyFinished(services, { account, kind, place, note: JSON.parse(note) as unknown });
  }
}
