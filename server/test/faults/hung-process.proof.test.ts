// A process that hangs while it holds an account, like a stopped process: the account is soon free again, and
// the process does not write when it resumes.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { MetadataConfig } from '#config';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata/open';
import { insertAccounts } from '#test/support/account-rows';
import { runChild } from '#test/support/child';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { newAccount } from '#test/support/records-engine';
import { expectToTake } from '#test/support/wall-time';

/** In the product it is 25 seconds. */
const LONGEST_HOLD_MS = 8_000;
const SLOW_MS = 60_000;

describe.runIf(inject('engine') === 'postgres')('a process that hangs', () => {
  let config: MetadataConfig;
  let metadata: Metadata;
  beforeAll(async () => {
    config = await freshMetadata(freshFolder());
    metadata = await Metadata.open(config);
  });
  afterAll(() => metadata.close());

  const hold = async () => {
    const account = newAccount();
    await insertAccounts(metadata, [account]);
    const child = runChild(`import './test/support/hung-writer-child.ts';`, {
      metadata: config,
      account,
      longestHoldMs: LONGEST_HOLD_MS,
    });
    expect(await child.line).toBe('holding');
    return { account, child };
  };

  it(
    'and resumes in time writes',
    async () => {
      const { account, child } = await hold();
      expect((await child.ended).stdout).toBe('holding\ninserted\nstored\n');
      expect(await new MetadataLedger(metadata, systemClock).used(account)).toBe(1);
    },
    SLOW_MS,
  );

  it(
    'loses its account, and does not write when it resumes',
    async () => {
      const { account, child } = await hold();
      child.process.kill('SIGSTOP');
      const ledger = new MetadataLedger(metadata, systemClock);
      const take = () =>
        ledger.hold([account], 'wait', async (used) => ({
          result: used.has(account),
          charges: new Map(used.has(account) ? [[account, 5]] : []),
        }));
      await expectToTake(LONGEST_HOLD_MS - 2_000, async () => {
        expect(await take()).toBe(false);
        while (!(await take()));
      });
      child.process.kill('SIGCONT');
      const { stdout } = await child.ended;
      expect(stdout.split('\n')).not.toContain('inserted');
      expect(stdout.split('\n')).not.toContain('stored');
      expect(await ledger.used(account)).toBe(5);
    },
    SLOW_MS,
  );
});
