import { useNavigate } from '@tanstack/react-router';
import { isApiError, useEnter, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { ConfirmDialog, say } from '#ui';
import type { Member } from './page.tsx';
import { teamTexts } from './texts.ts';

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const texts = useTexts(teamTexts);
  const { user, account } = useSession();
  const enter = useEnter();
  const navigate = useNavigate();
  const own = member.userId === user.id;
  const remove = useSend('delete', '/v1/team/members/{userId}', {
    // Whoever left has nothing more to ask here.
    wholeAccount: true,
    changes: own ? [] : ['/v1/team/members'],
  });
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
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { userId: member.userId } },
          { onSuccess: done, onError: (error) => isApiError(error) && error.status === 404 && done() },
        )
      }
    />
  );
}
