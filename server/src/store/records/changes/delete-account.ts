import { OF_ACCOUNT } from '../questions/scope.ts';
import { recordsChange, dropStaged, STAGED_TABLES } from './change.ts';
import { mutate, RECORD_TABLES } from './mutate.ts';

/** Deletes everything that is stored of an account, with the counts of the records it sent. */
export const deleteAccount = recordsChange({
  name: 'deleteAccount',
  removesContent: true,
  run: async (engine, account, signal) => {
    for (const table of STAGED_TABLES) {
      const batches = await engine.query<{ batch: string }>(
        `SELECT DISTINCT batch FROM ${table} WHERE ${OF_ACCOUNT}`,
        { account },
      );
      for (const { batch } of batches) await dropStaged(engine, table, account, batch);
    }
    const action = `DELETE WHERE ${OF_ACCOUNT}`;
    await mutate(
      engine,
      RECORD_TABLES.map((table) => ({ table, action })),
      { account },
      signal,
    );
  },
});
