import { fieldError } from '#lib/app-error';
import { unlessTaken } from '#core/change/unique';

const versionTaken = () =>
  fieldError(
    'conflict',
    'version_exists',
    'version',
    'A prompt with this name and version already exists. Use another version, or change that prompt.',
  );

export const uniqueVersion = <T>(work: () => Promise<T>): Promise<T> => unlessTaken(versionTaken, work);
