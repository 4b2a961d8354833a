import { useNavigate } from '@tanstack/react-router';
import { isApiError, useEnter, useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Ago, ConfirmDialog, ErrorState, SkeletonRows, say } from '#ui';
import type { Member } from './page.tsx';
import { teamTexts } from './texts.ts';

const MOST_SHOWN = 200;

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const texts = useTexts(teamTexts);
  const { user, account } = useSession();
  const enter = useEnter();
  const navigate = useNavigate();
  const own = member.userId === user.id;
  const remove = useSend('delete', '/v1/team/members/{userId}', {
    // Whoever left has nothing more to ask here.
    wholeAccount: true,
    changes: own ? [] : ['/v1/team/members', '/v1/api-keys'],
  });
  const keys = useGet(
    '/v1/team/members/{userId}/api-keys',
    { path: { userId: member.userId }, query: { limit: MOST_SHOWN } },
    { wholeAccount: true, staleTime: 0 },
  );
  const name = member.name || member.email;
  const done = () => {
    if (own) {
      enter(null);
      void navigate({ to: '/signin', search: {} });
    } else {
      say(texts.removed(name));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={own ? texts.leaveTitle(account.name) : texts.removeTitle(name)}
      about={own ? texts.leaveAbout : texts.removeAbout}
      action={own ? texts.leave : texts.remove}
      busy={remove.isPending}
      // Not before it is known which keys end with it.
      disabled={keys.data === undefined}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { userId: member.userId } },
          { onSuccess: done, onError: (error) => isApiError(error) && error.status === 404 && done() },
        )
      }
    >
      {keys.data !== undefined ? (
        <EndingKeys {...keys.data} />
      ) : keys.isError ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </ConfirmDialog>
  );
}

interface EndingKeysProps {
  apiKeys: readonly Pick<Schemas['ApiKey'], 'id' | 'name' | 'hint' | 'lastUsedAt'>[];
  nextCursor: string | null;
}

function EndingKeys({ apiKeys, nextCursor }: EndingKeysProps) {
  const texts = useTexts(teamTexts);
  if (apiKeys.length === 0) return <p className="text-muted">{texts.noKeysEnd}</p>;
  return (
    <div className="grid gap-2">
      <p>{texts.keysEnd}</p>
      <ul aria-label={texts.keysEnd} className="grid max-h-60 gap-1 overflow-y-auto rounded-md border p-3">
        {apiKeys.map(({ id, name, hint, lastUsedAt }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 truncate font-medium" title={name}>
              {name}
            </span>
            <code className="font-mono text-xs text-muted">{hint}</code>
            <span className="text-sm text-muted">
              {lastUsedAt === null ? (
                texts.neverUsed
              ) : (
                <>
                  {texts.lastUsed} <Ago at={lastUsedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {nextCursor !== null && <p className="text-muted">{texts.moreKeysEnd}</p>}
    </div>
  );
}
