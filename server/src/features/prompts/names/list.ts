import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { cutPage, pageByText } from '#core/paging';
import type { NamesQuery, PromptName } from './schemas.ts';
import { selectFolders, selectLabels, selectNames } from './store.ts';

export async function listNames(
  ctx: Context,
  query: NamesQuery,
): Promise<{ names: PromptName[]; folders: { path: string; prompts: number }[]; nextCursor: string | null }> {
  const page = pageByText(query);
  const { search = '', folder } = query;
  const [rows, folders] = await Promise.all([
    selectNames(ctx, { search, folder }, page),
    folder === undefined || search !== '' || page.after !== null ? [] : selectFolders(ctx, folder),
  ]);
  const { shown, nextCursor } = cutPage(rows, page, ({ name }) => name);
  const labels = await selectLabels(
    ctx,
    shown.map(({ name }) => name),
  );
  const names = shown.map((row) => ({
    name: row.name,
    versions: row.versions,
    latestVersion: row.latest_version,
    latestId: row.latest_id,
    description: row.description,
    updatedAt: isoTime(row.updated_at),
    labels: labels.get(row.name) ?? [],
  }));
  return { names, folders, nextCursor };
}
