// Which ids are taken, at three distances: in a commit under way, committed but not yet in the engine, and in the engine. The
// first two are known exactly; of the third there are fingerprints, and the engine is asked when one of them matches.
import { hashId, type IdHash } from '../../id-hash.ts';
import { Fingerprints } from './fingerprints.ts';

/** Of these ids, those that the engine has, compared in full. */
export type AskEngine = (account: number, ids: readonly string[]) => Promise<Set<string>>;

export type Standing =
  | { kind: 'fresh' }
  | { kind: 'taken' }
  /** Taken if this commit succeeds. */
  | { kind: 'under way'; commit: Promise<unknown> }
  /** Only the engine knows. */
  | { kind: 'unknown' };

const FRESH: Standing = { kind: 'fresh' };
const TAKEN: Standing = { kind: 'taken' };
const UNKNOWN: Standing = { kind: 'unknown' };

const keyOf = (account: number, id: string): string => `${account} ${id}`;

export class KnownIds {
  readonly #stored: Fingerprints;
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #committed = new Map<string, number>();
  readonly #bySegment = new Map<number, string[]>();
  /** False until every id of the engine has a fingerprint; until then each new id is asked about. */
  complete: boolean;

  constructor(expected: number, complete: boolean) {
    this.#stored = new Fingerprints(expected);
    this.complete = complete;
  }

  get size(): number {
    return this.#stored.size;
  }

  standing(account: number, id: string): Standing {
    const key = keyOf(account, id);
    const commit = this.#underWay.get(key);
    if (commit) return { kind: 'under way', commit };
    if (this.#committed.has(key)) return TAKEN;
    if (this.complete && !this.#stored.has(account, hashId(id))) return FRESH;
    return UNKNOWN;
  }

  begin(account: number, ids: readonly string[], commit: Promise<unknown>): void {
    for (const id of ids) this.#underWay.set(keyOf(account, id), commit);
  }

  giveUp(account: number, ids: readonly string[]): void {
    for (const id of ids) this.#underWay.delete(keyOf(account, id));
  }

  commit(account: number, ids: readonly string[], segment: number): void {
    let keys = this.#bySegment.get(segment);
    if (!keys) this.#bySegment.set(segment, (keys = []));
    for (const id of ids) {
      const key = keyOf(account, id);
      this.#underWay.delete(key);
      this.#committed.set(key, segment);
      this.#stored.add(account, hashId(id));
      keys.push(key);
    }
  }

  /** A segment is in the engine, which answers for its ids from now on. */
  loaded(isLoaded: (segment: number) => boolean): void {
    for (const [segment, keys] of this.#bySegment) {
      if (!isLoaded(segment)) continue;
      for (const key of keys) this.#committed.delete(key);
      this.#bySegment.delete(segment);
    }
  }

  addStored(account: number, hash: IdHash): void {
    this.#stored.add(account, hash);
  }
}
