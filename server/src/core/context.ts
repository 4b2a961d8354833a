// What a verb is given. Plain objects, made in one place per request or job; no container.
// `db` can only ask. Whoever wants to change something goes through change.ts, which writes the audit entry.
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { Clock } from '#lib/clock';
import type { Metadata, Reader } from '#metadata';
import type { RecordsStore } from '#records';
import type { Account, AccountCache, ProjectRef } from './access/accounts.ts';
import type { Actor } from './access/actor.ts';
import type { HashEntry } from './change/audit.ts';
import type { ChangeFeed } from './change/change-feed.ts';
import type { ContentKeys } from './content/index.ts';
import type { KeyCache } from './access/key-cache.ts';
import type { Mailer } from './mailer.ts';
import type { Plan } from './access/plans.ts';
import type { Sealer } from './secrets/sealing.ts';

/** Made once per process, in app.ts. */
export interface Services {
  config: Config;
  clock: Clock;
  log: Logger;
  metadata: Metadata;
  records: RecordsStore;
  feed: ChangeFeed;
  accounts: AccountCache;
  keys: KeyCache;
  mailer: Mailer;
  sealer: Sealer;
  /** Keyed: see audit-key.ts. Asked for when it is needed, since a command that changes nothing needs no master key. */
  auditHash: () => Promise<HashEntry>;
  contentKeys: ContentKeys;
  state: ProcessState;
  jobs: JobRunner;
  startedAt: number;
  lifecycle: Lifecycle;
  /** How far the machine's own clock is ahead of `clock`. */
  clockOffsetMs: () => number;
}

export type End = () => Promise<unknown> | void;
export type MakeState<T> = (services: Services, onEnd: (end: End) => void) => T;

/** What this process keeps in memory (process-state.ts). */
export interface ProcessState {
  /** Makes it at first use. */
  of<T>(make: MakeState<T>): T;
  /** What was made last ends first. */
  end(): Promise<void>;
}

export interface Lifecycle {
  /** The process is about to end: whoever sends requests to it should send them elsewhere. */
  stopping: boolean;
}

/** Runs a background job now and answers when it is done. */
export interface JobRunner {
  names(): string[];
  /** False when the loop that takes jobs has not come round for a while. */
  healthy(): boolean;
  runNow(name: string): Promise<void>;
}

export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  /** Host the client addressed, for links and cookie flags. */
  host: string;
  /** Token of the session cookie, if the request carried one. */
  sessionToken: string | null;
  /** Of the browser itself, from an earlier sign-in. */
  deviceToken?: string | null;
  /** Audit actions written so far, so that a reply can be held against what its endpoint promises. */
  auditActions: string[];
}

/** No account yet: sign-in, public data, health. */
export interface PublicContext extends Services {
  db: Reader;
  origin: Origin;
}

/** The operator, the command line on the machine, or a job. */
export interface SystemContext extends Services {
  db: Reader;
  origin: Origin;
  actor: Actor;
}

/** Somebody of an account. */
export interface Context extends SystemContext {
  account: Account;
  /** Chosen by X-Project-Id or by the key; null: the whole account. */
  project: ProjectRef | null;
  plan: Plan;
}
