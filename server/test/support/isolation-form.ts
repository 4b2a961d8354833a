// How the isolation tests call a query, a change or a method of the records store.
import { DAY_MS } from '#lib/clock';
import { type RecordsStore, type Scope } from '#records';

interface Answered {
  /** What a reader sees. */
  ask: (store: RecordsStore, scope: Scope, atMs: number) => Promise<unknown>;
  /** What a reader without records sees. */
  nothing: unknown;
  /** Set if it filters by account only, and why that is enough. */
  byProject?: string;
  /** Set if a statement reads the whole account to answer for a project, and why. */
  looksAcross?: string;
}

interface Changing {
  /** Changes the account’s own records. */
  change: (store: RecordsStore, scope: Scope, atMs: number) => Promise<unknown>;
}

interface NotAsked {
  /** Why it shows no account the records of another. */
  because: string;
}

export type Isolation = Answered | Changing | NotAsked;

export const window = (atMs: number) => ({ startMs: atMs - DAY_MS, endMs: atMs + DAY_MS });
