// A model to call, with who pays for it and what it costs: a connection of the account, or what the operator
// configured for the whole instance.
import { AppError } from '#lib/app-error';
import { MODEL_RETRY, type LlmConfig, type ModelProvider } from '#config';
import type { Context, Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { gatewayOf, openProvider } from '#otlp';
import { priceBookFor } from '#services/prices';
import { openModelKey } from './connections/key.ts';
import { connectionPurse } from './connections/spend.ts';
import {
  selectConnection,
  selectDefaultConnection,
  selectEmbeddingConnection,
  type ConnectionRow,
} from './connections/store.ts';
import type { ModelRole } from './failure.ts';
import { operatorBook, type PricedModel } from './price.ts';
import { accountPurse, type Purse } from './purse.ts';
import { isRecorded, RECORDED_PRICES, recordedConnectionOf } from './recorded/sample-connection.ts';

export type SourceContext = Pick<Context, 'config' | 'clock' | 'metadata' | 'state' | 'account' | 'sealer'> &
  Partial<Pick<Context, 'project'>>;

export interface ModelSource {
  config: LlmConfig;
  priced: PricedModel;
  purse: Purse;
  /** The name of the connection; null for a model of the operator. */
  connection: string | null;
}

/** Calls of one connection and model at once, per process. */
const CONCURRENCY = 16;
const TIMEOUT_MS = 120_000;
const MAX_KEPT = 500;

/** By connection, version and model. Each object has its own throttle and client. */
const configsOf = perProcess(() => new Map<string, LlmConfig>());

/** The default connection of the account, else what the operator configured for the role. */
export async function sourceForRole(ctx: SourceContext, role: ModelRole): Promise<ModelSource | null> {
  const select = role === 'embedder' ? selectEmbeddingConnection : selectDefaultConnection;
  const row = await select(ctx.metadata.reader, ctx.account.id);
  // An admin chose the embedding model, so the list of allowed models need not name it.
  if (row && role === 'embedder') return connectedSource(ctx, row, row.embedding_model ?? '');
  if (row) return sourceOfConnection(ctx, row, row.default_model);
  const config = ctx.config[role];
  if (!config) return role === 'generator' ? recordedSource(ctx) : null;
  const { provider, model } = config;
  const priced = { provider, model, book: operatorBook(ctx.config) };
  return { config, priced, purse: accountPurse(ctx), connection: null };
}

/** Without another model, outputs for items of the sample's project come from the recordings. */
async function recordedSource(ctx: SourceContext): Promise<ModelSource | null> {
  if (!ctx.project) return null;
  const row = await recordedConnectionOf(ctx.metadata.reader, ctx.account.id, ctx.project.id);
  return row ? sourceOfConnection(ctx, row, row.default_model) : null;
}

/** Throws if the connection does not allow the model, or if its key cannot be opened. */
export function sourceOfConnection(ctx: SourceContext, row: ConnectionRow, model: string): ModelSource {
  requireAllowedModel(row, model);
  return connectedSource(ctx, row, model);
}

const connectedSource = (ctx: SourceContext, row: ConnectionRow, model: string): ModelSource => ({
  config: configOf(ctx, row, model),
  priced: {
    ...soldAs(ctx, row, model),
    book: isRecorded(row) ? RECORDED_PRICES : priceBookFor(ctx.account, ctx.config),
  },
  purse: connectionPurse(ctx, row),
  connection: row.name,
});

/** By its id; a 404 if the account has none. */
export async function sourceById(
  ctx: SourceContext,
  connectionId: string,
  model: string | undefined,
): Promise<ModelSource> {
  const row = await selectConnection(ctx.metadata.reader, ctx.account.id, connectionId);
  if (!row) throw new AppError('not_found', 'not_found', 'Model connection not found.');
  return sourceOfConnection(ctx, row, model ?? row.default_model);
}

export const allowedModels = ({ models }: Pick<ConnectionRow, 'models'>): string[] =>
  JSON.parse(models) as string[];

function requireAllowedModel(row: ConnectionRow, model: string): void {
  const allowed = allowedModels(row);
  if (allowed.length === 0 || allowed.includes(model)) return;
  throw new AppError(
    'forbidden',
    'model_not_allowed',
    `The model connection “${row.name}” does not allow the model ${model}.`,
  );
}

export interface ModelAddress {
  provider: ModelProvider;
  baseUrl: string;
  apiKey: string | null;
}

/** A configuration that calls a user-set address through the guarded client. */
export const guardedConfig = (address: ModelAddress, model: string): LlmConfig => ({
  ...address,
  model,
  concurrency: CONCURRENCY,
  timeoutMs: TIMEOUT_MS,
  retry: MODEL_RETRY,
  guarded: true,
});

function configOf(ctx: Pick<Services, 'state' | 'sealer'>, row: ConnectionRow, model: string): LlmConfig {
  const kept = configsOf(ctx);
  const key = `${row.id} ${row.version} ${model}`;
  const known = kept.get(key);
  if (known) return known;
  const address: ModelAddress = {
    provider: row.provider as ModelProvider,
    baseUrl: row.base_url,
    apiKey: openModelKey(ctx.sealer, row),
  };
  const made = guardedConfig(address, model);
  for (const oldest of kept.keys()) {
    if (kept.size < MAX_KEPT) break;
    kept.delete(oldest);
  }
  kept.set(key, made);
  return made;
}

/** An OpenAI-compatible server may belong to any vendor: its address and the model show which. */
function soldAs(
  { config }: Pick<Services, 'config'>,
  { provider, base_url: baseUrl }: ConnectionRow,
  model: string,
): Omit<PricedModel, 'book'> {
  if (provider !== 'openai-compatible') return { provider, model };
  const serverAddress = URL.parse(baseUrl)?.hostname;
  const clues = { named: undefined, model, serverAddress, serviceName: undefined };
  const gateway = gatewayOf({ ...clues, responseModel: undefined });
  return {
    provider: openProvider(config.providers)(clues),
    model,
    ...(gateway === undefined ? {} : { gateway }),
  };
}
