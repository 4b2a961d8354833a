// What the process was told, checked and typed. Only env.ts reads the environment; everything else takes a Config.

import type { PriceOverride } from '#lib/price-override';

export type Role = 'all' | 'api' | 'worker';

export type RecordsConfig = { kind: 'embedded'; path: string } | { kind: 'server'; url: string };

export type MetadataConfig = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** `chosen`: somebody asked for this port, so that doing without it is a fault. */
export interface GrpcConfig {
  port: number;
  chosen: boolean;
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
  openSignup: boolean;
  /** Hops of reverse proxy whose X-Forwarded-* headers are believed; 0 believes none. */
  trustProxyHops: number;
  metrics: boolean;
  smtp: { url: string; from: string } | null;
  providers: string[];
  /** From TRACEWELL_PRICES_FILE: they hold for every account that has none of its own for the model. */
  modelPrices: readonly PriceOverride[];
  /** Short hash of that file; '' without one. */
  modelPricesVersion: string;
  log: { level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'; pretty: boolean };
}
