// If two requests use the same name, a unique index decides. The second one gets our error instead of the
// engine's.
import { fieldError, type AppError } from '#lib/app-error';
import { isUniqueViolation } from '#metadata';

export async function unlessTaken<T>(taken: () => AppError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}

/** `noun` is the word that the interface uses, such as `project`. */
export const nameTaken = (noun: string): AppError =>
  fieldError('conflict', 'name_taken', 'name', `A ${noun} with this name exists already.`);

export const uniqueName = <T>(noun: string, work: () => Promise<T>): Promise<T> =>
  unlessTaken(() => nameTaken(noun), work);

const emailTaken = (): AppError =>
  fieldError('conflict', 'email_taken', 'email', 'A user with this email already exists.');

export const uniqueEmail = <T>(work: () => Promise<T>): Promise<T> => unlessTaken(emailTaken, work);
