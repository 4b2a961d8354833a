// Checks everything the service needs, before it starts or while it runs. It changes nothing that a start
// would not change, and each finding says what to do.
import { ConfigError, readConfig, type Config } from '#config';
import { isLocked, lockOwner } from '#data-directory';
import { existsSync } from 'node:fs';
import { fail, type DoctorCheck } from './check.ts';
import { checkClock, checkDataDirectory, checkDisk, checkNode } from './machine.ts';
import { askHealth, checkPort } from './port.ts';
import { checkPriceTable } from './price-table.ts';
import { checkSingleSignOn } from './single-sign-on.ts';
import { checkEngine, checkMasterKey, checkMetadata, checkRecords, checkSharedClock } from './stores.ts';

interface Diagnosis {
  healthy: boolean;
  checks: DoctorCheck[];
}

const diagnosis = (checks: DoctorCheck[]): Diagnosis => ({
  healthy: checks.every((check) => check.status !== 'fail'),
  checks,
});

export async function doctor(env?: Record<string, string | undefined>): Promise<Diagnosis> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return diagnosis([checkNode(), ...error.faults.map((fault) => fail('settings', fault))]);
  }
  const { dataDir } = config;
  const directory = checkDataDirectory(dataDir);
  const usable = existsSync(dataDir) && directory.status !== 'fail';
  const running = usable && isLocked(dataDir);
  const health = await askHealth(config);
  return diagnosis([
    checkNode(),
    running && directory.status === 'ok'
      ? { ...directory, message: `${dataDir} is in use by process ${lockOwner(dataDir) ?? '?'}.` }
      : directory,
    await checkDisk(dataDir),
    await checkClock(dataDir),
    await checkMetadata(config),
    ...(await checkSharedClock(config)),
    await checkMasterKey(config),
    await checkEngine(config),
    await checkRecords(config, { running, health }),
    await checkPort(config, { running, health }),
    await checkPriceTable(config),
    ...(await checkSingleSignOn(config)),
  ]);
}
