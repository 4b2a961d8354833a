// What the process was told, checked and typed. Only env.ts reads the environment; everything else takes a Config.

export type Role = 'all' | 'api' | 'worker';

export type RecordsConfig = { kind: 'embedded'; path: string } | { kind: 'server'; url: string };

export type MetadataConfig = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

export interface Config {
  version: string;
  role: Role;
  host: string;
  port: number;
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
  log: { level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'; pretty: boolean };
}
