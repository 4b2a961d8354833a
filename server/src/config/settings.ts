// The settings, validated and typed. Only env.ts reads the environment; everything else takes a Config.

import type { AccountLimit } from './limits.ts';
import type { PriceOverride } from './price-override.ts';

export const INGEST_THREAD_USES = ['auto', 'on', 'off'] as const;
export type IngestThreadUse = (typeof INGEST_THREAD_USES)[number];

export const OPEN_SPAN_MINUTES = 15;

export type ProcessRole = 'all' | 'api' | 'worker';

interface Migrated {
  /** If false, an older schema is a fault, and only the command `migrate` brings it up to date. */
  migrate?: false;
}

export interface EmbeddedRecords extends Migrated {
  kind: 'embedded';
  path: string;
  /** Memory limit of the engine. Without it, the engine takes up to nine tenths of the machine's memory. */
  memoryBytes?: number;
}

export type RecordsConfig = EmbeddedRecords | (Migrated & { kind: 'server'; url: string });

export type MetadataConfig = Migrated &
  ({ kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string });

/** `chosen`: the port was set explicitly, so it is a fault if it is not free. */
export interface GrpcConfig {
  port: number;
  chosen: boolean;
}

export const LLM_PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'openai-compatible'] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

/** A model connection may also be the recorded model of the sample data; nobody can set it. */
export const RECORDED_PROVIDER = 'recorded';
export type ModelProvider = LlmProvider | typeof RECORDED_PROVIDER;

/**
 * A model that the service calls. Each object is one connection to a vendor: its concurrency and rate limits
 * are shared.
 */
export interface LlmConfig {
  provider: ModelProvider;
  model: string;
  /** Null for a local server that needs none. */
  apiKey: string | null;
  baseUrl: string;
  /** Concurrent calls per process. */
  concurrency: number;
  /** Timeout of one HTTP call. */
  timeoutMs: number;
  /** Waits between attempts double from `firstMs` to `capMs`; in total at most `patienceMs`. */
  retry: { firstMs: number; capMs: number; patienceMs: number };
  /** A user set the address, so only the guarded client may call it. */
  guarded?: true;
}

/** A store that speaks the protocol of S3, for the exports and backups of the operator. */
export interface S3Config {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files that clients send, in messages or on their own. */
export interface MediaConfig {
  /** Null for the data folder. */
  bucket: { bucket: string; prefix: string } | null;
  /** The most that an account may keep. */
  accountBytes: number;
}

/** A classifier that speaks the moderations protocol of OpenAI. */
export interface ModerationConfig {
  baseUrl: string;
  /** Null for a local server that needs none. */
  apiKey: string | null;
  model: string;
  /** Timeout of one HTTP call. */
  timeoutMs: number;
  /** Waits between attempts double from `firstMs` to `capMs`; in total at most `patienceMs`. */
  retry: { firstMs: number; capMs: number; patienceMs: number; attempts: number };
}

export const OIDC_ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
export type OidcRole = (typeof OIDC_ROLES)[number];

export const OIDC_CLIENT_AUTH = ['auto', 'post', 'basic'] as const;

/** The provider of single sign-on, and who may come in through it. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** Null for a public client, which has PKCE only. */
  clientSecret: string | null;
  /** How the secret is sent; `auto`: as the provider says. */
  clientAuth: (typeof OIDC_CLIENT_AUTH)[number];
  /** The name on the button. */
  name: string;
  scopes: string;
  /** The account that people join and whose roles the map sets; null means the first one. */
  accountId: string | null;
  /** In lower case. Empty means any. */
  allowedDomains: readonly string[];
  /** One of them is enough. Empty means any. */
  allowedGroups: readonly string[];
  /** A claim, or a path of claims with dots. */
  groupsClaim: string;
  /** If it is not empty, it sets the role at every sign-in. */
  roleMap: readonly { group: string; role: OidcRole }[];
  /** For people whom the map does not name; null refuses them. */
  defaultRole: OidcRole | null;
  /** Whether people without an invitation get a user. */
  createUsers: boolean;
}

/** What the very first start creates, so that no one has to open its link (`TRACEWELL_INIT_…`). */
export interface InitConfig {
  /** The owner; null if the first person to open the link becomes the owner. */
  email: string | null;
  /** Null if the owner chooses one through a link. */
  password: string | null;
  /** Null if the service makes a key and prints it. */
  apiKey: string | null;
  /** Name of the first project; null for the default name. */
  project: string | null;
  storeContent: boolean;
  limits: InitLimits;
}

/** Instead of those of the plan. */
export type InitLimits = Partial<Record<AccountLimit, number>>;

/** Traces of the service itself, for its operator. */
export interface SelfTracesConfig {
  /** OTLP over HTTP, with the path. */
  endpoint: string;
  /** Sent with each export; secret. */
  headers: Readonly<Record<string, string>>;
  /** The share of requests, jobs and loads that are traced, from 0 to 1. */
  rate: number;
}

export interface Config {
  version: string;
  role: ProcessRole;
  host: string;
  port: number;
  /** The port of OTLP over gRPC, on the same host; null if it is off. */
  grpc: GrpcConfig | null;
  /** The address for people and links; derived from host and port unless set. */
  publicUrl: string;
  dataDir: string;
  records: RecordsConfig;
  metadata: MetadataConfig;
  /** 32 bytes from TRACEWELL_MASTER_KEY; null means a key file in the data directory. */
  masterKey: Buffer | null;
  operatorToken: string | null;
  allowedOrigins: string[];
  /** Networks (CIDRs) that user-set addresses may be in, besides the public internet. */
  outboundAllow: readonly string[];
  openSignup: boolean;
  /** Single sign-on; null if it is not configured. */
  oidc: OidcConfig | null;
  /** False: people sign in through single sign-on only. */
  passwordLogin: boolean;
  init: InitConfig;
  /** Number of reverse proxies whose X-Forwarded-* headers are trusted; 0 trusts none. */
  trustProxyHops: number;
  metrics: boolean;
  /** Null if the service makes no traces of itself. */
  selfTraces: SelfTracesConfig | null;
  /** How long requests are still served after the stop signal, while the health check already fails. */
  drainSeconds: number;
  smtp: { url: string; from: string } | null;
  s3: S3Config | null;
  /** Where files of messages are kept, and how much of them. */
  media: MediaConfig;
  /**
   * Scheduled exports of accounts may write into folders below this one; null if they may not write folders.
   */
  exportDir: string | null;
  providers: string[];
  /** From TRACEWELL_PRICES_FILE. They apply to accounts without their own price for the model. */
  modelPrices: readonly PriceOverride[];
  /** Short hash of that file; '' if there is none. */
  modelPricesVersion: string;
  /** That file; it is read again when it changes. */
  pricesFile: string | null;
  /** A file or an address with a price table that replaces the one of the release. */
  priceTable: string | null;
  /** Stores keyed hashes of the words of content, so that it can be searched. */
  contentSearch: boolean;
  /** Bytes of content that a call from a span keeps: beyond it, its newest messages. */
  contentLimit: number;
  /** Whether a separate thread prepares incoming records; `auto`: only under load. */
  ingestThread: IngestThreadUse;
  /** How long a span of another back end's client may stay without news before it is stored as unfinished. */
  openSpanMinutes: number;
  /** Scores criteria of the type `llm_judge`; null if not configured. */
  judge: LlmConfig | null;
  /** Generates outputs for dataset items; the judge's object unless configured. */
  generator: LlmConfig | null;
  /** Makes vectors for criteria of the type `embedding_similarity`; null if not configured. */
  embedder: LlmConfig | null;
  /** Classifies calls for safety; null if not configured. */
  moderation: ModerationConfig | null;
  log: { level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'; pretty: boolean };
}
