import { fieldError } from '#lib/app-error';
import { isUniqueViolation } from '#metadata';

/** Two requests with the same name and version: the unique index decides, and the second one fails. */
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
