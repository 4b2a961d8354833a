// The connection of the recorded model. It comes with the sample data, belongs to the sample's project, and is
// removed with it.
import { newId } from '#lib/ids';
import { RECORDED_PROVIDER } from '#config';
import type { SampleProject } from '#core/hooks';
import type { Reader, Writer } from '#metadata';
import { priceBook } from '#otlp';
import { RECORDED_MODELS } from '#services/sample-stories';
import {
  deleteConnectionRow,
  insertConnection,
  selectConnections,
  type ConnectionRow,
} from '../connections/store.ts';

const NAME = 'Recorded model (sample data)';

/** Stands in for a base URL. Nothing is sent to it. */
const sampleUrl = (projectId: string): string => `${RECORDED_PROVIDER}:${projectId}`;

/** Prices for the sample data. Nobody is billed. */
export const RECORDED_PRICES = priceBook({
  account: RECORDED_MODELS.map(({ name: model, inputPerMTok, outputPerMTok }) => ({
    provider: RECORDED_PROVIDER,
    model,
    inputPerMTok,
    outputPerMTok,
    cacheReadPerMTok: null,
    cacheWritePerMTok: null,
  })),
  accountVersion: 'sample',
});

export const isRecorded = ({ provider }: Pick<ConnectionRow, 'provider'>): boolean =>
  provider === RECORDED_PROVIDER;

export async function recordedConnectionOf(
  db: Reader,
  accountId: string,
  projectId: string,
): Promise<ConnectionRow | undefined> {
  const all = await selectConnections(db, accountId);
  return all.find((row) => isRecorded(row) && row.base_url === sampleUrl(projectId));
}

/** The caller holds the lock of the account. */
export async function addRecordedConnection(
  db: Writer,
  { accountId, projectId }: SampleProject,
  now: number,
): Promise<void> {
  const names = new Set((await selectConnections(db, accountId)).map(({ name }) => name));
  let name = NAME;
  for (let number = 2; names.has(name); number += 1) name = `${NAME} ${number}`;
  await insertConnection(db, {
    id: newId('modelConnection'),
    account_id: accountId,
    name,
    provider: RECORDED_PROVIDER,
    base_url: sampleUrl(projectId),
    api_key: null,
    default_model: RECORDED_MODELS[0].name,
    embedding_model: null,
    models: JSON.stringify(RECORDED_MODELS.map((model) => model.name)),
    is_default: 0,
    day_budget_micros: null,
    month_budget_micros: null,
    tested_at: now,
    test_fault: null,
    version: 1,
    created_at: now,
    updated_at: now,
  });
}

export async function removeRecordedConnection(
  db: Writer,
  { accountId, projectId }: SampleProject,
): Promise<void> {
  const row = await recordedConnectionOf(db, accountId, projectId);
  if (row) await deleteConnectionRow(db, accountId, row.id);
}
