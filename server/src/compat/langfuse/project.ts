import type { Context } from '#core/context';

/**
 * Everything at Langfuse belongs to a project. What belongs to the whole account here is shown in this one.
 */
export const langfuseProjectId = ({ project, account }: Pick<Context, 'project' | 'account'>): string =>
  (project ?? account.defaultProject).id;
