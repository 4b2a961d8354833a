import { AppError } from '#lib/app-error';

export const notDeployed = (name: string, label: string) =>
  new AppError(
    'not_found',
    'not_deployed',
    `No version of the prompt "${name}" is deployed to the label "${label}".`,
  );
