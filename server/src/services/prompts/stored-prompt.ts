import type { Selectable } from 'kysely';
import type { PromptsTable, Reader } from '#metadata';
import type { PromptMessage, Variables } from './schemas.ts';

export type PromptRow = Selectable<PromptsTable>;

/** Null for a text prompt. */
export const readMessages = ({
  type,
  template,
}: Pick<PromptRow, 'type' | 'template'>): PromptMessage[] | null =>
  type === 'chat' ? (JSON.parse(template) as PromptMessage[]) : null;

export const readVariables = ({ variables }: Pick<PromptRow, 'variables'>): Variables | null =>
  variables === null ? null : (JSON.parse(variables) as Variables);

export async function selectPrompt(db: Reader, accountId: string, id: number): Promise<PromptRow | null> {
  const row = await db
    .selectFrom('prompts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
