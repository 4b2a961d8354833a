import { OF_ACCOUNT } from '../questions/scope.ts';
import { recordsChange } from './change.ts';
import { mutate } from './mutate.ts';

/**
 * Deletes the stored content of an account. It uses a mutation: a lightweight delete would only hide rows
 * until a later merge. It returns when the parts are rewritten; mutate.ts says how long files of the old
 * parts stay.
 */
export const deleteContent = recordsChange({
  name: 'deleteContent',
  removesContent: true,
  run: (engine, account, signal) =>
    mutate(
      engine,
      (['call_content', 'messages'] as const).map((table) => ({
        table,
        action: `DELETE WHERE ${OF_ACCOUNT}`,
      })),
      { account },
      signal,
    ),
});
