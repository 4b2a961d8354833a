// Records in memory, as ingest writes them: for tests of features that use calls and their content, not of
// the engine.
import { unavailable } from '#lib/app-error';
import type { CallFilter, Incoming, Scope } from '#records';
import { sealedAlone, type FakeRecords } from './fake-records.ts';

type KeptCall = Extract<Incoming, { kind: 'call' }>;
type KeptObservation = Extract<Incoming, { kind: 'observation' }>;

const matches =
  ({ model, error, tags, includeEvalRuns }: CallFilter) =>
  ({ row: { call, evalRun } }: KeptCall): boolean =>
    (includeEvalRuns === true || evalRun === 0) &&
    (model === undefined || call.model.includes(model)) &&
    (typeof error !== 'boolean' || (call.error !== null) === error) &&
    Object.entries(tags ?? {}).every(([key, value]) => call.tags[key] === value);

export class KeptRecords {
  readonly kept: Incoming[] = [];
  /** How often content was read. */
  opened = 0;
  /** Set to refuse every write. */
  quotaGone = false;
  /** Number of writes that fail first. */
  busyFor = 0;

  #of({ account, project }: Scope): Incoming[] {
    return this.kept.filter(
      ({ row }) => row.account === account && (project === null || row.project === project),
    );
  }

  #calls(scope: Scope): KeptCall[] {
    return this.#of(scope).filter((each) => each.kind === 'call');
  }

  #observations(scope: Scope): KeptObservation[] {
    return this.#of(scope).filter((each) => each.kind === 'observation');
  }

  readonly records: FakeRecords = {
    write: async ({ records }) => {
      if (this.busyFor > 0) {
        this.busyFor -= 1;
        throw unavailable('overloaded', 'Busy.');
      }
      if (this.quotaGone) return { status: 'refused', fresh: records.length, remaining: 0 };
      const known = new Set(this.kept.map(({ id, row }) => `${row.account} ${id}`));
      const fresh = records.filter(({ id, row }) => !known.has(`${row.account} ${id}`));
      this.kept.push(...fresh);
      return { status: 'stored', stored: fresh.length, duplicates: records.length - fresh.length };
    },
    selectCalls: async (scope, filter, { after, limit }) => {
      const sorted = this.#calls(scope)
        .filter(matches(filter))
        .toSorted((left, right) => right.row.call.timestampMs - left.row.call.timestampMs);
      const from = after === null ? 0 : sorted.findIndex(({ id }) => id === after.id) + 1;
      return sorted.slice(from, from + limit).map(({ row: { call, hasContent } }) => ({ call, hasContent }));
    },
    selectCallsAt: async (scope, places) => {
      const wanted = new Set(places.map(({ id }) => id));
      const found = this.#calls(scope).filter(({ id, row }) => wanted.has(id) && row.evalRun === 0);
      return new Map(found.map(({ id, row: { call, hasContent } }) => [id, { call, hasContent }]));
    },
    selectCall: async (scope, id) => {
      const found = this.#calls(scope).find((each) => each.id === id);
      return found ? { call: found.row.call, hasContent: found.row.hasContent } : null;
    },
    selectTrace: async (scope, traceId) => ({
      calls: this.#calls(scope)
        .filter(({ row }) => row.call.traceId === traceId)
        .map(({ row: { call, hasContent } }) => ({ call, hasContent })),
      observations: this.#observations(scope)
        .filter(({ row }) => row.observation.traceId === traceId)
        .map(({ row: { observation, hasContent, piiRedacted, redactionMetadata } }) => ({
          observation,
          hasContent,
          piiRedacted,
          redactionMetadata,
        })),
      truncated: false,
    }),
    selectSealedContent: async ({ account }, places) => {
      this.opened += places.length;
      const wanted = new Set(places.map(({ id }) => id));
      const found = this.kept.filter(({ id, row }) => row.account === account && wanted.has(id));
      return sealedAlone(
        found.flatMap(({ id, content }) => (content ? [[id, Buffer.from(content.sealed)] as const] : [])),
      );
    },
  };
}
