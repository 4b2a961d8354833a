// The key of a connection: sealed at rest, opened for a request, shown only by its last characters.
import { AppError } from '#lib/app-error';
import type { Sealer } from '#core/secrets/sealing';
import type { ModelConnectionsTable, Writer } from '#metadata';
import { selectSealedModelKeys, updateSealedModelKey } from './store.ts';

type SealedKey = Pick<ModelConnectionsTable, 'id' | 'api_key'>;

const purposeOf = (connectionId: string): string => `model key of ${connectionId}`;

export const sealModelKey = (sealer: Sealer, connectionId: string, key: string): string =>
  sealer.seal(key, purposeOf(connectionId));

/** Null for a server that needs no key. */
export function openModelKey(sealer: Sealer, { id, api_key: sealed }: SealedKey): string | null {
  if (sealed === null) return null;
  const key = sealer.open(sealed, purposeOf(id));
  if (key !== null) return key;
  throw new AppError(
    'conflict',
    'key_unreadable',
    'The stored key of the model connection was sealed with another master key. Enter the key again.',
  );
}

/** Used when the master key changes. */
export async function resealModelKeys(
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> {
  for (const { id, api_key: sealed } of await selectSealedModelKeys(db))
    if (sealed !== null) await updateSealedModelKey(db, id, reseal(sealed, purposeOf(id)));
}
