import { useNavigate } from '@tanstack/react-router';
import { isApiError, useEnter, useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { ConfirmDialog, KeyList, Loaded, SkeletonRows, say } from '#ui';
import { teamTexts } from './texts.ts';

const MAX_SHOWN = 200;

export function RemoveMember({ member, onClose }: { member: Schemas['Member']; onClose: () => void }) {
  const texts = useTexts(teamTexts);
  const { user, account } = useSession();
  const enter = useEnter();
  const navigate = useNavigate();
  const own = member.userId === user.id;
  const remove = useSend('delete', '/v1/team/members/{userId}', {
    // A user who left can no longer query this account.
    wholeAccount: true,
    changes: own ? [] : ['/v1/team/members', '/v1/api-keys'],
  });
  const keys = useGet(
    '/v1/team/members/{userId}/api-keys',
    { path: { userId: member.userId }, query: { limit: MAX_SHOWN } },
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
      // Disabled until the keys that stop working are known.
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
      <Loaded
        of={keys}
        keepStale
        skeleton={<SkeletonRows rows={2} />}
        empty={keys.data?.apiKeys.length === 0 && <p className="text-muted">{texts.noKeysEnd}</p>}
      >
        {({ apiKeys, nextCursor }) => (
          <KeyList label={texts.keysEnd} apiKeys={apiKeys} more={nextCursor !== null} />
        )}
      </Loaded>
    </ConfirmDialog>
  );
}
