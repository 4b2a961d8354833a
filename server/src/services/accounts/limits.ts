// Limits of an account that differ from those of its plan.
import { Type, type Static } from 'typebox';
import { ACCOUNT_LIMITS, type AccountLimit } from '#config';
import { Nullable, closed } from '#lib/schema';
import type { Account } from '#core/access/accounts';

const ABOUT: Readonly<Record<AccountLimit, string>> = {
  recordsPerMonth: 'Records that are stored in a month (UTC)',
  retentionDays: 'Days for which a record is kept',
  exportRows: 'Calls in one export of a query',
  traceSpans: 'Spans in the answer of `GET /v1/query/trace/{id}`',
  savedViews: 'Saved views',
  datasetItems: 'Items in a dataset',
  itemCharacters: 'Characters of an input or an expected output in a dataset',
};

const boundsOf = (name: AccountLimit) => ({
  minimum: ACCOUNT_LIMITS[name].min,
  maximum: ACCOUNT_LIMITS[name].max,
});

const changed = (name: AccountLimit) =>
  Type.Optional(
    Nullable(Type.Integer({ ...boundsOf(name), description: `${ABOUT[name]}; null: the plan’s` })),
  );

/** Missing limits keep their value. */
export const AccountLimitsChange = closed(
  {
    recordsPerMonth: changed('recordsPerMonth'),
    retentionDays: changed('retentionDays'),
    exportRows: changed('exportRows'),
    traceSpans: changed('traceSpans'),
    savedViews: changed('savedViews'),
    datasetItems: changed('datasetItems'),
    itemCharacters: changed('itemCharacters'),
  },
  { title: 'AccountLimitsChange' },
);
export type AccountLimitsChange = Static<typeof AccountLimitsChange>;

const shown = (name: AccountLimit) => Type.Integer({ description: ABOUT[name] });

export const EffectiveLimits = Type.Object(
  {
    recordsPerMonth: shown('recordsPerMonth'),
    retentionDays: shown('retentionDays'),
    exportRows: shown('exportRows'),
    traceSpans: shown('traceSpans'),
    savedViews: shown('savedViews'),
    datasetItems: shown('datasetItems'),
    itemCharacters: shown('itemCharacters'),
  },
  { title: 'AccountLimits', description: 'What applies: the limit of the account, else that of its plan' },
);
export type EffectiveLimits = Static<typeof EffectiveLimits>;

export const limitsOf = ({
  recordQuota,
  retentionDays,
  exportRows,
  traceSpans,
  savedViews,
  datasetItems,
  itemCharacters,
}: Account): EffectiveLimits => ({
  recordsPerMonth: recordQuota,
  retentionDays,
  exportRows,
  traceSpans,
  savedViews,
  datasetItems,
  itemCharacters,
});

export type LimitColumns = Partial<
  Record<
    | 'record_quota'
    | 'retention_days'
    | 'export_rows'
    | 'trace_spans'
    | 'saved_views'
    | 'dataset_items'
    | 'item_characters',
    number | null
  >
>;

/** The columns of `accounts` for the limits that are given. */
export const limitColumns = ({
  recordsPerMonth,
  retentionDays,
  exportRows,
  traceSpans,
  savedViews,
  datasetItems,
  itemCharacters,
}: AccountLimitsChange): LimitColumns => ({
  ...(recordsPerMonth === undefined ? {} : { record_quota: recordsPerMonth }),
  ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
  ...(exportRows === undefined ? {} : { export_rows: exportRows }),
  ...(traceSpans === undefined ? {} : { trace_spans: traceSpans }),
  ...(savedViews === undefined ? {} : { saved_views: savedViews }),
  ...(datasetItems === undefined ? {} : { dataset_items: datasetItems }),
  ...(itemCharacters === undefined ? {} : { item_characters: itemCharacters }),
});
