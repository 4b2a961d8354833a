import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';

/** A key that is about one project neither makes nor deletes another one. People choose projects only to look at them. */
export function requireWholeAccount({ actor, project }: Context): void {
  if (actor.type !== 'key' || project === null) return;
  throw new AppError(
    'forbidden',
    'project_key',
    'Sample data has a project of its own: use a key that is not bound to a project, without X-Project-Id.',
  );
}
