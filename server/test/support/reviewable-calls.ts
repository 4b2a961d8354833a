// Calls that can be annotated and reviewed, answered from memory: the queries of annotations and the review
// queue.
import type { CallRecord, CallRef, Scope } from '#records';
import { plainCall } from './call-rows.ts';
import type { FakeRecords } from './fake-records.ts';

interface Kept {
  account: number;
  project: number;
  ofEvalRun: boolean;
  call: CallRecord;
}

interface Extra {
  project?: number;
  ofEvalRun?: boolean;
  error?: string;
}

export class ReviewableCalls {
  readonly #kept = new Map<string, Kept>();
  /** Number of requested pages of candidates. */
  pages = 0;

  add(account: number, id: string, timestampMs: number, extra: Extra = {}): void {
    const { project = 1, ofEvalRun = false, error = null } = extra;
    this.#kept.set(`${account} ${id}`, {
      account,
      project,
      ofEvalRun,
      call: plainCall(id, timestampMs, { error }),
    });
  }

  remove(account: number, id: string): void {
    this.#kept.delete(`${account} ${id}`);
  }

  #seen({ account, project, sinceMs }: Scope): Kept[] {
    return [...this.#kept.values()].filter(
      (each) =>
        each.account === account &&
        (project === null || each.project === project) &&
        each.call.timestampMs > sinceMs,
    );
  }

  /** Newest first, without calls of evaluation runs. */
  #real(scope: Scope): Kept[] {
    return this.#seen(scope)
      .filter(({ ofEvalRun }) => !ofEvalRun)
      .toSorted((left, right) => newerFirst(left.call, right.call));
  }

  readonly records: FakeRecords = {
    selectCallLocation: async (scope, id) => {
      const found = this.#seen(scope).find(({ call }) => call.id === id);
      return found
        ? { timestampMs: found.call.timestampMs, project: found.project, ofEvalRun: found.ofEvalRun }
        : null;
    },
    selectReviewCandidates: async (scope, { startMs, endMs, failed, after, limit }) => {
      this.pages += 1;
      return this.#real(scope)
        .map(({ call }) => call)
        .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs)
        .filter(({ error }) => (error !== null) === failed)
        .filter((call) => after === null || newerFirst(after, call) < 0)
        .slice(0, limit)
        .map(({ id, timestampMs }) => ({ id, timestampMs }));
    },
    selectCallsAt: async (scope, places) => {
      const wanted = new Map(places.map(({ id, timestampMs }) => [id, timestampMs]));
      return new Map(
        this.#real(scope)
          .filter(({ call }) => wanted.get(call.id) === call.timestampMs)
          .map(({ call }) => [call.id, { call, hasContent: false }]),
      );
    },
    selectAggregate: async (scope, { startMs, endMs }) => {
      const count = this.#real(scope).filter(
        ({ call }) => call.timestampMs >= startMs && call.timestampMs < endMs,
      ).length;
      return { groups: [], total: { value: count, count } };
    },
  };
}

const newerFirst = (left: CallRef, right: CallRef): number =>
  right.timestampMs - left.timestampMs || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
