// How the consents stand. A signed-in browser learns it from the audit log, which has every change of them: the newest entry
// that names a consent tells, and without one it is as every account begins.
import { useGet, type Schemas } from '#api';

export type Kind = keyof Schemas['Consents'];
export const KINDS = ['plaintextStorage', 'aiHelper', 'piiRedaction'] as const satisfies Kind[];

const AT_FIRST: Record<Kind, boolean> = { plaintextStorage: false, aiHelper: false, piiRedaction: true };

export interface ConsentState {
  granted: boolean;
  /** When it was last changed; null: never. */
  since: string | null;
}

type Entry = Schemas['AuditEntry'];

function stateOf(kind: Kind, entries: readonly Entry[]): ConsentState {
  const newest = entries
    .filter(({ metadata }) => typeof metadata[kind] === 'boolean')
    .toSorted((left, right) => right.id - left.id)[0];
  return newest
    ? { granted: newest.metadata[kind] === true, since: newest.createdAt }
    : { granted: AT_FIRST[kind], since: null };
}

const useEntries = (action: string) =>
  useGet('/v1/audit', { query: { action, limit: 200 } }, { wholeAccount: true });

export function useConsents() {
  const asked = [
    useEntries('account.grant_consent'),
    useEntries('account.withdraw_consent'),
    useEntries('account.set_consents'),
  ];
  const failed = asked.find(({ isError }) => isError);
  const entries = asked.flatMap(({ data }) => data?.entries ?? []);
  const known = asked.every(({ data }) => data !== undefined);
  return {
    consents: known
      ? {
          plaintextStorage: stateOf('plaintextStorage', entries),
          aiHelper: stateOf('aiHelper', entries),
          piiRedaction: stateOf('piiRedaction', entries),
        }
      : null,
    error: known ? null : (failed?.error ?? null),
    refetch: () => {
      for (const each of asked) if (each.isError) void each.refetch();
    },
  };
}
