import { fieldError } from '#lib/app-error';
import { isUniqueViolation } from '#metadata';

export async function nameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldError('conflict', 'name_taken', 'name', 'A project with this name exists already.');
  }
}
