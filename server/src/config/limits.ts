// The limits of an account that can be raised above those of its plan: by the operator, by the owner of the
// first account, and for a first start.

/** How far, each way. */
export const ACCOUNT_LIMITS = {
  recordsPerMonth: { min: 0, max: 1_000_000_000_000 },
  retentionDays: { min: 1, max: 36_500 },
  exportRows: { min: 1, max: 10_000_000 },
  traceSpans: { min: 1, max: 10_000 },
  savedViews: { min: 0, max: 1_000 },
  datasetItems: { min: 1, max: 10_000 },
  itemCharacters: { min: 1, max: 262_144 },
} as const;

export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

export const isAccountLimit = (name: string): name is AccountLimit => Object.hasOwn(ACCOUNT_LIMITS, name);
