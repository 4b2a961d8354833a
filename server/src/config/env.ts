// Environment → Config. It collects all faults and reports them together.
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { isInFolder } from '#lib/in-folder';
import { readNetwork } from '#lib/outbound/network';
import { dataFolder } from './data-folder.ts';
import { readInit } from './init.ts';
import { readJudge } from './judge.ts';
import { readModeration } from './moderation.ts';
import { NO_PRICES_FILE, readPricesFile } from './prices-file.ts';
import { SettingsReader, type Env } from './reader.ts';
import { readSelfTraces } from './self-traces.ts';
import { readSignIn } from './single-sign-on.ts';
import { INGEST_THREAD_USES, OPEN_SPAN_MINUTES } from './settings.ts';
import type { Config, GrpcConfig, MetadataConfig, RecordsConfig, ProcessRole } from './settings.ts';

export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ROLES = ['all', 'api', 'worker'] as const;
const DEFAULT_GRPC_PORT = 4317;
/** Only if another process can take over. */
const DRAIN_SECONDS = 5;
const DEFAULT_PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];

/** For the command that changes the key. */
export function readNewMasterKey(env: Env = process.env): Buffer | null {
  const reader = new SettingsReader(env);
  const key = readMasterKey(reader, 'TRACEWELL_NEW_MASTER_KEY');
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  return key;
}

function readMasterKey(reader: SettingsReader, name = 'TRACEWELL_MASTER_KEY'): Buffer | null {
  const text = reader.text(name);
  if (text === null) return null;
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  // Node ignores characters that are not base64, so a key that lost or gained one would become another key.
  if (/^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/.test(text)) return Buffer.from(text, 'base64');
  reader.fault(name, 'must be 32 bytes in base64 or hex. `openssl rand -base64 32` makes one.');
  return null;
}

function readOrigins(reader: SettingsReader): string[] {
  const name = 'TRACEWELL_ALLOWED_ORIGINS';
  return reader.list(name, []).filter((origin) => {
    const fits = URL.parse(origin)?.origin === origin && /^https?:/.test(origin);
    // The text is not repeated, because it may contain a password.
    const shown = origin.replace(/\/\/.*@/, '//…@');
    if (!fits)
      reader.fault(name, `must list origins such as https://app.example.com; "${shown}" is not one.`);
    return fits;
  });
}

function readOutboundAllow(reader: SettingsReader): string[] {
  const name = 'TRACEWELL_OUTBOUND_ALLOW';
  return reader.list(name, []).filter((text) => {
    const fits = readNetwork(text) !== null;
    if (!fits)
      reader.fault(name, `must list networks such as 10.20.0.0/16 or fd12:3456::/48; "${text}" is not one.`);
    return fits;
  });
}

/** A wildcard address is not one that a browser can open. */
function linkHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const MB = 1_000_000;
const MIB = 1_048_576;
/** The engine and the largest load of records need at least this much. */
const MIN_ENGINE_MB = 512;

/**
 * Half of the memory of the machine or the container; the other half is for the service and the disk cache.
 */
function readEngineMemory(reader: SettingsReader): number {
  // Without a limit this is 0, or more than the machine has.
  const limit = process.constrainedMemory() || Infinity;
  const half = Math.floor(Math.min(totalmem(), limit) / 2 / MB);
  const fallback = Math.max(MIN_ENGINE_MB, half);
  return reader.integer('TRACEWELL_ENGINE_MEMORY_MB', fallback, MIN_ENGINE_MB, 10_000_000) * MB;
}

function readGrpc(reader: SettingsReader, httpPort: number): GrpcConfig | null {
  const name = 'TRACEWELL_GRPC_PORT';
  const port = reader.integer(name, DEFAULT_GRPC_PORT, 0, 65_535);
  if (!reader.flag('TRACEWELL_GRPC', true)) return null;
  const chosen = reader.text(name) !== null;
  if (chosen && port !== 0 && port === httpPort)
    reader.fault(name, `must be another port than PORT; both are ${port}.`);
  return { port, chosen };
}

function readSmtp(reader: SettingsReader, publicUrl: string): Config['smtp'] {
  const url = reader.url('TRACEWELL_SMTP_URL', ['smtp', 'smtps']);
  if (url === null) return null;
  const domain = URL.parse(publicUrl)?.hostname ?? 'localhost';
  const from = reader.text('TRACEWELL_SMTP_FROM') ?? `Tracewell <tracewell@${domain}>`;
  return { url, from };
}

function readS3(reader: SettingsReader): Config['s3'] {
  const region = reader.text('TRACEWELL_S3_REGION') ?? 'us-east-1';
  const endpoint =
    reader.url('TRACEWELL_S3_ENDPOINT', ['http', 'https']) ?? `https://s3.${region}.amazonaws.com`;
  const accessKeyId = reader.text('TRACEWELL_S3_ACCESS_KEY_ID');
  const secretAccessKey = reader.text('TRACEWELL_S3_SECRET_ACCESS_KEY');
  if (accessKeyId !== null && secretAccessKey !== null)
    return { endpoint, region, accessKeyId, secretAccessKey };
  if (accessKeyId !== null)
    reader.fault('TRACEWELL_S3_SECRET_ACCESS_KEY', 'must be set, because the id of the key is.');
  if (secretAccessKey !== null)
    reader.fault('TRACEWELL_S3_ACCESS_KEY_ID', 'must be set, because the secret of the key is.');
  return null;
}

const MEDIA_LIMIT_MB = 10_000;

function readMedia(reader: SettingsReader, s3: Config['s3']): Config['media'] {
  const name = 'TRACEWELL_MEDIA_BUCKET';
  const accountBytes = reader.integer('TRACEWELL_MEDIA_LIMIT_MB', MEDIA_LIMIT_MB, 0, 1_000_000_000) * MB;
  const text = reader.text(name);
  if (text === null) return { bucket: null, accountBytes };
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w=@-][\w.=@-]{0,199})*)\/?$/.exec(text);
  const [, bucket = '', prefix = ''] = found ?? [];
  if (!found) reader.fault(name, 'must be the address of a bucket, such as s3://bucket/folder.');
  else if (s3 === null)
    reader.fault(name, 'needs TRACEWELL_S3_ACCESS_KEY_ID and TRACEWELL_S3_SECRET_ACCESS_KEY.');
  return { bucket: { bucket, prefix: prefix.slice(1) }, accountBytes };
}

/** An export in the data folder would be lost with it, and could replace a store. */
function readExportDir(reader: SettingsReader, dataDir: string): string | null {
  const name = 'TRACEWELL_EXPORT_DIR';
  const text = reader.text(name);
  if (text === null) return null;
  const folder = path.resolve(text);
  if (isInFolder(dataDir, folder) || isInFolder(folder, dataDir))
    reader.fault(name, 'must be a folder outside of the data folder, and not one that contains it.');
  return folder;
}

const readVersion = (): string => {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

export function readConfig(env: Env = process.env): Config {
  const reader = new SettingsReader(env);
  const host = reader.text('HOST') ?? '127.0.0.1';
  const port = reader.integer('PORT', 4318, 0, 65_535);
  const ownUrl = `http://${linkHost(host)}:${port}`;
  if (!/^[\w.:%-]+$/.test(host) || URL.parse(ownUrl) === null)
    reader.fault('HOST', `must be a host name or an address; it is "${host}".`);
  const publicUrl = (reader.url('TRACEWELL_PUBLIC_URL', ['http', 'https']) ?? ownUrl).replace(/\/+$/, '');
  const dataDir = path.resolve(reader.text('TRACEWELL_DATA_DIR') ?? dataFolder(env));
  const clickhouse = reader.url('TRACEWELL_CLICKHOUSE_URL', ['http', 'https']);
  const postgres = reader.url('TRACEWELL_POSTGRES_URL', ['postgres', 'postgresql']);
  const memoryBytes = readEngineMemory(reader);
  const schema = reader.flag('TRACEWELL_AUTO_MIGRATE', true) ? {} : { migrate: false as const };
  const records: RecordsConfig = clickhouse
    ? { kind: 'server', url: clickhouse, ...schema }
    : { kind: 'embedded', path: path.join(dataDir, 'records'), memoryBytes, ...schema };
  const metadata: MetadataConfig = postgres
    ? { kind: 'postgres', url: postgres, ...schema }
    : { kind: 'sqlite', path: path.join(dataDir, 'metadata.sqlite'), ...schema };

  const operatorToken = reader.text('TRACEWELL_OPERATOR_TOKEN');
  if (operatorToken !== null && !/^[!-~]{16,}$/.test(operatorToken)) {
    reader.fault(
      'TRACEWELL_OPERATOR_TOKEN',
      'must have at least 16 characters and no spaces, because it gives full access.',
    );
  }
  const providers = reader.list('TRACEWELL_PROVIDERS', DEFAULT_PROVIDERS);
  if (providers.length === 0) reader.fault('TRACEWELL_PROVIDERS', 'must list at least one identifier.');
  for (const provider of providers) {
    if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(provider)) {
      reader.fault('TRACEWELL_PROVIDERS', `must list lower-case identifiers; "${provider}" is not one.`);
    }
  }

  const pricesFile = reader.text('TRACEWELL_PRICES_FILE');
  const { prices, version: modelPricesVersion } =
    pricesFile === null
      ? NO_PRICES_FILE
      : readPricesFile(pricesFile, (message) => reader.fault('TRACEWELL_PRICES_FILE', message));

  const priceTable = reader.text('TRACEWELL_PRICE_TABLE');
  if (priceTable !== null && /^\w+:\/\//.test(priceTable) && !/^https?:\/\/[^/]/i.test(priceTable))
    reader.fault('TRACEWELL_PRICE_TABLE', 'must name a file or an address that begins with https://.');

  const s3 = readS3(reader);
  const config: Config = {
    version: readVersion(),
    role: reader.oneOf<ProcessRole>('TRACEWELL_ROLE', ROLES, 'all'),
    host,
    port,
    grpc: readGrpc(reader, port),
    publicUrl,
    dataDir,
    records,
    metadata,
    masterKey: readMasterKey(reader),
    operatorToken,
    allowedOrigins: readOrigins(reader),
    outboundAllow: readOutboundAllow(reader),
    openSignup: reader.flag('TRACEWELL_OPEN_SIGNUP', false),
    ...readSignIn(reader),
    init: readInit(reader),
    trustProxyHops: reader.integer('TRACEWELL_TRUST_PROXY_HOPS', 0, 0, 10),
    metrics: reader.flag('TRACEWELL_METRICS', false),
    selfTraces: readSelfTraces(reader),
    drainSeconds: reader.integer(
      'TRACEWELL_DRAIN_SECONDS',
      clickhouse && postgres ? DRAIN_SECONDS : 0,
      0,
      300,
    ),
    smtp: readSmtp(reader, publicUrl),
    s3,
    media: readMedia(reader, s3),
    exportDir: readExportDir(reader, dataDir),
    providers,
    modelPrices: prices,
    modelPricesVersion,
    pricesFile,
    priceTable,
    contentSearch: reader.flag('TRACEWELL_CONTENT_SEARCH', true),
    contentLimit: reader.size('TRACEWELL_CONTENT_LIMIT', 16 * MIB, MIB, 64 * MIB),
    ingestThread: reader.oneOf('TRACEWELL_INGEST_THREAD', INGEST_THREAD_USES, 'auto'),
    openSpanMinutes: reader.integer('TRACEWELL_OPEN_SPAN_MINUTES', OPEN_SPAN_MINUTES, 1, 1_440),
    ...readJudge(reader),
    moderation: readModeration(reader),
    log: {
      level: reader.oneOf('TRACEWELL_LOG_LEVEL', LOG_LEVELS, 'warn'),
      pretty: reader.flag('TRACEWELL_LOG_PRETTY', process.stdout.isTTY ?? false),
    },
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  return config;
}
