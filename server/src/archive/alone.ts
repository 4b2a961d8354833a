import { AppError } from '#lib/app-error';
import type { DataTarget } from '#lib/storage/target';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';

const placesOf = perProcess(() => new Set<string>());

/** Two runs on one place would overwrite each other's manifest. */
export async function alone<T>(
  services: Pick<Services, 'state'>,
  { place, key }: Pick<DataTarget, 'place' | 'key'>,
  work: () => Promise<T>,
): Promise<T> {
  const places = placesOf(services);
  if (places.has(key)) {
    throw new AppError('conflict', 'export_running', `Another export or import uses ${place}. Wait for it.`);
  }
  places.add(key);
  try {
    return await work();
  } finally {
    places.delete(key);
  }
}
