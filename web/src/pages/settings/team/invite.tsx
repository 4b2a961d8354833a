import { useSend, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { serviceUrl } from '#lib/base-path';
import { Dialog, DraftForm, RadioField, SendDraft, ShownOnce, TextField, useDraft } from '#ui';
import { TEAM_ROLES, reaches, type TeamRole } from './roles.ts';
import { teamTexts } from './texts.ts';

interface InviteProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: Schemas['CreatedInvitation']) => void;
}

export function Invite({ open, onClose, onMade }: InviteProps) {
  const texts = useTexts(teamTexts);
  return (
    <Dialog open={open} onClose={onClose} title={texts.inviteTitle}>
      <InviteForm onMade={onMade} />
    </Dialog>
  );
}

const EMPTY = { email: '', role: 'member' as TeamRole };

function InviteForm({ onMade }: Pick<InviteProps, 'onMade'>) {
  const texts = useTexts(teamTexts);
  const { role: mine } = useSession();
  const invite = useSend('post', '/v1/team/invitations', {
    wholeAccount: true,
    changes: ['/v1/team/invitations'],
    onSuccess: onMade,
  });
  const draft = useDraft(EMPTY, invite);
  return (
    <DraftForm
      of={draft}
      onSend={({ email, role }) => invite.mutate({ body: { email: email.trim(), role } })}
    >
      <TextField of={draft} name="email" label={texts.email} type="email" required maxLength={254} />
      <RadioField
        of={draft}
        name="role"
        label={texts.columns.role}
        options={TEAM_ROLES.filter((role) => reaches(mine, role))}
        show={(role) => texts.roles[role]}
        hintOf={(role) => texts.may[role]}
      />
      <SendDraft of={draft}>{texts.invite}</SendDraft>
    </DraftForm>
  );
}

/** The token is in the fragment, so that it appears in no server log and no referrer. */
const linkOf = ({ token }: Schemas['CreatedInvitation']): string => `${serviceUrl()}/invite#token=${token}`;

export function InvitationLink({ made, onDone }: { made: Schemas['CreatedInvitation']; onDone: () => void }) {
  const texts = useTexts(teamTexts);
  const format = useFormat();
  return (
    <ShownOnce
      title={texts.linkTitle(made.email)}
      about={<p>{texts.linkAbout(format.time(made.expiresAt))}</p>}
      secret={linkOf(made)}
      what={texts.theLink}
      haveIt={texts.haveIt}
      onDone={onDone}
    />
  );
}
