// Members, their roles, and invitations.
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useMayManage, useSession, useRows, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, EmptyState, Page, ListRows } from '#ui';
import { Invitations } from './invitations.tsx';
import { Invite, InvitationLink } from './invite.tsx';
import { MemberTable } from './member-table.tsx';
import { teamTexts } from './texts.ts';

export function TeamPage() {
  const texts = useTexts(teamTexts);
  const { account } = useSession();
  const onTeam = account.plan === 'team';
  const mayManage = useMayManage() && onTeam;
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<Schemas['CreatedInvitation'] | null>(null);
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        mayManage && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {texts.invite}
          </Button>
        )
      }
    >
      {invited && <InvitationLink key={invited.id} made={invited} onDone={() => setInvited(null)} />}
      {onTeam ? (
        <>
          <Card title={texts.members}>
            <Members />
          </Card>
          {mayManage && (
            <Card title={texts.invitations} about={texts.invitationsAbout}>
              <Invitations />
            </Card>
          )}
        </>
      ) : (
        <Card>
          <EmptyState icon={<Users size={22} aria-hidden />} title={texts.needsPlan}>
            {texts.needsPlanAbout(account.plan)}
          </EmptyState>
        </Card>
      )}
      <Invite
        open={inviting}
        onClose={() => setInviting(false)}
        onMade={(made) => {
          setInviting(false);
          setInvited(made);
        }}
      />
    </Page>
  );
}

function Members() {
  const list = useRows(
    useGetPages('/v1/team/members', { query: { limit: 200 } }, { wholeAccount: true }),
    ({ members }) => members,
  );
  return <ListRows of={list}>{(members) => <MemberTable members={members} />}</ListRows>;
}
