// Account data that nearly every request needs, cached until it changes.
import { NO_PRICES, priceVersion, type PriceOverride } from '#config';
import type { Metadata, Reader } from '#metadata';
import type { ChangeFeed } from '#core/change/change-feed';
import { ITEM_CHARACTERS, PLANS, TRACE_SPANS, isPlanName, type Plan } from './plans.ts';

export const CONSENT_KINDS = ['plaintextStorage', 'aiHelper', 'piiRedaction'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
export type Consents = Record<ConsentKind, boolean>;

const DEFAULT_CONSENTS: Consents = { plaintextStorage: false, aiHelper: false, piiRedaction: true };

export interface ProjectRef {
  id: string;
  number: number;
  name: string;
}

/** The providers that /v1/ingest and /v1/traces accept: the configured ones, or any. */
export const ACCEPTED_PROVIDERS = ['four', 'any'] as const;
export type AcceptedProviders = (typeof ACCEPTED_PROVIDERS)[number];

export interface Account {
  id: string;
  number: number;
  name: string;
  plan: Plan;
  subscriptionActive: boolean;
  recordQuota: number;
  retentionDays: number;
  /** Items per dataset, and characters of an input or an expected output. */
  datasetItems: number;
  itemCharacters: number;
  /** Calls in one export, spans in the answer of a trace, saved views. */
  exportRows: number;
  traceSpans: number;
  savedViews: number;
  consents: Consents;
  acceptProviders: AcceptedProviders;
  /** When a closed account will be deleted; null if it is not closed. */
  deletesAt: number | null;
  /** The account's own prices; the first match wins. They come before the operator's and the catalog's. */
  modelPrices: readonly PriceOverride[];
  modelPricesVersion: string;
  projects: ReadonlyMap<string, ProjectRef>;
  defaultProject: ProjectRef;
}

export class AccountCache {
  readonly #db: Reader;
  readonly #known = new Map<string, Promise<Account | null>>();
  /** Entries of `#known` that have finished loading. */
  readonly #loaded = new Map<string, Account>();

  constructor(metadata: Metadata, feed: ChangeFeed) {
    this.#db = metadata.reader;
    feed.on('accounts', (id) => {
      for (const map of [this.#known, this.#loaded]) {
        if (id === null) map.clear();
        else map.delete(id);
      }
    });
  }

  /** Synchronous; null if the account is not cached. */
  known(id: string): Account | null {
    return this.#loaded.get(id) ?? null;
  }

  get(id: string): Promise<Account | null> {
    const known = this.#known.get(id);
    if (known) return known;
    const loading = loadAccount(this.#db, id);
    this.#known.set(id, loading);
    // A failed look-up is not cached.
    const forget = () => this.#known.get(id) === loading && this.#known.delete(id);
    const arrived = (account: Account | null) => {
      if (!account) forget();
      else if (this.#known.get(id) === loading) this.#loaded.set(id, account);
    };
    loading.then(arrived, forget);
    return loading;
  }
}

export async function loadAccount(db: Reader, id: string): Promise<Account | null> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [projects, consents, own] = await Promise.all([
    db
      .selectFrom('projects')
      .select(['id', 'number', 'name', 'is_default'])
      .where('account_id', '=', id)
      .execute(),
    loadConsents(db, id),
    loadModelPrices(db, id),
  ]);
  const plan = PLANS[isPlanName(row.plan) ? row.plan : 'free'];
  const refs = new Map(projects.map(({ id, number, name }) => [id, { id, number, name }]));
  const defaultId = projects.find((project) => project.is_default === 1)?.id ?? '';
  const defaultProject = refs.get(defaultId);
  if (!defaultProject) throw new Error(`Account ${id} has no default project.`);
  return {
    id,
    number: row.number,
    name: row.name,
    plan,
    subscriptionActive: row.subscription_status === 'active',
    recordQuota: row.record_quota ?? plan.recordsPerMonth,
    retentionDays: row.retention_days ?? plan.retentionDays,
    datasetItems: row.dataset_items ?? plan.datasetItems,
    itemCharacters: row.item_characters ?? ITEM_CHARACTERS,
    exportRows: row.export_rows ?? plan.exportRecords,
    traceSpans: row.trace_spans ?? TRACE_SPANS,
    savedViews: row.saved_views ?? plan.savedViews,
    consents,
    acceptProviders: row.accept_providers === 'any' ? 'any' : 'four',
    deletesAt: row.deletes_at,
    modelPrices: own.prices,
    modelPricesVersion: own.version,
    projects: refs,
    defaultProject,
  };
}

export async function loadConsents(db: Reader, accountId: string): Promise<Consents> {
  const rows = await db
    .selectFrom('consents')
    .select(['kind', 'granted'])
    .where('account_id', '=', accountId)
    .execute();
  const stored = new Map(rows.map((row) => [row.kind, row.granted === 1]));
  const consents = { ...DEFAULT_CONSENTS };
  for (const kind of CONSENT_KINDS) consents[kind] = stored.get(kind) ?? consents[kind];
  return consents;
}

export interface AccountPrices {
  prices: readonly PriceOverride[];
  version: string;
  /** Null if the account has none. */
  updatedAt: number | null;
}

type MorePrices = Omit<
  PriceOverride,
  'provider' | 'model' | 'inputPerMTok' | 'outputPerMTok' | 'cacheReadPerMTok' | 'cacheWritePerMTok'
>;

export async function loadModelPrices(db: Reader, accountId: string): Promise<AccountPrices> {
  const rows = await db
    .selectFrom('model_prices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute();
  const prices = rows.map((row) => ({
    provider: row.provider,
    model: row.model,
    inputPerMTok: row.input_per_mtok,
    outputPerMTok: row.output_per_mtok,
    cacheReadPerMTok: row.cache_read_per_mtok,
    cacheWritePerMTok: row.cache_write_per_mtok,
    ...(row.more === null ? {} : (JSON.parse(row.more) as MorePrices)),
  }));
  return {
    prices: prices.length === 0 ? NO_PRICES : prices,
    version: priceVersion(JSON.stringify(prices)),
    updatedAt: rows[0]?.updated_at ?? null,
  };
}
