import { useEffect, useRef } from 'react';
import { useSend, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { serviceUrl } from '#lib/base-path';
import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  Radio,
  RadioGroup,
  faultOf,
} from '#ui';
import { TEAM_ROLES, reaches, type TeamRole } from './roles.ts';
import { teamTexts } from './texts.ts';
import type { CreatedInvitationData } from './types.ts';

interface InviteProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: CreatedInvitationData) => void;
}

export function Invite({ open, onClose, onMade }: InviteProps) {
  const texts = useTexts(teamTexts);
  const { role: mine } = useSession();
  const invite = useSend('post', '/v1/team/invitations', {
    wholeAccount: true,
    changes: ['/v1/team/invitations'],
    onSuccess: onMade,
  });
  const close = () => {
    invite.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={texts.inviteTitle}>
      <Form
        error={invite.error}
        fields={['email']}
        onSubmit={({ email = '', role = 'member' }) =>
          invite.mutate({ body: { email: email.trim(), role: role as TeamRole } })
        }
      >
        <Field label={texts.email} fault={faultOf(invite.error, 'email')}>
          <Input name="email" type="email" required maxLength={254} autoComplete="off" />
        </Field>
        <RadioGroup label={texts.columns.role}>
          {TEAM_ROLES.filter((role) => reaches(mine, role)).map((role) => (
            <Radio
              key={role}
              name="role"
              value={role}
              defaultChecked={role === 'member'}
              label={texts.roles[role]}
              hint={texts.may[role]}
            />
          ))}
        </RadioGroup>
        <DialogActions>
          <Button look="main" type="submit" busy={invite.isPending}>
            {texts.invite}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The token is in the fragment, so that it appears in no server log and no referrer. */
const linkOf = ({ token }: CreatedInvitationData): string => `${serviceUrl()}/invite#token=${token}`;

/** The only time the link is shown. It takes the focus, so that it is not missed. */
export function InvitationLink({ made, onDone }: { made: CreatedInvitationData; onDone: () => void }) {
  const texts = useTexts(teamTexts);
  const format = useFormat();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={texts.linkTitle(made.email)}
      className="grid min-w-0 gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4"
    >
      <div>
        <h2 className="text-base/5 break-words">{texts.linkTitle(made.email)}</h2>
        <p>{texts.linkAbout(format.time(made.expiresAt))}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-md border bg-surface px-3 py-1.5 font-mono text-sm break-all">
          {linkOf(made)}
        </code>
        <CopyButton labelled text={linkOf(made)} what={texts.theLink} />
        <Button size="small" onClick={onDone}>
          {texts.haveIt}
        </Button>
      </div>
    </section>
  );
}
