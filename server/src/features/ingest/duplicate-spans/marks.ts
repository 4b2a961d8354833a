// The stored calls that a request shows to be duplicates.
import {
  type CallLink,
  type Duplicate,
  isBetter,
  isFromLog,
  isSameResponse,
  isTwinId,
  mark,
  type Sameness,
  type SpanTable,
} from '#otlp';
import { hashOf, type LinkIndex } from './link-index.ts';

/** A stored call that turned out to be a duplicate. */
export interface LateDuplicate extends Duplicate {
  /** Set if a span that arrived before the call was moved refuted it. */
  isWithdrawn: boolean;
}

/** The spans that one project stored during one generation. */
export interface Known {
  spans: SpanTable;
  byResponse: LinkIndex;
  /** By the ids of spans that are observations or are about to become ones. */
  duplicates: Map<string, Duplicate>;
  /** Ids of JSON records by trace and span. */
  named: Map<string, string>;
  /** Log events that have taken a span with the same counts. */
  taken: Set<string>;
}

const duplicateIn = (known: readonly Known[], id: string): Duplicate | undefined => {
  for (const { duplicates } of known) {
    const found = duplicates.size > 0 ? duplicates.get(id) : undefined;
    if (found) return found;
  }
  return undefined;
};

export const isTaken = (known: readonly Known[], log: CallLink): boolean =>
  known.some(({ taken }) => taken.has(log.id));

/** The stored calls that one request shows to be duplicates. */
export class Marks {
  readonly #known: readonly Known[];
  readonly #own: Known;
  readonly #late: LateDuplicate[];
  readonly #suspended = new Map<string, LateDuplicate>();

  constructor(known: readonly Known[], own: Known, late: LateDuplicate[]) {
    this.#known = known;
    this.#own = own;
    this.#late = late;
  }

  get suspended(): CallLink[] {
    return [...this.#suspended.values()].map(({ link }) => link);
  }

  get = (id: string): Duplicate | undefined => duplicateIn(this.#known, id);

  isFree = ({ id }: CallLink): boolean => this.get(id) === undefined;

  isTaken = (log: CallLink): boolean => isTaken(this.#known, log);

  take = (log: CallLink): void => void this.#own.taken.add(log.id);

  /** Reopens a decision that was made by counts, because more spans have arrived. */
  suspend({ id }: CallLink): void {
    const entry = this.get(id);
    if (!entry?.mayChange) return;
    this.#suspended.set(id, entry as LateDuplicate);
    for (const { duplicates } of this.#known) duplicates.delete(id);
  }

  withdrawSuspended(): void {
    for (const entry of this.#suspended.values()) entry.isWithdrawn = true;
  }

  add(link: CallLink, kept: CallLink, why: Sameness, mayChange: boolean): Duplicate | null {
    const set = (id: string, duplicate: Duplicate): void => {
      const before = this.#suspended.get(id);
      this.#suspended.delete(id);
      const entry = Object.assign(before ?? { ...duplicate, isWithdrawn: false }, duplicate);
      this.#own.duplicates.set(id, entry);
      if (!before) this.#late.push(entry);
    };
    const entry = this.get(link.id);
    if (entry && !mayChange) entry.mayChange = false;
    return mark({ get: this.get, set }, link, kept, why, mayChange);
  }
}

export function markRepeated(known: readonly Known[], marks: Marks, link: CallLink): void {
  const responseId = link.responseId ?? '';
  if (isTwinId(responseId)) return markTwin(known, marks, link);
  const hash = hashOf(responseId);
  for (const { byResponse } of known) {
    byResponse.each(hash, (other) => {
      if (!isSameResponse(other, link)) return;
      if (isBetter(other, link)) marks.add(link, other, 'same_response', false);
      else marks.add(other, link, 'same_response', false);
    });
  }
}

/** Two equal requests at the same time have the same counts, so each log event takes a span of its own. */
function markTwin(known: readonly Known[], marks: Marks, link: CallLink): void {
  if (!marks.isFree(link) || marks.isTaken(link)) return;
  const isLog = isFromLog(link.spanId);
  const isFree = (other: CallLink): boolean =>
    isSameResponse(other, link) && (isLog ? marks.isFree(other) : !marks.isTaken(other));
  for (const { byResponse } of known) {
    const other = byResponse.find(hashOf(link.responseId ?? ''), isFree);
    if (!other) continue;
    const [span, log] = isLog ? [other, link] : [link, other];
    if (marks.add(span, log, 'same_response', false)) marks.take(log);
    return;
  }
}
