import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, TextArea, faultOf, say } from '#ui';
import { proposalsTexts } from './texts.ts';
import { useProposalWords } from './use-proposal-words.ts';

export interface ProposalChoice {
  proposal: Schemas['Proposal'];
  to: 'accept' | 'dismiss';
}

export function DecideProposal({
  decision: { proposal, to },
  onClose,
}: {
  decision: ProposalChoice;
  onClose: () => void;
}) {
  const texts = useTexts(proposalsTexts);
  const { words, lang } = useProposalWords()(proposal);
  const said = {
    changes: ['/v1/proposals'],
    onSuccess: () => {
      say(to === 'accept' ? texts.accepted : texts.dismissed);
      onClose();
    },
  };
  const accept = useSend('post', '/v1/proposals/{id}/accept', said);
  const dismiss = useSend('post', '/v1/proposals/{id}/dismiss', said);
  const sending = to === 'accept' ? accept : dismiss;
  return (
    <Dialog
      open
      onClose={onClose}
      title={to === 'accept' ? texts.acceptTitle : texts.dismissTitle}
      about={to === 'accept' ? texts.acceptAbout : texts.dismissAbout}
    >
      <Form
        error={sending.error}
        fields={['comment']}
        onSubmit={({ comment = '' }) => {
          const why = comment.trim();
          sending.mutate({ path: { id: proposal.id }, body: why === '' ? {} : { comment: why } });
        }}
      >
        <p lang={lang} className="font-medium break-words">
          {words.title}
        </p>
        <Field label={texts.comment} hint={texts.commentHint} fault={faultOf(sending.error, 'comment')}>
          <TextArea name="comment" maxLength={1000} rows={3} />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="main" type="submit" busy={sending.isPending}>
            {to === 'accept' ? texts.accept : texts.dismiss}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
