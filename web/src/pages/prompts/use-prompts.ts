// The queries of the prompt pages. Prompts belong to the account, not to a project.
import { useEffect, useMemo } from 'react';
import { useGet, useGetPages, useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { promptsTexts } from './texts.ts';

const WHOLE = { wholeAccount: true } as const;

/** Paths whose cached answers become stale with any change of a prompt. */
export const CHANGED = ['/v1/prompts'];

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Loads all pages: an incomplete list would be misleading where users choose or look up. */
function useToTheEnd(list: Pages): void {
  useEffect(() => {
    if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage();
  });
}

/** What is in a folder; with a search, everything below it that matches. */
export function usePromptNames(folder: string, search: string) {
  return useGetPages(
    '/v1/prompts/names',
    { query: { limit: 100, folder, ...(search === '' ? {} : { search }) } },
    { ...WHOLE, keepPrevious: true },
  );
}

/** All names, whatever their folder. */
export function useAllPromptNames() {
  const list = useGetPages('/v1/prompts/names', { query: { limit: 200 } }, WHOLE);
  useToTheEnd(list);
  return list;
}

export const PROTECTED_LABELS = '/v1/prompts/protected-labels';

const NO_LABELS: readonly string[] = [];

/** Labels that only admins may move. */
export function useProtectedLabels(): readonly string[] {
  const { data } = useGet(PROTECTED_LABELS, {}, { ...WHOLE, staleTime: 300_000 });
  return data?.labels ?? NO_LABELS;
}

/** Whether the user may move a label. */
export function useMayMove(): (label: string) => boolean {
  const mayManage = useMayManage();
  const guarded = useProtectedLabels();
  return (label) => mayManage || !guarded.includes(label);
}

/** The labels in a text, separated by commas. */
export const labelNamesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,、]/)
      .map((label) => label.trim())
      .filter(Boolean),
  ),
];

export function useVersions(name: string) {
  const list = useGetPages('/v1/prompts', { query: { name, limit: 100 } }, WHOLE);
  useToTheEnd(list);
  return list;
}

export function useDeployments(name?: string) {
  const list = useGetPages(
    '/v1/prompts/deployments',
    { query: { limit: 200, ...(name === undefined ? {} : { name }) } },
    WHOLE,
  );
  useToTheEnd(list);
  return list;
}

interface Rights {
  mayChange: boolean;
  /** Explains a missing right; null if no explanation is needed. */
  note: string | null;
}

export function useRights(): Rights {
  const texts = useTexts(promptsTexts);
  const { role, account } = useSession();
  if (role === 'viewer') return { mayChange: false, note: texts.roleNote };
  if (account.plan === 'free') return { mayChange: false, note: texts.planNote };
  return { mayChange: true, note: null };
}

/** Names for the ids of members and keys, as far as the user may see them. */
export function useWho(): (id: string) => string {
  const texts = useTexts(promptsTexts);
  const { user, account } = useSession();
  const mayManage = useMayManage();
  const members = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { ...WHOLE, enabled: account.plan === 'team', staleTime: 300_000 },
  );
  const keys = useGet(
    '/v1/api-keys',
    { query: { limit: 200 } },
    { ...WHOLE, enabled: mayManage, staleTime: 300_000 },
  );
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, name } of keys.data?.apiKeys ?? []) names.set(id, texts.key(name));
    for (const { userId, name, email } of members.data?.members ?? []) names.set(userId, name || email);
    names.set(user.id, texts.you);
    const kind = (id: string) =>
      id.startsWith('key_') ? texts.aKey : id.startsWith('usr_') ? texts.aMember : id;
    return (id) => names.get(id) ?? kind(id);
  }, [keys.data, members.data, user.id, texts]);
}
