import { fieldError } from '#lib/app-error';
import { isUniqueViolation } from '#metadata';

/** Two at once with one name and version: the index of the store decides, and the second hears of it. */
export async function versionTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldError(
      'conflict',
      'version_exists',
      'version',
      'A prompt with this name and version exists already. Use another version, or change that one.',
    );
  }
}
