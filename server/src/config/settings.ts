// What the process was told, checked and typed. Only env.ts reads the environment; everything else takes a Config.

import type { PriceOverride } from './price-override.ts';

export const INGEST_THREAD_USES = ['auto', 'on', 'off'] as const;
export type IngestThreadUse = (typeof INGEST_THREAD_USES)[number];

export type Role = 'all' | 'api' | 'worker';

export interface EmbeddedRecords {
  kind: 'embedded';
  path: string;
  /** What the engine may take in all; when this is not said, what it takes by itself: nine tenths of the machine's. */
  memoryBytes?: number;
}

export type RecordsConfig = EmbeddedRecords | { kind: 'server'; url: string };

export type MetadataConfig = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** `chosen`: somebody asked for this port, so that doing without it is a fault. */
export interface GrpcConfig {
  port: number;
  chosen: boolean;
}

export const LLM_PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'openai-compatible'] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

/** A model that the service itself calls. One object is one line to a vendor: its concurrency and its rate limits are shared. */
export interface LlmConfig {
  provider: LlmProvider;
  model: string;
  /** Null for a server of one's own that asks for none. */
  apiKey: string | null;
  baseUrl: string;
  /** Calls under way at once, per process. */
  concurrency: number;
  /** Of one HTTP call. */
  timeoutMs: number;
  /** Waits between attempts double from `firstMs` to `capMs`; nobody waits for longer than `patienceMs` in all. */
  retry: { firstMs: number; capMs: number; patienceMs: number };
}

/** A classifier that speaks the moderations protocol of OpenAI. */
export interface ModerationConfig {
  baseUrl: string;
  /** Null for a server of one's own that asks for none. */
  apiKey: string | null;
  model: string;
  /** Of one HTTP call. */
  timeoutMs: number;
  /** Waits between attempts double from `firstMs` to `capMs`; nobody waits for longer than `patienceMs` in all. */
  retry: { firstMs: number; capMs: number; patienceMs: number; attempts: number };
}

export interface Config {
  version: string;
  role: Role;
  host: string;
  port: number;
  /** Where OTLP over gRPC is taken, on the same host; null: nowhere. */
  grpc: GrpcConfig | null;
  /** Address that people and links use; derived from host and port unless set. */
  publicUrl: string;
  dataDir: string;
  records: RecordsConfig;
  metadata: MetadataConfig;
  /** 32 bytes from TRACEWELL_MASTER_KEY; null: a key file in the data directory. */
  masterKey: Buffer | null;
  operatorToken: string | null;
  allowedOrigins: string[];
  /** Networks that addresses set by users may be in, beside the public internet: CIDRs. */
  outboundAllow: readonly string[];
  openSignup: boolean;
  /** Hops of reverse proxy whose X-Forwarded-* headers are believed; 0 believes none. */
  trustProxyHops: number;
  metrics: boolean;
  /** After the signal to stop: how long requests are still served while health asks for no new ones. */
  drainSeconds: number;
  smtp: { url: string; from: string } | null;
  providers: string[];
  /** From TRACEWELL_PRICES_FILE: they hold for every account that has none of its own for the model. */
  modelPrices: readonly PriceOverride[];
  /** Short hash of that file; '' without one. */
  modelPricesVersion: string;
  /** Words of stored content are kept as keyed hashes, so that it can be searched. */
  contentSearch: boolean;
  /** Whether a thread of its own prepares what arrives; `auto`: while much arrives. */
  ingestThread: IngestThreadUse;
  /** Scores what criteria of the type `llm_judge` ask about; null: nobody does. */
  judge: LlmConfig | null;
  /** Answers the items of datasets; the judge's own object unless told otherwise. */
  generator: LlmConfig | null;
  /** Classifies calls for safety; null: nobody does. */
  moderation: ModerationConfig | null;
  log: { level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'; pretty: boolean };
}
