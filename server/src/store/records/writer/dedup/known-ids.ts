// Ids that are taken: in a running commit, committed but not in the engine yet, and in the engine. The first
// two are known exactly. The third has fingerprints, and the engine is asked when one matches.
//
// It runs several times per record, so ids are keys of plain maps, one per account: JavaScript computes the
// hash of an id's text once, and a commit is settled for all of its ids by changing one object.
import { hashId, type IdHash } from './id-hash.ts';
import { Fingerprints } from './fingerprints.ts';

/** The ids that the engine has, compared in full. */
export type AskEngine = (account: number, ids: readonly string[]) => Promise<Set<string>>;

type IdStatus =
  | { kind: 'fresh' }
  | { kind: 'taken' }
  /** Taken if this commit succeeds. */
  | { kind: 'under way'; commit: Promise<unknown> }
  /** Only the engine knows. */
  | { kind: 'unknown' };

const FRESH: IdStatus = { kind: 'fresh' };
const TAKEN: IdStatus = { kind: 'taken' };
const UNKNOWN: IdStatus = { kind: 'unknown' };

/** The ids of one commit. */
interface Batch {
  account: number;
  ids: readonly string[];
  status: IdStatus;
}

export class KnownIds {
  readonly #stored: Fingerprints;
  readonly #recent = new Map<number, Map<string, Batch>>();
  readonly #bySegment = new Map<number, Batch[]>();
  /** False until every id in the engine has a fingerprint. Until then each new id is looked up. */
  complete: boolean;

  constructor(expected: number, complete: boolean) {
    this.#stored = new Fingerprints(expected);
    this.complete = complete;
  }

  get size(): number {
    return this.#stored.size;
  }

  /** `hash` is that of the id, if it is known. */
  statusOf(account: number, id: string, hash?: IdHash): IdStatus {
    const recent = this.#recent.get(account)?.get(id);
    if (recent) return recent.status;
    if (this.complete && !this.#stored.has(account, hash ?? hashId(id))) return FRESH;
    return UNKNOWN;
  }

  begin(account: number, ids: readonly string[], commit: Promise<unknown>): void {
    const batch: Batch = { account, ids, status: { kind: 'under way', commit } };
    let recent = this.#recent.get(account);
    if (!recent) this.#recent.set(account, (recent = new Map<string, Batch>()));
    for (const id of ids) recent.set(id, batch);
  }

  giveUp(account: number, ids: readonly string[]): void {
    this.#forget(account, ids);
  }

  /** The ids of one `begin`. */
  commit(account: number, ids: readonly string[], segment: number, hashes?: readonly IdHash[]): void {
    const [first] = ids;
    const batch = first === undefined ? undefined : this.#recent.get(account)?.get(first);
    if (!batch) return;
    batch.status = TAKEN;
    if (hashes) for (const hash of hashes) this.#stored.add(account, hash);
    else for (const id of ids) this.#stored.add(account, hashId(id));
    const batches = this.#bySegment.get(segment);
    if (batches) batches.push(batch);
    else this.#bySegment.set(segment, [batch]);
  }

  /** Committed by an earlier process and not in the engine yet. */
  found(account: number, ids: readonly string[], segment: number): void {
    this.begin(account, ids, Promise.resolve());
    this.commit(account, ids, segment);
  }

  /** A segment is loaded: the engine knows its ids from now on. */
  loaded(isLoaded: (segment: number) => boolean): void {
    for (const [segment, batches] of this.#bySegment) {
      if (!isLoaded(segment)) continue;
      for (const { account, ids } of batches) this.#forget(account, ids);
      this.#bySegment.delete(segment);
    }
  }

  addStored(account: number, hash: IdHash): void {
    this.#stored.add(account, hash);
  }

  #forget(account: number, ids: readonly string[]): void {
    const recent = this.#recent.get(account);
    if (!recent) return;
    for (const id of ids) recent.delete(id);
    if (recent.size === 0) this.#recent.delete(account);
  }
}
