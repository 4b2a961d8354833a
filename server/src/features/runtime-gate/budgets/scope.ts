import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Budget, BudgetScope } from './schemas.ts';

/** Has every field, null for those that are not matched. An empty list of tags counts as null. */
const fullScope = ({ provider, model, tags, projectId }: BudgetScope): Budget['scope'] => ({
  provider: provider ?? null,
  model: model ?? null,
  tags: tags && Object.keys(tags).length > 0 ? tags : null,
  projectId: projectId ?? null,
});

/** A budget for a missing project would never count anything. */
export function requireScope({ account }: Context, scope: BudgetScope | undefined): Budget['scope'] {
  const full = fullScope(scope ?? {});
  if (full.projectId !== null && !account.projects.has(full.projectId))
    throw invalid('scope.projectId', 'is not a project of this account', 'unknown_project');
  return full;
}
