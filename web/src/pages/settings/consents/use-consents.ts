// The state of the consents comes from the account, the time of the last change from the audit log.
import { useGet, type Schemas } from '#api';

export type Kind = keyof Schemas['Consents'];
export const SHOWN_CONSENTS = ['plaintextStorage', 'aiHelper', 'piiRedaction'] as const satisfies Kind[];

export interface ConsentState {
  granted: boolean;
  /** When it was last changed; null if never or unknown. */
  since: string | null;
}

type Entry = Schemas['AuditEntry'];

const sinceOf = (kind: Kind, entries: readonly Entry[]): string | null =>
  entries
    .filter(({ metadata }) => typeof metadata[kind] === 'boolean')
    .toSorted((left, right) => right.id - left.id)[0]?.createdAt ?? null;

const useEntries = (action: string) =>
  useGet('/v1/audit', { query: { action, limit: 200 } }, { wholeAccount: true }).data?.entries ?? [];

export function useConsents() {
  const account = useGet('/v1/account/overview', {}, { wholeAccount: true });
  const entries = [
    ...useEntries('account.grant_consent'),
    ...useEntries('account.withdraw_consent'),
    ...useEntries('account.set_consents'),
  ];
  const stateOf = (kind: Kind, granted: boolean): ConsentState => ({
    granted,
    since: sinceOf(kind, entries),
  });
  const given = account.data?.consents;
  return {
    data: given
      ? {
          plaintextStorage: stateOf('plaintextStorage', given.plaintextStorage),
          aiHelper: stateOf('aiHelper', given.aiHelper),
          piiRedaction: stateOf('piiRedaction', given.piiRedaction),
        }
      : null,
    error: account.error,
    refetch: account.refetch,
  };
}
