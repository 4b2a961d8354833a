// The stores, and the key of their sealed data.
import { existsSync } from 'node:fs';
import type { Config } from '#config';
import { SECOND_MS, systemClock, type Clock } from '#lib/clock';
import { CLOCK_TOLERANCE_MS, SharedClock } from '#core/shared-clock';
import { loadMasterKey, storedCheck } from '#core/secrets/master-key';
import { lockDataDirectory } from '#data-directory';
import { Metadata, schemaOf } from '#metadata/open';
import { isTooOld, OLDEST_SERVER } from '#records/engine/version';
import { openRecords } from '#records/open';
import { explain } from '../explain.ts';
import { fail, ok, warn, type DoctorCheck } from './check.ts';
import type { Running } from './port.ts';

const PATIENCE_MS = 5_000;

const why = (error: unknown): string =>
  explain(error)?.message ?? (error instanceof Error ? error.message : String(error));

const notThere = ({ metadata }: Config) => metadata.kind === 'sqlite' && !existsSync(metadata.path);

export async function checkMetadata(config: Config): Promise<DoctorCheck> {
  const name = 'metadata';
  if (notThere(config)) return ok(name, 'SQLite; made at the first start.');
  const engine = config.metadata.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  try {
    const { state, applied } = await schemaOf(config.metadata);
    if (state === 'empty') return ok(name, `${engine}, empty; filled at the first start.`);
    if (state === 'older') {
      return warn(
        name,
        `${engine}, schema ${applied}: the next start brings it up to date. Make a backup first.`,
      );
    }
    if (state === 'other') {
      return fail(
        name,
        `${engine}, schema ${applied}, which this version cannot read. Start the version that made it.`,
      );
    }
    if (state === 'newer') {
      return fail(
        name,
        `${engine}, schema ${applied}, is of a newer version. Start that version, or restore.`,
      );
    }
    return ok(name, `${engine}, schema ${applied}.`);
  } catch (error) {
    const what = config.metadata.kind === 'sqlite' ? config.metadata.path : 'TRACEWELL_POSTGRES_URL';
    return fail(name, `${engine} cannot be opened. ${why(error)} Check ${what}.`);
  }
}

/** Processes agree on PostgreSQL's clock; a machine whose own clock is wrong still logs wrong times. */
export async function checkSharedClock(config: Config, own: Clock = systemClock): Promise<DoctorCheck[]> {
  const name = 'shared clock';
  if (config.metadata.kind === 'sqlite') return [];
  try {
    if ((await schemaOf(config.metadata)).state !== 'current') return [];
    const metadata = await Metadata.open(config.metadata);
    try {
      const clock = await SharedClock.open(metadata, own);
      clock.close();
      const offset = clock.offsetMs();
      const said = `${(Math.abs(offset) / SECOND_MS).toFixed(1)} s ${offset < 0 ? 'behind' : 'ahead of'} PostgreSQL's`;
      return [
        Math.abs(offset) > CLOCK_TOLERANCE_MS
          ? warn(name, `The clock of this machine is ${said}. Set both by NTP.`)
          : ok(name, "The clock of this machine agrees with PostgreSQL's."),
      ];
    } finally {
      await metadata.close();
    }
  } catch {
    // The check of the metadata store reports it.
    return [];
  }
}

export async function checkMasterKey(config: Config): Promise<DoctorCheck> {
  const name = 'master key';
  const later = ok(name, config.masterKey ? 'Taken from TRACEWELL_MASTER_KEY.' : 'Made at the first start.');
  if (notThere(config)) return later;
  try {
    if ((await schemaOf(config.metadata)).state !== 'current') return later;
    const metadata = await Metadata.open(config.metadata);
    try {
      if ((await storedCheck(metadata)) === null) return later;
      await loadMasterKey(config, metadata);
    } finally {
      await metadata.close();
    }
    return ok(name, 'It is the one this data was sealed with.');
  } catch (error) {
    return fail(name, why(error));
  }
}

export async function checkEngine({ records }: Config): Promise<DoctorCheck> {
  const name = 'record engine';
  if (records.kind === 'server') return ok(name, 'Not needed: TRACEWELL_CLICKHOUSE_URL names a server.');
  try {
    await import('chdb');
    return ok(name, 'ClickHouse in-process (chDB) can be loaded.');
  } catch {
    return fail(
      name,
      `ClickHouse in-process (chDB) cannot be loaded on ${process.platform}-${process.arch}. Install again with optional dependencies, or set TRACEWELL_CLICKHOUSE_URL.`,
    );
  }
}

export async function checkRecords(config: Config, { running, health }: Running): Promise<DoctorCheck> {
  const name = 'records';
  const { records } = config;
  if (records.kind === 'server') return checkServer(records.url);
  if (!existsSync(records.path)) return ok(name, 'Made at the first start.');
  // Only one process can open the records, so they are opened here only if no server runs.
  if (running) {
    if (!health) return warn(name, 'In use by a process that does not answer; it may be starting.');
    if (health.checks.records === 'behind')
      return warn(name, 'The running server has them open, and is behind with storing what it has taken.');
    return health.checks.records === 'ok'
      ? ok(name, 'The running server has them open.')
      : fail(name, 'The running server cannot reach them. Its log says why.');
  }
  try {
    const lock = lockDataDirectory(config.dataDir);
    try {
      const store = await openRecords(records);
      const { records: count } = await store.admin.stats();
      await store.close();
      return ok(name, `They can be opened; there are ${count}.`);
    } finally {
      lock.release();
    }
  } catch (error) {
    return fail(name, why(error));
  }
}

async function checkServer(url: string): Promise<DoctorCheck> {
  const name = 'records';
  const { username, password, origin, host } = new URL(url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  try {
    const reply = await fetch(`${origin}/?query=SELECT%20version()`, {
      headers: username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {},
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (reply.ok) {
      const version = (await reply.text()).trim();
      return isTooOld(version)
        ? fail(name, `ClickHouse ${version} at ${host} is too old. Upgrade it to ${OLDEST_SERVER} or newer.`)
        : ok(name, `ClickHouse ${version} answers at ${host}.`);
    }
    return fail(
      name,
      `ClickHouse at ${host} refuses (${reply.status}). Check the user and password in TRACEWELL_CLICKHOUSE_URL.`,
    );
  } catch {
    return fail(name, `ClickHouse at ${host} does not answer. Start it, or check TRACEWELL_CLICKHOUSE_URL.`);
  }
}
