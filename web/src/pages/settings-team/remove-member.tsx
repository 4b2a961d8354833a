import { useNavigate } from '@tanstack/react-router';
import { isApiError, useEnter, useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { ConfirmDialog, ErrorState, KeyList, SkeletonRows, say } from '#ui';
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
        keys.data.apiKeys.length === 0 ? (
          <p className="text-muted">{texts.noKeysEnd}</p>
        ) : (
          <KeyList label={texts.keysEnd} apiKeys={keys.data.apiKeys} more={keys.data.nextCursor !== null} />
        )
      ) : keys.isError ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </ConfirmDialog>
  );
}
