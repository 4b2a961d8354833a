import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, TextArea, faultOf, say } from '#ui';
import { StepFacts, StepNumbers, approvalName } from './step.tsx';
import { gateTexts } from '../texts.ts';
import type { ApprovalData } from '../types.ts';

export interface ApprovalChoice {
  approval: ApprovalData;
  answer: 'approve' | 'deny';
}

const CHANGES = { changes: ['/v1/gate/approvals'] };

export function DecideApproval({ approval, answer, onClose }: ApprovalChoice & { onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const approve = useSend('post', '/v1/gate/approvals/{id}/approve', CHANGES);
  const deny = useSend('post', '/v1/gate/approvals/{id}/deny', CHANGES);
  const name = approvalName(approval, texts);
  const yes = answer === 'approve';
  const sending = yes ? approve : deny;
  const decide = ({ comment = '' }: Record<string, string>) =>
    sending.mutate(
      { path: { id: approval.id }, body: { comment: comment.trim() || null } },
      {
        onSuccess: () => {
          say(yes ? texts.approved(name) : texts.denied(name));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={yes ? texts.approveTitle(name) : texts.denyTitle(name)}
      about={yes ? texts.approveAbout : texts.denyAbout}
    >
      <StepFacts approval={approval} />
      <StepNumbers approval={approval} />
      <Form onSubmit={decide} error={sending.error} fields={['comment']}>
        <Field label={texts.comment} hint={texts.commentHint} fault={faultOf(sending.error, 'comment')}>
          <TextArea name="comment" rows={2} maxLength={500} />
        </Field>
        <DialogActions>
          <Button look={yes ? 'main' : 'danger'} type="submit" busy={sending.isPending}>
            {yes ? texts.approve : texts.deny}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
