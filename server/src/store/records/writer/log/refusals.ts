// Errors for requests that the log cannot accept.
import { unavailable } from '#lib/app-error';

export const stopping = () => unavailable('stopping', 'This process is stopping. Try again shortly.');

export const refusalFor = (error: unknown): Error => {
  const full = ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
  return full
    ? unavailable('disk_full', 'The disk is full. Nothing of this request was stored.', error)
    : unavailable(
        'not_stored',
        'The records could not be written to disk. Nothing of this request was stored.',
        error,
      );
};
