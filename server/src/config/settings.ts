// The settings, validated and typed. Only env.ts reads the environment; everything else takes a Config.

import type { PriceOverride } from './price-override.ts';

export const INGEST_THREAD_USES = ['auto', 'on', 'off'] as const;
export type IngestThreadUse = (typeof INGEST_THREAD_USES)[number];

export const OPEN_SPAN_MINUTES = 15;

export type ProcessRole = 'all' | 'api' | 'worker';

export interface EmbeddedRecords {
  kind: 'embedded';
  path: string;
  /** Memory limit of the engine. Without it, the engine takes up to nine tenths of the machine's memory. */
  memoryBytes?: number;
}

export type RecordsConfig = EmbeddedRecords | { kind: 'server'; url: string };

export type MetadataConfig = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** `chosen`: the port was set explicitly, so it is a fault if it is not free. */
export interface GrpcConfig {
  port: number;
  chosen: boolean;
}

export const LLM_PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'openai-compatible'] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

/**
 * A model that the service calls. Each object is one connection to a vendor: its concurrency and rate limits
 * are shared.
 */
export interface LlmConfig {
  provider: LlmProvider;
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
}

/** A store that speaks the protocol of S3, for exports. */
export interface S3Config {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
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
  /** Number of reverse proxies whose X-Forwarded-* headers are trusted; 0 trusts none. */
  trustProxyHops: number;
  metrics: boolean;
  /** How long requests are still served after the stop signal, while the health check already fails. */
  drainSeconds: number;
  smtp: { url: string; from: string } | null;
  s3: S3Config | null;
  providers: string[];
  /** From TRACEWELL_PRICES_FILE. They apply to accounts without their own price for the model. */
  modelPrices: readonly PriceOverride[];
  /** Short hash of that file; '' if there is none. */
  modelPricesVersion: string;
  /** Stores keyed hashes of the words of content, so that it can be searched. */
  contentSearch: boolean;
  /** Whether a separate thread prepares incoming records; `auto`: only under load. */
  ingestThread: IngestThreadUse;
  /** How long a span of another back end's client may stay without news before it is stored as unfinished. */
  openSpanMinutes: number;
  /** Scores criteria of the type `llm_judge`; null if not configured. */
  judge: LlmConfig | null;
  /** Generates outputs for dataset items; the judge's object unless configured. */
  generator: LlmConfig | null;
  /** Classifies calls for safety; null if not configured. */
  moderation: ModerationConfig | null;
  log: { level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'; pretty: boolean };
}
