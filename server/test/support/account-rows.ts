import { randomUUID } from 'node:crypto';
import type { Metadata } from '#metadata';

/** Inserts only the accounts into the metadata store, without anything that belongs to them. */
export const insertAccounts = (metadata: Metadata, numbers: readonly number[]): Promise<unknown> =>
  metadata.transaction((db) =>
    db
      .insertInto('accounts')
      .values(
        numbers.map((number) => ({
          id: `acc_${randomUUID()}`,
          number,
          name: 'Test',
          plan: 'free',
          subscription_status: 'active',
          record_quota: null,
          retention_days: null,
          accept_providers: 'four',
          created_at: 0,
          updated_at: 0,
        })),
      )
      .execute(),
  );
