// The port of the records store. Questions, streams and changes are values that this interface does not list,
// so a new one needs no edit here. create-records-store.ts implements it.
import type { RecordsConfig } from '#config';
import type { Change } from './changes/change.ts';
import type { DeletedRows } from './changes/retention.ts';
import type { Activity } from './engine/engine.ts';
import type { RecordsStats } from './engine/stats.ts';
import type { Question, ServiceQuestion, StreamQuestion } from './questions/question.ts';
import type { Scope } from './questions/scope.ts';
import type { Reconciliation } from './writer/reconcile.ts';
import type { CompletedWrite, WriterState, WriteOutcome, WriteRequest } from './writer/writer.ts';

export interface RecordsStore {
  readonly kind: RecordsConfig['kind'];
  readonly admin: RecordsAdmin;
  /** Throws `records_unavailable` when the engine does not answer. */
  ping(): Promise<void>;
  /** The records are on disk, stored once and charged when this resolves. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** Returns the ids that the account has. It waits for no load. */
  stored(account: number, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The state of the account's messages to which contents that arrive may refer (writer.ts). Null: to none.
   */
  sharedMessages(account: number): number | null;
  /** Records of the account in this month. */
  usage(account: number): Promise<number>;
  writerState(): WriterState;
  /** Queries that run and wait in the engine. */
  activity(): Activity;
  /** Sees every record that the account had sent when it was called. Throws `records_behind` if that takes too long. */
  ask<Answer>(scope: Scope, question: Question<Answer>): Promise<Answer>;
  /** About all accounts, for the service's own jobs. */
  askAll<Answer>(question: ServiceQuestion<Answer>): Promise<Answer>;
  /** Returns parts while the engine still reads. Ending the loop or aborting the signal stops the query. */
  stream<Part>(
    scope: Scope,
    question: StreamQuestion<Part>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Part>>;
  /** Finishes the work under way, then releases the engine. */
  close(): Promise<void>;
}

export interface RecordsAdmin {
  /**
   * Only one change of an account may run at a time; the caller holds its turn
   * (core/record-changes/record-changes.ts).
   */
  change<Result>(account: number, change: Change<Result>, signal?: AbortSignal): Promise<Result>;
  /** Removes erased records of all accounts from the disk. */
  purgeErased(signal?: AbortSignal): Promise<void>;
  /** Deletes the expired records of all accounts. */
  deleteExpired(nowMs: number, signal?: AbortSignal): Promise<DeletedRows>;
  /** Compares this month's counts with the stored records and corrects them. */
  reconcileUsage(): Promise<Reconciliation>;
  /** Completes and charges writes that a crash interrupted. */
  completeWrites(): Promise<CompletedWrite[]>;
  stats(): Promise<RecordsStats>;
  /** In-process engine only, into a folder that does not exist yet. */
  backup(folder: string): Promise<void>;
  /** In-process engine only, into an empty store. */
  restore(folder: string): Promise<void>;
}
