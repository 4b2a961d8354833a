// Hooks tell modules about events in other modules without an import. A module lists its hooks in its
// module.ts; they run in the order of the modules, and their results are ignored.
import type { AccountRef } from '#content';
import type { Writer } from '#metadata';
import type { WriteOutcome } from '#records';
import type { Context, Services } from './context.ts';
import { perProcess } from './process-state.ts';

/** The fields of a stored call that listeners may need. */
export interface StoredCall {
  id: string;
  provider: string;
  model: string;
  tags: Record<string, string>;
  timestampMs: number;
  costUsd: number;
  /** The tokens of a call without a price, whose cost is unknown; 0 for any other call. */
  unpricedTokens: number;
  evalRun: number;
  gateCheckId: string | null;
}

/** Records that a person asked to erase. */
export interface Erased {
  /**
   * The project of the erasure; null for the whole account. Other projects may use the same trace and
   * session.
   */
  projectId: string | null;
  /** Its number in the records store. */
  projectNumber: number | null;
  /** Includes calls that evaluation runs made from them. */
  callIds: readonly string[];
  /** Traces that lose a call or another span. */
  traceIds: readonly string[];
  /** Traces that lose all their records. */
  wholeTraceIds: readonly string[];
  /** Sessions that lose a call or another span. */
  sessionIds: readonly string[];
  /** Set if a whole session is erased. */
  sessionId: string | null;
  /** Users all of whose records are erased. */
  userIds?: readonly string[];
}

interface DeletedProject {
  accountId: string;
  projectId: string;
}

export interface RemovedProject extends DeletedProject {
  projectNumber: number;
}

export interface SampleProject {
  accountId: string;
  projectId: string;
}

/** An interrupted change of stored records, with its note, after another change has finished it. */
export interface FinishedChange {
  /** The account's number in the records store. */
  account: number;
  kind: string;
  place: string;
  note: unknown;
}

export interface Hooks {
  /**
   * Whether `onCallsStored` needs the calls of a request that arrives now. Otherwise they are not kept for the
   * event.
   */
  needsCalls?: (ctx: Context) => boolean;
  /** Whether `onCallsStored` needs the ids of the records that were not known before. */
  needsFreshIds?: (ctx: Context) => boolean;
  /**
   * Called after a write of records that a client sent, and only when they are on disk. `calls` is null if no
   * hook needed them when they arrived.
   */
  onCallsStored?: (ctx: Context, calls: readonly StoredCall[] | null, outcome: WriteOutcome) => void;
  /** Called after every write of records, including records that the service made itself. */
  onRecordsStored?: (ctx: Context, outcome: WriteOutcome) => void;
  /** Called when the costs of stored calls have changed. */
  onCostsChanged?: (ctx: Context) => Promise<void>;
  /** Records the note of a finished change, and clears it in the same transaction. */
  onChangeFinished?: (services: Services, finished: FinishedChange) => Promise<void>;
  /** Deletes the module's data about erased records. The records themselves are deleted later. */
  onErased?: (db: Writer, account: AccountRef, erased: Erased, now: number) => Promise<unknown>;
  /** Deletes content that the module keeps, for an account that withdrew its consent. */
  onContentDeleted?: (db: Writer, account: AccountRef) => Promise<unknown>;
  /** Adds the module's part of the sample data. Its project is removed like any other. */
  onSampleLoaded?: (db: Writer, project: SampleProject, now: number) => Promise<unknown>;
  /** Deletes what the module keeps for people who work in a project. Its records, and what is about them, stay. */
  onProjectDeleted?: (db: Writer, project: DeletedProject) => Promise<unknown>;
  /** Deletes the module's data about a project that is removed with its records, and about these calls of it. */
  onProjectRemoved?: (db: Writer, project: RemovedProject, callIds: readonly string[]) => Promise<unknown>;
}

const listenersOf = perProcess((services) => ({ services, hooks: [] as readonly Hooks[] }));

/** Called once, by app.ts. */
export function setHooks(services: Services, hooks: readonly Hooks[]): void {
  listenersOf(services).hooks = hooks;
}

export const hooksOf = (ctx: Pick<Services, 'state'>): readonly Hooks[] => listenersOf(ctx).hooks;

/** Uses the services of the process, because the caller may have fewer than its listeners need. */
export async function notifyFinished(ctx: Pick<Services, 'state'>, finished: FinishedChange): Promise<void> {
  const { services, hooks } = listenersOf(ctx);
  for (const { onChangeFinished } of hooks) await onChangeFinished?.(services, finished);
}

/** Whether the calls of a request are kept until they are stored. */
export const needsCalls = (ctx: Context): boolean =>
  hooksOf(ctx).some((hooks) => hooks.needsCalls?.(ctx) === true);
