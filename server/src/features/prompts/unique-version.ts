import { fieldError } from '#lib/app-error';
import { unlessTaken } from '#core/change/unique';

const versionTaken = () =>
  fieldError(
    'conflict',
    'version_exists',
    'version',
    'A prompt with this name and version exists already. Use another version, or change that one.',
  );

export const uniqueVersion = <T>(work: () => Promise<T>): Promise<T> => unlessTaken(versionTaken, work);
