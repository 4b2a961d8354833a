import type { Reader } from '#metadata';
import { LATEST, type PromptReference } from './references.ts';

export interface ReferencedPrompt {
  id: number;
  version: string;
  type: 'text' | 'chat';
  template: string;
}

/** The version that a reference means now, or null. */
export async function selectReferenced(
  db: Reader,
  accountId: string,
  { name, label, number }: PromptReference,
): Promise<ReferencedPrompt | null> {
  let query = db
    .selectFrom('prompts')
    .select(['prompts.id', 'prompts.version', 'prompts.type', 'prompts.template'])
    .where('prompts.account_id', '=', accountId)
    .where('prompts.name', '=', name);
  if (number !== null) query = query.where('prompts.number', '=', number);
  else if (label === LATEST) query = query.orderBy('prompts.id', 'desc').limit(1);
  else
    query = query.where('prompts.id', 'in', (eb) =>
      eb
        .selectFrom('prompt_deployments')
        .select('prompt_id')
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .where('label', '=', label ?? ''),
    );
  return (await query.executeTakeFirst()) ?? null;
}
