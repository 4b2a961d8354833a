import type { Services } from '#core/context';

/** This month's records by account id. Only the process that has the in-process engine open knows them. */
export async function countRecords({ metadata, records }: Services): Promise<Record<string, number>> {
  const accounts = await metadata.reader.selectFrom('accounts').select(['id', 'number']).execute();
  const counts: Record<string, number> = {};
  for (const { id, number } of accounts) counts[id] = await records.usage(number);
  return counts;
}
