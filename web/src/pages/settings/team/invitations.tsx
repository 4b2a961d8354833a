import { Mail } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useGetPages, useSend, type Schemas, useRows } from '#api';
import { useTexts } from '#i18n';
import { Button, ConfirmDialog, StatusDot, Time, say, type TableColumn, ListTable } from '#ui';
import { teamTexts } from './texts.ts';

type Invitation = Schemas['Invitation'];
const TONES = { pending: 'warm', accepted: 'good', expired: 'neutral' } as const;

export function Invitations() {
  const texts = useTexts(teamTexts);
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const list = useRows(
    useGetPages('/v1/team/invitations', { query: { limit: 50 } }, { wholeAccount: true }),
    ({ invitations }) => invitations,
  );
  const columns: TableColumn<Invitation>[] = [
    {
      id: 'email',
      title: texts.email,
      cell: ({ email }) => (
        <span className="block max-w-44 max-md:break-all md:max-w-72 md:truncate" title={email}>
          {email}
        </span>
      ),
    },
    { id: 'role', title: texts.columns.role, wideOnly: true, cell: ({ role }) => texts.roles[role] },
    {
      id: 'status',
      title: texts.columns.status,
      cell: ({ status }) => <StatusDot tone={TONES[status]}>{texts.statuses[status]}</StatusDot>,
    },
    {
      id: 'expires',
      title: texts.columns.expires,
      wideOnly: true,
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
    },
    {
      id: 'withdraw',
      title: <span className="sr-only">{texts.withdraw}</span>,
      number: true,
      cell: (invitation) =>
        invitation.status === 'pending' && (
          <Button
            size="small"
            aria-label={texts.withdrawNamed(invitation.email)}
            onClick={() => setWithdrawing(invitation)}
          >
            {texts.withdraw}
          </Button>
        ),
    },
  ];
  return (
    <>
      <ListTable
        of={list}
        skeleton={2}
        label={texts.invitationsTable}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          icon: <Mail size={22} aria-hidden />,
          title: texts.noInvitations,
          children: texts.noInvitationsAbout,
        }}
      />
      {withdrawing && <Withdraw invitation={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const texts = useTexts(teamTexts);
  const withdraw = useSend('delete', '/v1/team/invitations/{id}', {
    wholeAccount: true,
    changes: ['/v1/team/invitations'],
  });
  const done = () => {
    say(texts.withdrawn);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.withdrawTitle(invitation.email)}
      about={texts.withdrawAbout}
      action={texts.withdraw}
      busy={withdraw.isPending}
      error={withdraw.error}
      onClose={onClose}
      onConfirm={() =>
        withdraw.mutate(
          { path: { id: invitation.id } },
          { onSuccess: done, onError: (error) => isApiError(error) && error.status === 404 && done() },
        )
      }
    />
  );
}
